import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Words } from "./columns.ts";

/** A column's entry in the data registry: whose data, why, how long, and what deletion does. */
export type Tag = {
  whose: "company" | "person" | "product";
  purpose: string;
  retention: string;
  onDeletion: "delete" | "anonymise" | "destroy key" | "keep";
  /** The journal may repeat it, and keeps it when the row is deleted: names of the company's things, and why it decided. */
  isQuotable?: true;
};

const whileActive = "while the account is active, then 90 days";

export const tags = {
  key: { whose: "company", purpose: "finding the row", retention: whileActive, onDeletion: "delete" },
  operation: {
    whose: "company",
    purpose: "running the company's workforce",
    retention: whileActive,
    onDeletion: "delete",
  },
  /** The title of something the company works with: a task, a plan's initiative, an agent, a file. */
  title: {
    whose: "company",
    purpose: "naming what the company works with",
    retention: whileActive,
    onDeletion: "delete",
    isQuotable: true,
  },
  /** What the company has set, whose changes are proved. */
  setting: {
    whose: "company",
    purpose: "running the company's workforce",
    retention: whileActive,
    onDeletion: "delete",
    isQuotable: true,
  },
  identity: { whose: "person", purpose: "signing in and being named", retention: whileActive, onDeletion: "delete" },
  link: { whose: "person", purpose: "knowing who did it", retention: "2 years", onDeletion: "anonymise" },
  decision: {
    whose: "company",
    purpose: "holding decisions against outcomes",
    retention: "2 years",
    onDeletion: "delete",
    isQuotable: true,
  },
  message: { whose: "company", purpose: "what executives wrote", retention: "1 year", onDeletion: "delete" },
  conversation: {
    whose: "person",
    purpose: "showing a person their own conversation",
    retention: "1 year",
    onDeletion: "delete",
  },
  figure: {
    whose: "company",
    purpose: "the company's own figures",
    retention: "3 years",
    onDeletion: "delete",
    isQuotable: true,
  },
  record: {
    whose: "company",
    purpose: "the company's own business records",
    retention: whileActive,
    onDeletion: "delete",
    isQuotable: true,
  },
  contact: {
    whose: "person",
    purpose: "knowing with whom the company deals",
    retention: whileActive,
    onDeletion: "delete",
    isQuotable: true,
  },
  lead: {
    whose: "person",
    purpose: "answering a request for a demo",
    retention: "1 year",
    onDeletion: "delete",
  },
  delivery: {
    whose: "person",
    purpose: "delivering what a person, an agent or the installation sends",
    retention: "its content until it is delivered or given up, its state for 30 days",
    onDeletion: "delete",
  },
  state: { whose: "product", purpose: "accepting a sign-in once", retention: "1 hour", onDeletion: "delete" },
  kept: {
    whose: "person",
    purpose: "undoing a reset",
    retention: "24 hours",
    onDeletion: "delete",
  },
  receipt: {
    whose: "person",
    purpose: "deleting again what a restored backup brings back",
    retention: "7 years at most",
    onDeletion: "keep",
  },
  audit: { whose: "company", purpose: "proving what happened", retention: "7 years at most", onDeletion: "keep" },
  sealed: { whose: "person", purpose: "proving who did it", retention: "7 years at most", onDeletion: "destroy key" },
} as const satisfies Record<string, Tag>;

/** One tag for several columns, whose names are separated by spaces. */
export const columns = <const Lists extends string[]>(tag: Tag, ...lists: Lists) =>
  Object.fromEntries(lists.flatMap((list) => list.split(" ")).map((name) => [name, tag])) as Record<
    Words<Lists[number]>,
    Tag
  >;

/** What a reset of the company's data removes from a table: all rows, or those matching a condition. */
export type OnReset = "take all" | SQL;

type Name<T extends PgTable> = keyof T["$inferSelect"] & string;

/** Further facts about a table. */
type Options<T extends PgTable> = {
  /** Tables without it are not reset. */
  onReset?: OnReset;
  /**
   * The column naming the person whose own rows these are; deletion removes them. By default `userId` or `personId`, where the
   * row holds more of the person than that link.
   */
  owner?: Name<T>;
  /** Deletion overwrites the rows of `owner` instead, because others refer to them. */
  isOverwritten?: boolean;
  /** Columns with the name a person had, each with the column naming that person. */
  names?: Partial<Record<Name<T>, Name<T>>>;
  /** Columns whose sentences may quote a member's name; a deletion replaces it there, or deletes the rows. */
  quotes?: readonly Name<T>[];
  whenQuoted?: "replace" | "delete";
  /** JSON columns that may quote a member's name. */
  quotesInJson?: readonly Name<T>[];
  /** Columns in which a run may repeat what it read, and the column naming the run; a deletion deletes quotes there. */
  copies?: { columns: readonly Name<T>[]; run: Name<T> };
  /** Derived from other rows, and rebuilt when missing. */
  isDerived?: boolean;
  /** What happens to a kept row whose unique key a row made since has; by default the newer row stays as it is. */
  whenMet?: WhenMet<Name<T>>;
  /**
   * Texts of a row that the journal quotes by its id: the name of each, and its column, or keys of a JSON column. Private
   * rows are not quoted.
   */
  quoted?: Record<string, QuotedText<Name<T>>>;
  /** The table whose rows these belong to, and the column naming that row. */
  partOf?: { table: PgTable; column: Name<T> };
  /** The moment retention counts from, and the rows it may delete. */
  ages?: { from: Name<T>; where?: SQL };
};

/**
 * `besides`: values with which the kept row is restored beside the newer one. `merged`: what the newer row takes over
 * from the kept one: their sum, the lesser value, or the kept value where it has none.
 */
type WhenMet<Column extends string = string> = {
  besides?: Partial<Record<Column, string>>;
  merged?: Partial<Record<Column, "sum" | "least" | "fill">>;
};

type QuotedText<Column extends string = string> = {
  column: Column;
  keys?: readonly string[];
  isFirstLine?: boolean;
  privateTo?: Column;
};

export type Registered = {
  table: PgTable;
  columns: Record<string, Tag>;
  onReset: OnReset | null;
  owner: string | null;
  isOverwritten: boolean;
  names: Readonly<Record<string, string>>;
  quotes: readonly string[];
  whenQuoted: "replace" | "delete";
  quotesInJson: readonly string[];
  copies: { columns: readonly string[]; run: string } | null;
  isDerived: boolean;
  whenMet: WhenMet | null;
  quoted: Readonly<Record<string, QuotedText>>;
  partOf: { table: PgTable; column: string } | null;
  ages: { from: string; where?: SQL } | null;
};

export const registry: Registered[] = [];

type Key = "companyId" | "id";

/** Tags every column of a table; omitting one does not compile. Company and id are keys unless they are tagged. */
export function tag<T extends PgTable>(
  table: T,
  given: Record<Exclude<Name<T>, Key>, Tag> & Partial<Record<Key, Tag>>,
  {
    onReset,
    owner,
    isOverwritten = false,
    names = {},
    quotes = [],
    whenQuoted = "replace",
    quotesInJson = [],
    copies,
    isDerived = false,
    whenMet,
    quoted = {},
    partOf,
    ages,
  }: Options<T> = {},
): void {
  const keys = (["companyId", "id"] as const).filter((name) => name in table);
  const columns: Record<string, Tag> = { ...Object.fromEntries(keys.map((name) => [name, tags.key])), ...given };
  const unknown = Object.keys(columns).filter((name) => !(name in table));
  if (unknown.length > 0) throw new Error(`The registry tags columns that do not exist: ${unknown.join(", ")}.`);
  registry.push({
    table,
    columns,
    onReset: onReset ?? null,
    owner: owner ?? ownerOf(columns),
    isOverwritten,
    names: names as Record<string, string>,
    quotes,
    whenQuoted,
    quotesInJson,
    copies: copies ?? null,
    isDerived,
    whenMet: (whenMet as WhenMet | undefined) ?? null,
    quoted,
    partOf: partOf ?? null,
    ages: ages ?? null,
  });
}

function ownerOf(columns: Record<string, Tag>): string | null {
  const isPersonal = ({ whose, onDeletion }: Tag) => whose === "person" && onDeletion !== "keep";
  const name = ["userId", "personId"].find((one) => columns[one] && isPersonal(columns[one]));
  const holdsMore = Object.values(columns).some((one) => isPersonal(one) && one.onDeletion !== "anonymise");
  return name && holdsMore ? name : null;
}
