import type { Filter, QueryInput, QuerySubject } from "#contract/query.ts";
import { figureQuery } from "#features/metrics/web/figure-href.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { roles } from "#features/records/fields/fields.ts";
import { findField } from "./words.ts";

/** A record whose name the query needs: a row itself, or its customer or vendor. */
export type Named = { kind: RecordKind; id: string };

/** The record named by the address of a list or a record. */
export function recordNamed(rows: string): Named | null {
  const { pathname, searchParams } = new URL(rows, "http://rows");
  const [, , kind = "", id] = pathname.split("/");
  if (id && isKind(kind)) return { kind, id };
  const [customer, vendor] = [searchParams.get("customerId"), searchParams.get("vendorId")];
  if (customer) return { kind: "customers", id: customer };
  return vendor ? { kind: "vendors", id: vendor } : null;
}

const isKind = (word: string): word is RecordKind => (recordKinds as readonly string[]).includes(word);

/** Task lists that match a view in Explore; others have no query. */
const taskViews: Record<string, string> = {
  open: "open",
  late: "overdue",
  overdue: "overdue",
  unassigned: "unassigned",
};

/**
 * The query for the rows behind a figure; null if there is none. Filters the subject has no field for are left out.
 * `isSum`: the figure is the sum of the rows.
 */
export function queryOfRows(
  rows: string,
  name: string | null,
  isSum: boolean,
  subjects: readonly QuerySubject[],
): QueryInput | null {
  const { pathname, searchParams } = new URL(rows, "http://rows");
  const [, section = "", kind = "", id] = pathname.split("/");
  if (kind === "figures") return id ? figureQuery(decodeURIComponent(id)) : null;
  const subject = subjects.find((one) => one.id === (section === "records" ? kind : section));
  if (!subject) return null;
  const filters: Filter[] = [];
  const add = (field: string | undefined, test: Filter["test"], value?: string | null): void => {
    const found = findField(subject, field);
    if (!found || value === null) return;
    if (found.type === "view" && !found.choices.some((choice) => choice.value === value)) return;
    filters.push({ field: found.name, test, values: value === undefined ? [] : [value] });
  };
  const asked = (parameter: string) => searchParams.get(parameter);
  const view = asked("view");
  if (isKind(kind)) {
    const role = roles[kind];
    if (id) add(role.title, "is", name);
    add("view", "is", view);
    add(role.status, "is", asked("status"));
    add(role.type, "is", asked("type"));
    if (asked("customerId")) add("customerName", "is", name);
    else if (asked("vendorId")) add("vendorName", "is", name);
    for (const field of ["ownerName", "currency"]) add(field, "is", asked(field));
    add(asked("field") ?? undefined, "is", asked("is"));
    add(asked("known") ?? undefined, "known");
    add(asked("unknown") ?? undefined, "unknown");
    const day = asked("day") ?? role.day;
    add(day, "atLeast", asked("from"));
    add(day, "atMost", asked("to"));
  } else if (section === "tasks") {
    add("view", "is", taskViews[view ?? ""] ?? null);
    add("agent", "is", asked("assignee"));
  } else for (const field of ["status", "role", "type", "outcome"]) add(field, "is", asked(field));
  const measure = isSum && subject.amount ? { of: "sum" as const, field: null } : undefined;
  return { subject: subject.id, filters, search: asked("q"), ...(measure ? { measure } : {}) };
}
