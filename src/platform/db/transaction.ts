import type { Ctx, Tx } from "#platform/context.ts";

const isOpen = (ctx: Ctx): ctx is Tx => "db" in ctx;

/** Runs a verb in one transaction of the context's company; inside another verb it joins that one's. */
export function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }));
}

/** Runs reads in one read-only transaction of the context's company; inside a verb it joins that one's. */
export function read<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(ctx)) return work(ctx);
  return ctx.database.transaction(ctx.company, (db) => work({ ...ctx, db }), "read");
}
