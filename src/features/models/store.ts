import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { defaultBudget } from "#features/models/rules.ts";
import {
  modelAccounts,
  modelBudgets,
  modelCalls,
  modelMonths,
  modelPrices,
  modelPrivacy,
  modelPurposes,
} from "#features/models/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

export type AccountRow = typeof modelAccounts.$inferSelect;
export type PurposeRow = typeof modelPurposes.$inferSelect;
export type MonthRow = typeof modelMonths.$inferSelect;
export type CallRow = typeof modelCalls.$inferSelect;

/** The company's own accounts, the first connected first. */
export const accounts = (tx: Tx): Promise<AccountRow[]> =>
  tx.db
    .select()
    .from(modelAccounts)
    .where(inCompany(tx, modelAccounts))
    .orderBy(asc(modelAccounts.connectedAt), asc(modelAccounts.id));

export async function saveAccount(tx: Tx, row: Omit<AccountRow, "companyId">): Promise<void> {
  await tx.db
    .insert(modelAccounts)
    .values({ ...row, companyId: tx.company })
    .onConflictDoUpdate({ target: [modelAccounts.companyId, modelAccounts.id], set: row });
}

export async function removeAccount(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(modelAccounts).where(inCompany(tx, modelAccounts, eq(modelAccounts.id, id)));
}

export const purposes = (tx: Tx): Promise<PurposeRow[]> =>
  tx.db.select().from(modelPurposes).where(inCompany(tx, modelPurposes));

const fallbackAccounts = alias(modelAccounts, "fallback");

/** Each purpose with its accounts, in one statement, so that a concurrent change is never seen half done. */
export const assignments = (tx: Tx) =>
  tx.db
    .select({
      ...pick(modelPurposes, "purpose model"),
      account: modelAccounts,
      fallbackModel: modelPurposes.fallbackModel,
      fallbackAccount: fallbackAccounts,
    })
    .from(modelPurposes)
    .innerJoin(modelAccounts, inCompany(tx, modelAccounts, eq(modelAccounts.id, modelPurposes.accountId)))
    .leftJoin(
      fallbackAccounts,
      inCompany(tx, fallbackAccounts, eq(fallbackAccounts.id, modelPurposes.fallbackAccountId)),
    )
    .where(inCompany(tx, modelPurposes));

export async function savePurpose(tx: Tx, row: Omit<PurposeRow, "companyId">): Promise<void> {
  await tx.db
    .insert(modelPurposes)
    .values({ ...row, companyId: tx.company })
    .onConflictDoUpdate({ target: [modelPurposes.companyId, modelPurposes.purpose], set: row });
}

export async function removePurposes(tx: Tx): Promise<void> {
  await tx.db.delete(modelPurposes).where(inCompany(tx, modelPurposes));
}

export type PrivacyRow = typeof modelPrivacy.$inferSelect;
export type PriceRow = typeof modelPrices.$inferSelect;

export async function findPrivacy(tx: Tx): Promise<PrivacyRow | null> {
  const [row] = await tx.db.select().from(modelPrivacy).where(inCompany(tx, modelPrivacy));
  return row ?? null;
}

export async function savePrivacy(tx: Tx, row: Omit<PrivacyRow, "companyId">): Promise<void> {
  await tx.db
    .insert(modelPrivacy)
    .values({ ...row, companyId: tx.company })
    .onConflictDoUpdate({ target: modelPrivacy.companyId, set: row });
}

/** The company's own prices, the latest day first and the newest of a day first. */
export const prices = (tx: Tx): Promise<PriceRow[]> =>
  tx.db
    .select()
    .from(modelPrices)
    .where(inCompany(tx, modelPrices))
    .orderBy(desc(modelPrices.validFrom), desc(modelPrices.changedAt));

export async function addPrice(tx: Tx, row: Omit<PriceRow, "companyId">): Promise<void> {
  await tx.db.insert(modelPrices).values({ ...row, companyId: tx.company });
}

/** The limits of a month, in USD. */
export async function budget(tx: Tx): Promise<{ company: number; agent: number }> {
  const [row] = await tx.db.select().from(modelBudgets).where(inCompany(tx, modelBudgets));
  return row ? { company: row.company, agent: row.agent } : defaultBudget;
}

export async function saveBudget(tx: Tx, limits: { company: number; agent: number }): Promise<void> {
  await tx.db
    .insert(modelBudgets)
    .values({ ...limits, companyId: tx.company })
    .onConflictDoUpdate({ target: modelBudgets.companyId, set: limits });
}

type MonthKey = Pick<MonthRow, "month" | "scope" | "paidBy">;
const monthOf = (tx: Tx, { month, scope, paidBy }: MonthKey) =>
  inCompany(
    tx,
    modelMonths,
    eq(modelMonths.month, month),
    eq(modelMonths.scope, scope),
    eq(modelMonths.paidBy, paidBy),
  );

type Payment = Pick<MonthRow, "month" | "paidBy">;

/** Adds the rows of a month for one payer where they are missing. */
export async function addMonths(tx: Tx, { month, paidBy }: Payment, scopes: readonly string[]): Promise<void> {
  await tx.db
    .insert(modelMonths)
    .values(scopes.map((scope) => ({ companyId: tx.company, month, scope, paidBy })))
    .onConflictDoNothing();
}

/** Locks the rows of a month, the company's first: always in the same order. */
export const lockMonths = (tx: Tx, { month, paidBy }: Payment, scopes: readonly string[]): Promise<MonthRow[]> =>
  tx.db
    .select()
    .from(modelMonths)
    .where(
      inCompany(
        tx,
        modelMonths,
        eq(modelMonths.month, month),
        eq(modelMonths.paidBy, paidBy),
        inArray(modelMonths.scope, [...scopes]),
      ),
    )
    .orderBy(sql`${modelMonths.scope} = ${tx.company} DESC`, asc(modelMonths.scope))
    .for("update");

export async function changeMonth(
  tx: Tx,
  row: MonthKey,
  change: Partial<Pick<MonthRow, "counted" | "reserved" | "warnedAt" | "reachedAt">>,
): Promise<void> {
  await tx.db.update(modelMonths).set(change).where(monthOf(tx, row));
}

export const months = (tx: Tx, month: string): Promise<MonthRow[]> =>
  tx.db
    .select()
    .from(modelMonths)
    .where(inCompany(tx, modelMonths, eq(modelMonths.month, month)));

export async function addCall(
  tx: Tx,
  row: Pick<CallRow, "id" | "runId" | "agentId" | "paidBy" | "purpose" | "month" | "day" | "askedAt" | "largest">,
): Promise<void> {
  await tx.db.insert(modelCalls).values({ ...row, companyId: tx.company });
}

/** False if the call was already settled. */
export async function settleCall(
  tx: Tx,
  id: string,
  set: Partial<Omit<CallRow, "companyId" | "id">>,
): Promise<boolean> {
  const rows = await tx.db
    .update(modelCalls)
    .set({ ...set, settledAt: tx.now })
    .where(inCompany(tx, modelCalls, eq(modelCalls.id, id), isNull(modelCalls.settledAt)))
    .returning({ id: modelCalls.id });
  return rows.length > 0;
}

/** Calls asked before a time and never settled: their process died. */
export const unsettledBefore = (tx: Tx, before: Date): Promise<CallRow[]> =>
  tx.db
    .select()
    .from(modelCalls)
    .where(inCompany(tx, modelCalls, isNull(modelCalls.settledAt), lt(modelCalls.askedAt, before)))
    .orderBy(asc(modelCalls.askedAt))
    .limit(100);

const calls = count();
const usd = sql<number>`coalesce(${sum(modelCalls.cost)}, 0)::float8`;
const ofMonth = (tx: Tx, month: string) => inCompany(tx, modelCalls, eq(modelCalls.month, month));

export const byDay = (tx: Tx, month: string) =>
  tx.db
    .select({ day: modelCalls.day, calls, usd })
    .from(modelCalls)
    .where(ofMonth(tx, month))
    .groupBy(modelCalls.day)
    .orderBy(asc(modelCalls.day));

export const byAgent = (tx: Tx, month: string) =>
  tx.db
    .select({ agentId: modelCalls.agentId, calls, usd })
    .from(modelCalls)
    .where(ofMonth(tx, month))
    .groupBy(modelCalls.agentId);

export const byPurpose = (tx: Tx, month: string) =>
  tx.db
    .select({
      purpose: modelCalls.purpose,
      calls,
      usd,
      milliseconds: sql<
        number | null
      >`percentile_cont(0.5) within group (order by ${modelCalls.milliseconds}) filter (where ${modelCalls.failure} is null)`,
    })
    .from(modelCalls)
    .where(ofMonth(tx, month))
    .groupBy(modelCalls.purpose);

/** Settled calls only. */
export const byAccount = (tx: Tx, month: string) =>
  tx.db
    .select({
      ...pick(modelCalls, "accountId paidBy"),
      usd,
      answered: sql<number>`(count(*) filter (where ${modelCalls.failure} is null))::int`,
    })
    .from(modelCalls)
    .where(and(ofMonth(tx, month), isNotNull(modelCalls.settledAt)))
    .groupBy(modelCalls.accountId, modelCalls.paidBy);

export const byEngine = (tx: Tx, month: string) =>
  tx.db
    .select({
      engine: modelCalls.engine,
      calls,
      usd,
      unknown: sql<number>`(count(*) filter (where ${modelCalls.costState} = 'unknown'))::int`,
      failed: sql<number>`(count(*) filter (where ${modelCalls.failure} is not null))::int`,
    })
    .from(modelCalls)
    .where(ofMonth(tx, month))
    .groupBy(modelCalls.engine)
    .orderBy(desc(usd));
