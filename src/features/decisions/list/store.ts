import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import { opened, type Written } from "#contract/written.ts";
import { peopleAs } from "#features/accounts/store.ts";
import {
  type Decision,
  type DecisionLine,
  type DecisionStatus,
  decision,
  decisionLine,
} from "#features/decisions/contract.ts";
import { decisions, urgencyOf } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inTurn, type Place, placeOf, valueOf } from "#platform/db/cursor.ts";
import { company } from "#platform/db/prepared.ts";
import { constant, length, listing, type Placed, placed, view, writtenPage, written } from "#platform/db/view.ts";

const page = 50;
const urgency = urgencyOf(decisions.priority);
const settler = peopleAs("settler");
/** Who settled it, where its status says that this is how it was settled. */
const settledAs = (status: DecisionStatus) =>
  written(
    "text",
    sql`CASE WHEN ${decisions.status} = ${sql.raw(`'${status}'`)} AND ${decisions.settledBy} IS NOT NULL
      THEN coalesce(${settler.username}, 'a former member') END`,
  );
const claims = sql`(
  SELECT coalesce(json_agg(json_build_object('claim', f.claim, 'horizon', f.horizon, 'metric', f.metric,
    'target', f.target, 'probability', f.probability, 'baseRate', f.base_rate, 'baseRateNote', f.base_rate_note,
    'dueOn', f.due_on, 'resolver', f.resolver, 'position', f.position, 'held', f.held,
    'resolvedAt', to_char(f.resolved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY f.position), '[]')
  FROM forecasts f WHERE f.company_id = ${decisions.companyId} AND f.decision_id = ${decisions.id})`;

/** What a list shows of each: a line does without the evidence, the alternatives and the forecasts. */
const asLine = {
  id: decisions.id,
  number: decisions.number,
  agentId: decisions.agentId,
  agentName: decisions.agentName,
  agentRole: decisions.agentRole,
  decisionType: decisions.decisionType,
  title: decisions.title,
  description: decisions.description,
  recommendation: decisions.recommendation,
  confidence: decisions.confidence,
  confidenceScore: decisions.confidence,
  impact: decisions.impact,
  priority: decisions.priority,
  status: decisions.status,
  expiresAt: decisions.expiresAt,
  metadata: decisions.metadata,
  createdAt: decisions.createdAt,
};
const lines = view(decisionLine, asLine);
const whole = view(decision, {
  ...asLine,
  companyId: decisions.companyId,
  context: decisions.context,
  requiresApproval: decisions.requiresApproval,
  approvedBy: settledAs("approved"),
  rejectedBy: settledAs("rejected"),
  reason: decisions.reason,
  closedReason: decisions.closedReason,
  settledAt: decisions.settledAt,
  engine: decisions.engine,
  runId: decisions.runId,
  origin: decisions.origin,
  cost: constant({ state: "zero", usd: 0 }),
  authorization: decisions.authorization,
  alternatives: decisions.alternatives,
  evidence: decisions.evidence,
  forecasts: written("json", claims),
  exposure: decisions.exposure,
});

const given = {
  id: sql.placeholder("id"),
  status: sql.placeholder("status"),
  rank: valueOf("int", sql.placeholder("rank")),
  number: valueOf("int", sql.placeholder("number")),
  size: sql.placeholder("size"),
};
type Given = { id?: string; status?: string; rank?: string; number?: string; size?: number };
const stage = sql`(CASE WHEN ${decisions.status} = 'pending' THEN 0 ELSE 1 END)`;
const ordered = placed(whole, [stage, urgency, decisions.number]);
const listed = (size: number | typeof given.size, order: SQL[], ...conditions: SQL[]) =>
  listing<Decision, Given, Placed<Decision>>(ordered, (db, selection) =>
    db
      .select(selection)
      .from(decisions)
      .leftJoin(settler, and(eq(settler.companyId, decisions.companyId), eq(settler.id, decisions.settledBy)))
      .where(and(eq(decisions.companyId, company), ...conditions))
      .orderBy(...order)
      .limit(size),
  );
const isPending = sql`${decisions.status} = 'pending'`;
const hasStatus = sql`${decisions.status} = ${given.status}`;
const isSettled = sql`${decisions.status} <> 'pending'`;
const urgentFirst = [urgency, desc(decisions.number)];
const newestFirst = [desc(decisions.number)];
const older = sql`${decisions.number} < ${given.number}`;
const pages = {
  pending: listed(length(page + 1), urgentFirst, isPending),
  asUrgent: listed(length(page + 1), urgentFirst, isPending, sql`${urgency} = ${given.rank}`, older),
  lessUrgent: listed(length(page + 1), urgentFirst, isPending, sql`${urgency} > ${given.rank}`),
  settled: listed(given.size, newestFirst, isSettled),
  settledAfter: listed(given.size, newestFirst, isSettled, older),
  status: listed(given.size, newestFirst, hasStatus),
  statusAfter: listed(given.size, newestFirst, hasStatus, older),
  one: listed(length(1), [], sql`${decisions.id} = ${given.id}`),
};
const urgent = listing<DecisionLine, Given>(lines, (db, selection) =>
  db
    .select(selection)
    .from(decisions)
    .where(and(eq(decisions.companyId, company), isPending))
    .orderBy(...urgentFirst)
    .limit(length(20)),
);

type Asked = { status?: DecisionStatus | undefined; cursor?: string | undefined };
type Last = { isPending: boolean; rank: string; number: string };
type Read = (size: number) => Promise<Placed<Decision>[]>;

/** One page: pending ones first and the most urgent of them first, then the newest. */
export async function list(tx: Tx, { status, cursor }: Asked): Promise<Page<Written<Decision[]>>> {
  const asked = { company: tx.company, list: "decisions", status };
  const last = cursor ? lastOf(placeOf(cursor, asked, ["int", "int", "int"])) : null;
  const reads = [
    ...(status === undefined || status === "pending" ? pendingReads(tx, last) : []),
    ...(status === "pending" ? [] : [settledRead(tx, status, last)]),
  ];
  return writtenPage(await inTurn(page + 1, ...reads), page, asked);
}

const lastOf = ([stage, rank = "", number = ""]: Place): Last => ({ isPending: stage === "0", rank, number });

function pendingReads(tx: Tx, last: Last | null): Read[] {
  if (!last) return [() => pages.pending(tx, {})];
  if (!last.isPending) return [];
  const { rank, number } = last;
  return [() => pages.asUrgent(tx, { rank, number }), () => pages.lessUrgent(tx, { rank })];
}

function settledRead(tx: Tx, status: DecisionStatus | undefined, last: Last | null): Read {
  if (!last || last.isPending)
    return (size) => (status ? pages.status(tx, { status, size }) : pages.settled(tx, { size }));
  const { number } = last;
  return (size) =>
    status ? pages.statusAfter(tx, { status, number, size }) : pages.settledAfter(tx, { number, size });
}

/** The decision as the browser knows it. */
export async function show(tx: Tx, id: string): Promise<Decision | null> {
  const [shown] = await pages.one(tx, { id });
  return shown ? opened(shown) : null;
}

/** The 20 most urgent pending decisions, a line each. */
export function mostUrgent(tx: Tx): Promise<Written<DecisionLine>[]> {
  return urgent(tx, {});
}
