/** The kinds of lines the feed can be filtered by. */
export const feedKinds = ["decision", "task", "kpi_change", "communication", "analysis"] as const;
export type FeedKind = (typeof feedKinds)[number];

export const impacts = ["low", "medium", "high"] as const;
export type Impact = (typeof impacts)[number];

export const lineStatuses = ["completed", "in_progress", "pending"] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** A piece of a line's text: words, an agent, or "by " and the person who acted; names are looked up when it is read. */
export type TextPart = string | { agent: string } | { by: string };

/** How an event reads in the feed; written with its journal row and never changed. */
export type Line = {
  /** Replaces the journal's title where the feed says it differently. */
  title?: string;
  text: readonly TextPart[];
  href: string | null;
  /** Where it leads after a reset of the company; null where the reset deletes its subject, left out where it keeps it. */
  hrefAfterReset?: string | null;
  impact: Impact;
  /** How its subject stands from this event on. */
  status?: LineStatus;
  /** The agent a task is assigned to. */
  assignee?: string | null;
  /** In the company's currency, negative for a cost. */
  financialImpact?: number | null;
  /** `change` is in percent of the figure before. */
  figure?: { value: number; currency: string | null; change: number | null };
};

/** Among the subjects an event refreshes: everything a browser shows. */
export const everything = "*";

/** What the socket announces: a kind, the id of its row, and the subjects to read again (the second part of /api/decisions). */
export type LiveMessage = { type: string; id: string | null; refreshes: readonly string[] };
