import { sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { type Db, detached } from "#platform/db/database.ts";

type Built<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };

/** Stands for the company of whoever runs the statement. */
export const company = sql.placeholder("company");

/**
 * Takes a statement over placeholders, gives the function that runs it in a transaction. It is built into SQL once:
 * building costs several times what sending a prepared statement does.
 */
export function prepared<Row, Values extends Record<string, unknown> = Record<never, never>>(
  build: (db: Db) => { prepare(name: string): Built<Row> },
): (tx: Tx, values: Values) => Promise<Row[]> {
  // The driver's name for the statement is given where it is sent.
  const built = build(detached).prepare("");
  return (tx, values) => {
    const here = Object.create(built, { client: { value: tx.db.$client } }) as Built<Row>;
    return here.execute({ ...values, company: tx.company });
  };
}
