import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** A column's entry in the data registry: whose data, why, how long, and what deletion does. */
export type Tag = {
  whose: "company" | "person" | "product";
  purpose: string;
  retention: string;
  onDeletion: "delete" | "anonymise" | "destroy key" | "keep";
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
  identity: { whose: "person", purpose: "signing in and being named", retention: whileActive, onDeletion: "delete" },
  link: { whose: "person", purpose: "knowing who did it", retention: "2 years", onDeletion: "anonymise" },
  decision: {
    whose: "company",
    purpose: "holding decisions against outcomes",
    retention: "2 years",
    onDeletion: "delete",
  },
  message: { whose: "company", purpose: "what executives wrote", retention: "1 year", onDeletion: "delete" },
  conversation: {
    whose: "person",
    purpose: "showing a person their own conversation",
    retention: "1 year",
    onDeletion: "delete",
  },
  figure: { whose: "company", purpose: "the company's own figures", retention: "3 years", onDeletion: "delete" },
  record: {
    whose: "company",
    purpose: "the company's own business records",
    retention: whileActive,
    onDeletion: "delete",
  },
  contact: {
    whose: "person",
    purpose: "knowing with whom the company deals",
    retention: whileActive,
    onDeletion: "delete",
  },
  lead: {
    whose: "person",
    purpose: "answering a request for a demo",
    retention: "1 year",
    onDeletion: "delete",
  },
  mail: {
    whose: "person",
    purpose: "sending a message of the installation",
    retention: "address and content until it is sent, its state for 30 days",
    onDeletion: "delete",
  },
  state: { whose: "product", purpose: "accepting a sign-in once", retention: "1 hour", onDeletion: "delete" },
  kept: {
    whose: "person",
    purpose: "undoing a reset",
    retention: "24 hours",
    onDeletion: "delete",
  },
  audit: { whose: "company", purpose: "proving what happened", retention: "7 years at most", onDeletion: "keep" },
  sealed: { whose: "person", purpose: "proving who did it", retention: "7 years at most", onDeletion: "destroy key" },
} as const satisfies Record<string, Tag>;

/** What a reset of the company's data removes from a table: all rows, or those matching a condition. */
export type OnReset = "take all" | SQL;

/** Every tagged table with its columns' tags. A reset leaves tables without `onReset` alone. */
export const registry: { table: PgTable; columns: Record<string, Tag>; onReset: OnReset | null }[] = [];

/** Tags every column of a table; omitting one does not compile. */
export function tag<T extends PgTable>(
  table: T,
  columns: Record<keyof T["$inferSelect"], Tag>,
  { onReset = null }: { onReset?: OnReset | null } = {},
): void {
  registry.push({ table, columns, onReset });
}
