import type { MeasuredBy } from "#features/decisions/contract.ts";
import * as rules from "#features/decisions/outcome/measuring/rules.ts";
import type { ForecastRow } from "#features/decisions/outcome/store.ts";
import * as metrics from "#features/metrics/store.ts";
import * as calling from "#features/records/calling/store.ts";
import * as records from "#features/records/outcomes/store.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** Reads what company data says about a forecast whose due day has passed; uses no language model. */
export async function measure(tx: Tx, forecast: ForecastRow): Promise<rules.Measured> {
  const { measuredBy, metric, target, dueOn } = forecast;
  if (!measuredBy) return null;
  const claim = { metric, target, dueOn, measuredBy };
  const { party, from, rows = [], ledger } = measuredBy;
  switch (measuredBy.measure) {
    case "sum":
    case "value":
      return metric === null ? null : rules.fromFigures(claim, await metrics.series(tx, metric, from), tx.currency);
    case "taskDone":
      return rules.fromTask(claim, await taskOf(tx, forecast, measuredBy));
    case "unpaid":
      return rules.fromNamed(claim, await calling.unpaidOf(tx, { rows, from, dueOn }), "invoice");
    case "moved":
    case "closed":
      return rules.fromNamed(
        claim,
        await calling.movedOf(tx, { rows, from, dueOn }, measuredBy.measure === "closed"),
        "deal",
      );
    case "cost":
      return ledger ? rules.fromCost(claim, ledger, await calling.costOf(tx, ledger)) : null;
    default:
  }
  if (!party) return null;
  const period = { id: party.id, from, to: dueOn };
  switch (measuredBy.measure) {
    case "orders":
      return rules.fromRows(claim, await records.ordersOf(tx, period), "order");
    case "bills":
      return rules.fromRows(claim, await records.billsOf(tx, period, null), "bill");
    case "billed":
      return rules.fromRows(claim, await records.billsOf(tx, period, target), "bill");
    case "yearlyPrice":
      return rules.fromPrice(claim, await records.agreedPrice(tx, period));
    default:
      return rules.fromSignature(claim, await records.signedContract(tx, { ...period, kind: party.kind }));
  }
}

async function taskOf(tx: Tx, { decisionId }: ForecastRow, { effect }: MeasuredBy) {
  const task = (await tasks.ofDecision(tx, decisionId)).find(({ effectIndex }) => effectIndex === effect);
  return task
    ? {
        title: task.title,
        status: task.status,
        isByPerson: task.completedBy !== null,
        completedOn: task.completionDate ? dayIn(task.completionDate, tx.timeZone) : null,
      }
    : null;
}
