import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, instant } from "#contract/words.ts";
import { agent } from "#features/agents/contract.ts";
import { communication } from "#features/communications/contract.ts";
import { urgentDecision } from "#features/decisions/contract.ts";
import { shownBrief } from "#features/expertise/contract.ts";
import { metricSources } from "#features/metrics/contract.ts";

/** Figures the agents work with most. */
export const neededMetrics = ["daily_revenue", "cash", "expenses"] as const;

const line = z.array(z.number().nullable());

export const dashboard = z.strictObject({
  agents: z.array(agent),
  /** The 20 most urgent, tests last; `waiting` counts all pending ones except tests. */
  pendingDecisions: z.array(urgentDecision),
  waiting: z.number().int(),
  /** The newest 20. */
  communications: z.array(communication),
  metrics: z.strictObject({
    /** The latest day with a figure; null without a source. */
    dailyRevenue: z.number().nullable(),
    activeAgents: z.number().int(),
    totalAgents: z.number().int(),
    decisionsToday: z.number().int(),
    /** The share of tasks due in the last 7 days that were done on time, 0 to 100; null if none was due. */
    efficiencyScore: z.number().nullable(),
  }),
  revenue: z
    .strictObject({
      date: day,
      source: z.enum(metricSources),
      currency,
      recordedAt: instant,
      /** The 30 days up to `date`; null for days without a figure. */
      last30: line,
      /** Those 30 days against the previous 30; null unless both are complete. */
      compared: z.strictObject({ total: z.number(), before: z.number(), change: z.number() }).nullable(),
    })
    .nullable(),
  decisionsSettled: z.strictObject({ byPeople: z.number().int(), waiting: z.number().int() }),
  /** Decisions proposed per day in the last 30 days. */
  decisionsPerDay: line,
  efficiency: z.strictObject({
    due: z.number().int(),
    onTime: z.number().int(),
    /** The 7 days before. */
    before: z.strictObject({ due: z.number().int(), onTime: z.number().int() }),
    /** In points; null unless tasks were due in both weeks. */
    change: z.number().nullable(),
  }),
  /** The CEO's newest daily brief, or a newer briefing in short; at most 30 days old, null if there is none. */
  brief: shownBrief.nullable(),
  /** Figures the agents work with most that have not been recorded yet. */
  missing: z.array(z.enum(neededMetrics)),
  /** Which of the four first steps are done. */
  firstSteps: z.strictObject({ company: z.boolean(), workforce: z.boolean(), data: z.boolean(), decided: z.boolean() }),
});
export type Dashboard = z.infer<typeof dashboard>;

export const getDashboard = endpoint("GET", "/api/dashboard", {
  summary: "Everything the control center shows at once.",
  response: dashboard,
  access: "viewer",
  rate: "polled",
});
