import { addDays, daysBetween } from "#contract/days.ts";
import { formatMoney, shortDay } from "#contract/format.ts";
import type { QueryInput, QueryResult } from "#contract/query.ts";
import type { Gap, Line } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { type Currency, type Priority, withoutReordering } from "#contract/words.ts";
import type { collect } from "#features/expertise/topics/collect.ts";
import type { Command, Grammar } from "#features/plans/commands/reading.ts";

type Cells = Readonly<Record<string, string | number | boolean | null>>;

/** One of the company's rows: its fields by name, as shown and as they are stored. */
export type FoundRow = { href: string | null; cells: Cells; stored: Cells };
/** `key` is the label as it is stored. */
export type FoundGroup = { key: string; label: string; value: number; rows: number; href: string };

/** What a query found, in the company's currency where it is about money. */
export type Found = { count: number; total: number; href: string; rows: FoundRow[]; groups: FoundGroup[] };

export type DraftTask = {
  role: AgentRoleId;
  title: string;
  reason: string;
  priority: Priority;
  dueOn: string;
  hours: number;
  /** The rows it is about. */
  href: string | null;
};
export type DraftInitiative = {
  role: AgentRoleId;
  title: string;
  description: string;
  priority: Priority;
  targetOn: string;
};
export type Recommendation = { type: string; title: string; description: string; priority: Priority };

/** Something that spends, sends, hires or publishes: it becomes a pending decision when the plan is accepted. */
export type DraftProposal = {
  role: AgentRoleId;
  title: string;
  reason: string;
  /** A decision type to evaluate; otherwise approval creates the task. */
  decision: { type: string; context: Record<string, unknown> } | null;
  dueInDays: number;
  hours: number;
  /** A reminder that is written instead of a task; its sending is the decision. */
  letter?: { kind: "reminder"; party: string; numbers: string[] | null } | undefined;
};

export type Draft = {
  /** The executive summary; figures by id. */
  line: Line;
  missing: Gap[];
  tasks: DraftTask[];
  initiatives: DraftInitiative[];
  recommendations: Recommendation[];
  proposals: DraftProposal[];
};

export type Drafting = {
  command: Command;
  today: string;
  currency: Currency;
  /** What a query of this playbook found. */
  found: (name: string) => Found;
  /** Makers of figures; every figure made is kept. */
  make: ReturnType<typeof collect>;
  /** The day this many days from now, or the command's due day if that is earlier. */
  by: (days: number) => string;
  money: (amount: number) => string;
  /** Whether a mailbox is connected, so that executives can write. */
  canWrite: boolean;
};

/** A kind of command: what it reads and how it plans. */
export type Playbook = Grammar & {
  id: string;
  label: string;
  /** A command it understands. */
  example: string;
  /** The queries that a name in the command filters, and the singular noun for a row they find. */
  narrows?: { queries: readonly string[]; one: string };
  /** Names are part of what is planned, or read by the playbook itself. */
  names?: "free";
  asks: (command: Command, today: string) => Record<string, QueryInput>;
  /** Queries about what those of `asks` found. */
  asksAbout?: (command: Command, today: string, found: Drafting["found"]) => Record<string, QueryInput>;
  draft: (of: Drafting) => Draft;
};

/** The most items of each kind in a plan. */
export const most = { tasks: 5, initiatives: 2, recommendations: 5, proposals: 3 } as const;

/** A query's result in the shape playbooks read. Amounts of other currencies than `own` are left out. */
export function foundIn(result: QueryResult, href: string, own: Currency): Found {
  if (result.currency !== null && result.currency !== own) return { count: 0, total: 0, href, rows: [], groups: [] };
  const columns = result.rows?.columns ?? [];
  return {
    count: result.total.rows,
    total: result.total.value ?? 0,
    href,
    rows: (result.rows?.rows ?? []).map(({ href: address, cells }) => {
      const stored = columns.map(({ name }, at) => [name, cells[at] ?? null] as const);
      const shown = stored.map(([name, cell]) => [name, typeof cell === "string" ? withoutReordering(cell) : cell]);
      return { href: address, cells: Object.fromEntries(shown), stored: Object.fromEntries(stored) };
    }),
    groups: (result.groups ?? []).flatMap(({ key, label, value, rows, href: address }) =>
      key === null ? [] : [{ key, label: withoutReordering(label), value: value ?? 0, rows, href: address }],
    ),
  };
}

/** The rows that a result leaves out because they are in other currencies: "invoices in JPY". */
export function leftOutOf(result: QueryResult, own: Currency): [string, number][] {
  const others = [
    ...(result.currency !== null && result.currency !== own && result.total.rows > 0
      ? [{ currency: result.currency, rows: result.total.rows }]
      : []),
    ...result.leftOut.filter(({ currency }) => currency !== own),
  ];
  return others.map(({ currency, rows }) => [`${result.query.subject} in ${currency}`, rows]);
}

export const view = (name: string) => ({ field: "view", test: "is" as const, values: [name] });
export const known = (field: string) => ({ field, test: "known" as const, values: [] });
export const is = (field: string, ...values: string[]) => ({ field, test: "is" as const, values });

/** A text cell; empty where there is none. */
export const textOf = ({ cells }: FoundRow, field: string): string => {
  const cell = cells[field];
  return typeof cell === "string" ? cell : "";
};
export const numberOf = ({ cells }: FoundRow, field: string): number | null => {
  const cell = cells[field];
  return typeof cell === "number" ? cell : null;
};

/** The customer or vendor of a row, else "an unnamed party". */
export const partyOf = (row: FoundRow): string =>
  textOf(row, "customerName") || textOf(row, "vendorName") || textOf(row, "name") || "an unnamed party";

/** How many days ago a row's day was; 0 if it is today, in the future or missing. */
export const daysLate = (row: FoundRow, field: string, today: string): number => {
  const day = textOf(row, field);
  return day && day < today ? daysBetween(day, today) : 0;
};

const signs: Record<string, string> = {
  "£": "GBP",
  $: "USD",
  "€": "EUR",
  "¥": "JPY",
  pounds: "GBP",
  dollars: "USD",
  euros: "EUR",
};
/** Whether a command's amount is in the company's currency; an amount without a sign is. */
export const isOwn = (sign: string, currency: string): boolean =>
  sign === "" || (signs[sign] ?? sign.toUpperCase()) === currency;

/** 12.5 for 0.125. */
export const percentText = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

export const inDays = (today: string, days: number): string => addDays(today, days);
export const dayText = (day: string): string => shortDay(day);
export const moneyText = (currency: Currency) => (amount: number) => formatMoney(amount, currency);

export const nothingToDo = (line: Line, missing: Gap[] = []): Draft => ({
  line,
  missing,
  tasks: [],
  initiatives: [],
  recommendations: [],
  proposals: [],
});

/** "Alder, Birch and Cedar", with the number of those left out. */
export function namesIn(names: readonly string[], all = names.length): string {
  const left = all - names.length;
  const parts = left > 0 ? [...names, `${left} more`] : names;
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export const priorityAt = (place: number): Priority => (place === 0 ? "high" : place < 3 ? "medium" : "low");
