import { sql } from "drizzle-orm";
import type { LiveMessage } from "#contract/events.ts";
import type { Tx } from "#platform/context.ts";

/** Notifies the company's open pages when the transaction commits; nothing is recorded. */
export async function announce(tx: Tx, { type, id, refreshes }: LiveMessage): Promise<void> {
  const notice = JSON.stringify({ company: tx.company, type, id, refreshes });
  await tx.db.execute(sql`SELECT pg_notify('boardroom', ${notice})`);
}
