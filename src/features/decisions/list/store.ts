import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { opened, type Written, writtenList } from "#contract/written.ts";
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
import { company, prepared } from "#platform/db/prepared.ts";
import { constant, length, listing, view, written } from "#platform/db/view.ts";

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
  rank: sql.placeholder("rank"),
  number: sql.placeholder("number"),
  size: sql.placeholder("size"),
};
type Given = { id?: string; status?: string; rank?: number; number?: number; size?: number };
const listed = (size: number | typeof given.size, order: SQL[], ...conditions: SQL[]) =>
  listing<Decision, Given>(whole, (db, selection) =>
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
const lessUrgent = sql`(${urgency} > ${given.rank} OR (${urgency} = ${given.rank} AND ${older}))`;
const pages = {
  pending: listed(length(page), urgentFirst, isPending),
  pendingAfter: listed(length(page), urgentFirst, isPending, lessUrgent),
  settled: listed(given.size, newestFirst, isSettled),
  settledAfter: listed(given.size, newestFirst, isSettled, older),
  status: listed(given.size, newestFirst, hasStatus),
  statusAfter: listed(given.size, newestFirst, hasStatus, older),
  one: listed(length(1), [], sql`${decisions.id} = ${given.id}`),
};
const place = prepared<{ status: DecisionStatus; rank: number; number: number }, { id: string }>((db) =>
  db
    .select({ status: decisions.status, rank: urgency, number: decisions.number })
    .from(decisions)
    .where(and(eq(decisions.companyId, company), sql`${decisions.id} = ${given.id}`)),
);
const urgent = listing<DecisionLine, Given>(lines, (db, selection) =>
  db
    .select(selection)
    .from(decisions)
    .where(and(eq(decisions.companyId, company), isPending))
    .orderBy(...urgentFirst)
    .limit(length(20)),
);

/** One page: pending ones first and the most urgent of them first, then the newest. */
export async function list(
  tx: Tx,
  filter: { status?: DecisionStatus | undefined; after?: string | undefined },
): Promise<Written<Decision[]>> {
  const [last] = filter.after ? await place(tx, { id: filter.after }) : [];
  if (filter.after && !last) return writtenList([]);
  const pending = filter.status === undefined || filter.status === "pending" ? await pendingPage(tx, last) : [];
  if (filter.status === "pending" || pending.length === page) return writtenList(pending);
  const from = last?.status === "pending" ? undefined : last;
  return writtenList([...pending, ...(await settledPage(tx, filter.status, from, page - pending.length))]);
}

type Place = { status: DecisionStatus; rank: number; number: number };

async function pendingPage(tx: Tx, last: Place | undefined): Promise<Written<Decision>[]> {
  if (!last) return pages.pending(tx, {});
  if (last.status !== "pending") return [];
  return pages.pendingAfter(tx, { rank: last.rank, number: last.number });
}

function settledPage(
  tx: Tx,
  status: DecisionStatus | undefined,
  last: Place | undefined,
  size: number,
): Promise<Written<Decision>[]> {
  const { number } = last ?? {};
  if (number === undefined) return status ? pages.status(tx, { status, size }) : pages.settled(tx, { size });
  return status ? pages.statusAfter(tx, { status, number, size }) : pages.settledAfter(tx, { number, size });
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
