import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { type Db, detached } from "#platform/db/database.ts";

type Built<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };

/** Placeholder for the caller's company. */
export const company = sql.placeholder("company");

/** Stands for a value that is given at each call, where the builder takes SQL and no placeholder. */
export const given = (name: string): SQL => sql`${sql.placeholder(name)}`;

/**
 * A function that runs a statement with placeholders; the SQL is built once, because building it is slower than sending
 * it.
 */
export function prepared<Row, Values extends Record<string, unknown> = Record<never, never>>(
  build: (db: Db) => { prepare(name: string): Built<Row> },
): (tx: Tx, values: Values) => Promise<Row[]> {
  // The statement is named when it is sent.
  const built = build(detached).prepare("");
  return (tx, values) => {
    const here = Object.create(built, { client: { value: tx.db.$client } }) as Built<Row>;
    return here.execute({ ...values, company: tx.company });
  };
}
