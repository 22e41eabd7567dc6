import type { Duplex } from "node:stream";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { AppError } from "#contract/errors.ts";
import { applySettings, newConnection, type Settings } from "#platform/db/connection.ts";
import { gathering, type Result, sendGroup, type Statement } from "#platform/db/group.ts";
import { isCutOff, isRefusal, isSilence } from "#platform/db/trouble.ts";

type Client = ReturnType<typeof gathering>;
export type Db = NodePgDatabase & {
  $client: Client;
  /** Is told once the transaction of a write is over, and whether it is known to be committed. */
  whenOver(hear: Hear): void;
};
type Hear = (isCommitted: boolean) => void;

/** How long a statement may take before it costs its caller a 503, in milliseconds (SAFETY 46, R5). */
const statementDeadline = 5_000;
const mostWaiting = 200;

const dialect = new PgDialect({ casing: "snake_case" });
type Send = (statements: readonly Statement[]) => Promise<readonly Result[]>;
/** Takes what sends statements, gives the query builder on it; what is asked for together is sent together. */
function builderOn(send: Send, whenOver: (hear: Hear) => void = noEnd): Db {
  const client = gathering(send);
  const session = new NodePgSession(client as unknown as pg.PoolClient, dialect, undefined);
  return Object.assign(new NodePgDatabase(dialect, session, undefined), { $client: client, whenOver });
}

function noEnd(): never {
  throw new Error("Only the transaction of a write has an end to wait for.");
}

/** Builds statements and reaches no database. */
export const detached = builderOn(() => Promise.reject(new Error("A statement was sent outside any transaction.")));

/** Statements a connection keeps prepared, at most; parsing and planning cost more than most of them. */
const mostPrepared = 300;
const longestPrepared = 4_000;
const names = new Map<string, string>();

/**
 * Begins a statement that is put together for one question, such as a list with its filters: prepared, those would take
 * the places of statements that come again and again.
 */
export const once = "/* once */";

/** Takes a statement, gives it under a name that is the same whenever the text is, so that it is planned once. */
function named<Query extends Statement>(query: Query): Query {
  const known = names.get(query.text);
  if (known) return { ...query, name: known };
  if (query.text.startsWith(once) || names.size >= mostPrepared || query.text.length > longestPrepared) return query;
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
};

export type TransactionOptions = {
  /** Statements before the turn of a write. */
  first?: readonly Statement[];
  /** Nobody waits for it any more: nothing further is sent, and what was not yet told to commit is rolled back. */
  isOver?: () => boolean;
};

export type Database = {
  kind: "embedded" | "postgres";
  /** The pool that signs in without ownership. */
  pool: pg.Pool;
  /** A connection of its own, for listening. */
  connect(): pg.Client;
  /** Runs one statement outside any company's transaction: the doors and the machinery only. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Runs `work` so that it sees only `company`: "write" in one transaction, taking turns within the company; "read" and
   * "note" in a transaction for each group of statements that are sent together, the first of them read-only.
   */
  transaction<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    mode?: "read" | "write" | "note",
    options?: TransactionOptions,
  ): Promise<T>;
  close(): Promise<void>;
};

const actFor = "SELECT set_config('app.company_id', $1, true)";
const seeOnly = `${actFor}, set_config('transaction_read_only', 'on', true)`;

/**
 * Verbs of one company take turns from their first statement on. Each ends at the head of the journal anyway; taking it
 * last, after rows that other verbs take in another order, makes them wait for each other in a circle.
 */
const takeTurn = "SELECT FROM journal_heads WHERE company_id = $1 FOR UPDATE";

/**
 * Of every session of the pool on PostgreSQL; the embedded engine has one zone and a deadline of its own. Days are cut in
 * the company's zone by name, everything else is UTC. A pooler set to reset nothing may pass on an operator's session.
 */
const onPostgres: Settings = { TimeZone: "UTC", statement_timeout: String(statementDeadline), "app.operator": "" };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Takes how to connect without ownership, gives the database as the rest of the product knows it. */
export function openPool(options: {
  kind: Database["kind"];
  connect: Connect;
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
    onConnect: (client: pg.ClientBase) => applySettings(client, options.kind === "postgres" ? onPostgres : {}),
  };
  const pool = new pg.Pool(config as pg.PoolConfig);
  // The pool lets go of a connection a moment before its borrower has it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  let closing = false;
  pool.on("error", (error) => {
    if (!closing) options.onError(error);
  });

  async function acquire(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= mostWaiting) throw overloaded();
    return pool.connect();
  }

  /** Sends a group over a borrowed connection and gives it back, unless it broke. */
  async function sendOnce(statements: readonly Statement[]): Promise<readonly Result[]> {
    const client = await borrow();
    try {
      const results = await sendGroup(client, statements);
      giveBack(client);
      return results;
    } catch (error) {
      giveBack(client, error);
      throw error;
    }
  }

  async function borrow(): Promise<pg.PoolClient> {
    const client = await acquire();
    // The pool listens to idle connections only: one that breaks in the middle would end the whole process.
    client.on("error", options.onError);
    return client;
  }

  function giveBack(client: pg.PoolClient, error?: unknown): void {
    client.off("error", options.onError);
    client.release(error && !isRefusal(error) ? (error as Error) : undefined);
  }

  /** Each group is a transaction of its own, which costs no word more than its statements themselves. */
  function apart<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    first: Statement,
    isOver: () => boolean,
  ): Promise<T> {
    return work(
      builderOn(async (statements) => {
        if (isOver()) throw overloaded();
        const group = [{ ...first, values: [company] }, ...statements.map(named)];
        const results = await sendOnce(group).catch((error: unknown) => {
          if (!isCutOff(error)) throw error;
          return sendOnce(group);
        });
        return results.slice(1);
      }),
    );
  }

  async function writing<T>(
    company: string,
    work: (db: Db) => Promise<T>,
    first: readonly Statement[],
    isOver: () => boolean,
  ): Promise<T> {
    const begin = [
      { name: "begin", text: "BEGIN" },
      { name: "act", text: actFor, values: [company] },
      ...first.map(named),
      { name: "turn", text: takeTurn, values: [company] },
    ];
    let client: pg.PoolClient | null = null;
    /** Opens the transaction with its first statements; cut off before anything happened it is asked for again. */
    async function open(statements: readonly Statement[], again = true): Promise<readonly Result[]> {
      const opened = await borrow();
      try {
        const results = await sendGroup(opened, [...begin, ...statements]);
        client = opened;
        return results.slice(begin.length);
      } catch (error) {
        if (isRefusal(error)) {
          client = opened;
          throw error;
        }
        giveBack(opened, error);
        if (!again || !isCutOff(error)) throw error;
        return open(statements, false);
      }
    }
    let opening: Promise<unknown> | null = null;
    let isEnded = false;
    const send: Send = async (list) => {
      if (isEnded || isOver()) throw overloaded();
      const statements = list.map(named);
      if (client) return sendGroup(client, statements);
      if (opening) {
        await opening;
        return send(list);
      }
      const first = open(statements);
      opening = first.catch(() => undefined);
      return first;
    };
    const held = (): pg.PoolClient | null => client;
    const onItsWay = (): Promise<unknown> | null => opening;
    const hearers: Hear[] = [];
    let isCommitted = false;
    let fault: unknown;
    try {
      const result = await work(builderOn(send, (hear) => void hearers.push(hear)));
      if (isOver()) throw overloaded();
      // PostgreSQL answers the COMMIT of a transaction that failed with a roll-back, and with no error.
      if ((await held()?.query("COMMIT"))?.command === "ROLLBACK")
        throw new Error("A statement had failed, and all of the transaction was rolled back.");
      isCommitted = true;
      return result;
    } catch (error) {
      isEnded = true;
      // What is on its way would open a transaction that nobody ends.
      await onItsWay();
      fault = isSilence(error) ? error : await rolledBack(held());
      throw error;
    } finally {
      const used = held();
      if (used) giveBack(used, fault);
      for (const hear of hearers) hear(isCommitted);
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
      if (pool.waitingCount >= mostWaiting) throw overloaded();
      const ask = async () => (await pool.query(named({ text }), values)).rows;
      return ask().catch((error: unknown) => {
        if (!isCutOff(error)) throw error;
        return ask();
      });
    },
    async transaction(company, work, mode = "write", { first = [], isOver = () => false } = {}) {
      if (!uuid.test(company)) throw new Error("A company's id is no UUID.");
      if (mode === "write") return writing(company, work, first, isOver);
      const before = mode === "read" ? { name: "see", text: seeOnly } : { name: "act", text: actFor };
      return apart(company, work, before, isOver);
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

/** Rolls back; gives why that could not be done, and the connection is of no use any more. */
async function rolledBack(client: pg.PoolClient | null): Promise<unknown> {
  return client?.query("ROLLBACK").then(
    () => undefined,
    (cause: unknown) => cause,
  );
}
