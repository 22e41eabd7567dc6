import { limits } from "#agency/run/limits.ts";
import { runJobName } from "#agency/run/start.ts";
import * as waiting from "#agency/run/waiting/store.ts";
import { mintCompany, type Platform } from "#platform/context.ts";
import type { OpenDatabase } from "#platform/db/open.ts";

type ConnectOwner = OpenDatabase["connectOwner"];

const firstMs = 15_000;
const everyMs = 60_000;

/** Looks for forgotten runs soon after the start and every minute from then on; gives how to stop. */
export function watchForgotten(connectOwner: ConnectOwner, platform: Platform): () => void {
  const look = (): void =>
    void wakeForgotten(connectOwner, platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, "forgotten runs were not looked for"),
    );
  const first = setTimeout(look, firstMs).unref();
  const every = setInterval(look, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

/** Gives every forgotten run of all companies a job again; gives how many there were. */
export async function wakeForgotten(connectOwner: ConnectOwner, platform: Platform): Promise<number> {
  const rows = await waiting.forgotten(connectOwner, runJobName.name, limits.forgottenAfter);
  for (const { company, id } of rows) {
    const minted = mintCompany(company);
    await platform.database.transaction(minted, (db) => platform.jobs.send(db, runJobName, minted, { runId: id }));
  }
  return rows.length;
}
