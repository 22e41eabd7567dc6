import * as agents from "#features/agents/store.ts";
import { modelBudgetReached } from "#features/models/events.ts";
import { type Budget, fits, isNearly, roundUp, within } from "#features/models/rules.ts";
import * as store from "#features/models/store.ts";
import type { Payer, Purpose } from "#contract/models.ts";
import { dayIn, now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { Attempt } from "#platform/model/models.ts";

/** Whose call it is, and whose connection it uses; without a run: a test from the settings, or a document being read. */
export type Caller = { runId: string | null; agentId: string | null; purpose: Purpose; paidBy: Payer };

const monthOf = (ctx: Ctx, at: Date): string => dayIn(at, ctx.timeZone).slice(0, 7);

/** The scopes a call counts against, with their limits: the company's own id stands for all of it. */
const limitsOf = ({ company, agentId }: { company: string; agentId: string | null }, limit: Budget) =>
  [[company, limit.company] as const, ...(agentId ? [[agentId, limit.agent] as const] : [])] as const;

/** Who pays for runs that begin now. */
export const payerOf = async (tx: Tx): Promise<Payer> =>
  tx.models.operator && !(await store.findConnection(tx)) ? "operator" : "company";

/** The most this payer allows a company to spend in a month; null: it is the company's own money. */
export const mostOf = (tx: Tx, paidBy: Payer): number | null =>
  paidBy === "operator" ? tx.models.operatorBudget : null;

/** The limits of a month for what this payer pays, in USD. */
export const budgetOf = async (tx: Tx, paidBy: Payer): Promise<Budget> =>
  within(await store.budget(tx), mostOf(tx, paidBy));

/** Reserves the largest cost of a call against the company's and the agent's month; null: a limit would be exceeded. */
export function reserve(ctx: Ctx, caller: Caller, largest: number): Promise<string | null> {
  return write({ ...ctx, now: now() }, async (tx) => {
    await settleLost(tx);
    const [day, month] = [dayIn(tx.now, tx.timeZone), monthOf(tx, tx.now)];
    const { agentId, paidBy } = caller;
    const limits = limitsOf({ company: tx.company, agentId }, await budgetOf(tx, paidBy));
    const rows = await store.lockMonths(
      tx,
      { month, paidBy },
      limits.map(([scope]) => scope),
    );
    const amount = roundUp(largest);
    let isOver = false;
    for (const [scope, limit] of limits) {
      const row = rows.get(scope);
      if (!row || fits(row, limit, amount)) continue;
      isOver = true;
      // Calls under way may give back what fills the limit. Announced once in a month and again after it was raised.
      if (row.reachedAt || fits({ ...row, reserved: 0 }, limit, amount)) continue;
      await store.changeMonth(tx, row, { reachedAt: tx.now });
      await record(tx, modelBudgetReached(await budgetEventOf(tx, scope, limit, true)));
    }
    if (isOver) return null;
    for (const row of rows.values()) await store.changeMonth(tx, row, { reserved: row.reserved + amount });
    const id = crypto.randomUUID();
    await store.addCall(tx, { id, ...caller, month, day, askedAt: tx.now, largest: amount });
    return id;
  });
}

/** Puts what a call counted in place of what was reserved for it; a second time does nothing. */
export function settle(ctx: Ctx, callId: string, attempt: Attempt): Promise<void> {
  const { engine, cost, counted, usage, milliseconds, failure } = attempt;
  return write({ ...ctx, now: now() }, async (tx) =>
    settleAs(tx, callId, {
      engine,
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

async function settleAs(tx: Tx, callId: string, settled: Settled): Promise<void> {
  const call = await store.settleCall(tx, callId, settled);
  if (!call) return;
  const limits = limitsOf({ company: tx.company, agentId: call.agentId }, await budgetOf(tx, call.paidBy));
  const rows = await store.lockMonths(
    tx,
    call,
    limits.map(([scope]) => scope),
  );
  for (const [scope, limit] of limits) {
    const row = rows.get(scope);
    if (!row) continue;
    const counted = row.counted + settled.counted;
    const isNews = isNearly({ counted }, limit) && !row.warnedAt && !row.reachedAt;
    await store.changeMonth(tx, row, {
      counted,
      reserved: Math.max(0, row.reserved - call.largest),
      ...(isNews && { warnedAt: tx.now }),
    });
    if (isNews) await record(tx, modelBudgetReached(await budgetEventOf(tx, scope, limit, false)));
  }
}

async function budgetEventOf(tx: Tx, scope: string, limit: number, isUsedUp: boolean) {
  const agent = scope === tx.company ? null : await agents.findEver(tx, scope);
  const who = agent ? `${agent.name} (${agent.role})` : "The company";
  return { company: tx.company, who, agentId: agent?.id ?? null, limit, isUsedUp };
}

/** Longer than any call lasts. */
const lostAfterMs = 15 * 60_000;

/** Counts calls whose process died at the most they can have cost. */
async function settleLost(tx: Tx): Promise<void> {
  for (const { id, largest } of await store.unsettledBefore(tx, new Date(tx.now.getTime() - lostAfterMs)))
    await settleAs(tx, id, { counted: largest, costState: "unknown", cost: null, failure: "lost" });
}

/** What accounts a call: reserved before, settled after. */
export function accountedBy(ctx: Ctx, caller: Caller) {
  let callId: string | null = null;
  return {
    reserve: async (largest: number): Promise<boolean> => {
      callId = await reserve(ctx, caller, largest);
      return callId !== null;
    },
    settle: async (attempt: Parameters<typeof settle>[2]): Promise<void> => {
      if (callId) await settle(ctx, callId, attempt);
    },
  };
}
