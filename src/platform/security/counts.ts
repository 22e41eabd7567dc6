import { getTableName } from "drizzle-orm";
import type pg from "pg";
import { now } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import type { Log } from "#platform/log.ts";
import { type CountKind, securityCounts } from "#platform/security/tables.ts";

/** How often counts are written, in milliseconds. */
const pauseMs = 10_000;
/** The most pairs of company and kind held until then; further ones are dropped and logged. */
const mostHeld = 10_000;
const keptDays = 90;
const table = getTableName(securityCounts);

export type SecurityCounts = {
  add(company: string, kind: CountKind): void;
  /** Writes the held counts now. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Counts refused calls after their response and writes the sums every 10 seconds, so that a flood costs one statement.
 */
export function openSecurityCounts(connectOwner: () => pg.Client, log: Log): SecurityCounts {
  let held = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (held.size === 0) return;
    const counts = held;
    held = new Map();
    try {
      await asOperator(connectOwner, (owner) => save(owner, counts));
    } catch (error) {
      log.warn({ err: error }, "security counts were not written; they are tried again");
      for (const [key, count] of counts) held.set(key, (held.get(key) ?? 0) + count);
      schedule();
    }
  }
  const flush = (): Promise<void> => (writing = writing.then(write));
  const schedule = (): void => void (timer ??= setTimeout(() => void flush(), pauseMs).unref());

  return {
    add(company, kind) {
      const key = `${company} ${kind}`;
      if (!held.has(key) && held.size >= mostHeld) return log.warn("too many security counts at once");
      held.set(key, (held.get(key) ?? 0) + 1);
      schedule();
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Adds the counts to the table, without those of companies deleted in the meantime. */
async function save(owner: pg.Client, counts: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...counts].map(([key, count]) => [...key.split(" "), count] as [string, string, number]);
  await owner.query(
    `INSERT INTO ${table} (company_id, hour, kind, count)
     SELECT g.company, date_trunc('hour', $4::timestamptz, 'UTC'), g.kind, g.count
     FROM unnest($1::uuid[], $2::text[], $3::int[]) AS g (company, kind, count)
     WHERE EXISTS (SELECT FROM companies c WHERE c.company_id = g.company) ORDER BY g.company, g.kind
     ON CONFLICT (company_id, hour, kind) DO UPDATE SET count = ${table}.count + excluded.count`,
    [rows.map(([company]) => company), rows.map(([, kind]) => kind), rows.map(([, , count]) => count), now()],
  );
  await owner.query(`DELETE FROM ${table} WHERE hour < $1::timestamptz - interval '${keptDays} days'`, [now()]);
}

/** Adds one to a count, in the caller's transaction. */
export async function countInHour(tx: Tx, kind: CountKind): Promise<void> {
  await tx.db.$client.query(
    {
      text: `INSERT INTO ${table} (company_id, hour, kind, count)
        VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, 1)
        ON CONFLICT (company_id, hour, kind) DO UPDATE SET count = ${table}.count + 1`,
    },
    [tx.company, tx.now, kind],
  );
}

/** A company's counts of a day in its time zone, or of the last 24 hours. */
export type Counted = Record<CountKind, number>;

const sums = (["failed_sign_in", "refused", "blocked", "foreign"] as const)
  .map((kind) => `coalesce(sum(count) FILTER (WHERE kind = '${kind}'), 0)::int AS "${kind}"`)
  .join(", ");

/** The days with counts since a moment, oldest first. */
export async function countsByDay(tx: Tx, since: Date): Promise<({ day: string } & Counted)[]> {
  const { rows } = await tx.db.$client.query(
    {
      text: `SELECT to_char(hour AT TIME ZONE $3, 'YYYY-MM-DD') AS day, ${sums}
        FROM ${table} WHERE company_id = $1 AND hour >= $2 GROUP BY 1 ORDER BY 1`,
    },
    [tx.company, since, tx.timeZone],
  );
  return rows as ({ day: string } & Counted)[];
}

export async function countsSince(tx: Tx, since: Date): Promise<Counted> {
  const { rows } = await tx.db.$client.query(
    { text: `SELECT ${sums} FROM ${table} WHERE company_id = $1 AND hour >= $2` },
    [tx.company, since],
  );
  return rows[0] as Counted;
}
