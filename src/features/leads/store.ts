import type { Lead } from "#features/leads/contract.ts";
import type { Database } from "#platform/db/database.ts";

/** Stores a request unless the same one is already stored, and removes expired ones. */
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
