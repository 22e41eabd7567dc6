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

/** The server's messages on its socket, one line each. */
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
type Created = Extract<Line, { file: string }>;

/** A socket path is limited to 107 bytes on Linux and 103 on macOS. */
const maxPathBytes = 103;

function pathOf(dataDir: string): string {
  const folder = resolve(dataDir);
  if (process.platform !== "win32") return join(folder, "backup.sock");
  return `\\\\.\\pipe\\boardroom-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`;
}

/**
 * Lets the operator's command request a backup from the process that owns the folder. Connecting is the request; the
 * backup goes to a file in that folder. Only the account the server runs as may connect.
 */
export function serveBackups(dataDir: string, snapshots: Snapshots, log: Log): () => Promise<void> {
  const path = pathOf(dataDir);
  if (Buffer.byteLength(path) > maxPathBytes) {
    log.warn(`The path ${path} is too long for a socket: npm run backup needs the server stopped.`);
    return async () => undefined;
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    void answer(socket, snapshots, log);
  });
  server.maxConnections = 2;
  server.on("error", (error) => log.warn({ err: error }, "npm run backup cannot reach this server"));
  // A socket left by a killed process; this process owns the folder now.
  if (process.platform !== "win32") rmSync(path, { force: true });
  const before = process.umask(0o177);
  server.listen(path);
  process.umask(before);
  server.unref();
  return () =>
    new Promise((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
}

async function answer(socket: Socket, snapshots: Snapshots, log: Log): Promise<void> {
  socket.on("error", () => undefined).resume();
  const send = (message: Line): void => void socket.write(`${JSON.stringify(message)}\n`);
  try {
    const name = `asked-${now().toISOString().replaceAll(":", "-")}.backup`;
    const created = await snapshots.take(name, (progress) => send({ progress }));
    log.info({ ...created.taken, pauseMs: created.pauseMs }, "a backup was taken for the operator");
    send(created);
  } catch (error) {
    log.error({ err: error }, "no backup could be taken for the operator");
    send({ fault: error instanceof Error ? error.message : String(error) });
  }
  socket.end();
}

/** Asks the server that owns the folder for a backup; null if none is running. */
export async function requestBackup(dataDir: string, onProgress: Progress): Promise<Created | null> {
  const socket = connect(pathOf(dataDir));
  try {
    await once(socket, "connect");
  } catch {
    return null;
  }
  socket.on("error", () => undefined);
  for await (const text of createInterface({ input: socket })) {
    const message = line.parse(JSON.parse(text));
    if ("fault" in message) throw new Error(message.fault);
    if ("file" in message) return message;
    onProgress(message.progress);
  }
  throw new Error("The server stopped before the backup was complete.");
}
