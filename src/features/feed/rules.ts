import type { FeedKind, Impact, Line, LineStatus, TextPart } from "#contract/events.ts";
import { currency } from "#contract/words.ts";
import type { FeedItem, FeedPage } from "#features/feed/contract.ts";

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
};

/** Whether a reset deletes the entry's subject. */
const isDeletedByReset = ({ line }: FeedLine): boolean => line?.hrefAfterReset !== undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const truncate = (text: string, max = 300): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);

const bySeverity: Record<string, Impact> = { info: "low", warning: "medium", critical: "high" };

/** `resets`: those not undone, oldest first. */
export function toItem(row: FeedLine, kind: FeedKind, names: Names, resets: readonly Reset[] = []): FeedItem {
  const line = row.line ?? legacyLine(row);
  const reset = isDeletedByReset(row) ? (resets.find(({ seq }) => seq > row.seq) ?? null) : null;
  const href = reset ? (line.hrefAfterReset ?? null) : line.href;
  const isDeleted = reset !== null && href === null;
  const assignee = line.assignee ? (names.agents.get(line.assignee)?.name ?? null) : null;
  return {
    id: String(row.seq),
    actionType: kind,
    title: truncate(line.title ?? row.title),
    description: isDeleted ? deletedText : truncate(line.text.map((part) => formatPart(part, row, names)).join("")),
    impact: line.impact,
    status: isDeleted ? "completed" : (row.status ?? "completed"),
    ...actorOf(row, names),
    timestamp: row.at,
    metadata: {
      kpiValue: line.figure?.value ?? null,
      kpiChange: line.figure?.change ?? null,
      currency: currency.safeParse(line.figure?.currency).data ?? null,
      taskAssignee: assignee,
      financialImpact: line.financialImpact ?? null,
    },
    href,
    removedAt: isDeleted ? reset.at : null,
    repeats: { count: 1, firstAt: row.at },
  };
}

const deletedText = "Deleted by a reset.";

/** Entries of earlier versions have only a title and a sentence. */
const legacyLine = ({ details, severity }: FeedLine): Line => ({
  text: [textOf(details["sentence"]) || textOf(details["reason"]) || textOf(details["summary"])],
  href: null,
  impact: bySeverity[severity] ?? "low",
});

function formatPart(part: TextPart, { byPerson, personId }: FeedLine, { people, agents }: Names): string {
  if (typeof part === "string") return part;
  if ("agent" in part) return agents.get(part.agent)?.name ?? "a former agent";
  return byPerson ? `${part.by}${people.get(personId ?? "") ?? "a former member"}` : "";
}

function actorOf(row: FeedLine, { people, agents }: Names): Pick<FeedItem, "agentName" | "agentType"> {
  const agent = agents.get(row.agentId ?? "");
  if (agent) return { agentName: agent.name, agentType: agent.role };
  if (row.agentId) return { agentName: "A former agent", agentType: "Former" };
  if (row.byPerson) return { agentName: people.get(row.personId ?? "") ?? "A former member", agentType: "Person" };
  return { agentName: "Boardroom", agentType: "System" };
}

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
const visibleText = ({ id: _, timestamp: __, metadata: ___, repeats: ____, ...read }: FeedItem): string =>
  JSON.stringify(read);

/** The page being read, with current statuses from the latest page, and the older pages. */
export function visibleItems(read: FeedPage, latest: FeedPage, older: readonly FeedPage[]): FeedItem[] {
  const current = new Map(latest.items.map((item) => [item.id, item]));
  return collapse([...read.items.map((item) => current.get(item.id) ?? item), ...older.flatMap(({ items }) => items)]);
}

/** Number of items newer than the page being read. */
export function countNewer(read: FeedPage, latest: FeedPage): number {
  const last = Number(read.items[0]?.id ?? 0);
  return latest.items.filter((item) => Number(item.id) > last).length;
}
