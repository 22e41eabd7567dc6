import { onBehalfOf } from "#features/accounts/service.ts";
import { isKind } from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import type { Own, OwnFields } from "#features/imports/planning/own.ts";
import { mostCustomFields } from "#features/records/contract.ts";
import { fullSentence } from "#features/records/custom/rules.ts";
import { ensureCustomFields, labelFault, removeField } from "#features/records/custom/service.ts";
import { distinctValues } from "#features/records/custom/values/store.ts";
import type * as store from "#features/records/imports/store.ts";
import type { Tx } from "#platform/context.ts";

const ownIn = ({ columns }: Plan): Own[] => columns.flatMap(({ own }) => own ?? []);

/** Why columns cannot be kept as fields of the company's own; null if they can. */
export function ownFault(plan: Plan | null, fields: OwnFields): string | null {
  if (!plan || !isKind(plan.target)) return null;
  const made = ownIn(plan).filter(({ isNew }) => isNew);
  for (const { label } of made) {
    const fault = labelFault(plan.target, label);
    if (fault) return fault;
  }
  const count = (fields.get(plan.target) ?? []).length + made.length;
  return made.length > 0 && count > mostCustomFields ? fullSentence : null;
}

/** Makes the fields of the company's own that a plan names, and returns the plan with their keys. */
export async function withOwnFields(tx: Tx, plan: Plan): Promise<Plan> {
  const { target } = plan;
  const own = ownIn(plan);
  if (!isKind(target) || own.length === 0) return plan;
  const keys = await ensureCustomFields(
    tx,
    target,
    own.map(({ label, type, choices }) => ({ label, type, ...(choices.length > 0 && { choices }) })),
  );
  return {
    ...plan,
    columns: plan.columns.map((column) =>
      column.own ? { ...column, own: { ...column.own, key: keys[own.indexOf(column.own)] ?? "" } } : column,
    ),
  };
}

/** Removes the fields that an import made and no record uses any more; returns their labels. */
export async function removeOwnFields(tx: Tx, { plan, createdBy }: store.ImportRow): Promise<string[]> {
  const { target, columns = [] } = (plan ?? {}) as Partial<Plan>;
  const removed: string[] = [];
  if (!target || !isKind(target)) return removed;
  for (const { own } of columns) {
    if (!own?.isNew || !own.key) continue;
    const values = await distinctValues(tx, target, own.key, { most: 1, mostRows: 1 });
    const isUsed = values === null || values.length > 0;
    if (!isUsed && (await removeField(await onBehalfOf(tx, createdBy), target, own.key))) removed.push(own.label);
  }
  return removed;
}
