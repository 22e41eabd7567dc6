import type { Lead } from "#features/leads/contract.ts";
import type { Database } from "#platform/db/database.ts";

/** Stores a request unless the same one is stored, and removes those past their time. */
export async function add(
  database: Database,
  digest: string,
  { name, email, company, message }: Lead,
  at: Date,
): Promise<void> {
  await database.query("SELECT add_lead($1, $2, $3, $4, $5, $6, $7)", [
    digest,
    crypto.randomUUID(),
    name,
    email,
    company,
    message,
    at,
  ]);
}
