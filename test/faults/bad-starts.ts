import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { readConfig } from "#platform/config.ts";
import { freePort } from "../port.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { fillFolder, openOn } from "../world.ts";
import { until, holdTimes } from "./noise.ts";
import { openStage } from "./stage.ts";
import { type Fault } from "./fault.ts";
import { refusedWithinMs, startRefused } from "./starts.ts";

/** What a case stands on: a folder of its own, a PostgreSQL, and where to say what is to be undone afterwards. */
type Stage = { folder: string; postgres: Postgres; after: (undo: () => unknown) => void };
type Env = Record<string, string>;

export type BadStart = {
  name: string;
  /** Breaks something; gives the environment to start with, null where this machine does not allow it. */
  arrange: (stage: Stage) => Env | null | Promise<Env | null>;
  /** What it must say, a line each. */
  says: readonly RegExp[];
  /** One of its kind that `npm test` tries; a start costs two seconds of a processor. */
  isSample?: true;
};

const key = Buffer.alloc(32, 7).toString("base64");

/** Where somebody listens who never says anything. */
async function silentPort(stage: Stage): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  stage.after(() => server.close());
  return (server.address() as { port: number }).port;
}

const changedUrl = (url: string, change: (parts: URL) => void): string => {
  const parts = new URL(url);
  change(parts);
  return parts.href;
};

/** Why a database lets nobody in, or null. */
async function refusalOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

let databases = 0;
const emptyDatabase = (postgres: Postgres) => postgres.createDatabase(`bad_start_${(databases += 1)}`);

async function runBefore(env: Env): Promise<void> {
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...env }));
  await world.close();
}

export const badStarts: readonly BadStart[] = [
  {
    name: "several values that are none",
    isSample: true,
    arrange: () => ({ PORT: "many", RATE_LIMIT_FACTOR: "0", PUBLIC_URL: "here", DISK_STOP_MB: "little" }),
    says: [/^PORT must/, /^PUBLIC_URL must/, /^RATE_LIMIT_FACTOR must/, /^DISK_STOP_MB must/],
  },
  {
    name: "production on PostgreSQL without its keys",
    arrange: ({ postgres }) => ({ NODE_ENV: "production", ALLOW_HTTP: "1", DATABASE_URL: postgres.url }),
    says: [/^ENCRYPTION_KEYS is required/, /^AUDIT_KEY is required/],
  },
  {
    name: "production with one of its two keys",
    arrange: ({ postgres }) => ({
      NODE_ENV: "production",
      PUBLIC_URL: "https://boardroom.example",
      DATABASE_URL: postgres.url,
      ENCRYPTION_KEYS: `k1:${key}`,
    }),
    says: [/^AUDIT_KEY is required/],
  },
  {
    name: "a key that is too short",
    arrange: () => ({ ENCRYPTION_KEYS: "k1:c2hvcnQ=", AUDIT_KEY: key }),
    says: [/^ENCRYPTION_KEYS must be/],
  },
  {
    name: "the keys of a database gone",
    async arrange({ folder }) {
      fillFolder(folder);
      if (!existsSync(join(folder, "keys.json"))) await runBefore({ DATA_DIR: folder });
      rmSync(join(folder, "keys.json"));
      return {};
    },
    says: [/^The keys of the database in the data folder are missing\. Put keys\.json back/],
  },
  {
    name: "half a file of keys",
    arrange({ folder }) {
      writeFileSync(join(folder, "keys.json"), '{"encryptionKeys":"k1:');
      return {};
    },
    says: [/^The file \S+keys\.json cannot be read\. Put it back from a backup\.$/],
  },
  {
    name: "an address that is none of a database",
    arrange: () => ({ DATABASE_URL: "mysql://u:p@127.0.0.1/boardroom" }),
    says: [/^DATABASE_URL must be an address/],
  },
  {
    name: "a database that is not there",
    arrange: async () => ({ DATABASE_URL: `postgres://u:p@127.0.0.1:${await freePort()}/boardroom` }),
    says: [/^The database at DATABASE_URL does not answer\.$/],
  },
  {
    name: "a wrong password",
    arrange: ({ postgres }) => ({ DATABASE_URL: changedUrl(postgres.url, (url) => (url.password = "wrong")) }),
    says: [/^The database at DATABASE_URL refused the user or password\.$/],
  },
  {
    name: "a database name that does not exist",
    arrange: ({ postgres }) => ({ DATABASE_URL: changedUrl(postgres.url, (url) => (url.pathname = "/nowhere")) }),
    says: [/^The database named in DATABASE_URL does not exist\.$/],
  },
  {
    name: "a database that wants TLS",
    async arrange({ postgres, after }) {
      const DATABASE_URL = await emptyDatabase(postgres);
      const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
      await superuser.connect();
      const { rows } = await superuser.query<{ hba_file: string }>("SHOW hba_file");
      const [file = ""] = rows.map(({ hba_file }) => hba_file);
      const rules = readFileSync(file, "utf8");
      const allow = async (text: string): Promise<void> => {
        writeFileSync(file, text);
        await superuser.query("SELECT pg_reload_conf()");
        await until(async () => (await refusalOf(DATABASE_URL)) !== null, text !== rules, 10_000);
      };
      // A superuser still gets in; for everyone else the server takes only TLS.
      await allow(`host all postgres all trust\nhostssl all all all trust\n`);
      after(async () => {
        await allow(rules);
        await superuser.end();
      });
      return { DATABASE_URL };
    },
    says: [
      /^The database at DATABASE_URL refuses connections without TLS\. Add \?sslmode=verify-full to DATABASE_URL\.$/,
    ],
  },
  {
    name: "TLS asked of a database without it",
    arrange: ({ postgres }) => ({ DATABASE_URL: `${postgres.url}?sslmode=verify-full` }),
    says: [/^The database at DATABASE_URL has no TLS\. Turn it on there, or remove sslmode from DATABASE_URL\.$/],
  },
  {
    name: "a database that accepts and says nothing",
    async arrange(stage) {
      return { DATABASE_URL: `postgres://u:p@127.0.0.1:${await silentPort(stage)}/boardroom` };
    },
    says: [/^The database at DATABASE_URL does not answer\.$/],
  },
  {
    name: "a port that is taken",
    arrange: async (stage) => ({ PORT: String(await silentPort(stage)) }),
    says: [/^Port \d+ is already in use\./],
  },
  {
    name: "a host that is not this machine's",
    arrange: () => ({ HOST: "999.1.1.1" }),
    says: [/^HOST 999\.1\.1\.1 is not an address of this machine\./],
  },
  {
    name: "a file in place of the data folder",
    arrange({ folder }) {
      writeFileSync(join(folder, "file"), "");
      return { DATA_DIR: join(folder, "file") };
    },
    says: [/^The data folder cannot be written: /],
  },
  {
    name: "a data folder where the system makes none",
    arrange: () => ({ DATA_DIR: "/proc/nowhere" }),
    says: [/^The data folder cannot be created: /],
  },
  {
    name: "a data folder on a disk that only reads",
    arrange({ folder, after }) {
      const mount = (...words: string[]) => spawnSync("mount", words).status === 0;
      if (!mount("-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", folder)) return null;
      after(() => spawnSync("umount", ["-l", folder]));
      return {};
    },
    says: [/^The data folder cannot be written: /],
  },
  {
    name: "a database written by a newer version",
    isSample: true,
    async arrange({ folder, postgres }) {
      const DATABASE_URL = await emptyDatabase(postgres);
      await runBefore({ DATA_DIR: folder, DATABASE_URL });
      const owner = new pg.Client({ connectionString: DATABASE_URL });
      await owner.connect();
      await owner.query("INSERT INTO schema_migrations (folder_millis, hash) VALUES (9999999999999, 'later')");
      await owner.end();
      return { DATABASE_URL };
    },
    says: [/^The database was written by a newer version of Boardroom\./],
  },
];

/** Arranges a case in a folder of its own, lets `work` try it, and puts everything back. */
export async function onStage<T>(
  { arrange }: BadStart,
  postgres: Postgres,
  work: (env: Env | null) => Promise<T>,
): Promise<T> {
  await using stage = openStage("bad-start");
  const { folder } = stage;
  const env = await arrange({ folder, postgres, after: stage.after });
  return await work(env && { DATA_DIR: folder, ...env });
}

export const fault: Fault = {
  id: "R26",
  title: "a start that cannot succeed",
  promise: `It ends with code 1 within ${refusedWithinMs} ms, says why in one clear line a fault, and never calls itself ready.`,
  async run({ say }) {
    const violations: string[] = [];
    const times = holdTimes(violations);
    const said: string[] = [];
    const skipped: string[] = [];
    let slowest = 0;
    const postgres = await startPostgres();
    try {
      for (const bad of badStarts)
        await onStage(bad, postgres, async (env) => {
          if (!env) return void skipped.push(bad.name);
          const { sentences, faults, tookMs } = await startRefused(env);
          violations.push(...faults.map((broken) => `${bad.name}: ${broken}`));
          if (!bad.says.every((words, at) => words.test(sentences[at] ?? "")) || sentences.length !== bad.says.length)
            violations.push(`${bad.name}: it says ${sentences.join(" ")}`);
          times.hold(`${bad.name}: it ended`, tookMs, refusedWithinMs);
          slowest = Math.max(slowest, tookMs);
          said.push(`${bad.name}: ${sentences.join(" ")}`);
          say(`${bad.name}: ${Math.round(tookMs)} ms`);
        });
    } finally {
      await postgres.stop();
    }
    const notTried = skipped.length > 0 ? ` Not tried, as it takes root: ${skipped.join(", ")}.` : "";
    return {
      start: {
        injected: `${badStarts.length - skipped.length} starts, each with one thing wrong.${notTried}`,
        hit: `${said.length} processes that ended by themselves, with what they wrote to standard error:\n${said.join("\n")}`,
        figures: { slowest: `${Math.round(slowest)} ms from the start of the process${times.said()}.` },
        isVoid: said.length === 0,
        violations,
      },
    };
  },
};
