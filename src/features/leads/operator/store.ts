import type pg from "pg";

export type StoredLead = { id: string; name: string; email: string; company: string; message: string; at: Date };

/** The latest requests, newest first. */
export async function listForOperator(owner: pg.Client, most: number): Promise<StoredLead[]> {
  const { rows } = await owner.query<StoredLead>(
    `SELECT id, name, email, company, message, created_at AS at FROM leads ORDER BY created_at DESC, id LIMIT $1`,
    [most],
  );
  return rows;
}

/** Removes every request with this id or address; returns how many. */
export async function removeForOperator(owner: pg.Client, idOrEmail: string): Promise<number> {
  const { rowCount } = await owner.query("DELETE FROM leads WHERE id::text = $1 OR lower(email) = lower($1)", [
    idOrEmail,
  ]);
  return rowCount ?? 0;
}
