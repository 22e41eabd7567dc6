import type { FeedKind, Impact, Line, LineStatus, TextPart } from "#contract/events.ts";
import { currency } from "#contract/words.ts";
import type { FeedItem, FeedPage } from "#features/feed/contract.ts";

/** Lines of the journal on one page; those that read the same as their neighbour share one. */
export const pageSize = 50;

/** One line of the journal as the feed reads it. */
export type FeedLine = {
  seq: number;
  at: string;
  action: string;
  title: string;
  details: Record<string, unknown>;
  severity: string;
  agentId: string | null;
  /** The person who did it, null when an agent or the program did. */
  personId: string | null;
  byPerson: boolean;
  /** Null for what was recorded before events wrote their lines. */
  line: Line | null;
  /** How its subject stands today. */
  status: LineStatus | null;
};

/** When data was reset, and after which line of the journal. */
export type Reset = { seq: number; at: string };

/** Who people and agents are today, by id. */
export type Names = {
  people: ReadonlyMap<string, string>;
  agents: ReadonlyMap<string, { name: string; role: string }>;
};

/** Whether a reset of the company deletes what a line is about. */
const isOfResetData = ({ line }: FeedLine): boolean => line?.hrefAfterReset !== undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const shown = (text: string, most = 300): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

const bySeverity: Record<string, Impact> = { info: "low", warning: "medium", critical: "high" };

/** Takes a line of the journal and the resets since that stand, oldest first; gives the item as the feed shows it. */
export function toItem(row: FeedLine, kind: FeedKind, names: Names, resets: readonly Reset[] = []): FeedItem {
  const line = row.line ?? lineOfEarlier(row);
  const reset = isOfResetData(row) ? (resets.find(({ seq }) => seq > row.seq) ?? null) : null;
  const href = reset ? (line.hrefAfterReset ?? null) : line.href;
  const isDeleted = reset !== null && href === null;
  const assignee = line.assignee ? (names.agents.get(line.assignee)?.name ?? null) : null;
  return {
    id: String(row.seq),
    actionType: kind,
    title: shown(line.title ?? row.title),
    description: isDeleted ? deleted : shown(line.text.map((part) => inWords(part, row, names)).join("")),
    impact: line.impact,
    status: isDeleted ? "completed" : (row.status ?? "completed"),
    ...whoseOf(row, names),
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

const deleted = "A reset of the company deleted this.";

/** What was recorded before events wrote their lines has its title and its sentence. */
const lineOfEarlier = ({ details, severity }: FeedLine): Line => ({
  text: [textOf(details["sentence"]) || textOf(details["reason"]) || textOf(details["summary"])],
  href: null,
  impact: bySeverity[severity] ?? "low",
});

function inWords(part: TextPart, { byPerson, personId }: FeedLine, { people, agents }: Names): string {
  if (typeof part === "string") return part;
  if ("agent" in part) return agents.get(part.agent)?.name ?? "a former colleague";
  return byPerson ? `${part.by}${people.get(personId ?? "") ?? "a former member"}` : "";
}

function whoseOf(row: FeedLine, { people, agents }: Names): Pick<FeedItem, "agentName" | "agentType"> {
  const agent = agents.get(row.agentId ?? "");
  if (agent) return { agentName: agent.name, agentType: agent.role };
  if (row.agentId) return { agentName: "A former executive", agentType: "Former" };
  if (row.byPerson) return { agentName: people.get(row.personId ?? "") ?? "A former member", agentType: "Person" };
  return { agentName: "Boardroom", agentType: "System" };
}

/** Takes items, newest first, gives them with neighbours that read the same in one line; counts add up. */
export function collapse(items: readonly FeedItem[]): FeedItem[] {
  const lines: FeedItem[] = [];
  for (const item of items) {
    const above = lines.at(-1);
    if (above && readsAs(above) === readsAs(item)) {
      const { count, firstAt } = item.repeats;
      lines[lines.length - 1] = { ...above, repeats: { count: above.repeats.count + count, firstAt } };
    } else lines.push(item);
  }
  return lines;
}

/** What a person reads of an item and where it leads; a figure that changed on the way is the newest one's. */
const readsAs = ({ id: _, timestamp: __, metadata: ___, repeats: ____, ...read }: FeedItem): string =>
  JSON.stringify(read);

/**
 * Takes the page a person reads, the newest one and the pages before it; gives the lines to show: the lines of the page that
 * is read, as they stand in the newest one, and those before them.
 */
export function shownItems(read: FeedPage, latest: FeedPage, older: readonly FeedPage[]): FeedItem[] {
  const today = new Map(latest.items.map((item) => [item.id, item]));
  return collapse([...read.items.map((item) => today.get(item.id) ?? item), ...older.flatMap(({ items }) => items)]);
}

/** How many lines are newer than the page a person reads. */
export function newsSince(read: FeedPage, latest: FeedPage): number {
  const last = Number(read.items[0]?.id ?? 0);
  return latest.items.filter((item) => Number(item.id) > last).length;
}
