import { limits } from "#agency/run/limits.ts";
import { runJobName } from "#agency/run/start.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import { mintCompany, type Platform } from "#platform/context.ts";
import type { OpenDatabase } from "#platform/db/open.ts";

type ConnectOwner = OpenDatabase["connectOwner"];

const firstMs = 15_000;
const everyMs = 60_000;

/** Checks for forgotten runs shortly after the start and every minute. Returns a function that stops it. */
export function watchForgotten(connectOwner: ConnectOwner, platform: Platform): () => void {
  const check = (): void =>
    void wakeForgotten(connectOwner, platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, "could not check for forgotten runs"),
    );
  const first = setTimeout(check, firstMs).unref();
  const every = setInterval(check, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

/** Queues a new job for every forgotten run; returns how many. */
export async function wakeForgotten(connectOwner: ConnectOwner, platform: Platform): Promise<number> {
  const rows = await waiting.forgotten(connectOwner, runJobName.name, limits.forgottenAfter);
  for (const { company, id } of rows) {
    const minted = mintCompany(company);
    await platform.database.transaction(minted, (db) => platform.jobs.send(db, runJobName, minted, { runId: id }));
  }
  return rows.length;
}
