import type { Ctx, Tx } from "#platform/context.ts";

/** Whether a context is inside its transaction. */
export const isOpen = (ctx: Ctx): ctx is Tx => "db" in ctx;

/** Runs a verb in one transaction of the context's company; inside another verb it joins that one's. */
export function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }));
}

/** Writes beside the rows what can be made from them again: takes no turn, and whoever is later wins. */
export function note<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "note");
}

/** Runs reads of the context's company; what is read together is one read-only transaction. Inside a verb it joins that one's. */
export function read<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "read");
}

/** The query builder asks for a statement a few turns after it was told to; this many at most. */
const mostTurns = 100;

/** Sends independent statements in one round trip, the first of each in this order; if one fails, so do those after it. */
export async function batch<T extends readonly (() => Promise<unknown>)[]>(
  tx: { db: Pick<Tx["db"], "$client"> },
  ...questions: T
): Promise<{ -readonly [At in keyof T]: Awaited<ReturnType<T[At]>> }> {
  const { asked } = tx.db.$client;
  const answers: Promise<unknown>[] = [];
  for (const question of questions) {
    const before = asked();
    const answer = question();
    answer.catch(() => undefined);
    answers.push(answer);
    for (let turn = 0; turn < mostTurns && asked() === before; turn += 1) await Promise.resolve();
  }
  return (await Promise.all(answers)) as never;
}
