import { longDay } from "#contract/format.ts";
import type { Nothing } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Priority } from "#contract/words.ts";
import type { Exposure, PlannedAction } from "#contract/actions.ts";
import type { Alternative, Evidence, Forecast } from "#features/decisions/contract.ts";
import { planNotice } from "#features/communications/rules.ts";
import { planTask } from "#features/tasks/rules.ts";
import type { Evaluation, Facts } from "./decision-type.ts";
import { confidence, odds, shareGiven } from "./evidence.ts";
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

/**
 * Forecasts of a type: the early sign, which a person resolves, and the outcome. The leading one starts from the track
 * record. A text ends with its day unless it names it itself.
 */
export function forecasting(facts: Facts, leading: Forecast["horizon"] = "final") {
  type Text = string | ((day: string) => string);
  const of =
    (horizon: Forecast["horizon"]) => (text: Text, dueOn: string, byDefault: number, target?: number | null) => {
      const day = longDay(dueOn);
      const words = typeof text === "string" ? `${text} by ${day}` : text(day);
      return claim(horizon, words, dueOn, odds(byDefault, horizon === leading ? facts.record : null), target);
    };
  return { early: of("proxy"), final: of("final") };
}

/** What a verdict says, starting with itself, what it forecasts, and the tasks that approving it creates. */
export type Outcome = { say: string; forecasts: Forecast[]; tasks: PlannedAction[] };

type Given = Pick<
  Evaluation,
  "title" | "description" | "verdict" | "evidence" | "impact" | "alternatives" | "exposure" | "steps"
> & {
  outcome: Outcome;
  /** Who is told of the verdict. */
  tell: readonly (AgentRoleId | "owner")[];
  /** The inputs asked for, undefined where missing, or the share that is given. */
  inputs: readonly unknown[] | number;
  /** How far the figures may move before the verdict changes, 0 to 1. */
  steadiness: number;
  /** As high as the impact unless given. */
  priority?: Priority;
  /** What approving it costs; the financial impact unless that is given. */
  cost?: number;
  financialImpact?: number | null;
  returns?: Evaluation["metadata"]["returns"];
  timeframe: string;
  stakeholders: readonly string[];
  risks: readonly (string | Nothing)[];
  questions: readonly (readonly [given: unknown, question: string])[];
  curves?: Evaluation["curves"];
};

/** The evaluation of a request by its verdict's outcome. */
export function evaluated(
  { counterparty }: { counterparty?: string | undefined },
  facts: Facts,
  { outcome, tell, inputs, steadiness, cost = 0, timeframe, stakeholders, risks, questions, ...given }: Given,
): Evaluation {
  const { financialImpact = cost > 0 ? round(-cost, 2) : null, returns = null, ...rest } = given;
  return {
    priority: given.impact,
    curves: [],
    ...rest,
    recommendation: outcome.say,
    confidence: confidence(
      typeof inputs === "number" ? inputs : shareGiven(inputs),
      given.evidence,
      steadiness,
      facts.today,
    ),
    metadata: {
      financialImpact,
      returns,
      timeframe,
      stakeholders: [...stakeholders, ...(counterparty ? [counterparty] : [])],
      risks: [...risks.flatMap((risk) => risk || []), ...missingEvidence(given.evidence)],
    },
    forecasts: outcome.forecasts,
    questions: openQuestions(questions),
    effects: [...outcome.tasks, ...verdictNotices(tell, given.verdict, given.title, outcome.say)],
  };
}

/** What comes back, if anything does. */
export const returning = (amount: number | null, note: string): Evaluation["metadata"]["returns"] =>
  amount !== null && amount > 0 ? { amount: round(amount, 2), note } : null;

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

const missingEvidence = (evidence: readonly Evidence[]): string[] =>
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
const openQuestions = (inputs: readonly (readonly [given: unknown, question: string])[]): string[] =>
  inputs.filter(([given]) => given === undefined).map(([, question]) => question);
