import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { feedKinds, impacts, lineStatuses } from "#contract/events.ts";
import { currency, instant } from "#contract/words.ts";

export const feedItem = z.strictObject({
  id: z.string(),
  actionType: z.enum(feedKinds),
  title: z.string(),
  description: z.string(),
  impact: z.enum(impacts),
  /** The current status, not the one at the time. */
  status: z.enum(lineStatuses),
  /** The agent it is about, else the person who did it, else Boardroom. */
  agentName: z.string(),
  /** The agent's role, "Person" or "System". */
  agentType: z.string(),
  timestamp: instant,
  metadata: z.strictObject({
    kpiValue: z.number().nullable(),
    /** Percent change on the previous value in the same currency; null without one. */
    kpiChange: z.number().nullable(),
    currency: currency.nullable(),
    taskAssignee: z.string().nullable(),
    /** Of a decision, company currency, negative for costs. */
    financialImpact: z.number().nullable(),
  }),
  /** Null if the page is gone. */
  href: z.string().nullable(),
  /** When a reset deleted the subject, if one did. */
  removedAt: instant.nullable(),
  /** Consecutive identical entries shown as this one, and the time of the first. */
  repeats: z.strictObject({ count: z.number().int(), firstAt: instant }),
});
export type FeedItem = z.infer<typeof feedItem>;

export const feedPage = z.strictObject({ items: z.array(feedItem), nextCursor });
export type FeedPage = z.infer<typeof feedPage>;

export const getFeed = endpoint("GET", "/api/feed", {
  summary: "What agents and people did, newest first; at most 50 at a time.",
  query: {
    agent: z.uuid("Send an agent's id").optional(),
    actionType: z.enum(feedKinds).optional(),
    cursor,
  },
  response: feedPage,
  access: "viewer",
  rate: "polled",
});
