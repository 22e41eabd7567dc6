import { z } from "zod";
import { shorten } from "#contract/words.ts";
import type { decisions } from "#features/decisions/tables.ts";
import type { Line, TextPart } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

type Decision = Pick<
  typeof decisions.$inferSelect,
  "id" | "number" | "agentId" | "title" | "recommendation" | "impact" | "metadata"
>;

const common = { resource: "decision", feed: "decision" } as const;
const settled = { ...common, refreshes: ["decisions", "tasks", "authority", "feed"] };

const subject = ({ id, agentId, title }: Decision) => ({ id, agentId, title });

/** Links to the decision's page, which a reset deletes. */
export const lineOf = ({ id, impact, metadata }: Pick<Decision, "id" | "impact" | "metadata">) =>
  ({
    href: `/decisions/${id}`,
    hrefAfterReset: null,
    impact,
    financialImpact: metadata.financialImpact,
  }) satisfies Partial<Line>;

const settledLine = (decision: Decision, word: string, ...text: TextPart[]): Line => ({
  ...lineOf(decision),
  title: `${word}: ${decision.title}`,
  text,
  status: "completed",
});

export const decisionProposed = event(
  "decision.proposed",
  {
    ...common,
    refreshes: ["dashboard", "decisions", "authority", "feed"],
    announcedAs: "decision_pending",
    details: z.looseObject({ number: z.number(), type: z.string(), confidence: z.number() }),
  },
  (
    decision: Decision,
    worked: { type: string; verdict: string; confidence: number; bound: unknown; reasons: unknown },
  ) => ({
    ...subject(decision),
    details: { number: decision.number, ...worked },
    line: {
      ...lineOf(decision),
      title: `Proposed: ${decision.title}`,
      text: [shorten(decision.recommendation, 300)],
      status: "pending",
    },
  }),
);

const answer = z.strictObject({
  number: z.number(),
  reason: z.string().nullable(),
  probability: z.number().nullable(),
});
type Answer = { reason: string | null; probability: number | null };
const quoteReason = (reason: string | null): string => (reason ? `: “${reason}”` : "");

export const decisionApproved = event(
  "decision.approved",
  { ...settled, details: answer, complianceRelevant: true },
  (decision: Decision, given: Answer) => ({
    ...subject(decision),
    details: { number: decision.number, ...given },
    line: settledLine(decision, "Approved", { by: "By " }, quoteReason(given.reason)),
  }),
);

export const decisionRejected = event(
  "decision.rejected",
  { ...settled, details: answer, complianceRelevant: true },
  (decision: Decision, given: Answer) => ({
    ...subject(decision),
    details: { number: decision.number, ...given },
    line: settledLine(decision, "Rejected", { by: "By " }, quoteReason(given.reason)),
  }),
);

export const decisionExpired = event(
  "decision.expired",
  { ...settled, details: z.strictObject({ number: z.number() }), severity: "warning" },
  (decision: Decision) => ({
    ...subject(decision),
    details: { number: decision.number },
    line: settledLine(decision, "Expired", "No response in time"),
  }),
);
