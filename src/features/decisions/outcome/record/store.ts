import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { peopleAs } from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import type { ForecastLine, ForecastState, getRecord, listForecasts } from "#features/decisions/outcome/contract.ts";
import { askedOn, describeMissing } from "#features/decisions/outcome/rules.ts";
import { recordOf } from "#features/decisions/outcome/record/rules.ts";
import { tallies } from "#features/decisions/outcome/scores/store.ts";
import { decisions, forecasts } from "#features/decisions/tables.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const page = 50;
const resolver = peopleAs("resolver");

/** Forecasts of approved decisions, without tests and without approvals that can still be undone. */
const counted = (tx: Tx) =>
  inCompany(tx, forecasts, eq(decisions.status, "approved"), eq(decisions.isTest, false), isNull(decisions.undoUntil));
const ofDecision = and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId));

const stateOf = (today: string): SQL<ForecastState> => sql`CASE WHEN ${forecasts.held} IS NOT NULL THEN 'resolved'
  WHEN ${forecasts.dueOn} > ${today}::date THEN 'upcoming' WHEN ${forecasts.dueOn} = ${today}::date THEN 'due' ELSE 'overdue' END`;

/** Open ones by due day, then the last resolved. */
const rank = sql`round(CASE WHEN ${forecasts.held} IS NULL THEN extract(epoch FROM ${forecasts.dueOn}::timestamp)
  ELSE 1e11 - extract(epoch FROM ${forecasts.resolvedAt}) END, 4)`;

export async function list(
  tx: Tx,
  { cursor, ...filter }: Input<typeof listForecasts>["query"],
): Promise<Page<ForecastLine[]>> {
  const asked = { company: tx.company, list: "forecasts", ...filter };
  const [after, number, position] = cursor ? placeOf(cursor, asked, ["amount", "int", "int"]) : [];
  const today = dayIn(tx.now, tx.timeZone);
  const state = stateOf(today);
  const rows = await tx.db
    .select({
      forecast: forecasts,
      decision: pick(decisions, "number title agentName agentRole decisionType"),
      state,
      resolvedBy: sql<string | null>`CASE WHEN ${forecasts.resolvedBy} IS NOT NULL
        THEN coalesce(${resolver.username}, 'a former member') END`,
      rank: sql<string>`${rank}::text`,
    })
    .from(forecasts)
    .innerJoin(decisions, ofDecision)
    .leftJoin(resolver, and(eq(resolver.companyId, forecasts.companyId), eq(resolver.id, forecasts.resolvedBy)))
    .where(
      and(
        counted(tx),
        filter.state && sql`${state} = ${filter.state}`,
        filter.role && eq(decisions.agentRole, filter.role),
        filter.type === undefined ? undefined : eq(decisions.decisionType, filter.type),
        after === undefined || number === undefined || position === undefined
          ? undefined
          : sql`(${rank}, ${decisions.number}, ${forecasts.position})
              > (${valueOf("amount", after)}, ${valueOf("int", number)}, ${valueOf("int", position)})`,
      ),
    )
    .orderBy(rank, decisions.number, forecasts.position)
    .limit(page + 1);
  const found = pageOf(rows, page, asked, (row) => [
    row.rank,
    String(row.decision.number),
    String(row.forecast.position),
  ]);
  return { ...found, rows: found.rows.map((row) => toLine(row, today)) };
}

function toLine(
  {
    forecast,
    decision,
    state,
    resolvedBy,
  }: {
    forecast: typeof forecasts.$inferSelect;
    decision: Pick<ForecastLine, "number" | "title" | "agentName" | "agentRole" | "decisionType">;
    state: ForecastState;
    resolvedBy: string | null;
  },
  today: string,
): ForecastLine {
  const { companyId: _, baseRateNote: _note, measuredBy, corrections: _corrections, ...rest } = forecast;
  const isOpen = forecast.held === null;
  return {
    ...rest,
    ...decision,
    state,
    resolvedAt: forecast.resolvedAt?.toISOString() ?? null,
    resolvedBy,
    waitsFor: isOpen && forecast.dueOn < today ? describeMissing({ ...forecast, measuredBy }) : null,
    isAsked: isOpen && today >= askedOn(forecast),
  };
}

/** Computed from the stored sums, not from the forecasts. */
export async function standings(tx: Tx): Promise<Answer<typeof getRecord>> {
  const today = dayIn(tx.now, tx.timeZone);
  const [sums, team, [open]] = await Promise.all([
    tallies(tx),
    agents.listAll(tx),
    tx.db
      .select({
        upcoming: sql<number>`(count(*) FILTER (WHERE ${forecasts.dueOn} > ${today}::date))::int`,
        due: sql<number>`(count(*) FILTER (WHERE ${forecasts.dueOn} = ${today}::date))::int`,
        overdue: sql<number>`(count(*) FILTER (WHERE ${forecasts.dueOn} < ${today}::date))::int`,
        next: sql<string | null>`(min(${forecasts.dueOn}) FILTER (WHERE ${forecasts.dueOn} > ${today}::date))::text`,
      })
      .from(forecasts)
      .innerJoin(decisions, ofDecision)
      .where(and(counted(tx), isNull(forecasts.held))),
  ]);
  const { next = null, ...counts } = open ?? { upcoming: 0, due: 0, overdue: 0 };
  return { ...recordOf(sums, new Map(team.map((agent) => [agent.id, agent]))), open: counts, next };
}
