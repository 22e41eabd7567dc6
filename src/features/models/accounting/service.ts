import { isTransient } from "#agency/passing.ts";
import * as agents from "#features/agents/store.ts";
import { modelBudgetReached } from "#features/models/events.ts";
import { type Budget, capBudget, fits, isNearLimit, roundUp } from "#features/models/rules.ts";
import * as store from "#features/models/store.ts";
import type { Payer, Purpose } from "#contract/models.ts";
import { dayIn, now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { Attempt } from "#platform/model/models.ts";

/** What a call is for and who pays for it; without a run: a test from the settings, or a document or an email being read. */
export type Caller = { runId: string | null; agentId: string | null; purpose: Purpose; paidBy: Payer };

const monthOf = (ctx: Ctx, at: Date): string => dayIn(at, ctx.timeZone).slice(0, 7);

/** Who pays for runs that begin now. */
export const payerOf = async (tx: Tx): Promise<Payer> =>
  tx.models.operator && (await store.accounts(tx)).length === 0 ? "operator" : "company";

/** The operator's limit for a company's month, in USD; null: the company pays itself. */
export const operatorLimitFor = (tx: Tx, paidBy: Payer): number | null =>
  paidBy === "operator" ? tx.models.operatorBudget : null;

/** The limits of a month for what this payer pays, in USD. */
export const budgetOf = async (tx: Tx, paidBy: Payer): Promise<Budget> =>
  capBudget(await store.budget(tx), operatorLimitFor(tx, paidBy));

type Month = Pick<store.CallRow, "month" | "paidBy" | "agentId">;

/**
 * The rows a call counts against, the company's first, each with its limit. In one round trip, because the company's
 * other writes wait meanwhile.
 */
async function lockMonth(tx: Tx, call: Month): Promise<{ row: store.MonthRow; limit: number }[]> {
  // The company's own id stands for all of it.
  const scopes = [tx.company, ...(call.agentId ? [call.agentId] : [])];
  const [limit, , rows] = await batch(
    tx,
    () => budgetOf(tx, call.paidBy),
    () => store.addMonths(tx, call, scopes),
    () => store.lockMonths(tx, call, scopes),
  );
  return rows.map((row) => ({ row, limit: row.scope === tx.company ? limit.company : limit.agent }));
}

/** A reserved call, until it is settled. */
type Reserved = Month & Pick<store.CallRow, "id" | "largest">;

/** Reserves the largest cost of a call against the company's and the agent's month; null: a limit would be exceeded. */
export function reserve(ctx: Ctx, caller: Caller, largest: number): Promise<Reserved | null> {
  return write({ ...ctx, now: now() }, async (tx) => {
    const call = { ...caller, id: crypto.randomUUID(), month: monthOf(tx, tx.now), largest: roundUp(largest) };
    const [lost, found] = await batch(
      tx,
      () => store.unsettledBefore(tx, new Date(tx.now.getTime() - lostAfterMs)),
      () => lockMonth(tx, call),
    );
    for (const one of lost) await settleAs(tx, one, countedAtMost(one));
    const months = lost.length > 0 ? await lockMonth(tx, call) : found;
    const full = months.filter(({ row, limit }) => !fits(row, limit, call.largest));
    for (const { row, limit } of full) {
      // Calls in flight may release their reservations. Announced once a month, and again after the limit changed.
      if (row.reachedAt || fits({ ...row, reserved: 0 }, limit, call.largest)) continue;
      await store.changeMonth(tx, row, { reachedAt: tx.now });
      await record(tx, modelBudgetReached(await budgetEventOf(tx, row.scope, limit, true)));
    }
    if (full.length > 0) return null;
    await batch(
      tx,
      () => store.addCall(tx, { ...call, day: dayIn(tx.now, tx.timeZone), askedAt: tx.now }),
      ...months.map(
        ({ row }) =>
          () =>
            store.changeMonth(tx, row, { reserved: row.reserved + call.largest }),
      ),
    );
    return call;
  });
}

/** Replaces a call's reservation with what it counts; settling it again does nothing. */
export function settle(ctx: Ctx, call: Reserved, attempt: Attempt): Promise<void> {
  const { engine, accountId, cost, counted, usage, milliseconds, failure } = attempt;
  return write({ ...ctx, now: now() }, async (tx) =>
    settleAs(tx, call, {
      engine,
      accountId,
      costState: cost.state,
      cost: cost.usd,
      counted: roundUp(counted),
      inputTokens: usage?.input ?? null,
      outputTokens: usage?.output ?? null,
      milliseconds: Math.round(milliseconds),
      failure: failure?.kind ?? null,
    }),
  );
}

type Settled = Parameters<typeof store.settleCall>[2] & { counted: number };

async function settleAs(tx: Tx, call: Reserved, settled: Settled): Promise<void> {
  const [isSettled, months] = await batch(
    tx,
    () => store.settleCall(tx, call.id, settled),
    () => lockMonth(tx, call),
  );
  if (!isSettled) return;
  const changes = months.map(({ row, limit }) => {
    const counted = row.counted + settled.counted;
    const shouldWarn = isNearLimit({ counted }, limit) && !row.warnedAt && !row.reachedAt;
    const reserved = Math.max(0, row.reserved - call.largest);
    return { row, limit, shouldWarn, set: { counted, reserved, ...(shouldWarn && { warnedAt: tx.now }) } };
  });
  await batch(
    tx,
    ...changes.map(
      ({ row, set }) =>
        () =>
          store.changeMonth(tx, row, set),
    ),
  );
  for (const { row, limit, shouldWarn } of changes)
    if (shouldWarn) await record(tx, modelBudgetReached(await budgetEventOf(tx, row.scope, limit, false)));
}

async function budgetEventOf(tx: Tx, scope: string, limit: number, isUsedUp: boolean) {
  const agent = scope === tx.company ? null : await agents.findEver(tx, scope);
  const who = agent ? `${agent.name} (${agent.role})` : "The company";
  return { company: tx.company, who, agentId: agent?.id ?? null, limit, isUsedUp };
}

/** Longer than any call lasts. */
const lostAfterMs = 15 * 60_000;

/** A call whose process died counts at the most it can have cost. */
const countedAtMost = ({ largest }: Reserved): Settled => ({
  counted: largest,
  costState: "unknown",
  cost: null,
  failure: "lost",
});

/** Attempts to settle while the database is busy: the answer is already paid for. */
const maxSettleTries = 3;

/** Callbacks that reserve the cost of one call before it is sent and settle it afterwards. */
export function accountedBy(ctx: Ctx, caller: Caller) {
  let call: Reserved | null = null;
  return {
    reserve: async (largest: number): Promise<boolean> => {
      call = await reserve(ctx, caller, largest);
      return call !== null;
    },
    settle: async (attempt: Attempt): Promise<void> => {
      for (let tries = 1; call; tries += 1)
        try {
          return await settle(ctx, call, attempt);
        } catch (error) {
          if (tries === maxSettleTries || !isTransient(error)) throw error;
        }
    },
  };
}
