import type { z } from "zod";
import type { FeedKind, Line } from "#contract/events.ts";

export type Severity = "info" | "warning" | "critical";

type Options<Details, Kind> = {
  /** What `id` is the id of. */
  resource: string;
  details: z.ZodType<Details>;
  /** The kind of its line in the feed; null for events that only the audit shows. */
  feed: Kind;
  /** The subjects browsers read again, `everything` for all of them. */
  refreshes: readonly string[];
  /** The name the socket announces it by, where the specification gives it one of its own. */
  announcedAs?: string;
  /** Info unless the entry says otherwise. */
  severity?: Severity;
  complianceRelevant?: boolean;
};

/** What happened, as one verb says it. */
type Written<Details> = {
  id: string | null;
  /** One line, without a person's name. */
  title: string;
  agentId?: string | null;
  details: Details;
  severity?: Severity;
  complianceRelevant?: boolean;
  /** The row `id` names, where it is of another kind than the event's own. */
  resource?: string;
};

export type Entry = Written<object> & { event: EventType; line?: Line };

/** One kind of thing that happens, e.g. `decision.approved`; called with what happened it gives the journal's entry. */
export type EventType<Details = unknown> = Omit<Options<Details, FeedKind | null>, "details"> & {
  type: string;
  details: z.ZodType<Details>;
};

type Recorded<Given extends unknown[], Details> = EventType<Details> & ((...given: Given) => Entry);

/**
 * Defines an event of a room. `write` turns what the verb knows into the entry; with `feed` it also writes the line people
 * read, in its final words.
 */
export function event<Details extends object, Given extends unknown[]>(
  type: string,
  options: Options<Details, FeedKind>,
  write: (...given: Given) => Written<Details> & { line: Line },
): Recorded<Given, Details>;
export function event<Details extends object, Given extends unknown[]>(
  type: string,
  options: Options<Details, null>,
  write: (...given: Given) => Written<Details>,
): Recorded<Given, Details>;
export function event<Details extends object, Given extends unknown[]>(
  type: string,
  options: Options<Details, FeedKind | null>,
  write: (...given: Given) => Written<Details> & { line?: Line },
): Recorded<Given, Details> {
  const kind: EventType<Details> = { ...options, type };
  const recorded = (...given: Given): Entry => ({ ...write(...given), event: kind });
  return Object.assign(recorded, kind);
}

/** Every event of the product by its type, and what the socket's names stand for. */
export type EventCatalog = {
  /** The types whose lines the feed shows, all or those of one kind. */
  ofFeed(kind?: FeedKind): string[];
  kindOf(type: string): FeedKind | null;
  has(type: string): boolean;
  /** What a browser reads again for an announced name; nothing for a name of another version. */
  refreshes(announced: string): readonly string[];
};

/** Throws when two of these have the same name. */
export function requireDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two ${what} are named ${twice}.`);
}

/** Takes the events of all rooms; throws when two share a name. */
export function catalogOf(events: readonly EventType[]): EventCatalog {
  const byType = new Map(events.map((one) => [one.type, one]));
  requireDistinct(
    "events",
    events.map(({ type }) => type),
  );
  requireDistinct(
    "announced events",
    events.map(({ announcedAs, type }) => announcedAs ?? type),
  );
  const byAnnounced = new Map(events.map((one) => [one.announcedAs ?? one.type, one.refreshes]));
  const shown = events.filter(({ feed }) => feed !== null);
  return {
    ofFeed: (kind) => shown.filter(({ feed }) => kind === undefined || feed === kind).map(({ type }) => type),
    kindOf: (type) => byType.get(type)?.feed ?? null,
    has: (type) => byType.has(type),
    refreshes: (announced) => byAnnounced.get(announced) ?? [],
  };
}
