import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import type { Postgres } from "../postgres.ts";
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

/** Asks a store while nobody works on it: PostgreSQL itself, or a copy of the embedded database in `aside`. */
export async function inspectStore<T>(
  store: { postgres: Postgres | null; dataDir: string; aside: string },
  work: (query: Query) => Promise<T>,
): Promise<T> {
  if (!store.postgres) {
    const copy = join(store.aside, "copy");
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(store.dataDir, "database"), copy, { recursive: true });
    return inspectFolder(copy, work);
  }
  const superuser = await askOwner(store.postgres.superuserUrl);
  try {
    return await work(superuser.ask);
  } finally {
    await superuser.close();
  }
}

/** A way to ask a PostgreSQL past every wall. */
export async function askOwner(url: string): Promise<{ ask: Query; client: pg.Client; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  // A fault may end it.
  client.on("error", () => undefined);
  await client.connect();
  return { ask: asking(client), client, close: () => client.end() };
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
