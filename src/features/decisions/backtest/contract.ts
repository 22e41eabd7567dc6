import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";
import { limitChanges, limitDifference } from "#features/authority/versions/contract.ts";
import { exposure } from "#contract/actions.ts";

export const backtestDays = [30, 90, 365] as const;
const assumptions = ["as it was", "execute"] as const;
const endings = ["held", "notHeld", "undone", "rejected", "open"] as const;
const verdict = z.enum(["allow", "ask", "deny"]);

const effect = z.strictObject({
  alone: z.number().int(),
  asked: z.number().int(),
  denied: z.number().int(),
  known: z.number().int(),
  badly: z.number().int(),
  exposure: z.number(),
});

/** The requests of one type, drawn as points by amount. */
const strip = z.strictObject({
  role: z.enum(agentRoleIds),
  decisionType: z.string(),
  count: z.number().int(),
  changed: z.number().int(),
  /** At most 200 of them, in company currency or percent. */
  points: z.array(z.strictObject({ amount: z.number(), isChanged: z.boolean(), ending: z.enum(endings) })),
  unit: z.enum(["money", "percent"]),
});
export type Strip = z.infer<typeof strip>;

export const backtestResult = z.strictObject({
  /** Requests evaluated again under both sets of limits. */
  judged: z.number().int(),
  unjudged: z.number().int(),
  changed: z.number().int(),
  now: effect,
  tried: effect,
  /** Hours people took to answer requests that would now be allowed. */
  savedHours: z.number(),
  /** Hours of waiting for requests that would newly need a person, at the median wait; null if none ever waited. */
  causedHours: z.number().nullable(),
  strips: z.array(strip),
});
export type BacktestResult = z.infer<typeof backtestResult>;

export const backtest = z.strictObject({
  id,
  status: z.enum(["running", "done", "failed"]),
  days: z.number().int(),
  /** The version the changes were tried on. */
  base: z.number().int(),
  assumption: z.enum(assumptions),
  from: instant,
  /** When the first request was recorded; null without any. */
  recordedSince: instant.nullable(),
  done: z.number().int(),
  total: z.number().int(),
  differences: z.array(limitDifference),
  result: backtestResult.nullable(),
});
export type Backtest = z.infer<typeof backtest>;

export const startBacktest = endpoint("POST", "/api/backtests", {
  summary: "Tries changed limits on the requests of the last 30, 90 or 365 days; nothing is changed.",
  body: z.strictObject({
    days: z.union([z.literal(30), z.literal(90), z.literal(365)]),
    base: z.number().int().min(1).max(999_999_999),
    changes: limitChanges,
    assumption: z.enum(assumptions).optional(),
  }),
  response: backtest,
  access: "approver",
});

export const getBacktest = endpoint("GET", "/api/backtests/:id", {
  summary: "One trial of changed limits: its progress and result.",
  params: { id },
  response: backtest,
  access: "approver",
  rate: "polled",
});

export const backtestCase = z.strictObject({
  id,
  decisionId: id.nullable(),
  title: z.string(),
  agentName: z.string(),
  role: z.enum(agentRoleIds),
  decisionType: z.string(),
  exposure,
  at: instant,
  /** Null for a case that can't be judged. */
  now: z.strictObject({ verdict, reasons: z.array(z.string()) }).nullable(),
  tried: z.strictObject({ verdict, reasons: z.array(z.string()) }).nullable(),
  ending: z.enum(endings),
  /** Why it can't be judged. */
  fault: z.string().nullable(),
});
export type BacktestCase = z.infer<typeof backtestCase>;

export const listBacktestCases = endpoint("GET", "/api/backtests/:id/cases", {
  summary: "The requests a trial answers differently, or those it can't judge; 50 at a time.",
  params: { id },
  query: { kind: z.enum(["changed", "unjudged"]), cursor },
  response: z.array(backtestCase),
  access: "approver",
});
