import type { RecordKind } from "#features/records/contract.ts";
import type { Field } from "#features/records/fields/field.ts";
import { fieldsOf, kindNames, roles } from "#features/records/fields/fields.ts";
import { states } from "#features/records/kinds/states.ts";

const alone = ["ownerName", "priority", "nextStep", "notes"];

/** The fields that are set one at a time, in lists and on lines. */
export const isSetAlone = (kind: RecordKind, { name }: Pick<Field, "name">): boolean =>
  fieldsOf[kind].some((field) => field.name === name) && [roles[kind].status, roles[kind].day, ...alone].includes(name);

const finished: Partial<Record<RecordKind, readonly string[]>> = {
  deals: states.deals.closed,
  invoices: states.invoices.paid,
  tickets: states.tickets.solved,
};
/** Whether a state has a day of its own, so that it is not set or left alone. */
export const isFinished = (kind: RecordKind, state: unknown): boolean =>
  (finished[kind] as readonly unknown[] | undefined)?.includes(state) ?? false;

/** Why a field is not set alone, or null. */
export function setFault(kind: RecordKind, field: string, was: unknown, is: unknown): string | null {
  const { one, many } = kindNames[kind];
  if (!isSetAlone(kind, { name: field })) return `Open the ${one} to change this.`;
  if (field !== roles[kind].status) return null;
  if (isFinished(kind, was)) return `What is ${String(was)} has its day. Open the ${one} to change it.`;
  return isFinished(kind, is) ? `Mark ${many} ${String(is)} instead, which sets the day too.` : null;
}
