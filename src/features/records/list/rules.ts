import { recordFields, type RecordKind } from "#features/records/contract.ts";
import type { Field } from "#features/records/fields/field.ts";
import { fieldsOf, kindNames, roles } from "#features/records/fields/fields.ts";
import type { CustomField } from "#features/records/custom/contract.ts";
import { customNamed, fieldFrom, keyIn } from "#features/records/custom/rules.ts";
import { openSums, type View, viewsOf } from "#features/records/fields/views.ts";
import type { Filter, Sort } from "#features/records/list/contract.ts";

const choicesOf = (kind: RecordKind, name: string | undefined): readonly string[] =>
  fieldsOf[kind].find((field) => field.name === name)?.choices ?? [];
const find = (kind: RecordKind, name: string): Field | undefined => fieldsOf[kind].find((field) => field.name === name);
const hasParty = (kind: RecordKind, party: string): boolean => `${party}Name` in recordFields[kind].shape;

/** Whether a filter or its order names a field of the company's own. */
export const isByCustom = ({ sort, field, known, unknown, day }: Filter & { sort?: Sort | undefined }): boolean =>
  [sort, field, known, unknown, day].some((name) => keyIn(name) !== null);

/** Why a filter is refused, or null. `own`: the company's own fields. */
export function filterFault(
  kind: RecordKind,
  filter: Filter & { sort?: Sort | undefined },
  own: readonly CustomField[] = [],
): string | null {
  const { status, type, view, sort } = filter;
  const role = roles[kind];
  if (status && !choicesOf(kind, role.status).includes(status)) return `No ${kindNames[kind].many} have this status`;
  if (type && !choicesOf(kind, role.type).includes(type)) return `No ${kindNames[kind].many} are of this kind`;
  if (view && !viewsOf[kind].some(({ id }) => id === view)) return `There is no such view of ${kindNames[kind].many}`;
  if (filter.customerId && !hasParty(kind, "customer"))
    return `${sentence(kindNames[kind].many)} belong to no customer`;
  if (filter.vendorId && !hasParty(kind, "vendor")) return `${sentence(kindNames[kind].many)} belong to no vendor`;
  return sortFault(kind, sort, own) ?? fieldFault(kind, filter, own) ?? dayFault(kind, filter, own);
}

function sortFault(kind: RecordKind, sort: Sort | undefined, own: readonly CustomField[]): string | null {
  const role = roles[kind];
  if (keyIn(sort) !== null && !customNamed(own, sort)) return noField(kind, sort);
  if (sort === "amount" && !role.money) return `${sentence(kindNames[kind].many)} have no amount to sort by`;
  if (sort === "day" && !role.day) return `${sentence(kindNames[kind].many)} have no day to sort by`;
  return null;
}

const noField = (kind: RecordKind, name = ""): string => `${sentence(kindNames[kind].many)} have no field "${name}"`;

function fieldFault(
  kind: RecordKind,
  { ownerName, currency, field, is, known, unknown }: Filter,
  own: readonly CustomField[],
): string | null {
  if (ownerName && !find(kind, "ownerName")) return `${sentence(kindNames[kind].many)} have no owner`;
  if (currency && !find(kind, "currency")) return `${sentence(kindNames[kind].many)} have no currency`;
  if (!field !== !is) return "Name a field and what it is, both";
  const custom = customNamed(own, field);
  const named = field && (custom ? fieldFrom(custom) : find(kind, field));
  if (field && !(named && ["line", "choice", ...(custom ? ["flag"] : [])].includes(named.type)))
    return `${sentence(kindNames[kind].many)} have no name or choice "${field}"`;
  const unfit = [known, unknown].find((name) => name && !find(kind, name) && !customNamed(own, name));
  return unfit ? noField(kind, unfit) : null;
}

const derived: Partial<Record<RecordKind, Record<string, string>>> = {
  deals: { movedOn: "Last moved" },
  contracts: { noticeBy: "Notice by" },
};

/** A day field with its label, by default the kind's main one; null if there is none. */
export function dayOf(
  kind: RecordKind,
  name = roles[kind].day,
  own: readonly CustomField[] = [],
): { name: string; label: string } | null {
  if (name === undefined) return null;
  const custom = customNamed(own, name);
  if (custom) return custom.type === "day" ? { name, label: custom.label } : null;
  const label = derived[kind]?.[name];
  if (label) return { name, label };
  const field = find(kind, name);
  return field?.type === "day" ? { name, label: field.label } : null;
}

function dayFault(kind: RecordKind, { day, from, to }: Filter, own: readonly CustomField[]): string | null {
  if ((day ?? from ?? to) === undefined) return null;
  if (!dayOf(kind, day, own))
    return day
      ? `${sentence(kindNames[kind].many)} have no day "${day}"`
      : `${sentence(kindNames[kind].many)} have no day of their own`;
  if (!from && !to) return "Name the first day, the last, or both";
  return from && to && from > to ? "The last day is before the first" : null;
}

const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const viewOf = (kind: RecordKind, id: string | undefined): View | undefined =>
  viewsOf[kind].find((view) => view.id === id);

/** Whether the rows of a filter are summed by what is still open of them. */
export function isOfOpen(kind: RecordKind, { view, status }: Pick<Filter, "view" | "status">): boolean {
  const open = openSums[kind];
  return open !== undefined && (open.views.includes(view ?? "") || open.statuses.includes(status ?? ""));
}
