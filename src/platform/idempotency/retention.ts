import type pg from "pg";
import { now } from "#platform/clock.ts";
import { asOperator } from "#platform/db/operator.ts";

const firstMs = 90_000;
const hourMs = 3_600_000;

/** Deletes expired responses shortly after the start and every hour. Returns a function that stops it. */
export function dropOldKeys(connectOwner: () => pg.Client, onError: (error: Error) => void): () => void {
  const drop = () => void removeExpired(connectOwner).catch(onError);
  const first = setTimeout(drop, firstMs).unref();
  const hourly = setInterval(drop, hourMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(hourly);
  };
}

/** Deletes all companies' expired responses; returns how many. */
export async function removeExpired(connectOwner: () => pg.Client): Promise<number> {
  const { rowCount } = await asOperator(connectOwner, (owner) =>
    owner.query("DELETE FROM idempotency_keys WHERE expires_at <= $1", [now()]),
  );
  return rowCount ?? 0;
}
