import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { addDays } from "#contract/days.ts";
import { waitingDays } from "#features/decisions/outcome/rules.ts";
import type { DecisionRow } from "#features/decisions/store.ts";
import { decisions, forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const ofCompany = (tx: Tx) => inCompany(tx, decisions, eq(decisions.isTest, false));

/** Which of these decisions are pending, without tests. */
export async function pendingAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(ofCompany(tx), eq(decisions.status, "pending"), inArray(decisions.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** Pending decisions that expire before a moment, earliest first, without tests. */
export function pendingBefore(tx: Tx, moment: Date): Promise<DecisionRow[]> {
  return tx.db
    .select()
    .from(decisions)
    .where(and(ofCompany(tx), eq(decisions.status, "pending"), lt(decisions.expiresAt, moment)))
    .orderBy(decisions.expiresAt, decisions.number)
    .limit(mostAtOnce);
}

export type SettledDecision = Pick<DecisionRow, "id" | "number" | "title" | "status" | "closedReason">;

/** Decisions settled since a moment, newest first, without tests and those whose plan was undone. */
export function settledSince(tx: Tx, moment: Date): Promise<SettledDecision[]> {
  const { id, number, title, status, closedReason } = decisions;
  return tx.db
    .select({ id, number, title, status, closedReason })
    .from(decisions)
    .where(
      and(
        ofCompany(tx),
        ne(decisions.status, "pending"),
        sql`${decisions.closedReason} IS DISTINCT FROM 'withdrawn'`,
        gte(decisions.settledAt, moment),
      ),
    )
    .orderBy(desc(decisions.settledAt), desc(decisions.number))
    .limit(mostAtOnce);
}

export type DueForecast = {
  decisionId: string;
  position: number;
  claim: string;
  dueOn: string;
  number: number;
  agentRole: DecisionRow["agentRole"];
};

/** The most decisions or forecasts returned. */
export const mostAtOnce = 100;

/**
 * Forecasts of approved decisions due for a person to resolve, longest due first: also those whose data is still
 * missing.
 */
export function forecastsDue(tx: Tx, day: string): Promise<DueForecast[]> {
  const { decisionId, position, claim, dueOn } = forecasts;
  return tx.db
    .select({ decisionId, position, claim, dueOn, number: decisions.number, agentRole: decisions.agentRole })
    .from(forecasts)
    .innerJoin(decisions, and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId)))
    .where(
      inCompany(
        tx,
        forecasts,
        ofCompany(tx),
        eq(decisions.status, "approved"),
        isNull(forecasts.held),
        or(
          and(eq(forecasts.resolver, "human"), lte(forecasts.dueOn, day)),
          lte(forecasts.dueOn, addDays(day, -waitingDays)),
          and(sql`${forecasts.measuredBy} ->> 'measure' = 'taskDone'`, lt(forecasts.dueOn, day)),
        ),
      ),
    )
    .orderBy(forecasts.dueOn, decisions.number, forecasts.position)
    .limit(mostAtOnce);
}

/** Which of these forecasts ("decision:position") are unresolved. */
export async function unresolvedAmong(tx: Tx, subjects: readonly string[]): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const subject = sql<string>`${forecasts.decisionId} || ':' || ${forecasts.position}`;
  const ids = [...new Set(subjects.map((one) => one.split(":")[0] ?? ""))];
  const rows = await tx.db
    .select({ subject })
    .from(forecasts)
    .where(inCompany(tx, forecasts, isNull(forecasts.held), inArray(forecasts.decisionId, ids)));
  return new Set(rows.map((row) => row.subject));
}
