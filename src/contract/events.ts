/** The kinds of lines the feed can be filtered by. */
export const feedKinds = ["decision", "task", "kpi_change", "communication", "analysis"] as const;
export type FeedKind = (typeof feedKinds)[number];

export const impacts = ["low", "medium", "high"] as const;
export type Impact = (typeof impacts)[number];

export const lineStatuses = ["completed", "in_progress", "pending"] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** Among the subjects an event refreshes: everything a browser shows. */
export const everything = "*";

/** What the socket announces: a kind, the id of its row, and the subjects to read again (the second part of /api/decisions). */
export type LiveMessage = { type: string; id: string | null; refreshes: readonly string[] };
