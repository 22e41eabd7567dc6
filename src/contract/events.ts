export const feedKinds = ["decision", "task", "kpi_change", "communication", "analysis"] as const;
export type FeedKind = (typeof feedKinds)[number];

export const impacts = ["low", "medium", "high"] as const;
export type Impact = (typeof impacts)[number];

export const lineStatuses = ["completed", "in_progress", "pending"] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** A text that a person typed: a column of a table, by the row's id. The journal keeps no copy of it. */
export type Quote = { of: string; id: string };

/** Text, an agent, a person, "by " and the actor, or a quote; names and quotes are looked up when read. */
export type TextPart = string | { agent: string } | { person: string } | { by: string } | { quote: Quote };

/** How an event reads in the feed; stored with its journal row and never changed. */
export type Line = {
  /** Overrides the journal's title in the feed. */
  title?: string;
  /** Follows the title after a colon. */
  quote?: Quote;
  text: readonly TextPart[];
  href: string | null;
  /** The link after a reset of the company; null if the reset deletes its target, absent if it keeps it. */
  hrefAfterReset?: string | null;
  impact: Impact;
  /** The state of its subject after this event. */
  status?: LineStatus;
  /** The agent or person a task is assigned to. */
  assignee?: string | null;
  /** The decision, run or request it follows from; entries with the same cause share a line in the feed. */
  cause?: string | null;
  /** In the company's currency, negative for a cost. */
  financialImpact?: number | null;
  /** `change` is in percent; the text names both periods. */
  figure?: { value: number; currency: string | null; change: number | null };
};

/** As a subject to refresh: everything a browser shows. */
export const everything = "*";

/** A socket message: a kind, a row id and the subjects to refetch (the second part of /api/decisions). */
export type LiveMessage = { type: string; id: string | null; refreshes: readonly string[] };
