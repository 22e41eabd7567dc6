import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import { defaultPerDecision } from "#features/authority/limits/rules.ts";
import type { Decision, DecisionStanding, DecisionTypeId, Forecast } from "#features/decisions/contract.ts";

const expiryDays = 7;
/** How long an urgent proposal waits once it has reached somebody where they can decide it. */
export const urgentHours = 48;
/** A repeated request within this many seconds (a double click) gives the same decision. */
const duplicateSeconds = 60;

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sortKeys(part)]));
};

/** Equal for equal requests, whatever the order of keys; `context` as its schema parsed it. */
export function fingerprint(agentId: string, decisionType: string, context: unknown, isTest = false): string {
  return JSON.stringify([agentId, decisionType, sortKeys(context), ...(isTest ? ["test"] : [])]);
}

const addMilliseconds = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

export function expiresAt(createdAt: string): string {
  return addMilliseconds(createdAt, expiryDays * 86_400_000);
}

/** A request made after this instant counts as the same one. */
export function duplicateCutoff(now: string): string {
  return addMilliseconds(now, -duplicateSeconds * 1000);
}

/** Days before an agent may repeat a rejected proposal unchanged. */
const rejectionDays = 90;

/** An answer after this instant still counts when an agent makes the same proposal again. */
export function rejectionCutoff(now: string): string {
  return addMilliseconds(now, -rejectionDays * 86_400_000);
}

export function describeRejection(
  title: string,
  { number, reason, settledAt }: { number: number; reason: string | null; settledAt: string },
  moment: Moment,
): string {
  const why = reason ? `: “${reason}”` : "";
  const when = formatMoment(settledAt, moment);
  return `${title}: rejected as D-${number} ${when}${why}. It can be proposed again when its figures change, or after ${rejectionDays} days.`;
}

export type Settled = Pick<Decision, "status" | "approvedBy" | "rejectedBy" | "reason" | "closedReason" | "settledAt">;
/** `by` is a person's name, or "policy". */
export type SettleAnswer =
  | { kind: "approve" | "reject"; by: string; reason?: string | null | undefined }
  | { kind: "expire" };
/** The current instant and the company's time zone (IANA name). */
export type Moment = { now: string; timeZone: string };
export const momentOf = ({ now, timeZone }: { now: Date; timeZone: string }): Moment => ({
  now: now.toISOString(),
  timeZone,
});
type SettlementState = Omit<Settled, "reason"> & Pick<Decision, "expiresAt">;

/** "at 14:02", or "on 20 November 2026 at 14:02" if that was another day. */
export function formatMoment(instant: string, { now, timeZone }: Moment): string {
  const at = Date.parse(instant);
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" });
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at);
  return day.format(at) === day.format(Date.parse(now)) ? `at ${time}` : `on ${day.format(at)} at ${time}`;
}

/** "Already approved by Ana at 14:02" */
export function describeConflict(decision: SettlementState, moment: Moment): string {
  const when = formatMoment(decision.settledAt ?? decision.expiresAt, moment);
  if (decision.status === "pending" || decision.closedReason === "expired") return `Expired without a response ${when}`;
  if (decision.closedReason === "withdrawn") return `Withdrawn ${when}: what it was about is gone`;
  const by = decision.status === "approved" ? decision.approvedBy : decision.rejectedBy;
  return `Already ${decision.status}${by ? ` by ${by}` : ""} ${when}`;
}

/**
 * The fields to set, or the conflict to report. A person settles a pending decision before it expires, the expiry job
 * afterwards, so the loser of a race changes nothing.
 */
export function settle(
  decision: SettlementState,
  answer: SettleAnswer,
  moment: Moment,
): { settled: Settled } | { conflict: string } {
  const expired = Date.parse(moment.now) >= Date.parse(decision.expiresAt);
  if (decision.status !== "pending") return { conflict: describeConflict(decision, moment) };
  if (answer.kind === "expire" && !expired) return { conflict: "Still pending" };
  if (answer.kind !== "expire" && expired) return { conflict: describeConflict(decision, moment) };
  const blank = { approvedBy: null, rejectedBy: null, reason: null, closedReason: null, settledAt: moment.now };
  if (answer.kind === "expire") return { settled: { ...blank, status: "rejected", closedReason: "expired" } };
  const reason = answer.reason?.trim() || null;
  return answer.kind === "approve"
    ? { settled: { ...blank, status: "approved", approvedBy: answer.by, reason } }
    : { settled: { ...blank, status: "rejected", rejectedBy: answer.by, reason } };
}

type Undoable = SettlementState & { settledBy: string | null; undoUntil: string | null };

/** Why a person may not change a settled decision any more, or null. */
export function undoError(
  decision: Undoable,
  by: { id: string; isAdmin: boolean },
  moment: Moment,
): { code: "conflict" | "forbidden"; sentence: string } | null {
  if (decision.status === "pending") return { code: "conflict", sentence: "There is nothing to undo: it is pending" };
  if (decision.closedReason) return { code: "conflict", sentence: describeConflict(decision, moment) };
  if (!decision.undoUntil || Date.parse(decision.undoUntil) <= Date.parse(moment.now))
    return { code: "conflict", sentence: `Too late to undo. ${describeConflict(decision, moment)}` };
  if (decision.settledBy === by.id || by.isAdmin) return null;
  const settler = decision.approvedBy ?? decision.rejectedBy ?? "the person who decided";
  const name = decision.settledBy === null ? "an approver" : settler;
  return { code: "forbidden", sentence: `Only ${name} or an admin can undo this` };
}

/** A decision whose deadline passed while it was settled gets an hour when it is pending again. */
export const expiryAfterUndo = (expiresAt: Date, now: Date): Date =>
  expiresAt > now ? expiresAt : new Date(now.getTime() + 3_600_000);

export const standingOf = ({
  status,
  closedReason,
}: {
  status: Decision["status"];
  closedReason: string | null;
}): DecisionStanding => (closedReason === "expired" || closedReason === "withdrawn" ? closedReason : status);

/** High from the role's default limit per decision, medium from a fifth of it. */
export function priorityForAmount(amount: number, role: AgentRoleId): Priority {
  const limit = defaultPerDecision(role);
  const size = Math.abs(amount);
  return size >= limit ? "high" : size >= limit / 5 ? "medium" : "low";
}

type Stake = Pick<Decision["exposure"], "kind" | "amount">;

/** The money at stake; 0 for percent and people. */
export const moneyOf = ({ kind, amount }: Stake): number =>
  kind === "none" || kind === "discount" || kind === "headcount" ? 0 : amount;

/** Hours by which a priority, and each factor of ten at stake, moves a pending decision ahead of its deadline. */
export const waitingHours = { priority: { high: 48, medium: 24, low: 0 }, tenfold: 12 } as const;

/**
 * Sort key of a pending decision, lowest first: its deadline in ms, moved ahead by its priority and the money at stake.
 */
export function waitingRank({
  expiresAt,
  priority,
  exposure,
}: Pick<Decision, "expiresAt" | "priority"> & { exposure: Stake }): number {
  const hours = waitingHours.priority[priority] + waitingHours.tenfold * Math.log10(1 + moneyOf(exposure));
  return Date.parse(expiresAt) - hours * 3_600_000;
}

/** Why one more approval would exceed the person's own limit together with those just approved, or null. */
export function batchLimitError(
  limit: number | null,
  approved: number,
  exposure: Stake,
  format: (amount: number) => string,
): string | null {
  const amount = moneyOf(exposure);
  if (limit === null || amount === 0 || approved === 0 || approved + amount <= limit) return null;
  return `Together with those approved before it, ${format(approved + amount)} is over your own limit of ${format(limit)}`;
}

/** The scores a form offers for a criterion. */
export const strengths = { strong: 1, some: 0.5, weak: 0 } as const;

/** Types whose track record is about the early sign instead of the final forecast. */
export const proxyTypes: readonly DecisionTypeId[] = ["contract_review", "lead_qualification", "refund_resolution"];

/** The forecast that a type's track record and base rate are about. */
export const leadingHorizon = (decisionType: string): Forecast["horizon"] =>
  proxyTypes.some((id) => id === decisionType) ? "proxy" : "final";

/** The forecast shown with the base rate; null without forecasts. */
export function leadingForecast<F extends Pick<Forecast, "horizon">>(decision: {
  decisionType: string;
  forecasts: readonly F[];
}): F | null {
  const leading = leadingHorizon(decision.decisionType);
  return decision.forecasts.find(({ horizon }) => horizon === leading) ?? decision.forecasts.at(-1) ?? null;
}
