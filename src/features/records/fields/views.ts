import { addDays } from "#contract/days.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { definitions } from "#features/records/fields/definitions.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { ofDescribed } from "#features/records/kinds/all.ts";
import type { Condition, View } from "#features/records/kinds/kind.ts";
import { owedOf, pending, states } from "#features/records/states/rules.ts";

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

const view = (id: string, label: string, ...all: Condition[]): View => ({ id, label, all });
/** `means`: the definition of a view's figure, in words. */
const withDefinition = (means: string, of: View): View => ({ ...of, means });
const open = { field: "status", in: states.invoices.owed } as const;
const due = [open, { owed: "due" }] as const;
const receivable = { field: "direction", in: ["receivable"] } as const;
const payable = { field: "direction", in: ["payable"] } as const;
const billed = { field: "status", in: states.invoices.billed } as const;
const openDeal = { field: "stage", in: states.deals.open } as const;
const unresolved = { field: "status", in: states.tickets.open } as const;
const ongoing = { field: "status", in: states.subscriptions.ongoing } as const;
const used = { field: "status", in: states.subscriptions.used } as const;
const inForce = { field: "status", in: states.contracts.inForce } as const;
const kept = { field: "status", in: states.customers.kept } as const;
const renews = { field: "autoRenews", in: ["true"] } as const;
/** Subscriptions the company pays for, and those customers pay for. */
const own = { field: "customerName", known: false } as const;
const plans = [
  { field: "kind", in: ["plan", "service"] },
  { field: "vendorName", known: false },
] as const;

const recurring = [{ field: "status", in: states.subscriptions.paying }, ...plans] as const;

/** The next days, today included. */
const ahead = (day: string, days: number) => ({ day, from: 0, until: days - 1 });

/** Named views of each kind; links to lists may use them. */
export const viewsOf: Record<RecordKind, readonly View[]> = {
  ...ofDescribed(({ views }) => views),
  customers: [
    view("active", "Active", { field: "status", in: ["active"] }),
    view("quiet", "Not contacted for 60 days", kept, { day: "lastContactOn", before: -60 }),
    view("kept", "Active or paused", kept),
    view("churned", "Churned", { field: "status", in: ["churned"] }),
  ],
  vendors: [view("active", "Active", { field: "status", in: ["active"] })],
  deals: [
    withDefinition(definitions.pipeline, view("open", "Open", openDeal)),
    view("stale14", "Still for 14 days", openDeal, { day: "movedOn", before: -14 }),
    view("stale30", "Still for 30 days", openDeal, { day: "movedOn", before: -30 }),
    view("stale", "Still for too long in their stage", openDeal, {
      any: [
        [
          { field: "stage", in: ["lead", "qualified"] },
          { day: "movedOn", until: -30 },
        ],
        [
          { field: "stage", in: ["proposal", "negotiation"] },
          { day: "movedOn", until: -14 },
        ],
      ],
    }),
    view("closing30", "Closing within 30 days", openDeal, ahead("expectedCloseOn", 30)),
    view("slipped", "Past their close date", openDeal, { day: "expectedCloseOn", before: 0 }),
    view("undated", "Without a close date to come", openDeal, {
      any: [[{ field: "expectedCloseOn", known: false }], [{ day: "expectedCloseOn", before: 0 }]],
    }),
    view("closed", "Won or lost", { field: "stage", in: states.deals.closed }),
    view("won", "Won", { field: "stage", in: ["won"] }),
    view("lost", "Lost", { field: "stage", in: ["lost"] }),
  ],
  invoices: [
    withDefinition(definitions.overdue, view("overdue", "Overdue", receivable, ...due, { day: "dueOn", before: 0 })),
    withDefinition(definitions.receivable, view("receivable", "To receive", receivable, open, { owed: "some" })),
    withDefinition(definitions.payable, view("payable", "To pay", payable, open, { owed: "some" })),
    withDefinition(
      definitions.overdueBills,
      view("overdueBills", "Overdue bills", payable, ...due, { day: "dueOn", before: 0 }),
    ),
    view("payable14", "To pay within 14 days", payable, ...due, { day: "dueOn", until: 13 }),
    withDefinition(definitions.spending, view("bills", "Bills", payable, billed)),
    withDefinition(definitions.billed, view("billed", "Billed to customers", receivable, billed)),
    view("disputed", "Disputed", { field: "status", in: ["disputed"] }),
    view("credits", "Credit notes to use", receivable, open, { owed: "credit" }),
    view("vendorCredits", "Credit notes of vendors", payable, open, { owed: "credit" }),
  ],
  contracts: [
    view("active", "Active", inForce),
    view("inForce", "In force", inForce, {
      any: [[{ field: "endsOn", known: false }], [{ day: "endsOn", from: 0 }], [renews]],
    }),
    view("notice90", "Notice ends within 90 days", inForce, ahead("noticeBy", 90)),
    view("renewing90", "Renewing by themselves, notice within 90 days", inForce, renews, ahead("noticeBy", 90)),
    view("missed", "Past their day for notice", inForce, { day: "noticeBy", before: 0 }, { day: "endsOn", from: 0 }),
    view("ending90", "Ending within 90 days", inForce, ahead("endsOn", 90)),
    view("unsigned", "Not signed", { field: "status", in: ["draft", "active"] }, { field: "signedOn", known: false }),
  ],
  subscriptions: [
    view("active", "Active", used),
    view(
      "ours",
      "Our own services",
      used,
      { field: "kind", in: ["service", "licence", "domain", "certificate", "token"] },
      own,
    ),
    view(
      "ending",
      "Our own that expire",
      ongoing,
      { field: "kind", in: ["certificate", "domain", "token", "licence"] },
      own,
    ),
    view("plans", "Customers’ plans", ...plans),
    withDefinition(definitions.recurring, view("recurring", "Recurring revenue", ...recurring)),
    view("goingPlans", "Customers’ plans that go on", ongoing, ...plans),
    view("renewing60", "Renewing within 60 days", ongoing, ahead("renewsOn", 60)),
    view("expired", "Past their day", ongoing, { day: "renewsOn", before: 0 }),
    view("cancelled", "Cancelled", { field: "status", in: ["cancelled"] }),
  ],
  tickets: [
    view("open", "Open", unresolved),
    view("overdue", "Overdue", unresolved, { day: "dueOn", before: 0 }),
    view("solved", "Resolved or closed", { field: "status", in: states.tickets.solved }),
    view(
      "timed90",
      "With both hours, open or of 90 days",
      { field: "estimatedHours", known: true },
      { field: "actualHours", known: true },
      {
        any: [
          [unresolved],
          [
            { field: "status", in: states.tickets.solved },
            { day: "resolvedOn", from: -89 },
          ],
        ],
      },
    ),
    view("incidents", "Open incidents", unresolved, { field: "kind", in: ["incident"] }),
    view("promises", "Open promises", unresolved, { field: "kind", in: ["promise"] }),
  ],
};

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

/** Whether an open row is overdue. */
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
