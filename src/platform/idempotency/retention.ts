import type pg from "pg";
import { now } from "#platform/clock.ts";
import { asOperator } from "#platform/db/operator.ts";

const firstMs = 90_000;
const hourMs = 3_600_000;

/** Removes what is older than a day soon after the start and every hour from then on; gives how to stop. */
export function dropOldKeys(connectOwner: () => pg.Client, onError: (error: Error) => void): () => void {
  const drop = () => void removeExpired(connectOwner).catch(onError);
  const first = setTimeout(drop, firstMs).unref();
  const hourly = setInterval(drop, hourMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(hourly);
  };
}

/** Removes the kept answers of all companies that have expired; gives how many there were. */
export async function removeExpired(connectOwner: () => pg.Client): Promise<number> {
  const { rowCount } = await asOperator(connectOwner, (owner) =>
    owner.query("DELETE FROM idempotency_keys WHERE expires_at <= $1", [now()]),
  );
  return rowCount ?? 0;
}
