import type pg from "pg";
import { newConnection, withTimeout } from "#platform/db/connection.ts";
import type { Connect } from "#platform/db/database.ts";
import { isTimeout } from "#platform/db/trouble.ts";

/** How long the database may take to answer, in milliseconds; a silent one would block the start forever. */
const answerTimeoutMs = 3_000;

const rounds = 3;

/**
 * Refuses a pooler that switches sessions between transactions: prepared statements, LISTEN, settings and session locks
 * would be lost or leak.
 */
export async function requireSessions(how: Connect): Promise<void> {
  const open = () => newConnection({ ...how, connectionTimeoutMillis: answerTimeoutMs });
  const [one, other] = [open(), open()];
  try {
    await one.connect();
    await other.connect();
    const seen = new Set<string>();
    // Not strictly alternating: a pooler that hands out two sessions in turn would look like two stable ones.
    for (let round = 0; round < rounds; round += 1)
      for (const client of [one, other, other, one])
        seen.add(`${client === one ? "one" : "other"} ${await sessionOf(client)}`);
    const sessions = new Set([...seen].map((each) => each.split(" ")[1]));
    if (seen.size !== 2 || sessions.size !== 2)
      throw new Error(
        "The pooler at DATABASE_URL shares sessions between transactions. Set its pool_mode to session, or connect to PostgreSQL directly.",
      );
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new Error(
      "The database at DATABASE_URL does not open a new session. If it is a pooler, raise its default_pool_size: each instance needs 12.",
      { cause: error },
    );
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(withTimeout(answerTimeoutMs, "SELECT pg_backend_pid() AS pid"));
  return rows[0]?.pid ?? 0;
}
