import type { FeedKind, Impact, Line, LineStatus, Quote, TextPart } from "#contract/events.ts";
import { currencies, shorten } from "#contract/words.ts";
import type { FeedEntry, FeedItem, FeedPage } from "#features/feed/contract.ts";

/** Journal entries per page, before identical neighbors collapse. */
export const pageSize = 50;

export type FeedLine = {
  seq: number;
  at: string;
  action: string;
  title: string;
  details: Record<string, unknown>;
  severity: string;
  agentId: string | null;
  /** Null if an agent or the system did it. */
  personId: string | null;
  byPerson: boolean;
  /** Null for entries of earlier versions. */
  line: Line | null;
  /** The subject's current status. */
  status: LineStatus | null;
};

/** A reset and its place in the journal. */
export type Reset = { seq: number; at: string };

/** Current names by id. */
export type Names = {
  people: ReadonlyMap<string, string>;
  agents: ReadonlyMap<string, { name: string; role: string }>;
  /** The texts that lines quote, by table, column and id. */
  quotes?: ReadonlyMap<string, string>;
};

const keyOfQuote = ({ of, id }: Quote): string => `${of} ${id}`;

/** Whether a reset deletes the entry's subject. */
const isDeletedByReset = ({ line }: FeedLine): boolean => line?.hrefAfterReset !== undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const maxLength = 300;

const bySeverity: Record<string, Impact> = { info: "low", warning: "medium", critical: "high" };

/** `resets` are those that were not undone, oldest first. */
export function toEntry(row: FeedLine, kind: FeedKind, names: Names, resets: readonly Reset[] = []): FeedEntry {
  const line = row.line ?? legacyLine(row);
  const reset = isDeletedByReset(row) ? (resets.find(({ seq }) => seq > row.seq) ?? null) : null;
  const href = reset ? (line.hrefAfterReset ?? null) : line.href;
  const isDeleted = reset !== null && href === null;
  const assignee = names.agents.get(line.assignee ?? "")?.name ?? names.people.get(line.assignee ?? "") ?? null;
  return {
    id: String(row.seq),
    actionType: kind,
    title: shorten(titleOf(row, line, names), maxLength),
    description: isDeleted
      ? deletedText
      : shorten(
          line.text
            .map((part) => formatPart(part, row, names))
            .join("")
            .replaceAll(emptyQuote, ""),
          maxLength,
        ),
    impact: line.impact,
    status: isDeleted ? "completed" : (row.status ?? "completed"),
    ...actorOf(row, names),
    timestamp: row.at,
    metadata: {
      kpiValue: line.figure?.value ?? null,
      kpiChange: line.figure?.change ?? null,
      currency: currencies.find((one) => one === line.figure?.currency) ?? null,
      taskAssignee: assignee,
      financialImpact: line.financialImpact ?? null,
    },
    href,
    removedAt: isDeleted ? reset.at : null,
    cause: line.cause ?? null,
  };
}

function titleOf(row: FeedLine, line: Line, { quotes }: Names): string {
  const title = line.title ?? row.title;
  const quoted = line.quote && quotes?.get(keyOfQuote(line.quote));
  // Without its quote a line's title is a fragment.
  if (line.quote && !quoted) return row.title || title;
  if (!quoted) return title || row.title;
  return title ? `${title}: ${quoted}` : quoted;
}

/** The marks around a quoted text that is gone. */
const emptyQuote = "“”";
const deletedText = "Deleted by a reset.";

/** Entries of earlier versions have only a title and a sentence. */
const legacyLine = ({ details, severity }: FeedLine): Line => ({
  text: [textOf(details["sentence"]) || textOf(details["reason"]) || textOf(details["summary"])],
  href: null,
  impact: bySeverity[severity] ?? "low",
});

function formatPart(part: TextPart, { byPerson, personId }: FeedLine, { people, agents, quotes }: Names): string {
  if (typeof part === "string") return part;
  if ("quote" in part) return quotes?.get(keyOfQuote(part.quote)) ?? "";
  if ("agent" in part) return agents.get(part.agent)?.name ?? "a former agent";
  if ("person" in part) return people.get(part.person) ?? "a former member";
  return byPerson ? `${part.by}${people.get(personId ?? "") ?? "a former member"}` : "";
}

function actorOf(row: FeedLine, { people, agents }: Names): Pick<FeedItem, "agentName" | "agentType"> {
  const agent = agents.get(row.agentId ?? "");
  if (agent) return { agentName: agent.name, agentType: agent.role };
  if (row.agentId) return { agentName: "A former agent", agentType: "Former" };
  if (row.byPerson) return { agentName: people.get(row.personId ?? "") ?? "A former member", agentType: "Person" };
  return { agentName: "Boardroom", agentType: "System" };
}

/**
 * The entry that represents its cause: the decision or the question's task, otherwise the message sent, otherwise the
 * run.
 */
const leadRank: Record<FeedKind, number> = { decision: 0, task: 1, communication: 2, analysis: 3, kpi_change: 4 };

/**
 * One line per cause, at the position of the entry that represents it; `entries` newest first. A decision's proposal,
 * approval and so on are separate causes: each includes what followed, up to the next.
 */
export function fold(entries: readonly FeedEntry[]): FeedItem[] {
  const open = new Map<string, FeedEntry[]>();
  const causes: FeedEntry[][] = [];
  for (const entry of entries) {
    const { cause } = entry;
    const group = (cause !== null && open.get(cause)) || [];
    if (group.length === 0) causes.push(group);
    group.push(entry);
    if (cause === null) continue;
    // Entries are newest first, so the decision's own entry comes last.
    if (entry.actionType === "decision") open.delete(cause);
    else open.set(cause, group);
  }
  return causes.map(toLine).toSorted((one, other) => Number(other.id) - Number(one.id));
}

function toLine(group: readonly FeedEntry[]): FeedItem {
  const lead = group.reduce((best, entry) => (leadRank[entry.actionType] < leadRank[best.actionType] ? entry : best));
  return {
    ...lead,
    repeats: { count: 1, firstAt: lead.timestamp },
    more: group.filter((entry) => entry !== lead),
  };
}

/** The entries of a line, without those it repeats. */
const entriesOf = ({ repeats: _, more, ...lead }: FeedItem): FeedEntry[] => [lead, ...more];

/** Merges identical neighbors into the newest one and adds up their counts; `items` newest first. */
export function collapse(items: readonly FeedItem[]): FeedItem[] {
  const collapsed: FeedItem[] = [];
  for (const item of items) {
    const above = collapsed.at(-1);
    if (above && visibleText(above) === visibleText(item)) {
      const { count, firstAt } = item.repeats;
      collapsed[collapsed.length - 1] = { ...above, repeats: { count: above.repeats.count + count, firstAt } };
    } else collapsed.push(item);
  }
  return collapsed;
}

/** The parts that make two items identical. */
const visibleText = ({ id, timestamp: _, metadata: __, repeats: ___, more, ...read }: FeedItem): string =>
  JSON.stringify(more.length > 0 ? id : read);

/** The page being read, with current statuses from the latest page, and the older pages. */
export function visibleItems(read: FeedPage, latest: FeedPage, older: readonly FeedPage[]): FeedItem[] {
  const current = new Map(latest.items.flatMap(entriesOf).map((entry) => [entry.id, entry]));
  const shown = [...read.items, ...older.flatMap(({ items }) => items)];
  const entries = shown.flatMap(entriesOf).map((entry) => current.get(entry.id) ?? entry);
  const repeats = new Map(shown.map((item) => [item.id, item.repeats]));
  const lines = fold(entries.toSorted((one, other) => Number(other.id) - Number(one.id)));
  return collapse(lines.map((line) => ({ ...line, repeats: repeats.get(line.id) ?? line.repeats })));
}

export function countNewer(read: FeedPage, latest: FeedPage): number {
  const last = Number(read.items[0]?.id ?? 0);
  return latest.items.filter((item) => Number(item.id) > last).length;
}
