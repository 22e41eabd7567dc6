import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, instant } from "#contract/words.ts";
import { agent } from "#features/agents/contract.ts";
import { communication } from "#features/communications/contract.ts";
import { urgentDecision } from "#features/decisions/contract.ts";
import { metricSources } from "#features/metrics/contract.ts";

const line = z.array(z.number().nullable());

export const dashboard = z.strictObject({
  agents: z.array(agent),
  /** The 20 most urgent; `waiting` counts all. */
  pendingDecisions: z.array(urgentDecision),
  waiting: z.number().int(),
  /** The newest 20. */
  communications: z.array(communication),
  metrics: z.strictObject({
    /** The latest day that has a figure; null without a source. */
    dailyRevenue: z.number().nullable(),
    activeAgents: z.number().int(),
    totalAgents: z.number().int(),
    decisionsToday: z.number().int(),
    /** Tasks done on time of the tasks due in the last 7 days, 0 to 100; null when none was due. */
    efficiencyScore: z.number().nullable(),
  }),
  revenue: z
    .strictObject({
      date: day,
      source: z.enum(metricSources),
      currency,
      recordedAt: instant,
      /** The 30 days up to `date`, null where a day has no figure. */
      last30: line,
      /** Change of those 30 days against the 30 before, in percent; null without a full period before. */
      change30: z.number().nullable(),
    })
    .nullable(),
  decisionsSettled: z.strictObject({ byPeople: z.number().int(), waiting: z.number().int() }),
  /** Decisions proposed per day over the last 30 days. */
  decisionsPerDay: line,
  efficiency: z.strictObject({ due: z.number().int(), onTime: z.number().int(), change: z.number().nullable() }),
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
