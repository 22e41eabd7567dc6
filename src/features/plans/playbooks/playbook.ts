import { addDays, daysBetween } from "#contract/days.ts";
import { formatMoney, shortDay } from "#contract/format.ts";
import type { Filter, QueryInput, QueryResult } from "#contract/query.ts";
import type { Gap, Line } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { type Currency, type Priority, withoutReordering } from "#contract/words.ts";

type Cells = Readonly<Record<string, string | number | boolean | null>>;

/** One of the company's rows: its fields by name, as shown and as they are stored. */
export type FoundRow = { href: string | null; cells: Cells; stored: Cells };
/** `key` is the label as it is stored. */
export type FoundGroup = {
  key: string;
  label: string;
  value: number;
  previous: number | null;
  rows: number;
  href: string;
  /** Its oldest rows, where the read asks for them. */
  inside?: FoundRow[];
};

/** What a query found, in the company's currency where it is about money. */
export type Found = {
  count: number;
  total: number;
  /** The total is an amount, not a count. */
  isMoney: boolean;
  previous: number | null;
  href: string;
  /** In words: "Invoices: sum of amount". */
  title: string;
  subject: string;
  period: string;
  columns: readonly { name: string; label: string; type: string }[];
  rows: FoundRow[];
  groups: FoundGroup[];
  /** Rows left out as not the first of their party, and rows not looked at; of a read of first rows. */
  repeats: number;
  unseen: number;
};

export const nothingFound: Found = {
  count: 0,
  total: 0,
  isMoney: true,
  previous: null,
  href: "/explore",
  title: "",
  subject: "",
  period: "",
  columns: [],
  rows: [],
  groups: [],
  repeats: 0,
  unseen: 0,
};

type Common = { role: AgentRoleId; title: string; priority: Priority };
export type DraftTask = Common & {
  reason: string;
  dueOn: string;
  hours: number;
  /** The rows it is about. */
  href: string | null;
};
export type DraftInitiative = Common & { description: string; targetOn: string };
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

/**
 * Texts with holes, such as `{overdue.total}` or `{customerName}` (`playbooks/render.ts`); a part in brackets is left out
 * if one of its holes is empty.
 */
export type Template = string;

export type Part = {
  role: AgentRoleId;
  title: Template;
  reason: Template;
  /** The read whose groups or rows each become one part; without it there is one part. */
  each?: string;
  /** The most parts; by default 3. */
  most?: number;
  /** It is left out unless this read found rows. */
  if?: string;
  /** Days from now; each further one is due a day later. */
  in: number;
  /** A day of the row that is the due day if it lies ahead. */
  due?: string;
  hours?: number;
  priority?: Priority;
};

/** A kind of command, as data: what it reads and what becomes of the rows. */
export type Playbook = {
  id: string;
  label: string;
  /** Completes "I can …". */
  does: string;
  /** Commands in the words that people use, by which a command is recognized; the first is shown. */
  examples: readonly string[];
  /** The objects that make it the plan, by the act (`commands/slots.ts`); "*" is any. */
  for?: Readonly<Record<string, readonly string[]>>;
  /** What its rows are called in a question about them; by default the first read's subject. */
  noun?: string;
  /** The subject's rows, narrowed by what the command names; the first is what the plan is about. */
  reads?: Record<string, Read>;
  /** A read whose rows are enough where the first has none. */
  orElse?: string;
  /** Without rows in its first read there is no plan; this says why. */
  none?: Template;
  /** What the command is about is any words: "a support agent", "the spring collection". */
  takes?: "anything" | "party" | "rows";
  /** A time in the command is the day by which it is done, never a condition of the rows. */
  isAhead?: boolean;
  /** The day by which rows come if the command says that nothing happens with them. */
  still?: string;
  /** What is searched for in documents beside the name; by default what it does. */
  look?: string;
  line: readonly Template[];
  tasks: readonly Part[];
  initiative?: Omit<Part, "reason"> & { reason: Template };
  advice?: readonly (Pick<Part, "title" | "reason" | "if"> & { type: string })[];
  proposals?: readonly (Part & { letter?: true; decision?: Decision })[];
};

export type Read = QueryInput & {
  /** Not narrowed by what the command names. */
  isWhole?: true;
  /** The conditions instead of its own, if the command names rows or a time. */
  named?: readonly Filter[];
  /** Groups by how far they fell or rose, the furthest first. */
  by?: "fall" | "rise";
  /** Only rows of parties without an earlier row of the same query. */
  isFirst?: true;
  /** Only names that nearly equal another, in pairs. */
  areTwins?: true;
  /** Only groups above the command's amount. */
  isOver?: true;
  /** Only rows of the time that the command names, or of the same time a year before. */
  span?: "own" | "before";
  /** Query again for each of the first groups, for its oldest rows. */
  inside?: true;
};

/** A kind of command that nothing is planned for. */
export type Refused = Pick<Playbook, "id" | "examples" | "for"> & { cannot: string; nearest: string };

/** The context of a decision type, with templates for its fields; nothing is proposed where a needed one is empty. */
export type Decision = { type: string; context: Record<string, Template | { number: string } | { text: string }> };

/** The most items of each kind in a plan. */
export const most = { tasks: 5, initiatives: 2, recommendations: 5, proposals: 3 } as const;

/** "The last 90 days", or the period's own label. */
function periodText({ query: { period: asked }, period }: QueryResult): string {
  if (asked?.kind === "last") return `the last ${asked.count} ${asked.unit}s`;
  return period?.label ?? "";
}

/** A query's result in the shape playbooks read. Amounts of other currencies than `own` are left out. */
export function foundIn(result: QueryResult, href: string, own: Currency): Found {
  if (result.currency !== null && result.currency !== own) return { ...nothingFound, href };
  const columns = result.rows?.columns ?? [];
  return {
    ...nothingFound,
    count: result.total.rows,
    total: result.total.value ?? 0,
    isMoney: result.unit === "money",
    previous: result.total.previous,
    href,
    title: result.title,
    subject: result.query.subject,
    period: periodText(result),
    columns,
    rows: (result.rows?.rows ?? []).map(({ href: address, cells }) => {
      const stored = columns.map(({ name }, at) => [name, cells[at] ?? null] as const);
      const shown = stored.map(([name, cell]) => [name, typeof cell === "string" ? withoutReordering(cell) : cell]);
      return { href: address, cells: Object.fromEntries(shown), stored: Object.fromEntries(stored) };
    }),
    groups: (result.groups ?? []).flatMap(({ key, label, value, previous, rows, href: address }) =>
      key === null ? [] : [{ key, label: withoutReordering(label), value: value ?? 0, previous, rows, href: address }],
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

export const view = (...names: string[]): Filter => ({ field: "view", test: "is", values: names });
export const known = (field: string): Filter => ({ field, test: "known", values: [] });
export const is = (field: string, ...values: string[]): Filter => ({ field, test: "is", values });

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
