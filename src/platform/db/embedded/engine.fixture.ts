import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type EmbeddedEngine, type EmbeddedOptions, openEmbedded } from "./engine.ts";

/** Opens an engine for one test, in memory unless told otherwise; closed when the test ends. */
export async function anEngine(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedEngine> {
  const engine = await openEmbedded({ dataDir: null, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

/** Gives a signed-in client on the engine; ended when the test ends. */
export async function aClient(engine: EmbeddedEngine, user = "postgres"): Promise<pg.Client> {
  const client = new pg.Client({ stream: () => engine.stream(), user, database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Gives a pool on the engine; ended when the test ends. */
export function aPool(engine: EmbeddedEngine, user = "postgres", max = 10): pg.Pool {
  const pool = new pg.Pool({ stream: () => engine.stream(), user, database: "postgres", max });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  return pool;
}

/** Gives an empty folder; removed when the test ends. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "boardroom-embedded-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const secondsLong = "SELECT count(*) FROM generate_series(1, 30000) a, generate_series(1, 30000) b";
