import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import type { Exposure, PlannedAction } from "#contract/actions.ts";
import type { Alternative, Evidence, Forecast } from "#features/decisions/contract.ts";
import { planNotice } from "#features/communications/rules.ts";
import { planTask } from "#features/tasks/rules.ts";
import { capitalize, round } from "./figures.ts";

/** `days` from the proposal, `hours` of work. */
export const task = (
  role: AgentRoleId,
  title: string,
  description: string,
  { days, hours, priority = "medium" }: { days: number; hours: number; priority?: Priority },
): PlannedAction => planTask({ title, description, role, priority, dueInDays: days, estimatedHours: hours });

export const notices = (to: readonly (AgentRoleId | "owner")[], subject: string, content: string): PlannedAction[] =>
  to.map((recipient) => planNotice({ to: recipient, subject, content }));

export const verdictNotices = (
  to: readonly (AgentRoleId | "owner")[],
  verdict: string,
  title: string,
  recommendation: string,
): PlannedAction[] => notices(to, `${capitalize(verdict)}: ${title}`, recommendation);

/** A forecast that a person resolves on its due day. */
export const claim = (
  horizon: Forecast["horizon"],
  text: string,
  dueOn: string,
  odds: Pick<Forecast, "probability" | "baseRate" | "baseRateNote">,
  target: number | null = null,
): Forecast => ({
  horizon,
  claim: text,
  metric: null,
  target,
  dueOn,
  resolver: "human",
  measuredBy: null,
  ...odds,
});

/** Company currency, percent for a discount, a year's value if recurring; kind `none` for zero. */
export const exposureOf = (
  kind: Exposure["kind"],
  amount: number,
  { counterparty, purpose }: { counterparty?: string | undefined; purpose?: string | undefined },
  recurring = false,
): Exposure => {
  const rounded = round(amount, 2);
  return {
    kind: rounded > 0 ? kind : "none",
    amount: rounded,
    recurring: rounded > 0 && recurring,
    counterparty: counterparty ?? null,
    purpose: purpose ?? null,
  };
};

export const alternative = (title: string, detail: string, value: number | null = null): Alternative => ({
  title,
  detail,
  value,
});

export const missingEvidence = (evidence: readonly Evidence[]): string[] =>
  evidence.filter(({ found }) => !found).map(({ reference }) => `Missing: ${reference}`);

/** " for delivery with Ford" */
export const scopePhrase = ({
  counterparty,
  purpose,
}: {
  counterparty?: string | undefined;
  purpose?: string | undefined;
}) => `${purpose ? ` for ${purpose}` : ""}${counterparty ? ` with ${counterparty}` : ""}`;

/** The questions whose input is undefined. */
export const openQuestions = (inputs: readonly (readonly [given: unknown, question: string])[]): string[] =>
  inputs.filter(([given]) => given === undefined).map(([, question]) => question);
