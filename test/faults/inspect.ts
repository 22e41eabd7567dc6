import pg from "pg";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import { checkLedger, type Checked, type Query } from "./ledger.ts";
import type { Promises } from "./promises.ts";

/** Opens a copy of an embedded database and asks it, past every wall. */
export async function inspectFolder<T>(folder: string, work: (query: Query) => Promise<T>): Promise<T> {
  const engine = await openEmbedded({ dataDir: folder });
  const client = new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  try {
    await client.connect();
    return await work(asking(client));
  } finally {
    await client.end().catch(() => undefined);
    await engine.close();
  }
}

export const asking =
  (client: pg.Client): Query =>
  async <Row>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[];

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
