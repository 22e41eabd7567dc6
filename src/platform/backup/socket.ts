import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { Progress } from "#platform/backup/dump.ts";
import type { Snapshots } from "#platform/backup/snapshots.ts";
import { now } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";

/** What the server says on its socket, a line each. */
const line = z.union([
  z.strictObject({ progress: z.strictObject({ table: z.string(), rows: z.number(), of: z.number() }) }),
  z.strictObject({
    file: z.string(),
    pauseMs: z.number(),
    taken: z.strictObject({ rows: z.number(), tables: z.number(), bytes: z.number(), seconds: z.number() }),
  }),
  z.strictObject({ fault: z.string() }),
]);
type Line = z.infer<typeof line>;
type Made = Extract<Line, { file: string }>;

/** A socket's path may have 107 bytes on Linux and 103 on macOS. */
const longest = 103;

function pathOf(dataDir: string): string {
  const folder = resolve(dataDir);
  if (process.platform !== "win32") return join(folder, "backup.sock");
  return `\\\\.\\pipe\\boardroom-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`;
}

/**
 * Lets the operator's command ask the process that owns the folder for a backup. Whoever connects gets one, in a file
 * below that folder; nothing else can be said. Only the account the server runs as may connect.
 */
export function answerBackups(dataDir: string, snapshots: Snapshots, log: Log): () => Promise<void> {
  const path = pathOf(dataDir);
  if (Buffer.byteLength(path) > longest) {
    log.warn(`The path ${path} is too long for a socket: npm run backup needs the server stopped.`);
    return async () => undefined;
  }
  const visitors = new Set<Socket>();
  const server = createServer((visitor) => {
    visitors.add(visitor);
    visitor.on("close", () => visitors.delete(visitor));
    void answer(visitor, snapshots, log);
  });
  server.maxConnections = 2;
  server.on("error", (error) => log.warn({ err: error }, "npm run backup cannot reach this server"));
  // Left behind by a killed process: this one owns the folder.
  if (process.platform !== "win32") rmSync(path, { force: true });
  const before = process.umask(0o177);
  server.listen(path);
  process.umask(before);
  server.unref();
  return () =>
    new Promise((done) => {
      server.close(() => done());
      for (const visitor of visitors) visitor.destroy();
    });
}

async function answer(visitor: Socket, snapshots: Snapshots, log: Log): Promise<void> {
  visitor.on("error", () => undefined).resume();
  const tell = (said: Line): void => void visitor.write(`${JSON.stringify(said)}\n`);
  try {
    const name = `asked-${now().toISOString().replaceAll(":", "-")}.backup`;
    const made = await snapshots.take(name, (progress) => tell({ progress }));
    log.info({ ...made.taken, pauseMs: made.pauseMs }, "a backup was taken for the operator");
    tell(made);
  } catch (error) {
    log.error({ err: error }, "no backup could be taken for the operator");
    tell({ fault: error instanceof Error ? error.message : String(error) });
  }
  visitor.end();
}

/** Asks the server that owns the folder for a backup; null when none is running there. */
export async function askForBackup(dataDir: string, onProgress: Progress): Promise<Made | null> {
  const socket = connect(pathOf(dataDir));
  try {
    await once(socket, "connect");
  } catch {
    return null;
  }
  socket.on("error", () => undefined);
  for await (const text of createInterface({ input: socket })) {
    const said = line.parse(JSON.parse(text));
    if ("fault" in said) throw new Error(said.fault);
    if ("file" in said) return said;
    onProgress(said.progress);
  }
  throw new Error("The server ended before the backup was whole.");
}
