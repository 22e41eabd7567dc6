import type pg from "pg";

/**
 * Runs `work` across all companies in one transaction as the tables' owner, after checking that it sees them all:
 * without the setting, a protected table silently looks empty.
 */
export async function asOperator<T>(connect: () => pg.Client, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const operator = openOperator(connect);
  try {
    return await operator.run(work);
  } finally {
    await operator.close();
  }
}

/** A reusable connection as the tables' owner, for one piece of work at a time. */
export type Operator = {
  run<T>(work: (owner: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Connects at first use, and reconnects after work that failed. */
export function openOperator(connect: () => pg.Client): Operator {
  let current: pg.Client | null = null;
  const close = async (): Promise<void> => {
    const owner = current;
    current = null;
    // Closing rolls back uncommitted work.
    await owner?.end().catch(() => undefined);
  };
  return {
    close,
    async run(work) {
      try {
        const isNew = current === null;
        const owner = (current ??= connect());
        if (isNew) await owner.connect();
        await owner.query("BEGIN");
        if (isNew) await requireAllRowsVisible(owner);
        const result = await work(owner);
        await owner.query("COMMIT");
        return result;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

const visibility = `
  SELECT r.rolsuper OR r.rolbypassrls AS "isFree", coalesce(current_setting('app.operator', true) = 'on', false) AS "isSet",
    to_regclass('public.companies') IS NOT NULL AS "hasCompanies",
    (SELECT min(c.relname) FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND row_security_active(c.oid)
       AND NOT EXISTS (SELECT 1 FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname
         AND p.policyname = 'operator' AND current_user = ANY(p.roles))) AS hidden
  FROM pg_roles r WHERE r.rolname = current_user`;

/** Throws unless this connection, inside its transaction, sees every company's rows. */
export async function requireAllRowsVisible(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ isFree: boolean; isSet: boolean; hasCompanies: boolean; hidden: string | null }>(
    visibility,
  );
  const [found] = rows;
  if (found?.isFree) return;
  if (found?.hidden)
    throw new Error(`This database user does not see every row of ${found.hidden}. Use the one that owns the tables.`);
  if (!found?.isSet || (found.hasCompanies && !(await seesAll(owner))))
    throw new Error(
      "The connection to PostgreSQL lost the setting app.operator and does not show every company; nothing was changed. Connect DATABASE_URL to PostgreSQL directly, without a proxy or pooler.",
    );
}

/** Compares the visible companies with those visible after setting `app.operator` again. */
async function seesAll(owner: pg.Client): Promise<boolean> {
  const count = async (): Promise<number> =>
    Number((await owner.query<{ count: string }>("SELECT count(*) AS count FROM companies")).rows[0]?.count);
  await owner.query("SAVEPOINT sight; SELECT set_config('app.operator', 'on', true)");
  const all = await count();
  await owner.query("ROLLBACK TO SAVEPOINT sight; RELEASE SAVEPOINT sight");
  return (await count()) >= all;
}
