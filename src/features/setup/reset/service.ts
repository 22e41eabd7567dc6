import * as runs from "#agency/run/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { longDay } from "#contract/format.ts";
import * as agents from "#features/agents/store.ts";
import { raiseVersion } from "#features/brain/store.ts";
import { requeueJobs } from "#features/decisions/service.ts";
import * as decisions from "#features/decisions/store.ts";
import { companyReset, companyResetForgotten, companyResetUndone } from "#features/setup/reset/events.ts";
import { keptUntil, misfitSentence, undoError } from "#features/setup/reset/rules.ts";
import * as store from "#features/setup/reset/store.ts";
import * as taskLinks from "#features/tasks/links/store.ts";
import { dayIn, timeIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { archiveCompanyRows, listNewer, restoreCompanyRows } from "#platform/kept/reset.ts";
import { MisfitError } from "#platform/kept/restore.ts";
import { forget as forgetRows } from "#platform/kept/store.ts";

export const forgetJob = { name: "reset-forget" };

type Items = { agents: number; decisions: number; communications: number };

/** Deletes agents, decisions, communications and their details, and unassigns tasks. Can be undone for 24 hours. */
export function resetData(ctx: Ctx): Promise<{ resetItems: Items }> {
  return write(ctx, async (tx) => {
    const id = crypto.randomUUID();
    const unassigned = await taskLinks.unassignAll(tx, id);
    // Retired agents are deleted too but not counted.
    const agentCount = (await agents.list(tx)).length;
    await runs.stopAll(tx, "The company's data was reset.");
    const archived = await archiveCompanyRows(tx, id);
    if (archived["memories"]) await raiseVersion(tx, true);
    const { decisions = 0, communications = 0 } = archived;
    const resetItems = { communications, decisions, agents: agentCount };
    const { currency, now } = tx;
    const counts = { ...resetItems, tasks: unassigned };
    if (unassigned > 0 || Object.values(archived).some((amount) => amount > 0)) {
      const until = keptUntil(now);
      await store.add(tx, { ...counts, id, resetAt: now, keptUntil: until, currency });
      await tx.jobs.send(tx.db, forgetJob, tx.company, { resetId: id }, { at: until });
    }
    await record(tx, companyReset(tx.company, resetItems, unassigned));
    return { resetItems };
  });
}

type Undone = { undoneItems: Items & { tasks: number }; newer?: { what: string; rows: number }[] };

/** Refused once there are new agents; only one of several concurrent calls succeeds. */
export async function undoReset(ctx: Ctx, id?: string): Promise<Undone> {
  try {
    return await write(ctx, (tx) => restore(tx, id));
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    ctx.log.error({ err: error }, "a reset cannot be undone");
    const kept = await write(ctx, (tx) => keepLonger(tx, id));
    const until = `${timeIn(kept, ctx.timeZone)} on ${longDay(dayIn(kept, ctx.timeZone))}`;
    throw new AppError("conflict", misfitSentence(error.table, until), { cause: error });
  }
}

async function restore(tx: Tx, id: string | undefined): Promise<Undone> {
  const reset = id ? await store.find(tx, id) : await store.newest(tx);
  if (id && !reset) throw notFound();
  const error = undoError(reset, {
    now: tx.now,
    currency: tx.currency,
    agents: (await agents.listAll(tx)).length,
    decisions: await decisions.amount(tx),
  });
  if (error) throw new AppError("conflict", error);
  if (!reset || !(await store.markUndone(tx, reset.id)))
    throw new AppError("conflict", "This reset was already undone.");
  const restored = await restoreCompanyRows(tx, reset.id);
  const rowsOf = (table: string): number => restored[table]?.rows ?? 0;
  const undoneItems = {
    agents: reset.agents,
    decisions: rowsOf("decisions"),
    communications: rowsOf("communications"),
    tasks: reset.tasks,
  };
  await taskLinks.restoreLinks(tx, reset.id, reset.resetAt);
  await requeueJobs(tx);
  if (rowsOf("memories") > 0) await raiseVersion(tx, true);
  const newer = listNewer(restored);
  await record(tx, companyResetUndone(tx.company, undoneItems, reset.resetAt, newer));
  return { undoneItems, ...(newer.length > 0 && { newer }) };
}

/** What could not be restored now stays for another day; returns until when. */
async function keepLonger(tx: Tx, id: string | undefined): Promise<Date> {
  const until = keptUntil(tx.now);
  const reset = id ? await store.find(tx, id) : await store.newest(tx);
  if (reset) await store.keep(tx, reset.id, until);
  return until;
}

/** Permanently deletes a reset's rows after 24 hours. */
export function forget(ctx: Ctx, resetId: string): Promise<void> {
  return write(ctx, async (tx) => {
    const reset = await store.find(tx, resetId);
    if (!reset) return;
    // The queue uses the database's clock, which may be ahead.
    if (reset.keptUntil > tx.now)
      return tx.jobs.send(tx.db, forgetJob, tx.company, { resetId }, { at: reset.keptUntil });
    await forgetRows(tx, resetId);
    await store.remove(tx, resetId);
    if (reset.undoneAt) return;
    await record(tx, companyResetForgotten(tx.company, reset.resetAt));
  });
}
