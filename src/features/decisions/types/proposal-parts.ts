import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import type { Exposure, PlannedAction } from "#contract/actions.ts";
import type { Alternative, Evidence, Forecast } from "#features/decisions/contract.ts";
import { planNotice } from "#features/communications/rules.ts";
import { planTask } from "#features/tasks/rules.ts";
import { capital, round } from "./figures.ts";

/** A task an approval creates; days from the proposal, hours of work. */
export const task = (
  role: AgentRoleId,
  title: string,
  description: string,
  { days, hours, priority = "medium" }: { days: number; hours: number; priority?: Priority },
): PlannedAction => planTask({ title, description, role, priority, dueInDays: days, estimatedHours: hours });

/** A message an approval sends to each of these. */
export const notify = (to: readonly (AgentRoleId | "owner")[], subject: string, content: string): PlannedAction[] =>
  to.map((one) => planNotice({ to: one, subject, content }));

/** The verdict and the recommendation, to each of these. */
export const tell = (
  to: readonly (AgentRoleId | "owner")[],
  verdict: string,
  title: string,
  recommendation: string,
): PlannedAction[] => notify(to, `${capital(verdict)}: ${title}`, recommendation);

/** A claim a person answers on its day. */
export const claim = (
  horizon: Forecast["horizon"],
  words: string,
  dueOn: string,
  odds: Pick<Forecast, "probability" | "baseRate" | "baseRateNote">,
  target: number | null = null,
): Forecast => ({ horizon, claim: words, metric: null, target, dueOn, resolver: "human", ...odds });

/** What is at stake: the company's currency, percent for a discount, a year's value where it recurs; none for zero. */
export const exposureOf = (
  kind: Exposure["kind"],
  amount: number,
  { counterparty, purpose }: { counterparty?: string | undefined; purpose?: string | undefined },
  recurring = false,
): Exposure => {
  const held = round(amount, 2);
  return {
    kind: held > 0 ? kind : "none",
    amount: held,
    recurring: held > 0 && recurring,
    counterparty: counterparty ?? null,
    purpose: purpose ?? null,
  };
};

export const alternative = (title: string, detail: string, value: number | null = null): Alternative => ({
  title,
  detail,
  value,
});

/** The risks that come from what is not there. */
export const missing = (evidence: readonly Evidence[]): string[] =>
  evidence.filter((one) => !one.found).map((one) => `Missing: ${one.reference}`);

/** " for delivery with Ford", as far as it was named. */
export const about = ({ counterparty, purpose }: { counterparty?: string | undefined; purpose?: string | undefined }) =>
  `${purpose ? ` for ${purpose}` : ""}${counterparty ? ` with ${counterparty}` : ""}`;

/** Questions for what was left out: those whose figure is undefined. */
export const unknown = (asked: readonly (readonly [given: unknown, question: string])[]): string[] =>
  asked.filter(([given]) => given === undefined).map(([, question]) => question);
