import type { z } from "zod";
import type { FeedKind, Line } from "#contract/events.ts";

export type Severity = "info" | "warning" | "critical";

type Options<Details, Kind> = {
  resource: string;
  /** What listeners read of it: they parse it, because an earlier version may have queued it. */
  details?: z.ZodType<Details>;
  /** The kind of its line in the feed; null for events shown only in the audit. */
  feed: Kind;
  /** Subjects browsers refetch; `everything` for all. */
  refreshes: readonly string[];
  /** The socket's name for it, where the specification prescribes one. */
  announcedAs?: string;
  /** Info by default. */
  severity?: Severity;
  complianceRelevant?: boolean;
  /** Viewers see it elsewhere than in the feed, so it may be followed from outside like what the feed shows. */
  isPublic?: true;
};

/** One occurrence, as the verb describes it. */
type Occurrence<Details> = {
  id: string | null;
  /** One line, without a person's name. */
  title: string;
  agentId?: string | null;
  details: Details;
  severity?: Severity;
  complianceRelevant?: boolean;
  /** The kind of row `id` names, if not the event's own. */
  resource?: string;
};

export type Entry = Occurrence<object> & { event: EventType; line?: Line };

/** A kind of event, e.g. `decision.approved`. Calling it creates a journal entry. */
export type EventType<Details = unknown> = Options<Details, FeedKind | null> & { type: string };

type Recorded<Given extends unknown[], Details> = EventType<Details> & ((...given: Given) => Entry);

/** Defines an event. `write` turns the verb's arguments into the entry and, with `feed`, its line in final wording. */
export function event<Details extends object, Given extends unknown[]>(
  type: string,
  options: Options<Details, FeedKind>,
  write: (...given: Given) => Occurrence<NoInfer<Details>> & { line: Line },
): Recorded<Given, Details>;
export function event<Details extends object, Given extends unknown[]>(
  type: string,
  options: Options<Details, null>,
  write: (...given: Given) => Occurrence<NoInfer<Details>>,
): Recorded<Given, Details>;
export function event<Details extends object, Given extends unknown[]>(
  type: string,
  options: Options<Details, FeedKind | null>,
  write: (...given: Given) => Occurrence<Details> & { line?: Line },
): Recorded<Given, Details> {
  const kind: EventType<Details> = { ...options, type };
  const recorded = (...given: Given): Entry => ({ ...write(...given), event: kind });
  return Object.assign(recorded, kind);
}

/** Every event by type, and by the name the socket announces. */
export type EventCatalog = {
  /** The types shown in the feed, optionally of one kind. */
  ofFeed(kind?: FeedKind): string[];
  kindOf(type: string): FeedKind | null;
  /** The types that may be followed from outside: those that viewers see. */
  followable(): string[];
  has(type: string): boolean;
  /** What an event is about; null for one of another version. */
  resourceOf(type: string): string | null;
  /** What a browser refetches for an announced name; nothing for a name from another version. */
  refreshes(announced: string): readonly string[];
};

/** Throws when two share a name. */
export function requireDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two ${what} are named ${twice}.`);
}

/** Throws when two events share a name. */
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
    followable: () => events.filter(({ feed, isPublic }) => feed !== null || isPublic).map(({ type }) => type),
    kindOf: (type) => byType.get(type)?.feed ?? null,
    has: (type) => byType.has(type),
    resourceOf: (type) => byType.get(type)?.resource ?? null,
    refreshes: (announced) => byAnnounced.get(announced) ?? [],
  };
}
