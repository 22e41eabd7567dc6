import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type EmbeddedEngine, type EmbeddedOptions, openEmbedded } from "#platform/db/embedded/engine.ts";
import { frame } from "#platform/db/embedded/frames.ts";

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

/** A signed-in client that speaks the bare protocol; `ask` gives all that comes until the backend is silent. */
export async function aRawClient(engine: EmbeddedEngine, user = "postgres") {
  const stream = engine.stream() as ReturnType<EmbeddedEngine["stream"]> & { connect(): void };
  onTestFinished(() => {
    stream.destroy();
  });
  let received: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => received.push(bytes));
  stream.connect();
  await once(stream, "connect");
  const send = (...frames: Buffer[]) => stream.write(Buffer.concat(frames));
  const ask = async (...frames: Buffer[]) => {
    received = [];
    send(...frames);
    while (received.length === 0) await sleep(5);
    // Where an answer has its end, that is waited for on a busy machine too.
    for (let waited = 0; !isOver(Buffer.concat(received)) && waited < 500; waited += 20) await sleep(20);
    await sleep(20);
    return Buffer.concat(received);
  };
  await ask(frame("", Buffer.from([0, 3, 0, 0]), "user", user, ""));
  return { send, ask };
}

/** Whether the bytes end with the whole frame that ends an answer: ready for more, or for what is copied in. */
function isOver(bytes: Buffer): boolean {
  let kind = "";
  let at = 0;
  while (at + 5 <= bytes.length) {
    kind = String.fromCharCode(bytes[at] as number);
    at += 1 + bytes.readInt32BE(at + 1);
  }
  return at === bytes.length && (kind === "Z" || kind === "G");
}
