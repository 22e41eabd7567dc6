import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx, Tx } from "#platform/context.ts";
import { dearPatienceMs, tooMuchIn } from "#platform/db/dear.ts";
import type { Statement } from "#platform/db/group.ts";

export const isOpen = (ctx: Ctx): ctx is Tx => "db" in ctx;

/** Runs a verb in one transaction; joins the current one inside another verb. */
export function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "write", { requires: keyOfPerson(ctx) });
}

/** Refuses writes of a person whose data was deleted while their request was under way: their key is gone. */
export const keyOfPerson = ({ actor, company }: Ctx): Statement | null =>
  actor.kind === "user" && actor.sealedKey
    ? { text: "SELECT FROM person_keys WHERE company_id = $1 AND user_id = $2", values: [company, actor.id] }
    : null;

/** Writes derived data without the company's lock; the last writer wins. */
export function note<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "note");
}

/** Runs reads in a read-only transaction per batch; joins the current transaction inside a verb. */
export function read<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "read");
}

const mostInterruptions = 3;

/**
 * A read that may go over very many rows: it waits for its turn, gives way to short statements and is canceled past its
 * time. It is repeated if it was interrupted for others, so it must only read. `holdsOthers`: after some interruptions it
 * goes on at the others' expense, for work that must get done.
 */
export async function readDear<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>, { holdsOthers = false } = {}): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  const until = performance.now() + (ctx.database.patience?.() ?? dearPatienceMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "dear");
    } catch (error) {
      const pause = 50 * attempt;
      const fault = tooMuchIn(error);
      if (!fault) throw error;
      if (holdsOthers && fault.isInterrupted && attempt >= mostInterruptions) return read(ctx, work);
      if (!fault.isInterrupted || performance.now() + pause > until) throw fault;
      await sleep(pause);
    }
  }
}

/** The most microtasks until the query builder issues a statement. */
const maxTicks = 100;

/** Sends independent statements in one round trip, in order; if one fails, the later ones fail too. */
export async function batch<T extends readonly (() => Promise<unknown>)[]>(
  tx: { db: Pick<Tx["db"], "$client"> },
  ...reads: T
): Promise<{ -readonly [At in keyof T]: Awaited<ReturnType<T[At]>> }> {
  const { issuedCount } = tx.db.$client;
  const answers: Promise<unknown>[] = [];
  for (const read of reads) {
    const before = issuedCount();
    const answer = read();
    answer.catch(() => undefined);
    answers.push(answer);
    for (let tick = 0; tick < maxTicks && issuedCount() === before; tick += 1) await Promise.resolve();
  }
  return (await Promise.all(answers)) as never;
}
