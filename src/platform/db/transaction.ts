import type { Ctx, Tx } from "#platform/context.ts";
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
