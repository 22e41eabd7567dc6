import type { z } from "zod";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Currency, Priority } from "#contract/words.ts";
import type { Exposure, PlannedAction } from "#contract/actions.ts";
import type {
  Alternative,
  Curve,
  Decision,
  DecisionTypeId,
  Evidence,
  Forecast,
  Step,
} from "#features/decisions/contract.ts";

/** What the company knows on the day of the evaluation. */
export type Facts = {
  /** The day in the company's time zone, YYYY-MM-DD. */
  today: string;
  currency: Currency;
  agentName: string;
  role: AgentRoleId;
  /** Daily revenue, oldest first, at most one figure a day; null when there is no source. */
  revenue: { points: readonly { day: string; value: number }[]; source: string; asOf: string } | null;
  /** How the leading forecast of this decision type (see `leadingOf` in the rules) came out so far; null without a record. */
  record: { resolved: number; held: number } | null;
};

/** What an evaluation comes to; amounts in the company's currency, computed by rules from context and facts. */
export type Evaluation = {
  title: string;
  description: string;
  recommendation: string;
  verdict: string;
  /** 0 to 1. */
  confidence: number;
  priority: Priority;
  impact: Priority;
  metadata: Decision["metadata"];
  alternatives: Alternative[];
  evidence: Evidence[];
  forecasts: Forecast[];
  exposure: Exposure;
  steps: Step[];
  curves: Curve[];
  questions: string[];
  effects: PlannedAction[];
};

/** One kind of decision: who may propose it, what it takes, how it is worked out. */
export type DecisionType<Context extends z.ZodType = z.ZodType> = {
  id: DecisionTypeId;
  label: string;
  roles: readonly AgentRoleId[];
  /** One of the role's capabilities (contract/roles); an executive without it may not propose this. */
  capability: string;
  context: Context;
  evaluate(context: z.output<Context>, facts: Facts): Evaluation;
};
