import type { Duplex } from "node:stream";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { AppError } from "#contract/errors.ts";
import { applySettings, newConnection, type Settings } from "#platform/db/connection.ts";
import { batchingClient, type Result, sendGroup, type Statement } from "#platform/db/group.ts";
import { DearGate, dearLimits, dearPatienceMs, leastDearMs, TooMuch } from "#platform/db/dear.ts";
import { isRetryable, isRefusal, isTimeout, sqlState } from "#platform/db/trouble.ts";

type Client = ReturnType<typeof batchingClient>;
export type Db = NodePgDatabase & {
  $client: Client;
  /** Calls back after a write transaction, with whether it is known to be committed. */
  onEnd(callback: EndCallback): void;
  /** Its statements are interrupted for others. */
  yields: boolean;
};
type EndCallback = (isCommitted: boolean) => void;

/** Statement timeout in milliseconds; past it the caller gets a 503 (SAFETY 46, R5). */
const statementDeadline = 5_000;
const maxWaiting = 200;

const dialect = new PgDialect({ casing: "snake_case" });
type Send = (statements: readonly Statement[]) => Promise<readonly Result[]>;
/** The query builder; statements issued in the same tick are sent together. */
function builderOn(send: Send, onEnd: (callback: EndCallback) => void = noEnd, yields = false): Db {
  const client = batchingClient(send);
  const session = new NodePgSession(client as unknown as pg.PoolClient, dialect, undefined);
  return Object.assign(new NodePgDatabase(dialect, session, undefined), { $client: client, onEnd, yields });
}

function noEnd(): never {
  throw new Error("onEnd is only available in a write transaction.");
}

/** Builds statements without reaching a database. */
export const detached = builderOn(() => Promise.reject(new Error("A statement was sent outside any transaction.")));

/** The most statements a connection keeps prepared; parsing and planning cost more than running most of them. */
const maxPrepared = 300;
const longestPrepared = 4_000;
const names = new Map<string, string>();

/** Prefix for statements built per request, such as filtered lists: preparing them would evict recurring ones. */
export const once = "/* once */";

/** Names a statement after its text, so that it is planned once per connection. */
function withName<Query extends Statement>(query: Query): Query {
  const known = names.get(query.text);
  if (known) return { ...query, name: known };
  if (query.text.startsWith(once) || names.size >= maxPrepared || query.text.length > longestPrepared) return query;
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
  connectionTimeoutMillis?: number;
  stream?: () => Duplex;
  /** For dear reads: what is sent over it gives way to all else. Absent where the database runs statements side by side. */
  yieldingStream?: () => Duplex;
};

export type TransactionOptions = {
  /** Statements that run before the write lock is taken. */
  first?: readonly Statement[];
  /** Must find a row once the write lock is held; else nothing happens and the caller is signed out. */
  requires?: Statement | null;
  /** True once the caller is gone: no more statements are sent, and uncommitted ones are rolled back. */
  isAbandoned?: () => boolean;
  /** Milliseconds a request's dear read may take, its turn included; one without it has half a minute. */
  patience?: number;
};

export type Database = {
  kind: "embedded" | "postgres";
  /** Signs in as a role that owns nothing. */
  pool: pg.Pool;
  /** A separate connection, for LISTEN. */
  connect(): pg.Client;
  /** Runs one statement outside any company's transaction; only for session checks and infrastructure. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Runs `work` scoped to `company`. "write" is one transaction under the company's lock; "read" and "note" use a
   * transaction per batch of statements, read-only for "read". "dear" is a "read" that waits for its turn; use `readDear`.
   */
  transaction<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    mode?: "read" | "write" | "note" | "dear",
    options?: TransactionOptions,
  ): Promise<T>;
  /** Milliseconds left for the request this database object was made for; absent elsewhere. */
  patience?(): number;
  /**
   * Tells PostgreSQL's planner of many new rows in a table and spares their first reader the work on them, which it would
   * do by itself within minutes. The embedded engine's statistics are kept by `keepStatistics`.
   */
  refreshStatistics(table: string): Promise<void>;
  close(): Promise<void>;
};

const setCompany = "SELECT set_config('app.company_id', $1, true)";
const setCompanyReadOnly = `${setCompany}, set_config('transaction_read_only', 'on', true)`;
/** The embedded engine has no timer for its timeout; its deadline cancels the statement. */
const setCompanyDear = `${setCompanyReadOnly}, set_config('statement_timeout', $2, true)`;

/**
 * Writes of one company are serialized from their first statement on. Each ends at the journal's head anyway; locking
 * it last, after rows locked in varying order, would deadlock.
 */
const lockCompany = "SELECT FROM journal_heads WHERE company_id = $1 FOR UPDATE";

/**
 * For every pool session on PostgreSQL; the embedded engine has one zone and its own deadline. Days are computed in the
 * company's zone by name, all else is UTC. `app.operator` is cleared because a pooler may pass on an operator's
 * session.
 */
const postgresSettings: Settings = {
  TimeZone: "UTC",
  statement_timeout: String(statementDeadline),
  "app.operator": "",
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function openPool(options: {
  kind: Database["kind"];
  connect: Connect;
  /** How the tables' owner signs in. */
  owner: Connect;
  onError: (error: Error) => void;
  size?: number;
  onClose?: () => Promise<void>;
}): Database {
  const config = {
    ...options.connect,
    max: options.size ?? 10,
    connectionTimeoutMillis: statementDeadline,
    query_timeout: statementDeadline + 1_000,
    idleTimeoutMillis: 60_000,
    onConnect: (client: pg.ClientBase) => applySettings(client, options.kind === "postgres" ? postgresSettings : {}),
  };
  const pool = new pg.Pool(config as pg.PoolConfig);
  const limits = dearLimits[options.kind];
  const gate = new DearGate(limits);
  const { yieldingStream } = options.connect;
  const dearPool = yieldingStream
    ? new pg.Pool({ ...config, stream: yieldingStream, max: limits.inAll } as pg.PoolConfig)
    : pool;
  let closing = false;
  const pools = new Set([pool, dearPool]);
  for (const one of pools) {
    // The pool removes its own listener just before the borrower gets the connection.
    one.on("connect", (client) => client.on("error", () => undefined));
    one.on("error", (error) => {
      if (!closing) options.onError(error);
    });
  }

  async function acquire(from: pg.Pool): Promise<pg.PoolClient> {
    if (from.waitingCount >= maxWaiting) throw overloaded();
    return from.connect();
  }

  /** Sends a batch over a borrowed connection. */
  async function sendOnce(statements: readonly Statement[], from = pool): Promise<readonly Result[]> {
    const client = await borrowClient(from);
    try {
      const results = await sendGroup(client, statements);
      releaseClient(client);
      return results;
    } catch (error) {
      releaseClient(client, error);
      throw error;
    }
  }

  async function borrowClient(from = pool): Promise<pg.PoolClient> {
    const client = await acquire(from);
    // The pool listens only to idle connections; an unhandled error on a busy one would end the process.
    client.on("error", options.onError);
    return client;
  }

  function releaseClient(client: pg.PoolClient, error?: unknown): void {
    client.off("error", options.onError);
    client.release(error && !isRefusal(error) ? (error as Error) : undefined);
  }

  /** Each batch is its own transaction, at no extra round trip. */
  function runInBatches<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    first: Statement,
    isAbandoned: () => boolean,
  ): Promise<T> {
    return work(
      builderOn(async (statements) => {
        if (isAbandoned()) throw overloaded();
        const group = [{ ...first, values: [company] }, ...statements.map(withName)];
        const results = await sendOnce(group).catch((error: unknown) => {
          if (!isRetryable(error)) throw error;
          return sendOnce(group);
        });
        return results.slice(1);
      }),
    );
  }

  /** Each batch waits for its turn, so that many short ones do not hold up other companies' either. */
  function runDear<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    { isAbandoned = () => false, patience }: TransactionOptions,
  ): Promise<T> {
    const since = performance.now();
    const until = since + (patience ?? dearPatienceMs);
    const left = (): number => Math.max(0, until - performance.now());
    const isPatient = patience === undefined;
    const send: Send = (statements) => gate.run(company, left(), () => sendInTurn(statements), { isPatient, since });
    const sendInTurn: Send = async (statements) => {
      if (isAbandoned()) throw overloaded();
      const remaining = Math.ceil(Math.min(left(), statementDeadline));
      // A timeout of 0 is none, and one of a few milliseconds ends every statement.
      if (remaining < leastDearMs) throw new TooMuch();
      const first = { name: "see dear", text: setCompanyDear, values: [company, String(remaining)] };
      try {
        return (await sendOnce([first, ...statements.map(withName)], dearPool)).slice(1);
      } catch (error) {
        if (isTimeout(error)) throw new TooMuch();
        throw sqlState(error) === "57014" ? new TooMuch(dearPool !== pool) : error;
      }
    };
    return work(builderOn(send, noEnd, dearPool !== pool));
  }

  async function runWriteTransaction<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    { first = [], requires = null, isAbandoned = () => false }: TransactionOptions,
  ): Promise<T> {
    const begin = [
      { name: "begin", text: "BEGIN" },
      { name: "act", text: setCompany, values: [company] },
      ...first.map(withName),
      { name: "turn", text: lockCompany, values: [company] },
      ...(requires ? [withName(requires)] : []),
    ];
    let client: pg.PoolClient | null = null;
    let refusal: AppError | null = null;
    /**
     * Opens the transaction with its first statements; retries once if the connection fails before anything happened.
     */
    async function open(statements: readonly Statement[], mayRetry = true): Promise<readonly Result[]> {
      const borrowed = await borrowClient();
      try {
        const results = await sendGroup(borrowed, [...begin, ...statements]);
        client = borrowed;
        if (requires && results[begin.length - 1]?.rowCount === 0)
          throw (refusal = new AppError("unauthorized", "Unauthorized"));
        return results.slice(begin.length);
      } catch (error) {
        if (isRefusal(error) || error === refusal) {
          client = borrowed;
          throw error;
        }
        releaseClient(borrowed, error);
        if (!mayRetry || !isRetryable(error)) throw error;
        return open(statements, false);
      }
    }
    let opening: Promise<unknown> | null = null;
    let isEnded = false;
    const send: Send = async (list) => {
      if (isEnded || isAbandoned()) throw overloaded();
      const statements = list.map(withName);
      if (client) return sendGroup(client, statements);
      if (opening) {
        await opening;
        return send(list);
      }
      const first = open(statements);
      opening = first.catch(() => undefined);
      return first;
    };
    const currentClient = (): pg.PoolClient | null => client;
    const currentRefusal = (): AppError | null => refusal;
    const pendingOpen = (): Promise<unknown> | null => opening;
    const callbacks: EndCallback[] = [];
    let isCommitted = false;
    let fault: unknown;
    try {
      const result = await work(builderOn(send, (callback) => void callbacks.push(callback)));
      if (isAbandoned()) throw overloaded();
      // After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error.
      if ((await currentClient()?.query("COMMIT"))?.command === "ROLLBACK")
        throw new Error("A statement failed, so the transaction was rolled back.");
      isCommitted = true;
      return result;
    } catch (error) {
      isEnded = true;
      // A pending open would leave a transaction that is never ended.
      await pendingOpen();
      fault = isTimeout(error) ? error : await rollBack(currentClient());
      // The query builder wraps what a statement throws.
      throw currentRefusal() ?? error;
    } finally {
      const used = currentClient();
      if (used) releaseClient(used, fault);
      for (const callback of callbacks) callback(isCommitted);
    }
  }

  return {
    kind: options.kind,
    pool,
    connect: () =>
      newConnection({
        ...options.connect,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        connectionTimeoutMillis: statementDeadline,
      }),
    async query(text, values) {
      if (pool.waitingCount >= maxWaiting) throw overloaded();
      const ask = async () => (await pool.query(withName({ text }), values)).rows;
      return ask().catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
        return ask();
      });
    },
    async transaction(company, work, mode = "write", options = {}) {
      if (!uuid.test(company)) throw new Error("A company's id must be a UUID.");
      if (mode === "write") return runWriteTransaction(company, work, options);
      if (mode === "dear") return runDear(company, work, options);
      const before = mode === "read" ? { name: "see", text: setCompanyReadOnly } : { name: "act", text: setCompany };
      return runInBatches(company, work, before, options.isAbandoned ?? (() => false));
    },
    async refreshStatistics(table) {
      if (options.kind === "embedded") return;
      const owner = newConnection(options.owner);
      await owner.connect();
      try {
        await owner.query(`VACUUM (ANALYZE) ${pg.escapeIdentifier(table)}`);
      } finally {
        await owner.end();
      }
    },
    async close() {
      closing = true;
      await Promise.all([...pools].map((one) => one.end()));
      await options.onClose?.();
    },
  };
}

function overloaded(): AppError {
  return new AppError("unavailable", "Service temporarily unavailable", { retryAfter: 1 });
}

/** Returns the error if the rollback failed; the connection is then unusable. */
async function rollBack(client: pg.PoolClient | null): Promise<unknown> {
  return client?.query("ROLLBACK").then(
    () => undefined,
    (cause: unknown) => cause,
  );
}
