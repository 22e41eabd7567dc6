import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Log } from "#platform/log.ts";

/** What a command's socket is called, after the command that uses it. */
export type CommandName = "backup" | "hold";

/** A socket path is limited to 107 bytes on Linux and 103 on macOS. */
const maxPathBytes = 103;

function pathOf(dataDir: string, command: CommandName): string {
  const folder = resolve(dataDir);
  if (process.platform !== "win32") return join(folder, `${command}.sock`);
  const name = command === "backup" ? folder : `${command}:${folder}`;
  return `\\\\.\\pipe\\boardroom-${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
}

/**
 * Lets an operator's command reach the process that owns the folder. Connecting is the request; `answer` sends lines
 * and the socket closes after it. Only the account the server runs as may connect.
 */
export function serveCommand(
  dataDir: string,
  command: CommandName,
  log: Log,
  answer: (send: (message: object) => void) => Promise<void>,
): () => Promise<void> {
  const path = pathOf(dataDir, command);
  if (Buffer.byteLength(path) > maxPathBytes) {
    log.warn(`The path ${path} is too long for a socket: npm run ${command} needs the server stopped.`);
    return async () => undefined;
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined).resume();
    const send = (message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
    void answer(send)
      .catch((error: unknown) => {
        log.error({ err: error }, `the operator's ${command} failed`);
        send({ fault: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => socket.end());
  });
  server.maxConnections = 2;
  server.on("error", (error) => log.warn({ err: error }, `npm run ${command} cannot reach this server`));
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

/** Asks the server that owns the folder; gives its lines, or null if none is running. */
export async function askServer(dataDir: string, command: CommandName): Promise<AsyncIterable<string> | null> {
  const socket = connect(pathOf(dataDir, command));
  try {
    await once(socket, "connect");
  } catch {
    return null;
  }
  socket.on("error", () => undefined);
  return createInterface({ input: socket });
}
