import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import { defaultPerDecision } from "#features/authority/limits/rules.ts";
import type { Decision, DecisionTypeId, Forecast } from "#features/decisions/contract.ts";

/** A pending decision nobody answers is closed after this many days. */
const answerDays = 7;
/** The same agent, type and context within this many seconds is the same decision (a double click). */
const sameRequestSeconds = 60;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
};

/** Takes agent, type and the context as its schema gives it, gives one text that is equal for equal requests. */
export function fingerprint(agentId: string, decisionType: string, context: unknown): string {
  return JSON.stringify([agentId, decisionType, sorted(context)]);
}

const after = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/** Takes the instant of the proposal, gives the instant at which it expires unanswered: 7 days later. */
export function expiresAt(createdAt: string): string {
  return after(createdAt, answerDays * 86_400_000);
}

/** Takes an instant, gives the one after which a repeated request no longer counts as the same: 60 s before. */
export function sameRequestSince(now: string): string {
  return after(now, -sameRequestSeconds * 1000);
}

/** For so many days an executive does not come back with what a person has answered. */
const answeredDays = 90;

/** Takes an instant, gives the one since which an answer to the very same proposal still counts: 90 days before. */
export function answeredSince(now: string): string {
  return after(now, -answeredDays * 86_400_000);
}

/** Says why what was rejected is not proposed again. */
export function rejectedSentence(
  title: string,
  { number, reason, settledAt }: { number: number; reason: string | null; settledAt: string },
  moment: Moment,
): string {
  const why = reason ? `: “${reason}”` : "";
  const when = whenInWords(settledAt, moment);
  return `${title}: rejected as D-${number} ${when}${why}. It comes again when its figures change, or after ${answeredDays} days.`;
}

export type Settled = Pick<Decision, "status" | "approvedBy" | "rejectedBy" | "reason" | "closedReason" | "settledAt">;
/** What shall happen to a pending decision; `by` is a person's name, or "policy". */
export type SettleAnswer =
  | { kind: "approve" | "reject"; by: string; reason?: string | null | undefined }
  | { kind: "expire" };
/** The instant, and the company's time zone (IANA name) for sentences. */
export type Moment = { now: string; timeZone: string };
type Standing = Omit<Settled, "reason"> & Pick<Decision, "expiresAt">;

/** When an instant was, in words: "at 14:02", or "on 20 November 2026 at 14:02" when that was another day there. */
export function whenInWords(instant: string, { now, timeZone }: Moment): string {
  const at = Date.parse(instant);
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" });
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at);
  return day.format(at) === day.format(Date.parse(now)) ? `at ${time}` : `on ${day.format(at)} at ${time}`;
}

/** Takes a settled decision, gives the sentence of the 409: "Already approved by Ana at 14:02". */
export function conflictSentence(decision: Standing, moment: Moment): string {
  const when = whenInWords(decision.settledAt ?? decision.expiresAt, moment);
  if (decision.status === "pending" || decision.closedReason === "expired") return `Expired without an answer ${when}`;
  const by = decision.status === "approved" ? decision.approvedBy : decision.rejectedBy;
  return `Already ${decision.status}${by ? ` by ${by}` : ""} ${when}`;
}

/**
 * Takes a decision, an answer and the moment; gives the fields to set, or the sentence of the 409. Only a pending one
 * can be settled, by a person before it expires and by the clock from then on; so the loser of a race changes nothing.
 */
export function settle(
  decision: Standing,
  answer: SettleAnswer,
  moment: Moment,
): { settled: Settled } | { conflict: string } {
  const expired = Date.parse(moment.now) >= Date.parse(decision.expiresAt);
  if (decision.status !== "pending") return { conflict: conflictSentence(decision, moment) };
  if (answer.kind === "expire" && !expired) return { conflict: "Still waiting for an answer" };
  if (answer.kind !== "expire" && expired) return { conflict: conflictSentence(decision, moment) };
  const blank = { approvedBy: null, rejectedBy: null, reason: null, closedReason: null, settledAt: moment.now };
  if (answer.kind === "expire") return { settled: { ...blank, status: "rejected", closedReason: "expired" } };
  const reason = answer.reason?.trim() || null;
  return answer.kind === "approve"
    ? { settled: { ...blank, status: "approved", approvedBy: answer.by, reason } }
    : { settled: { ...blank, status: "rejected", rejectedBy: answer.by, reason } };
}

/** How much an amount weighs for a role: high from its default limit per decision, medium from a fifth of it. */
export function weightOf(amount: number, role: AgentRoleId): Priority {
  const limit = defaultPerDecision(role);
  const size = Math.abs(amount);
  return size >= limit ? "high" : size >= limit / 5 ? "medium" : "low";
}

/** What these propose is told by the first sign; the record of every other type is about its final forecast. */
const ledByProxy: readonly DecisionTypeId[] = ["contract_review", "lead_qualification", "refund_resolution"];

/** Takes a decision type, gives which of its forecasts its record and base rate are about. */
export const leadingOf = (decisionType: string): Forecast["horizon"] =>
  ledByProxy.some((id) => id === decisionType) ? "proxy" : "final";

/** Takes a decision, gives the forecast its base rate and confidence are read with; null where it has none. */
export function forecastOfRecord<F extends Pick<Forecast, "horizon">>(decision: {
  decisionType: string;
  forecasts: readonly F[];
}): F | null {
  const leading = leadingOf(decision.decisionType);
  return decision.forecasts.find(({ horizon }) => horizon === leading) ?? decision.forecasts.at(-1) ?? null;
}
