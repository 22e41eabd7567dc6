import type { Duplex } from "node:stream";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { AppError } from "#contract/errors.ts";

export type Db = NodePgDatabase;

/** How long a statement may take before it costs its caller a 503, in milliseconds (SAFETY 46, R5). */
const statementDeadline = 5_000;
const mostWaiting = 200;

const dialect = new PgDialect({ casing: "snake_case" });
/** Takes a connection, gives the query builder on it. */
function builderOn(client: pg.PoolClient): Db {
  const prepared = { query: (query: pg.QueryConfig, values: unknown[]) => client.query(named(query), values) };
  const session = new NodePgSession(prepared as unknown as pg.PoolClient, dialect, undefined);
  return new NodePgDatabase(dialect, session, undefined) as Db;
}

/** Statements a connection keeps prepared, at most; parsing and planning cost more than most of them. */
const mostPrepared = 300;
const longestPrepared = 4_000;
const names = new Map<string, string>();

/** Takes a statement, gives it under a name that is the same whenever the text is, so that it is planned once. */
function named<Query extends pg.QueryConfig>(query: Query): Query {
  const known = names.get(query.text);
  if (known) return { ...query, name: known };
  if (names.size >= mostPrepared || query.text.length > longestPrepared) return query;
  const name = `s${names.size}`;
  names.set(query.text, name);
  return { ...query, name };
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Connect = {
  connectionString?: string;
  host?: string;
  port?: number;
  database?: string | undefined;
  user?: string;
  password?: string;
  ssl?: unknown;
  options?: string;
  connectionTimeoutMillis?: number;
  stream?: () => Duplex;
};

export type Database = {
  kind: "embedded" | "postgres";
  /** The pool that signs in without ownership. */
  pool: pg.Pool;
  /** A connection of its own, for listening. */
  connect(): pg.Client;
  /** Runs one statement outside any company's transaction: the doors and the machinery only. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction that sees only `company`; those that write take turns within it. */
  transaction<T>(company: string, work: (db: Db) => Promise<T>, mode?: "read" | "write"): Promise<T>;
  close(): Promise<void>;
};

/**
 * Verbs of one company take turns from their first statement on. Each ends at the head of the journal anyway; taking it
 * last, after rows that other verbs take in another order, makes them wait for each other in a circle.
 */
const turn = (company: string): string => `SELECT FROM journal_heads WHERE company_id = '${company}' FOR UPDATE`;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Takes how to connect without ownership, gives the database as the rest of the product knows it. */
export function openPool(options: {
  kind: Database["kind"];
  connect: Connect;
  onError: (error: Error) => void;
  size?: number;
  onClose?: () => Promise<void>;
}): Database {
  const pool = new pg.Pool({
    ...options.connect,
    max: options.size ?? 10,
    connectionTimeoutMillis: statementDeadline,
    statement_timeout: statementDeadline,
    query_timeout: statementDeadline + 1_000,
    idleTimeoutMillis: 60_000,
  } as pg.PoolConfig);
  let closing = false;
  pool.on("error", (error) => {
    if (!closing) options.onError(error);
  });

  async function acquire(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= mostWaiting) throw overloaded();
    return pool.connect();
  }

  /** Gives a connection inside its transaction; one that was cut off before anything happened is asked for again. */
  async function begun(begin: string, again = true): Promise<pg.PoolClient> {
    const client = await acquire();
    // The pool listens to idle connections only: one that breaks in the middle would end the whole process.
    client.on("error", options.onError);
    try {
      await client.query(begin);
      return client;
    } catch (error) {
      client.off("error", options.onError);
      client.release(error as Error);
      if (!again || !isCutOff(error)) throw error;
      return begun(begin, false);
    }
  }

  return {
    kind: options.kind,
    pool,
    connect: () =>
      new pg.Client({ ...options.connect, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as pg.ClientConfig),
    async query(text, values) {
      if (pool.waitingCount >= mostWaiting) throw overloaded();
      const ask = async () => (await pool.query(named({ text }), values)).rows;
      return ask().catch((error: unknown) => {
        if (!isCutOff(error)) throw error;
        return ask();
      });
    },
    async transaction(company, work, mode = "write") {
      if (!uuid.test(company)) throw new Error("A company's id is no UUID.");
      const setCompany = `SELECT set_config('app.company_id', '${company}', true)`;
      const client = await begun(
        mode === "read" ? `BEGIN READ ONLY; ${setCompany}` : `BEGIN; ${setCompany}; ${turn(company)}`,
      );
      let broken: Error | undefined;
      try {
        const result = await work(builderOn(client));
        await client.query("COMMIT");
        return result;
      } catch (error) {
        broken = await client.query("ROLLBACK").then(
          () => undefined,
          (cause: Error) => cause,
        );
        throw error;
      } finally {
        client.off("error", options.onError);
        client.release(broken);
      }
    },
    async close() {
      closing = true;
      await pool.end();
      await options.onClose?.();
    },
  };
}

function overloaded(): AppError {
  return new AppError("unavailable", "Service temporarily unavailable", { retryAfter: 1 });
}

/** The connection was ended from outside, as when the embedded engine is replaced under a statement that waits. */
const isCutOff = (error: unknown): boolean => (error as { code?: unknown }).code === "57P01";

const troubleCodes = /^(40P01|57014|57P0\d|08\d{3}|53\d{3}|25P03|XX000|58\d{3})$/;
const troubleSystem = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const troubleWords = /timeout|terminated|Connection ended|not queryable|Connection closed/i;

/** Says whether an error means that the database is away, slow or full rather than that a statement is wrong. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string") return troubleCodes.test(code) || troubleSystem.test(code);
  if (error.cause instanceof Error) return isDatabaseTrouble(error.cause);
  return troubleWords.test(error.message);
}

/** Gives the name of the unique or foreign key a statement ran against, null when that was not the trouble. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" || code === "23503") return constraint ?? "";
  return error.cause ? violatedConstraint(error.cause) : null;
}
