import { join } from "node:path";
import pg from "pg";
import type { Config } from "#platform/config.ts";
import { keepCheckpoints } from "#platform/db/checkpoints.ts";
import { newConnection } from "#platform/db/connection.ts";
import { type Connect, type Database, openPool } from "#platform/db/database.ts";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import { migrate } from "#platform/db/migrate.ts";
import { requireSessions } from "#platform/db/pooler.ts";
import { keepStatistics } from "#platform/db/statistics.ts";
import { grantSchema, grantTables } from "#platform/db/tenancy.ts";
import { sqlState } from "#platform/db/trouble.ts";
import { installQueues, type Queue, queueSchema } from "#platform/jobs/queues.ts";
import type { Log } from "#platform/log.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

type Source = {
  kind: Database["kind"];
  owner: Connect;
  /** Creates the unprivileged role where permitted, and returns how to sign in with it. */
  member(owner: pg.Client): Promise<{ role: string | null; connect: Connect }>;
  close?: () => Promise<void>;
};

export type OpenDatabase = {
  database: Database;
  /** Notes for the operator, as sentences. */
  notes: string[];
  /** A new connection as the tables' owner: for the operator's commands and tests, never for a request. */
  connectOwner: () => pg.Client;
};

/** Opens the configured database, migrates it and returns a pool that signs in as an unprivileged role. */
export async function openDatabase(
  config: Config,
  secrets: Secrets,
  log: Log,
  queues: readonly Queue[],
  count: Count = () => undefined,
): Promise<OpenDatabase> {
  const source = config.databaseUrl
    ? await onPostgres(config.databaseUrl, secrets)
    : await embedded(config.dataDir, log, count);
  const notes: string[] = [];
  const owner = newConnection(source.owner);
  owner.on("error", (error) => log.warn({ err: error }, "the owner's connection broke"));
  try {
    await owner.connect();
    await migrate(owner);
    await installQueues(owner, queues, log);
    const { role, connect } = await source.member(owner);
    if (role) await serializeGrants(owner, () => grant(owner, role));
    else notes.push("The database user cannot create roles, so tenancy relies on forced row level security alone.");
    const database = openPool({
      kind: source.kind,
      connect,
      owner: source.owner,
      onError: (error) => log.warn({ err: error }, "a database connection broke"),
      ...(source.close ? { onClose: source.close } : {}),
    });
    await requireRowSecurity(database, role);
    return {
      database,
      notes,
      connectOwner: () => asOperator(source),
    };
  } catch (error) {
    await source.close?.();
    throw error;
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/** Generous, because nothing else waits for the database while a command has it to itself. */
const exclusiveDeadlineMs = 60_000;

export type OwnedDatabase = { kind: Database["kind"]; connect: () => pg.Client; close(): Promise<void> };

/** Opens the configured database as its owner, unchanged: nothing is migrated, granted or queued. */
export async function openAsOwner(config: Config, secrets: Secrets, log: Log): Promise<OwnedDatabase> {
  const source = config.databaseUrl
    ? await onPostgres(config.databaseUrl, secrets)
    : await embedded(config.dataDir, log, () => undefined, exclusiveDeadlineMs);
  return { kind: source.kind, connect: () => asOperator(source), close: async () => source.close?.() };
}

/** The embedded database's owner is a superuser, to whom no policy applies. */
const asOperator = (source: Source): pg.Client =>
  newConnection(source.owner, source.kind === "postgres" ? { "app.operator": "on" } : {});

/** Refuses to start if the pool's user bypasses row level security. */
async function requireRowSecurity(database: Database, role: string | null): Promise<void> {
  const [user] = await database.query<{ name: string; free: boolean }>(
    "SELECT rolname AS name, rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user",
  );
  if (user?.free || (role !== null && user?.name !== role))
    throw new Error(
      "The database user bypasses row level security. Use a user without superuser rights in DATABASE_URL.",
    );
}

async function grant(owner: pg.Client, role: string): Promise<void> {
  await grantTables(owner, role);
  await grantSchema(owner, queueSchema, role);
}

/** Serializes grants of instances that start together; PostgreSQL refuses concurrent changes of one row. */
async function serializeGrants(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query("BEGIN");
  try {
    await owner.query("SELECT pg_advisory_xact_lock(7264552)");
    await work();
    await owner.query("COMMIT");
  } catch (error) {
    await owner.query("ROLLBACK");
    throw error;
  }
}

async function embedded(dataDir: string, log: Log, count: Count, deadlineMs?: number): Promise<Source> {
  const engine = await openEmbedded({
    dataDir: join(dataDir, "database"),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    onRestart: (reason) => {
      count("engine_replacements");
      log.error({ reason }, "the embedded database was restarted");
    },
  });
  const asOwner = () => newConnection({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  const stopCheckpoints = keepCheckpoints(asOwner, (error) => log.warn({ err: error }, "no checkpoint was written"));
  const stopStatistics = keepStatistics(asOwner, (error) => log.warn({ err: error }, "the planner was not informed"));
  const connectAs = (user: string): Connect => ({
    stream: () => engine.stream(),
    yieldingStream: () => engine.stream({ yields: true }),
    user,
    database: "postgres",
  });
  return {
    kind: "embedded",
    owner: connectAs("postgres"),
    async member(owner) {
      const role = "boardroom_app";
      const { rows } = await owner.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
      if (rows.length === 0) await owner.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS`);
      return { role, connect: connectAs(role) };
    },
    close: () => {
      stopCheckpoints();
      stopStatistics();
      return engine.close();
    },
  };
}

/** How long the owner's connection may take to open, in milliseconds. */
const busyTimeoutMs = 15_000;

async function onPostgres(url: string, secrets: Secrets): Promise<Source> {
  // `requireSessions` checks with a short timeout that the database answers; later connections may find it busy.
  const owner: Connect = { connectionString: url, connectionTimeoutMillis: busyTimeoutMs };
  await requireSessions(owner);
  return {
    kind: "postgres",
    owner,
    async member(owner) {
      const { rows } = await owner.query<{ database: string; may: boolean }>(
        "SELECT current_database() AS database, rolcreaterole OR rolsuper AS may FROM pg_roles WHERE rolname = current_user",
      );
      const [found] = rows;
      if (!found?.may) return { role: null, connect: { connectionString: url } };
      const role = `${found.database
        .replaceAll(/[^a-z0-9_]/gi, "_")
        .toLowerCase()
        .slice(0, 50)}_app`;
      const password = secrets.derive(`database role ${role}`);
      await serializeGrants(owner, () => ensureRole(owner, role, password));
      const { host, port, database, ssl } = new pg.Client(url);
      const connect: Connect = { host, port, database, ssl, user: role, password };
      await requireSessions(connect).catch((error: unknown) => {
        if (!/^(28P01|28000|08P01)$/.test(sqlState(error) ?? "")) throw error;
        throw new Error(
          `The database at DATABASE_URL does not let Boardroom's role ${role} sign in. Allow it in pg_hba.conf, and in a pooler through auth_query.`,
          { cause: error },
        );
      });
      return { role, connect };
    },
  };
}

async function ensureRole(owner: pg.Client, role: string, password: string): Promise<void> {
  const { rows } = await owner.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  const verb = rows.length === 0 ? "CREATE" : "ALTER";
  await owner.query(`${verb} ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
}
