import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { BacktestCase, BacktestResult } from "#features/decisions/backtest/contract.ts";
import { backtestCases, backtests } from "#features/decisions/backtest/tables.ts";
import { outcomeOf } from "#features/decisions/ledger/store.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inserting } from "#platform/db/inserting.ts";
import { pageOf, placeOf } from "#platform/db/cursor.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

export type BacktestRow = typeof backtests.$inferSelect;
const page = 50;

/** Removes what is older than a day, and adds one. */
export async function add(tx: Tx, row: Omit<BacktestRow, "companyId" | "createdAt">): Promise<void> {
  const yesterday = new Date(tx.now.getTime() - 86_400_000);
  await tx.db.delete(backtests).where(inCompany(tx, backtests, lt(backtests.createdAt, yesterday)));
  await insert(tx, [{ ...row, createdAt: tx.now }]);
}
const insert = inserting(backtests);

const isOne = (tx: Tx, id: string) => inCompany(tx, backtests, eq(backtests.id, id));
const isRunning = eq(backtests.status, "running");

export async function find(tx: Tx, id: string): Promise<BacktestRow | null> {
  const [row] = await tx.db.select().from(backtests).where(isOne(tx, id));
  return row ?? null;
}

export async function setDone(tx: Tx, id: string, done: number): Promise<void> {
  await tx.db
    .update(backtests)
    .set({ done })
    .where(and(isOne(tx, id), isRunning));
}

/** Saves the result once; false if it was saved or removed meanwhile. */
export async function finish(
  tx: Tx,
  id: string,
  result: BacktestResult | null,
  cases: readonly { kind: "changed" | "unjudged"; shown: BacktestCase }[] = [],
): Promise<boolean> {
  const rows = await tx.db
    .update(backtests)
    .set({ status: result ? "done" : "failed", result })
    .where(and(isOne(tx, id), isRunning))
    .returning({ id: backtests.id });
  if (rows.length === 0) return false;
  for (let at = 0; at < cases.length; at += 500)
    await insertCases(
      tx,
      cases.slice(at, at + 500).map((one, place) => ({ ...one, backtestId: id, position: at + place })),
    );
  return true;
}
const insertCases = inserting(backtestCases);

export async function listCases(
  tx: Tx,
  id: string,
  kind: "changed" | "unjudged",
  cursor: string | undefined,
): Promise<Page<BacktestCase[]>> {
  const asked = { company: tx.company, list: "backtest-cases", id, kind };
  const [last] = cursor ? placeOf(cursor, asked, ["int"]) : [];
  const { position } = backtestCases;
  const rows = await tx.db
    .select({ position, shown: backtestCases.shown })
    .from(backtestCases)
    .where(
      inCompany(
        tx,
        backtestCases,
        eq(backtestCases.backtestId, id),
        eq(backtestCases.kind, kind),
        last === undefined ? undefined : gt(position, Number(last)),
      ),
    )
    .orderBy(asc(position))
    .limit(page + 1);
  const found = pageOf(rows, page, asked, (row) => [String(row.position)]);
  return { ...found, rows: found.rows.map(({ shown }) => shown) };
}

export type EndedRow = {
  id: string;
  title: string;
  agentName: string;
  outcome: string;
  undoneAt: Date | null;
  isByPerson: boolean;
  createdAt: Date;
  settledAt: Date | null;
};

/** How decisions turned out, by id. */
export async function ended(tx: Tx, ids: readonly string[]): Promise<Map<string, EndedRow>> {
  const rows = await tx.db
    .select({
      ...pick(decisions, "id title agentName"),
      outcome: sql<string>`${sql.raw(outcomeOf("decisions"))}`,
      undoneAt: decisions.undoneAt,
      isByPerson: sql<boolean>`${decisions.settledBy} IS NOT NULL`,
      ...pick(decisions, "createdAt settledAt"),
    })
    .from(decisions)
    .where(inCompany(tx, decisions, inArray(decisions.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}
