import { z } from "zod";
import type { Progress } from "#platform/backup/dump.ts";
import type { Snapshots } from "#platform/backup/snapshots.ts";
import { now } from "#platform/clock.ts";
import { askServer, serveCommand } from "#platform/command-socket.ts";
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

/** Lets the operator's command request a backup; it goes to a file in the folder. */
export function serveBackups(dataDir: string, snapshots: Snapshots, log: Log): () => Promise<void> {
  return serveCommand(dataDir, "backup", log, async (send: (message: Line) => void) => {
    const name = `asked-${now().toISOString().replaceAll(":", "-")}.backup`;
    const created = await snapshots.take(name, (progress) => send({ progress }));
    log.info({ ...created.taken, pauseMs: created.pauseMs }, "a backup was taken for the operator");
    send(created);
  });
}

/** Asks the server that owns the folder for a backup; null if none is running. */
export async function requestBackup(dataDir: string, onProgress: Progress): Promise<Created | null> {
  const lines = await askServer(dataDir, "backup");
  if (!lines) return null;
  for await (const text of lines) {
    const message = line.parse(JSON.parse(text));
    if ("fault" in message) throw new Error(message.fault);
    if ("file" in message) return message;
    onProgress(message.progress);
  }
  throw new Error("The server stopped before the backup was complete.");
}
