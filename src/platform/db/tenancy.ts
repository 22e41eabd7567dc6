import { createHash } from "node:crypto";
import type pg from "pg";
import { isOwn } from "#platform/db/extensions.ts";

/** The setting every policy compares with; it is set per transaction. */
const ownCompany = "company_id = nullif(current_setting('app.company_id', true), '')::uuid";

/** Tables on which one row may be read by presenting its key, before the company is known. */
const keyedAccess: Record<string, string> = {
  sessions: "token_hash = decode(nullif(current_setting('app.session', true), ''), 'hex')",
  ended_sessions: "token_hash = decode(nullif(current_setting('app.session', true), ''), 'hex')",
  api_tokens: "token_hash = decode(nullif(current_setting('app.api_token', true), ''), 'hex')",
  assistant_clients: "id = nullif(current_setting('app.assistant_client', true), '')::uuid",
  company_invitations: "token_hash = decode(nullif(current_setting('app.invitation', true), ''), 'hex')",
  board_pack_links: "token_hash = decode(nullif(current_setting('app.board_pack', true), ''), 'hex')",
  calendar_links: "token_hash = decode(nullif(current_setting('app.calendar', true), ''), 'hex')",
  sign_in_steps: "token_hash = decode(nullif(current_setting('app.sign_in_step', true), ''), 'hex')",
  linked_identities:
    "issuer = nullif(current_setting('app.issuer', true), '') AND subject = nullif(current_setting('app.subject', true), '')",
  users:
    "username_key = nullif(current_setting('app.sign_in', true), '') OR email_key = nullif(current_setting('app.address', true), '')",
  incoming_hooks: "token_hash = decode(nullif(current_setting('app.hook', true), ''), 'hex')",
  password_links: "token_hash = decode(nullif(current_setting('app.password_link', true), ''), 'hex')",
};

/** The tables' owner sees all companies only when an operator's command asks for it. */
const operator = "current_setting('app.operator', true) = 'on'";

/** Privileges of the application role in addition to SELECT and INSERT; by default all. */
const extraPrivileges: Record<string, string> = {
  journal: "",
  grants: "",
  policies: "",
  policy_versions: "",
  authorizations: ", DELETE",
  erasures: "",
  journal_heads: ", UPDATE",
  kept_rows: ", DELETE",
  forecast_corrections: ", DELETE",
  idempotency_keys: ", DELETE",
};

/** The statements that set up a table's row level security. */
function policyStatements(table: string): string[] {
  const keyedCondition = keyedAccess[table];
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS tenancy ON ${table}`,
    `CREATE POLICY tenancy ON ${table} USING (${ownCompany}) WITH CHECK (${ownCompany})`,
    `DROP POLICY IF EXISTS door ON ${table}`,
    `DROP POLICY IF EXISTS operator ON ${table}`,
    `CREATE POLICY operator ON ${table} TO CURRENT_USER USING (${operator}) WITH CHECK (${operator})`,
    ...(keyedCondition ? [`CREATE POLICY door ON ${table} FOR SELECT USING (${keyedCondition})`] : []),
  ];
}

/**
 * Sets up forced row level security on every table with a company, including new ones. Tables already set up are
 * skipped: recreating policies waits for every transaction on the table, and blocks them.
 */
export async function applyPolicies(owner: pg.Client): Promise<void> {
  const applied = await appliedDigests(owner);
  for (const table of await companyTables(owner)) {
    const statements = policyStatements(table);
    const mark = createHash("sha256").update(statements.join(";")).digest("hex");
    if (applied.get(table) === mark) continue;
    for (const statement of statements) await owner.query(statement);
    await owner.query(`COMMENT ON POLICY tenancy ON ${table} IS '${mark}'`);
  }
}

/** The digest of the policies applied to each table, if complete. */
async function appliedDigests(owner: pg.Client): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string; mark: string; policies: string[] }>(
    `SELECT c.relname AS name, max(obj_description(p.oid, 'pg_policy')) AS mark, array_agg(p.polname::text) AS policies
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     JOIN pg_policy p ON p.polrelid = c.oid
     WHERE c.relrowsecurity AND c.relforcerowsecurity GROUP BY 1`,
  );
  const whole = rows.filter(({ name, policies }) =>
    ["tenancy", "operator", ...(keyedAccess[name] ? ["door"] : [])].every((policy) => policies.includes(policy)),
  );
  return new Map(whole.map(({ name, mark }) => [name, mark]));
}

/** Lets the application role read and write rows, and nothing else. */
export async function grantTables(owner: pg.Client, role: string): Promise<void> {
  await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  const functions = await ownFunctions(owner);
  if (functions.length > 0) await owner.query(`GRANT EXECUTE ON FUNCTION ${functions.join(", ")} TO ${role}`);
  for (const table of await companyTables(owner)) {
    await owner.query(`REVOKE ALL ON ${table} FROM ${role}`);
    await owner.query(`GRANT SELECT, INSERT${extraPrivileges[table] ?? ", UPDATE, DELETE"} ON ${table} TO ${role}`);
  }
}

/** Lets the role use the queue's schema. */
export async function grantSchema(owner: pg.Client, schema: string, role: string): Promise<void> {
  await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
  await owner.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
  await owner.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`);
}

/** Our functions only: those of extensions and administrators may not be granted, and need not be. */
async function ownFunctions(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND pg_has_role(p.proowner, 'USAGE')
       AND ${isOwn("pg_proc", "p")}`,
  );
  return rows.map((row) => row.name);
}

async function companyTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}
