import type { CategoryRule, CategoryRules } from "#features/records/categories/contract.ts";
import * as store from "#features/records/categories/store.ts";
import { categoryRulesApplied, categoryRulesChanged } from "#features/records/events.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";

export const categoriesJob = { name: "record-categories" };
/** Transactions per transaction of the database, and how many portions are done within a call. */
const portion = 5_000;
const atOnce = 2;

export function setRules(ctx: Ctx, rules: readonly CategoryRule[]): Promise<CategoryRules> {
  return write(ctx, async (tx) => {
    await store.set(tx, rules);
    await record(tx, categoryRulesChanged(rules.length));
    return apply(tx);
  });
}

export const applyRules = (ctx: Ctx): Promise<CategoryRules> => write(ctx, apply);

/** Applies the rules to the first transactions, and to the others in the background. */
async function apply(tx: Tx): Promise<CategoryRules> {
  let after: string | null = null;
  let changed = 0;
  for (let at = 0; at < atOnce; at += 1) {
    const done = await store.categorizeNext(tx, after, portion);
    changed += done?.changed ?? 0;
    after = done?.last ?? null;
    if (!done) break;
  }
  if (changed > 0 || after === null) await record(tx, categoryRulesApplied(changed));
  if (after !== null) await tx.jobs.send(tx.db, categoriesJob, tx.company, { after, by: person(tx).id });
  return store.list(tx);
}

/** One transaction per portion, so that other writes go between. */
export async function continueApplying(ctx: Ctx, from: string, by: string): Promise<void> {
  let after: string | null = from;
  for (let total = 0; after !== null; )
    after = await write(ctx, async (tx): Promise<string | null> => {
      const done = await store.categorizeNext(tx, after, portion);
      total += done?.changed ?? 0;
      if (!done && total > 0) await record(await onBehalfOf(tx, by), categoryRulesApplied(total, inBackground(tx)));
      return done?.last ?? null;
    });
}
