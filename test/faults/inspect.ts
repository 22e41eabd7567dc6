import pg from "pg";
import { checkLedger, type Checked, type Query } from "./ledger.ts";
import type { Promises } from "./promises.ts";

/** A way to ask a PostgreSQL past every wall. */
export async function askOwner(url: string): Promise<{ ask: Query; client: pg.Client; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  // A fault may end it.
  client.on("error", () => undefined);
  await client.connect();
  const ask = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[];
  return { ask, client, close: () => client.end() };
}

/** Holds the ledger against the promises, and adds what nobody should have been answered. */
export async function checkAll(
  query: Query,
  company: string,
  promises: Promises,
  from: number,
): Promise<Checked & { violations: string[] }> {
  const { violations, checked } = await checkLedger(query, company, promises, from);
  return { ...checked, violations: [...violations, ...promises.refusals.splice(0)] };
}
