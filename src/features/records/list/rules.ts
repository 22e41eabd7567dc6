import { recordFields, type RecordKind } from "#features/records/contract.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";
import { type View, viewsOf } from "#features/records/fields/views.ts";
import type { Sort } from "#features/records/list/contract.ts";

export type Filter = {
  q?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  view?: string | undefined;
  customerId?: string | undefined;
  vendorId?: string | undefined;
};

const choicesOf = (kind: RecordKind, name: string | undefined): readonly string[] =>
  fieldsOf[kind].find((field) => field.name === name)?.choices ?? [];
const hasParty = (kind: RecordKind, party: string): boolean => `${party}Name` in recordFields[kind].shape;

/** Takes what a list of a kind is asked for, gives the sentence that refuses it, or null. */
export function filterFault(kind: RecordKind, filter: Filter & { sort?: Sort | undefined }): string | null {
  const { status, type, view, sort } = filter;
  const role = roles[kind];
  if (status && !choicesOf(kind, role.status).includes(status)) return `No ${kind} have this status`;
  if (type && !choicesOf(kind, role.type).includes(type)) return `No ${kind} are of this kind`;
  if (view && !viewsOf[kind].some(({ id }) => id === view)) return `There is no such view of ${kind}`;
  if (filter.customerId && !hasParty(kind, "customer")) return `${sentence(kind)} belong to no customer`;
  if (filter.vendorId && !hasParty(kind, "vendor")) return `${sentence(kind)} belong to no vendor`;
  if (sort === "amount" && !role.money) return `${sentence(kind)} have no amount to sort by`;
  if (sort === "day" && !role.day) return `${sentence(kind)} have no day to sort by`;
  return null;
}

const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Takes a kind and a view's id, gives the view. */
export const viewOf = (kind: RecordKind, id: string | undefined): View | undefined =>
  viewsOf[kind].find((view) => view.id === id);
