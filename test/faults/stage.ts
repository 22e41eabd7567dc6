import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../postgres.ts";
import { askOwner } from "./inspect.ts";
import { openPlace } from "./place.ts";
import { type Server, startServer } from "./server.ts";

export type Stage = ReturnType<typeof openStage>;

/** A folder of its own and what a trial opens beside it; all of it ends with the scope, the last opened first. */
export function openStage(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `boardroom-${name}-`));
  const closing: (() => unknown)[] = [];
  const after = (close: () => unknown): void => void closing.push(close);
  const keep = <T extends { close(): unknown }>(opened: T): T => {
    after(() => opened.close());
    return opened;
  };
  async function close(): Promise<void> {
    for (const end of closing.splice(0).toReversed()) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return {
    folder,
    /** Closes it with the stage. */
    keep,
    /** Called when the stage ends. */
    after,
    /** Starts a server, which is killed with the stage unless it has ended by then. */
    async start(...given: Parameters<typeof startServer>): Promise<Server> {
      const server = await startServer(...given);
      after(() => {
        server.signal("SIGKILL");
        return server.ended;
      });
      return server;
    },
    async postgres(options: Parameters<typeof startPostgres>[0] = { durable: true }) {
      const postgres = await startPostgres(options);
      after(() => postgres.stop());
      return postgres;
    },
    place: async (database: "embedded" | "postgres") => keep(await openPlace(database, folder)),
    /** Asks PostgreSQL past every wall. */
    owner: async (superuserUrl: string) => keep(await askOwner(superuserUrl)),
    close,
    [Symbol.asyncDispose]: close,
  };
}
