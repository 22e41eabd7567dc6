import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id } from "#contract/words.ts";
import { policyFigures } from "#features/authority/contract.ts";

/** A person's decisions of the last days, without tests. */
export const reviewDays = 90;
/** A decision faster than this many seconds after opening it is counted. */
export const fastSeconds = 3;

export const reviewRecord = z.strictObject({
  settled: z.number().int(),
  approved: z.number().int(),
  /** Settled after the person had opened them; the others were decided from a list. */
  opened: z.number().int(),
  /** Median time from opening to settling; null if none was opened. */
  medianSeconds: z.number().nullable(),
  fast: z.number().int(),
  /** Approved ones whose forecast is resolved, and those of them that did not come true. */
  known: z.number().int(),
  badly: z.number().int(),
});
export type ReviewRecord = z.infer<typeof reviewRecord>;

export const reviewer = z.strictObject({ id, username: z.string(), role: z.string(), record: reviewRecord });
export type Reviewer = z.infer<typeof reviewer>;

export const markOpened = endpoint("POST", "/api/decisions/:id/opened", {
  summary: "Notes that the signed-in person opened a pending decision; only the first time counts.",
  params: { id },
  response: z.strictObject({}),
  access: "approver",
  scope: "browser",
  takesKey: false,
});

export const getOwnReviews = endpoint("GET", "/api/reviewers/me", {
  summary: "How the signed-in person decided in the last 90 days; nobody but them and admins sees it.",
  response: reviewRecord,
  access: "viewer",
});

export const listReviewers = endpoint("GET", "/api/reviewers", {
  summary: "How each approver and admin decided in the last 90 days.",
  response: z.array(reviewer),
  access: "admin",
});

/** A kind of proposal that a person always approved. */
export const ruleSuggestion = z.strictObject({
  agentId: id,
  agentName: z.string(),
  role: z.enum(agentRoleIds),
  decisionType: z.string(),
  approved: z.number().int(),
  /** The limits that would let the agent decide these alone; null if its limits allow them already. */
  figures: policyFigures.nullable(),
  /** What else keeps the agent from deciding alone. */
  obstacles: z.array(z.string()),
});
export type RuleSuggestion = z.infer<typeof ruleSuggestion>;

export const listSuggestions = endpoint("GET", "/api/reviewers/me/rules", {
  summary: "Kinds of proposals of one agent that the signed-in person approved at least 10 times and never rejected.",
  response: z.array(ruleSuggestion),
  access: "approver",
});
