import { join } from "node:path";
import { startPostgres } from "../postgres.ts";
import { askOwner, inspectFolder } from "./inspect.ts";
import type { Query } from "./ledger.ts";

/** Where the rows are: asked while no server runs on an embedded folder, at any time on PostgreSQL. */
export type Place = {
  env: Record<string, string>;
  ask<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A database of its own for one server after the other. */
export async function openPlace(database: "embedded" | "postgres", folder: string): Promise<Place> {
  if (database === "embedded")
    return {
      env: { DATA_DIR: folder },
      ask: (work) => inspectFolder(join(folder, "database"), work),
      close: () => Promise.resolve(),
    };
  const postgres = await startPostgres({ durable: true });
  const query = await askOwner(postgres.superuserUrl);
  return {
    env: { DATA_DIR: folder, DATABASE_URL: postgres.url },
    ask: (work) => work(query.ask),
    async close() {
      await query.close();
      await postgres.stop();
    },
  };
}
