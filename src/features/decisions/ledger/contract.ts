import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { day, instant, lengths, text } from "#contract/words.ts";
import { decision, standings } from "#features/decisions/contract.ts";

/** The outcome of an approved decision by its leading forecast: open until resolved, "none" without a forecast. */
export const outcomes = ["pending", "open", "held", "notHeld", "rejected", "expired", "withdrawn", "none"] as const;
export type DecisionOutcome = (typeof outcomes)[number];

/** "waiting": by the cost of waiting. */
const sorts = ["waiting", "deadline", "newest", "amount"] as const;

const filter = {
  /** As shown to people: expired without a response in time, withdrawn if what it was about is gone. */
  status: z.enum(standings).optional(),
  role: z.enum(agentRoleIds).optional(),
  type: text(lengths.name).optional(),
  outcome: z.enum(outcomes).optional(),
  /** Settled between these days, or proposed if pending. */
  from: day.optional(),
  to: day.optional(),
  /** Part of the title, reason or counterparty, or the number: D-12. */
  q: text(lengths.name).optional(),
};

export const ledgerRow = decision
  .pick({
    id: true,
    number: true,
    title: true,
    agentName: true,
    agentRole: true,
    decisionType: true,
    confidence: true,
    status: true,
    closedReason: true,
    approvedBy: true,
    rejectedBy: true,
    reason: true,
    settledAt: true,
    undoUntil: true,
    expiresAt: true,
    isTest: true,
    plannedTasks: true,
    exposure: true,
    createdAt: true,
  })
  .extend({
    outcome: z.enum(outcomes),
    /** The leading forecast's probability and due day; null without one. */
    claimed: z.number().min(0).max(1).nullable(),
    dueOn: day.nullable(),
  });
export type LedgerRow = z.infer<typeof ledgerRow>;

export const listLedger = endpoint("GET", "/api/decisions/ledger", {
  summary:
    "Decisions with their amount, deadline and outcome, filtered and sorted (by deadline or by the cost of waiting: pending ones first, then the last settled); at most 50 at a time.",
  query: { ...filter, sort: z.enum(sorts).optional(), cursor },
  response: z.array(ledgerRow),
  access: "viewer",
});

/** Forecasts whose claimed probability lies in one tenth: what they claimed on average and the share that held. */
const bucket = z.strictObject({
  from: z.number(),
  count: z.number().int(),
  claimed: z.number(),
  held: z.number(),
});

export const getLedgerSummary = endpoint("GET", "/api/decisions/ledger/summary", {
  summary:
    "How many decisions and tests a filter finds; and of all but tests: pending ones with their amount, settled ones of the last 12 months, and forecasts claimed against held.",
  query: filter,
  response: z.strictObject({
    /** Without tests. */
    found: z.number().int(),
    foundTests: z.number().int(),
    /** Matches settled per month, as 2026-11; without tests. */
    months: z.array(z.strictObject({ month: z.string(), count: z.number().int() })),
    /** `next`: when the first of them expires; null without any. */
    pending: z.strictObject({
      count: z.number().int(),
      amount: z.number(),
      endingToday: z.number().int(),
      next: instant.nullable(),
    }),
    settled: z.strictObject({ approved: z.number().int(), rejected: z.number().int(), expired: z.number().int() }),
    /** `claimed` is the average of their probabilities; null without resolved forecasts. */
    forecasts: z.strictObject({ resolved: z.number().int(), held: z.number().int(), claimed: z.number().nullable() }),
    buckets: z.array(bucket),
    /** The undo time of a decision, in seconds; 0 if undo is off. */
    undoSeconds: z.number().int(),
  }),
  access: "viewer",
});
