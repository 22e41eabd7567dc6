import pg from "pg";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import type { Query } from "./ledger.ts";

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
