import type pg from "pg";
import { newConnection, within } from "#platform/db/connection.ts";
import type { Connect } from "#platform/db/database.ts";
import { isSilence } from "#platform/db/trouble.ts";

/** How long a database may take to greet, in milliseconds: one that says nothing would keep the start waiting for ever. */
export const answerWithin = 3_000;

const rounds = 3;

/**
 * Refuses a pooler that gives a connection another session after each transaction: named statements, LISTEN, settings and
 * the locks of a session would be lost or reach somebody else.
 */
export async function requireSessions(how: Connect): Promise<void> {
  const open = () => newConnection({ ...how, connectionTimeoutMillis: answerWithin });
  const [one, other] = [open(), open()];
  try {
    await one.connect();
    await other.connect();
    const seen = new Set<string>();
    // Not in strict alternation: a pooler that deals out two sessions in turn would give each connection its own.
    for (let round = 0; round < rounds; round += 1)
      for (const client of [one, other, other, one])
        seen.add(`${client === one ? "one" : "other"} ${await sessionOf(client)}`);
    const sessions = new Set([...seen].map((each) => each.split(" ")[1]));
    if (seen.size !== 2 || sessions.size !== 2)
      throw new Error(
        "The pooler at DATABASE_URL shares sessions between transactions. Set its pool_mode to session, or connect to PostgreSQL directly.",
      );
  } catch (error) {
    if (!isSilence(error)) throw error;
    throw new Error(
      "The database at DATABASE_URL keeps a new session waiting. If a pooler answers there, raise its default_pool_size: each instance needs 12.",
      { cause: error },
    );
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(within(answerWithin, "SELECT pg_backend_pid() AS pid"));
  return rows[0]?.pid ?? 0;
}
