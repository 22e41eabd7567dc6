import { addDays } from "#contract/days.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { ofKinds } from "#features/records/kinds/all.ts";
import type { Condition, View } from "#features/records/kinds/kind.ts";
import { owedOf, pending, states } from "#features/records/kinds/states.ts";

export type { Condition, View };

/** What sums of a kind's rows add up instead of the amount, in some views and statuses: what is still open of invoices. */
export const openSums: Partial<
  Record<RecordKind, { field: string; views: readonly string[]; statuses: readonly string[] }>
> = {
  invoices: {
    field: "openAmount",
    views: ["overdue", "receivable", "payable", "overdueBills", "payable14", "disputed", "credits", "vendorCredits"],
    statuses: states.invoices.owed,
  },
};

/** Named views of each kind; links to lists may use them. */
export const viewsOf = ofKinds(({ views }) => views);

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A day of a row, including derived ones; null if unknown. */
function dayOf(row: Fields, name: string): string | null {
  if (name === "movedOn") return text(row["lastActivityOn"]) ?? text(row["openedOn"]);
  if (name !== "noticeBy") return text(row[name]);
  const end = text(row["endsOn"]);
  return end && addDays(end, -Number(row["noticeDays"] ?? 0));
}

/** Whether a row is in a view on a day; must match the SQL of the lists. */
export const isInView = (view: Pick<View, "all">, row: Fields, today: string): boolean => areMet(view.all, row, today);

/** What is overdue of each kind: open and past its day; bills count as well as invoices. Renewing contracts never end. */
export const overdueOf: Partial<Record<RecordKind, readonly Condition[]>> = Object.fromEntries(
  (["invoices", "tickets", "deals", "subscriptions"] as const).map((kind) => [
    kind,
    [pending[kind], ...(kind === "invoices" ? [{ owed: "due" } as const] : []), { day: pending[kind].day, before: 0 }],
  ]),
);

const pendingKind = (kind: string): keyof typeof pending | null =>
  kind in pending ? (kind as keyof typeof pending) : null;

/** The statuses in which a day of a kind is still to come; null if the day is no deadline. */
export function pendingOf(kind: string, day: string | null): { field: string; in: readonly string[] } | null {
  const known = pendingKind(kind);
  return known && (pending[known].day === day || (known === "contracts" && day === "noticeBy")) ? pending[known] : null;
}

/** Whether every row of a view is in such a status. */
export function isPendingView(kind: string, id: string): boolean {
  const known = pendingKind(kind);
  const all = known ? (viewsOf[known].find((one) => one.id === id)?.all ?? []) : [];
  return all.some(
    (one) =>
      known !== null &&
      "in" in one &&
      one.field === pending[known].field &&
      one.in.every((status) => (pending[known].in as readonly string[]).includes(status)),
  );
}

export function isOverdue(kind: RecordKind, row: Fields, today: string): boolean {
  const conditions = overdueOf[kind];
  return conditions !== undefined && isInView({ all: conditions }, row, today);
}

function isOpen(row: Fields, which: "some" | "due" | "credit"): boolean {
  const owed = owedOf(row);
  return which === "some" ? owed !== 0 : which === "due" ? owed > 0 : owed < 0;
}

function areMet(all: readonly Condition[], row: Fields, today: string): boolean {
  return all.every((condition) => {
    if ("any" in condition) return condition.any.some((each) => areMet(each, row, today));
    if ("in" in condition) return condition.in.includes(String(row[condition.field]));
    if ("known" in condition) return ((row[condition.field] ?? null) !== null) === condition.known;
    if ("owed" in condition) return isOpen(row, condition.owed);
    const day = dayOf(row, condition.day);
    if (day === null) return false;
    const { before, from, until } = condition;
    return (
      (before === undefined || day < addDays(today, before)) &&
      (from === undefined || day >= addDays(today, from)) &&
      (until === undefined || day <= addDays(today, until))
    );
  });
}
