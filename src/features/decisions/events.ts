import { z } from "zod";
import { shorten } from "#contract/words.ts";
import type { decisions } from "#features/decisions/tables.ts";
import type { Line, TextPart } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

type Decision = Pick<
  typeof decisions.$inferSelect,
  "id" | "number" | "agentId" | "title" | "recommendation" | "impact" | "metadata" | "isTest"
>;

const common = { resource: "decision", feed: "decision" } as const;
const settled = { ...common, refreshes: ["decisions", "tasks", "plans", "imports", "authority", "feed"] };

/** Marks tests in the journal. */
const titleOf = ({ title, isTest }: Pick<Decision, "title" | "isTest">): string => (isTest ? `Test: ${title}` : title);

const subject = (decision: Decision) => ({ id: decision.id, agentId: decision.agentId, title: titleOf(decision) });

/** Links to the decision's page, which a reset deletes. */
export const lineOf = ({ id, impact, metadata }: Pick<Decision, "id" | "impact" | "metadata">) =>
  ({
    href: `/decisions/${id}`,
    hrefAfterReset: null,
    cause: id,
    impact,
    financialImpact: metadata.financialImpact,
  }) satisfies Partial<Line>;

const settledLine = (decision: Decision, word: string, ...text: TextPart[]): Line => ({
  ...lineOf(decision),
  title: `${word}: ${titleOf(decision)}`,
  text,
  status: "completed",
});

export const decisionProposed = event(
  "decision.proposed",
  {
    ...common,
    refreshes: ["dashboard", "decisions", "imports", "authority", "feed"],
    announcedAs: "decision_pending",
    details: z.looseObject({ number: z.number(), type: z.string(), confidence: z.number() }),
  },
  (
    decision: Decision,
    evaluation: {
      type: string;
      verdict: string;
      confidence: number;
      bound: unknown;
      reasons: unknown;
      requestedBy?: string;
    },
  ) => ({
    ...subject(decision),
    details: { number: decision.number, ...evaluation },
    line: {
      ...lineOf(decision),
      title: `Proposed: ${titleOf(decision)}`,
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
  (decision: Decision, given: Answer, isByPolicy = false) => ({
    ...subject(decision),
    details: { number: decision.number, ...given },
    line: isByPolicy
      ? settledLine(decision, "Approved", "By policy, within the agent's limits")
      : settledLine(decision, "Approved", { by: "By " }, quoteReason(given.reason)),
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

const nouns = { approved: "Approval", rejected: "Rejection" } as const;

/** `problem`: why its effects failed; null if a person undid it. */
export const decisionUndone = event(
  "decision.undone",
  {
    ...settled,
    refreshes: [...settled.refreshes, "dashboard"],
    details: z.strictObject({
      number: z.number(),
      was: z.enum(["approved", "rejected"]),
      problem: z.string().nullable(),
      /** Why the person undid it, if they said so. */
      reason: z.string().optional(),
    }),
    complianceRelevant: true,
  },
  (decision: Decision, was: "approved" | "rejected", problem: string | null = null, reason?: string) => ({
    ...subject(decision),
    details: { number: decision.number, was, problem, ...(reason && { reason }) },
    severity: problem ? "warning" : "info",
    line: {
      ...settledLine(
        decision,
        "Pending again",
        ...(problem ? [`The approval could not be carried out: ${problem}`] : [{ by: `${nouns[was]} undone by ` }]),
      ),
      status: "pending",
    },
  }),
);
export const decisionDoubted = event(
  "decision.doubted",
  {
    ...common,
    refreshes: ["dashboard", "decisions", "feed"],
  },
  (decision: Decision & { number: number }, { from, to }: { from: number; to: number }) => ({
    ...subject(decision),
    details: { number: decision.number, from, to },
    line: {
      ...lineOf(decision),
      title: `Less sure: ${titleOf(decision)}`,
      text: [`Confidence ${Math.round(from * 100)}% lowered to ${Math.round(to * 100)}%`],
      status: "pending",
    },
  }),
);

export const decisionReasoned = event(
  "decision.reason_given",
  {
    ...common,
    refreshes: ["decisions", "feed"],
    complianceRelevant: true,
  },
  (decision: Decision, reason: string) => ({
    ...subject(decision),
    details: { number: decision.number, reason },
    line: settledLine(decision, "Reason given", { by: "By " }, quoteReason(reason)),
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

/** It has reached an approver where they are, and is urgent. */
export const decisionHastened = event(
  "decision.hastened",
  {
    ...common,
    refreshes: ["dashboard", "decisions", "feed"],
    details: z.strictObject({ number: z.number(), expiresAt: z.string() }),
  },
  (decision: Decision & { number: number }, until: Date) => ({
    ...subject(decision),
    details: { number: decision.number, expiresAt: until.toISOString() },
    line: {
      ...lineOf(decision),
      title: `Urgent: ${titleOf(decision)}`,
      text: ["It has reached an approver, and expires two days later"],
      status: "pending",
    },
  }),
);

/** What it was about was gone before anyone decided. */
export const decisionWithdrawn = event(
  "decision.withdrawn",
  { ...settled, details: z.strictObject({ number: z.number(), reason: z.string() }) },
  (decision: Decision, reason: string) => ({
    ...subject(decision),
    details: { number: decision.number, reason },
    line: settledLine(decision, "Withdrawn", reason),
  }),
);
