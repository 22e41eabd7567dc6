import type pg from "pg";

/** The setting every policy compares with; verbs set it for their transaction alone. */
const mine = "company_id = nullif(current_setting('app.company_id', true), '')::uuid";

/** Doors: tables on which one row may be seen by presenting its key, before the company is known. */
const doors: Record<string, string> = {
  sessions: "token_hash = decode(nullif(current_setting('app.session', true), ''), 'hex')",
  users: "username_key = nullif(current_setting('app.sign_in', true), '')",
};

/** The owner of the tables sees all companies, but only where a command of the operator says that it wants to. */
const operator = "current_setting('app.operator', true) = 'on'";

/** What may be done with the rows of a table besides reading and adding; everything, unless it stands here. */
const changes: Record<string, string> = {
  journal: "",
  grants: "",
  policies: "",
  journal_heads: ", UPDATE",
  kept_rows: ", DELETE",
  idempotency_keys: ", DELETE",
};

/** Puts row level security, forced, on every table that has a company; what a new table needs it gets by itself. */
export async function raiseWalls(owner: pg.Client): Promise<void> {
  for (const table of await companyTables(owner)) {
    const door = doors[table];
    await owner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await owner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await owner.query(`DROP POLICY IF EXISTS tenancy ON ${table}`);
    await owner.query(`CREATE POLICY tenancy ON ${table} USING (${mine}) WITH CHECK (${mine})`);
    await owner.query(`DROP POLICY IF EXISTS door ON ${table}`);
    await owner.query(`DROP POLICY IF EXISTS operator ON ${table}`);
    await owner.query(
      `CREATE POLICY operator ON ${table} TO CURRENT_USER USING (${operator}) WITH CHECK (${operator})`,
    );
    if (door) await owner.query(`CREATE POLICY door ON ${table} FOR SELECT USING (${door})`);
  }
}

/** Lets the role without ownership read and write rows, and nothing else. */
export async function openTables(owner: pg.Client, role: string): Promise<void> {
  await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  await owner.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role}`);
  for (const table of await companyTables(owner)) {
    await owner.query(`REVOKE ALL ON ${table} FROM ${role}`);
    await owner.query(`GRANT SELECT, INSERT${changes[table] ?? ", UPDATE, DELETE"} ON ${table} TO ${role}`);
  }
}

/** Lets the role use the queue's own schema. */
export async function openSchema(owner: pg.Client, schema: string, role: string): Promise<void> {
  await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
  await owner.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
  await owner.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`);
}

/** Gives the names of all tables whose rows belong to a company. */
async function companyTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}
