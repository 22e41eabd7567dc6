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
  /** How it stands today, not how it stood when it was recorded. */
  status: z.enum(lineStatuses),
  /** The executive it is about; else the person who did it, or the program itself. */
  agentName: z.string(),
  /** The role of the executive; "Person" or "System" where it is none. */
  agentType: z.string(),
  timestamp: instant,
  metadata: z.strictObject({
    kpiValue: z.number().nullable(),
    /** Against the figure before, in percent; null without one in the same currency. */
    kpiChange: z.number().nullable(),
    currency: currency.nullable(),
    taskAssignee: z.string().nullable(),
    /** Of a decision, in the company's currency, negative for what it costs. */
    financialImpact: z.number().nullable(),
  }),
  /** The page of its cause; null where that is gone. */
  href: z.string().nullable(),
  /** When the reset was that took its cause away; null where the cause stands, or left otherwise. */
  removedAt: instant.nullable(),
  /** How many neighbours that read the same stand in this line, and when the first of them was. */
  repeats: z.strictObject({ count: z.number().int(), firstAt: instant }),
});
export type FeedItem = z.infer<typeof feedItem>;

export const feedPage = z.strictObject({ items: z.array(feedItem), nextCursor });
export type FeedPage = z.infer<typeof feedPage>;

export const getFeed = endpoint("GET", "/api/feed", {
  summary: "What the executives and the people did, newest first; at most 50 at a time.",
  query: {
    /** The id of an executive. */
    agent: z.uuid("Choose an executive by its id").optional(),
    actionType: z.enum(feedKinds).optional(),
    cursor,
  },
  response: feedPage,
  access: "viewer",
  rate: "polled",
});
