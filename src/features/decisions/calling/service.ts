import { agencyOf } from "#agency/agency.ts";
import { skillRefusal } from "#agency/policy.ts";
import { work } from "#agency/work.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
import { agentCreated } from "#features/agents/events.ts";
import { team } from "#features/agents/store.ts";
import {
  collectRequest,
  overBudgetRequest,
  renewalRequest,
  staleRequest,
} from "#features/decisions/calling/requests.ts";
import * as store from "#features/decisions/calling/store.ts";
import type { DecisionTypeId } from "#features/decisions/contract.ts";
import { evaluationSkill } from "#features/decisions/proposal/skills.ts";
import { rejectionCutoff } from "#features/decisions/rules.ts";
import { withdraw } from "#features/decisions/service.ts";
import { decisionType, readContext } from "#features/decisions/types/registry.ts";
import type { RecordKind } from "#features/records/contract.ts";
import * as records from "#features/records/calling/store.ts";
import { recordImported } from "#features/records/events.ts";
import { isImporting } from "#features/records/imports/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import type { Scheduled } from "#platform/jobs/background.ts";

type Request = { context: Record<string, unknown>; origins: readonly Origin[] };
/** A decision type that rows of a kind call for, and the rows that call the loudest for it. */
type Call = {
  kind: RecordKind;
  type: DecisionTypeId;
  find: (tx: Tx, looked: records.Looked) => Promise<Request | null>;
};

const call = <Row extends { origins: readonly Origin[] }>(
  kind: RecordKind,
  type: DecisionTypeId,
  find: (tx: Tx, looked: records.Looked) => Promise<Row | null>,
  request: (row: Row, today: string) => Record<string, unknown>,
): Call => ({
  kind,
  type,
  find: async (tx, looked) => {
    const row = await find(tx, looked);
    return row && { context: request(row, looked.today), origins: row.origins };
  },
});

const calls: readonly Call[] = [
  call("invoices", "collect_receivables", records.mostOverdue, collectRequest),
  call("deals", "stale_deal", records.stalestDeal, staleRequest),
  call("contracts", "vendor_renewal", records.nearestRenewal, renewalRequest),
  call("ledger", "over_budget", records.furthestOverBudget, overBudgetRequest),
];

/** What a proposal was made of; days that pass change nothing about it. */
const figures = [
  "rows",
  "currency",
  "amount",
  "credits",
  "dealValue",
  "stage",
  "actual",
  "budget",
  "newPrice",
  "endsOn",
];
const isSame = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  figures.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

/**
 * Proposes what rows of files and services call for: one decision of each type at a time, and none about rows that were decided in
 * the last 90 days. A pending one is withdrawn when its rows no longer say the same.
 */
async function proposeFromRows(tx: Tx): Promise<void> {
  const today = dayIn(tx.now, tx.timeZone);
  const since = new Date(rejectionCutoff(tx.now.toISOString()));
  const types = calls.map(({ type }) => type);
  const [made, agents] = [await store.madeFromRows(tx, types, since), await team(tx)];
  for (const { type: id, find } of calls) {
    const own = made.filter((one) => one.type === id);
    const pending = own.find(({ status }) => status === "pending");
    if (pending) {
      const now = await find(tx, { today, covered: [], only: pending.rows });
      if (now && isSame(pending.context, now.context)) continue;
      await withdraw(tx, pending.id, "Its records no longer say the same.");
    }
    const covered = own.flatMap((one) => (one === pending ? [] : one.rows));
    const request = await find(tx, { today, covered });
    const type = decisionType(id);
    const agent = type && agents.find((one) => skillRefusal(one, type) === null);
    const parsed = request && type && readContext(type, request.context);
    if (!request || !agent || !parsed || "refused" in parsed) continue;
    const origin = inheritedOrigin(request.origins);
    const input = parsed.context as Record<string, unknown>;
    await work(tx, { agent, skill: evaluationSkill(type), input, origin, trigger: "event" }, "wait");
  }
}

/** How long imports that follow one another are left to end. */
const gatherMs = 5_000;
/** The looks that found an import under way, whose rows are incomplete. */
const early = new WeakSet<Tx>();

/** After imports and their undo, after services were read, and once there is an agent to propose. */
export const callingSchedule: Scheduled = {
  name: "proposals-from-rows",
  every: async (tx) => (early.has(tx) || (await isImporting(tx)) ? new Date(tx.now.getTime() + gatherMs) : null),
  follows: {
    on: [recordImported, agentCreated, { type: "import.undone" }, { type: "integration.synced" }],
    afterMs: gatherMs,
  },
  run: async (tx) => {
    if (await isImporting(tx)) early.add(tx);
    else if (!(await agencyOf(tx).isHeld(tx))) await proposeFromRows(tx);
  },
};

/** The pending proposal that rows of a kind call for. */
export async function proposalFrom(tx: Tx, kind: string | null) {
  const type = calls.find((one) => one.kind === kind)?.type;
  return type ? store.pendingOf(tx, type) : null;
}
