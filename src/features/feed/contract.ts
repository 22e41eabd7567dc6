import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { feedKinds, impacts, lineStatuses } from "#contract/events.ts";
import { currency, instant, lengths, text } from "#contract/words.ts";

export const feedEntry = z.strictObject({
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
    /** Percent; the description names both periods. Null without an earlier figure. */
    kpiChange: z.number().nullable(),
    currency: currency.nullable(),
    taskAssignee: z.string().nullable(),
    /** A decision's impact in the company's currency, negative for costs. */
    financialImpact: z.number().nullable(),
  }),
  /** Null if the page no longer exists. */
  href: z.string().nullable(),
  /** When a reset deleted the subject, if one did. */
  removedAt: instant.nullable(),
  /** What it follows from: a decision, a run or one bulk change. Null if nothing, and in a filtered list. */
  cause: z.string().nullable(),
});
export type FeedEntry = z.infer<typeof feedEntry>;

export const feedItem = feedEntry.extend({
  /** Consecutive identical entries shown as this one, and the time of the first. */
  repeats: z.strictObject({ count: z.number().int(), firstAt: instant }),
  /** The other entries of the same cause, newest first. */
  more: z.array(feedEntry),
});
export type FeedItem = z.infer<typeof feedItem>;

export const feedPage = z.strictObject({ items: z.array(feedItem), nextCursor });
export type FeedPage = z.infer<typeof feedPage>;

/** A number of the journal, as in an entry's id. */
const journalNumber = z
  .string()
  .regex(/^\d{1,15}$/, "Send a number of the journal")
  .optional();

export const getFeed = endpoint("GET", "/api/feed", {
  summary:
    "What agents and people did, newest first, at most 50 entries at a time; entries of one cause share a line. A search looks through 20,000 entries of the journal at a time.",
  query: {
    agent: z.uuid("Send an agent's id").optional(),
    actionType: z.enum(feedKinds).optional(),
    /** Words its title, description or names must contain. */
    q: text(lengths.name).optional(),
    /** Only entries after this number of the journal, and up to that one. */
    after: journalNumber,
    until: journalNumber,
    cursor,
  },
  response: feedPage,
  access: "viewer",
  rate: "polled",
});
