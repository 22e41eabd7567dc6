import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import { parseWritten, type Written } from "#contract/written.ts";
import { peopleAs, usernameOf } from "#features/accounts/store.ts";
import * as calls from "#features/decisions/contract.ts";
import { decisions, urgencyOf } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inTurn, type Place, placeOf, valueOf } from "#platform/db/cursor.ts";
import { company } from "#platform/db/prepared.ts";
import * as views from "#platform/db/view.ts";
import { pick } from "#platform/db/columns.ts";

const page = 50;
const urgency = urgencyOf(decisions.priority);
const settler = peopleAs("settler");
/** The person who settled it with this status, or "policy". */
const settledAs = (status: calls.DecisionStatus) =>
  views.written(
    "text",
    sql`CASE WHEN ${decisions.status} <> ${sql.raw(`'${status}'`)} THEN NULL
      WHEN ${decisions.settledBy} IS NOT NULL THEN coalesce(${settler.username}, 'a former member')
      WHEN ${decisions.policyEpoch} IS NOT NULL THEN 'policy' END`,
  );
const utc = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A person's name; null without one. */
const nameOf = (company: string, user: string): SQL => sql`(CASE WHEN ${sql.raw(user)} IS NOT NULL
  THEN coalesce(${usernameOf(sql.raw(company), sql.raw(user))}, 'a former member') END)`;
const claims = sql`(
  SELECT coalesce(json_agg(json_build_object('claim', f.claim, 'horizon', f.horizon, 'metric', f.metric,
    'target', f.target, 'probability', f.probability, 'baseRate', f.base_rate, 'baseRateNote', f.base_rate_note,
    'dueOn', f.due_on, 'resolver', f.resolver, 'measuredBy', f.measured_by, 'position', f.position, 'held', f.held,
    'resolution', f.resolution, 'value', f.value, 'source', f.source, 'sourceHref', f.source_href,
    'resolvedAt', ${sql.raw(utc("f.resolved_at"))}, 'resolvedBy', ${nameOf("f.company_id", "f.resolved_by")},
    'corrections', CASE WHEN f.corrections = 0 THEN '[]'::json ELSE (SELECT json_agg(json_build_object(
      'wasHeld', c.was_held, 'held', c.held, 'reason', c.reason,
      'by', ${nameOf("c.company_id", "c.corrected_by")}, 'at', ${sql.raw(utc("c.corrected_at"))}) ORDER BY c.number)
      FROM forecast_corrections c
      WHERE c.company_id = f.company_id AND c.decision_id = f.decision_id AND c.position = f.position) END)
    ORDER BY f.position), '[]')
  FROM forecasts f WHERE f.company_id = ${decisions.companyId} AND f.decision_id = ${decisions.id})`;

/** Without evidence, alternatives and forecasts. */
const lineColumns = pick(
  decisions,
  "id number agentName agentRole title recommendation confidence priority decisionType expiresAt isTest",
  "plannedTasks exposure createdAt",
);
const settledColumns = {
  status: decisions.status,
  approvedBy: settledAs("approved"),
  rejectedBy: settledAs("rejected"),
  ...pick(decisions, "closedReason settledAt undoUntil"),
};
/** For pending decisions, which need no join with the person. */
const pendingColumns = {
  status: views.constant("pending"),
  approvedBy: views.constant(null),
  rejectedBy: views.constant(null),
  closedReason: views.constant(null),
  settledAt: views.constant(null),
  undoUntil: views.constant(null),
};
const authorizationColumns = {
  autonomy: views.written("text", sql`${decisions.authorization} ->> 'autonomy'`),
  limit: views.written("json", sql`${decisions.authorization} #> '{limits,0}'`),
};
const urgentColumns = {
  ...pick(decisions, "id number agentId agentName agentRole decisionType title description recommendation confidence"),
  confidenceScore: decisions.confidence,
  ...pick(decisions, "impact priority"),
  status: pendingColumns.status,
  ...pick(decisions, "expiresAt isTest metadata createdAt"),
};
const fullColumns = {
  ...lineColumns,
  ...urgentColumns,
  ...pick(decisions, "companyId context requiresApproval reason engine runId origin"),
  cost: views.constant({ state: "zero", usd: 0 }),
  ...pick(decisions, "authorization alternatives evidence"),
  forecasts: views.written("json", claims),
};

const params = {
  id: sql.placeholder("id"),
  status: sql.placeholder("status"),
  rank: valueOf("int", sql.placeholder("rank")),
  number: valueOf("int", sql.placeholder("number")),
  size: sql.placeholder("size"),
};
type Params = { id?: string; status?: string; rank?: string; number?: string; size?: number };
type Size = number | typeof params.size;
const stage = sql`(CASE WHEN ${decisions.status} = 'pending' THEN 0 ELSE 1 END)`;
const order = [stage, urgency, decisions.number];
const isPending = sql`${decisions.status} = 'pending'`;
const hasStatus = sql`${decisions.status} = ${params.status}`;
const isSettled = sql`${decisions.status} <> 'pending'`;
const urgentFirst = [urgency, desc(decisions.number)];
const newestFirst = [desc(decisions.number)];
const older = sql`${decisions.number} < ${params.number}`;

/** The list's prepared statements, with columns for any decision and for pending ones. */
function pagesOf<Row>(any: views.View<Row>, waiting: views.View<Row>) {
  const pending = (...conditions: SQL[]) =>
    views.listing<Row, Params, views.Placed<Row>>(views.placed(waiting, order), (db, selection) =>
      db
        .select(selection)
        .from(decisions)
        .where(and(eq(decisions.companyId, company), isPending, ...conditions))
        .orderBy(...urgentFirst)
        .limit(views.length(page + 1)),
    );
  const pagesWhere = (size: Size, by: SQL[], ...conditions: SQL[]) =>
    views.listing<Row, Params, views.Placed<Row>>(views.placed(any, order), (db, selection) =>
      db
        .select(selection)
        .from(decisions)
        .leftJoin(settler, and(eq(settler.companyId, decisions.companyId), eq(settler.id, decisions.settledBy)))
        .where(and(eq(decisions.companyId, company), ...conditions))
        .orderBy(...by)
        .limit(size),
    );
  return {
    pending: pending(),
    asUrgent: pending(sql`${urgency} = ${params.rank}`, older),
    lessUrgent: pending(sql`${urgency} > ${params.rank}`),
    settled: pagesWhere(params.size, newestFirst, isSettled),
    settledAfter: pagesWhere(params.size, newestFirst, isSettled, older),
    status: pagesWhere(params.size, newestFirst, hasStatus),
    statusAfter: pagesWhere(params.size, newestFirst, hasStatus, older),
    one: pagesWhere(views.length(1), [], sql`${decisions.id} = ${params.id}`),
  };
}
type Pages<Row> = ReturnType<typeof pagesOf<Row>>;
const fullPages: Pages<calls.Decision> = pagesOf(
  views.view(calls.decision, { ...fullColumns, ...settledColumns }),
  views.view(calls.decision, { ...fullColumns, ...pendingColumns }),
);
const linePages: Pages<calls.DecisionLine> = pagesOf(
  views.view(calls.decisionLine, { ...lineColumns, ...authorizationColumns, ...settledColumns }),
  views.view(calls.decisionLine, { ...lineColumns, ...authorizationColumns, ...pendingColumns }),
);
const urgent = views.listing<calls.UrgentDecision, Params>(
  views.view(calls.urgentDecision, urgentColumns),
  (db, selection) =>
    db
      .select(selection)
      .from(decisions)
      .where(and(eq(decisions.companyId, company), isPending))
      .orderBy(decisions.isTest, ...urgentFirst)
      .limit(views.length(20)),
);

type Query = { status?: calls.DecisionStatus | undefined; shape?: "lines" | undefined; cursor?: string | undefined };
type Last = { isPending: boolean; rank: string; number: string };
type Read<Row> = (size: number) => Promise<views.Placed<Row>[]>;

/** Pending decisions first (most urgent first), then the newest. */
export function list(tx: Tx, query: Query): Promise<Page<Written<calls.Decision[]> | Written<calls.DecisionLine[]>>> {
  return query.shape === "lines" ? pageOf(tx, linePages, query) : pageOf(tx, fullPages, query);
}

async function pageOf<Row>(tx: Tx, pages: Pages<Row>, { status, cursor }: Query): Promise<Page<Written<Row[]>>> {
  // A cursor is the same in both shapes.
  const asked = { company: tx.company, list: "decisions", status };
  const last = cursor ? lastOf(placeOf(cursor, asked, ["int", "int", "int"])) : null;
  const reads = [
    ...(status === undefined || status === "pending" ? pendingReads(tx, pages, last) : []),
    ...(status === "pending" ? [] : [settledRead(tx, pages, status, last)]),
  ];
  return views.writtenPage(await inTurn(page + 1, ...reads), page, asked);
}

const lastOf = ([stage, rank = "", number = ""]: Place): Last => ({ isPending: stage === "0", rank, number });

function pendingReads<Row>(tx: Tx, pages: Pages<Row>, last: Last | null): Read<Row>[] {
  if (!last) return [() => pages.pending(tx, {})];
  if (!last.isPending) return [];
  const { rank, number } = last;
  return [() => pages.asUrgent(tx, { rank, number }), () => pages.lessUrgent(tx, { rank })];
}

function settledRead<Row>(
  tx: Tx,
  pages: Pages<Row>,
  status: calls.DecisionStatus | undefined,
  last: Last | null,
): Read<Row> {
  if (!last || last.isPending)
    return (size) => (status ? pages.status(tx, { status, size }) : pages.settled(tx, { size }));
  const { number } = last;
  return (size) =>
    status ? pages.statusAfter(tx, { status, number, size }) : pages.settledAfter(tx, { number, size });
}

/** Already serialized as JSON. */
export async function showWritten(tx: Tx, id: string): Promise<Written<calls.Decision> | null> {
  const [row] = await fullPages.one(tx, { id });
  return row ?? null;
}

export async function show(tx: Tx, id: string): Promise<calls.Decision | null> {
  const row = await showWritten(tx, id);
  return row && parseWritten(row);
}

/** The 20 most urgent pending decisions, tests last. */
export function mostUrgent(tx: Tx): Promise<Written<calls.UrgentDecision>[]> {
  return urgent(tx, {});
}
