import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { checksum } from "../checksum.ts";
import type { command } from "../command.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { clientOf, type Member, signIn } from "../world.ts";
import type { Query } from "./ledger.ts";
import type { Promises } from "./promises.ts";
import { startServer } from "./server.ts";

export type Kind = "embedded" | "postgres";
/** A place a server can be started on, by its environment. */
export type Place = { kind: Kind; env: Record<string, string>; dataDir: string };

/** A folder with places for servers, all of which share the keys of the first. */
export type Yard = { folder: string; place(kind: Kind): Promise<Place>; close(): Promise<void> };

export function openYard(): Yard {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-backup-"));
  let postgres: Promise<Postgres> | null = null;
  let places = 0;
  return {
    folder,
    async place(kind): Promise<Place> {
      places += 1;
      const dataDir = join(folder, `place-${places}`);
      mkdirSync(dataDir);
      const keys = join(folder, "place-1", "keys.json");
      if (places > 1 && existsSync(keys)) copyFileSync(keys, join(dataDir, "keys.json"));
      if (kind === "embedded") return { kind, dataDir, env: { DATA_DIR: dataDir } };
      postgres ??= startPostgres();
      const url = await (await postgres).createDatabase(`place_${places}`);
      return { kind, dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: url } };
    },
    async close() {
      await (await postgres)?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Asks a database that no server is on, past every wall and changing nothing by itself. */
export async function asking<T>(place: Place, work: (query: Query) => Promise<T>): Promise<T> {
  const config = readConfig(place.env);
  const database = await openAsOwner(config, openSecrets(config), createLog("warn"));
  const owner = database.connect();
  try {
    await owner.connect();
    return await work(async <Row>(text: string, values?: unknown[]) => (await owner.query(text, values)).rows as Row[]);
  } finally {
    await owner.end().catch(() => undefined);
    await database.close();
  }
}

export const sumOf = (place: Place): Promise<Record<string, string>> =>
  asking(place, (query) => checksum({ asOwner: query as never }));

/** What may be wrong with a server on a restored place: people sign in, rows are written, jobs run, the journal holds. */
export async function tryServer(place: Place, member: Member, run: typeof command): Promise<string[]> {
  const faults: string[] = [];
  const [due] = await asking(place, async (query) => {
    const rows = await query<{ id: string }>(
      "SELECT id FROM decisions WHERE company_id = $1 AND status = 'pending' LIMIT 1",
      [member.user.companyId],
    );
    // As if its three days had passed while the backup lay on the shelf.
    await query("UPDATE decisions SET expires_at = now() - interval '1 minute' WHERE id = $1", [rows[0]?.id]);
    await query("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1", [rows[0]?.id]);
    return rows;
  });
  const server = await startServer(place.env);
  try {
    const client = await signIn(server.url, member);
    // Recording who did it opens the person's key, which the backup carried sealed.
    await client.call(createTask, { body: { title: "After the restore" } });
    const reader = clientOf(server.url);
    reader.cookie = client.cookie;
    const status = async () =>
      ((await reader.send("GET", `/api/decisions/${due?.id}`)).json as { decision?: { status: string } })?.decision
        ?.status;
    let now = await status();
    for (let tries = 0; now === "pending" && tries < 1_000; tries += 1) {
      await sleep(100);
      now = await status();
    }
    if (now !== "rejected") faults.push(`a decision whose time was up is ${now ?? "missing"} after the restore`);
  } catch (error) {
    faults.push(`the restored server: ${String(error)}`);
  } finally {
    server.signal("SIGTERM");
    await server.ended;
  }
  const verified = await run("audit-verify", place.env);
  if (verified.code !== 0) faults.push(`audit:verify after the restore: ${verified.complaint}${verified.out}`);
  return faults;
}

/** What was promised when a dump began, and everything it may have become until the dump ended. */
export function promisedDuring(promises: Promises): { end(): Promises } {
  const grows = <Value>(map: Map<string, Set<Value>>) => {
    const seen = new Map([...map].map(([id, values]) => [id, new Set(values)]));
    const set = map.set.bind(map);
    map.set = (id, values) => {
      const known = seen.get(id);
      for (const value of values) known?.add(value);
      return set(id, values);
    };
    return () => {
      map.set = set;
      return seen;
    };
  };
  const ends = {
    tasks: grows(promises.tasks),
    decisions: grows(promises.decisions),
    metrics: grows(promises.metrics),
    agents: grows(promises.agents),
  };
  return {
    end: () => ({
      ...promises,
      doubtful: new Set(),
      refusals: [],
      tasks: ends.tasks(),
      decisions: ends.decisions(),
      metrics: ends.metrics(),
      agents: ends.agents(),
    }),
  };
}
