import type { z } from "zod";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Currency, Priority } from "#contract/words.ts";
import type { Exposure, PlannedAction } from "#contract/actions.ts";
import type * as calls from "#features/decisions/contract.ts";

/** Company data an evaluation may use. */
export type Facts = {
  /** In the company's time zone, YYYY-MM-DD. */
  today: string;
  currency: Currency;
  agentName: string;
  role: AgentRoleId;
  /** Oldest first, at most one point a day; null without a source. */
  revenue: { points: readonly { day: string; value: number }[]; source: string; asOf: string } | null;
  /** Track record of this type's leading forecast (`leadingHorizon` in the rules); null without one. */
  record: { resolved: number; held: number } | null;
  /** For types with `capsByMeans`: the latest cash balance and the agent's limit per decision, company currency. */
  means?: { cash: { value: number; day: string } | null; limit: number | null };
  /** The one customer and vendor with the counterparty's name; missing in runs of earlier versions. */
  parties?: Record<"customer" | "vendor", { id: string; name: string } | null>;
};

/** Amounts in the company's currency. */
export type Evaluation = {
  title: string;
  description: string;
  recommendation: string;
  verdict: string;
  /** 0 to 1. */
  confidence: number;
  priority: Priority;
  impact: Priority;
  metadata: calls.Decision["metadata"];
  alternatives: calls.Alternative[];
  evidence: calls.Evidence[];
  forecasts: calls.Forecast[];
  exposure: Exposure;
  steps: calls.Step[];
  curves: calls.Curve[];
  questions: string[];
  effects: PlannedAction[];
};

export type DecisionType<Context extends z.ZodType = z.ZodType> = {
  id: calls.DecisionTypeId;
  label: string;
  roles: readonly AgentRoleId[];
  /** One of the role's capabilities (contract/roles); an agent without it may not propose this. */
  capability: string;
  context: Context;
  /** Whether no verdict of it commits the company to an amount. */
  commitsNothing?: true;
  /** Whether it reads cash and limit (`Facts.means`). */
  capsByMeans?: true;
  evaluate(context: z.output<Context>, facts: Facts): Evaluation;
};
