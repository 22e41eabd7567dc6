import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../test/faults/server.ts";
import { openStage } from "../test/faults/stage.ts";
import { residentMiB } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

const idleSeconds = 30;

/** Goal 12: memory of the server process after half a minute without a request. */
export async function measure(): Promise<Report> {
  await using stage = openStage("memory");
  const { folder } = stage;
  const postgres = await stage.postgres({});
  const onPostgres = await idle({ DATA_DIR: join(folder, "one"), DATABASE_URL: postgres.url });
  const embedded = await idle({ DATA_DIR: join(folder, "other") });
  return {
    title: `12  Idle memory: resident set of the server process ${idleSeconds} s after its start`,
    lines: [
      `with DATABASE_URL ${onPostgres.toFixed(0)} MiB (PostgreSQL not counted)`,
      `with the embedded database, engine included, ${embedded.toFixed(0)} MiB`,
    ],
    goals: [atMost("without PostgreSQL", onPostgres, 140, "MiB"), atMost("embedded", embedded, 450, "MiB")],
  };
}

async function idle(env: Record<string, string>): Promise<number> {
  const server = await startServer({ ...env, LOG_LEVEL: "info" });
  await sleep(idleSeconds * 1000);
  const found = residentMiB(server.pid);
  server.signal("SIGKILL");
  await server.ended;
  return found;
}
