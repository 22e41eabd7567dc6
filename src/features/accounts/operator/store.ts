import type pg from "pg";
import { asOperator } from "#platform/db/operator.ts";
import { violatedConstraint } from "#platform/db/trouble.ts";
import { skeletonOf } from "#platform/skeleton.ts";

export type Account = { companyId: string; userId: string; username: string; companyName: string; isActive: boolean };

/** Accounts with this username or address across all companies, for the operator. */
export async function findForOperator(owner: pg.Client, key: string): Promise<Account[]> {
  const { rows } = await owner.query<Account>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", u.username, c.name AS "companyName",
       u.is_active AND c.is_active AS "isActive"
     FROM users u JOIN companies c ON c.company_id = u.company_id
     WHERE u.username_key = $1 OR u.email_key = $1 ORDER BY u.username_key`,
    [key],
  );
  return rows;
}

export async function companiesForOperator(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ company: string }>("SELECT company_id AS company FROM companies ORDER BY 1");
  return rows.map(({ company }) => company);
}

/** Counts demos and other companies, also in a database that no version has set up yet. */
export async function countForOperator(owner: pg.Client): Promise<{ demos: number; others: number }> {
  const { rows: found } = await owner.query<{ isThere: boolean }>(
    `SELECT to_regclass('companies') IS NOT NULL AS "isThere"`,
  );
  if (!found[0]?.isThere) return { demos: 0, others: 0 };
  // An older database lacks this column; none of its companies is a demo.
  const { rows } = await owner.query<{ demos: number; others: number }>(
    `SELECT count(*) FILTER (WHERE is_demo)::int AS demos, count(*) FILTER (WHERE NOT is_demo)::int AS others
     FROM (SELECT coalesce((to_jsonb(c)->>'is_demo')::boolean, false) AS is_demo FROM companies c) marked`,
  );
  return rows[0] ?? { demos: 0, others: 0 };
}

/** Returns a function that tells whether there is a company, and stops querying once there is one. */
export function companyWatch(connectOwner: () => pg.Client): () => Promise<boolean> {
  let known = false;
  return async () => {
    known ||= await asOperator(connectOwner, async (owner) => {
      const { rows } = await owner.query<{ has: boolean }>("SELECT EXISTS (SELECT FROM companies) AS has");
      return rows[0]?.has === true;
    });
    return known;
  };
}

/** Fills `username_look` of rows from earlier versions; of names that look alike, only one gets it. */
export async function fillLooks(connectOwner: () => pg.Client): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined) after = await fillSomeLooks(connectOwner, after);
}

/** Fills up to 1,000 names after the given one; returns the last, or undefined at the end. */
async function fillSomeLooks(connectOwner: () => pg.Client, after: string): Promise<string | undefined> {
  try {
    return await asOperator(connectOwner, async (owner) => {
      const { rows } = await owner.query<{ key: string }>(
        "SELECT username_key AS key FROM users WHERE username_look IS NULL AND username_key > $1 ORDER BY 1 LIMIT 1000",
        [after],
      );
      const keys = rows.map(({ key }) => key);
      await owner.query(
        `UPDATE users u SET username_look = f.look
         FROM (SELECT DISTINCT ON (look) key, look FROM unnest($1::text[], $2::text[]) AS g (key, look)) f
         WHERE u.username_key = f.key AND NOT EXISTS (SELECT 1 FROM users o WHERE o.username_look = f.look)`,
        [keys, keys.map(skeletonOf)],
      );
      return keys.at(-1);
    });
  } catch (error) {
    // Another instance filled one of them first; the retry sees it.
    if (violatedConstraint(error) === "users_username_look") return after;
    throw error;
  }
}

/** Time zones of the companies that are not closed, by id; for the tables' owner. */
export async function zonesOf(owner: pg.Client, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ id: string; timeZone: string }>(
    `SELECT company_id AS id, time_zone AS "timeZone" FROM companies WHERE company_id = ANY($1) AND closed_at IS NULL`,
    [ids],
  );
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]));
}
