import { expect, test } from "vitest";
import { type RecordKind, sampledKinds } from "#features/records/contract.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { isInView, isOverdue, viewsOf } from "#features/records/fields/views.ts";
import { sampleCompany } from "#features/records/samples/company.ts";

const today = "2026-11-20";
const isIn = (kind: RecordKind, id: string, row: Fields): boolean => {
  const view = viewsOf[kind].find((each) => each.id === id);
  if (!view) throw new Error(`No view ${id}.`);
  return isInView(view, row, today);
};

test.each<[RecordKind, string, Fields, boolean]>([
  ["invoices", "overdue", { direction: "receivable", status: "open", dueOn: "2026-11-19", amount: 100 }, true],
  ["invoices", "overdue", { direction: "receivable", status: "disputed", dueOn: "2026-11-19", amount: 100 }, true],
  ["invoices", "overdue", { direction: "receivable", status: "open", dueOn: "2026-11-20", amount: 100 }, false],
  ["invoices", "overdue", { direction: "receivable", status: "paid", dueOn: "2026-11-19", amount: 100 }, false],
  ["invoices", "overdue", { direction: "payable", status: "open", dueOn: "2026-11-19", amount: 100 }, false],
  ["invoices", "overdue", { direction: "receivable", status: "draft", dueOn: "2026-11-19", amount: 100 }, false],
  ["invoices", "overdue", { direction: "receivable", status: "written off", dueOn: "2026-11-19", amount: 100 }, false],
  // Credit notes lower what is owed and are never overdue, nor is an open invoice of which nothing is open.
  ["invoices", "overdue", { direction: "receivable", status: "open", dueOn: "2026-11-19", amount: -50 }, false],
  ["invoices", "receivable", { direction: "receivable", status: "open", dueOn: "2026-11-19", amount: -50 }, true],
  ["invoices", "credits", { direction: "receivable", status: "open", dueOn: "2026-11-19", amount: -50 }, true],
  ["invoices", "credits", { direction: "receivable", status: "paid", dueOn: "2026-11-19", amount: -50 }, false],
  [
    "invoices",
    "overdue",
    { direction: "receivable", status: "open", dueOn: "2026-11-19", amount: 100, openAmount: 0 },
    false,
  ],
  // The notice deadline is 90 days before the end.
  ["contracts", "notice90", { status: "active", endsOn: "2027-02-18", noticeDays: 90 }, true],
  ["contracts", "notice90", { status: "active", endsOn: "2027-02-17", noticeDays: 90 }, false],
  ["contracts", "notice90", { status: "active", endsOn: "2027-02-17", noticeDays: null }, true],
  ["contracts", "notice90", { status: "active", endsOn: "2027-02-18", noticeDays: null }, false],
  ["contracts", "notice90", { status: "active", endsOn: null, noticeDays: 30 }, false],
  ["contracts", "unsigned", { status: "draft", signedOn: null }, true],
  ["deals", "stale14", { stage: "lead", lastActivityOn: "2026-11-05", openedOn: "2026-01-01" }, true],
  ["deals", "stale14", { stage: "lead", lastActivityOn: "2026-11-06", openedOn: "2026-01-01" }, false],
  ["deals", "stale14", { stage: "lead", lastActivityOn: null, openedOn: "2026-11-05" }, true],
  ["deals", "stale14", { stage: "won", lastActivityOn: "2026-01-01" }, false],
  ["subscriptions", "renewing60", { status: "active", renewsOn: "2027-01-18" }, true],
  ["subscriptions", "renewing60", { status: "active", renewsOn: "2027-01-19" }, false],
  ["subscriptions", "renewing60", { status: "active", renewsOn: "2026-11-19" }, false],
  ["tickets", "overdue", { status: "waiting", dueOn: "2026-11-19" }, true],
  ["tickets", "overdue", { status: "closed", dueOn: "2026-11-19" }, false],
])("of %s the view %s and %j: %s", (kind, id, row, expected) => {
  expect(isIn(kind, id, row)).toBe(expected);
});

test("the sample company has rows in every view, the same every time, on any day", () => {
  for (const day of [today, "2028-02-29"]) {
    const company = sampleCompany(day, "USD");
    expect(sampleCompany(day, "USD")).toEqual(company);
    // The sample company has no credit notes.
    for (const kind of sampledKinds)
      for (const view of viewsOf[kind].filter(({ id }) => !/credits$/i.test(id)))
        expect(
          company[kind].filter(({ fields }) => isInView(view, fields, day)).length,
          `${kind} ${view.id}`,
        ).toBeGreaterThan(0);
  }
});

test.each<[RecordKind, Fields, boolean]>([
  ["invoices", { direction: "receivable", status: "open", dueOn: "2026-11-19", amount: 100 }, true],
  ["invoices", { direction: "payable", status: "open", dueOn: "2026-11-19", amount: 100 }, true],
  ["invoices", { direction: "payable", status: "disputed", dueOn: "2026-11-19", amount: 100 }, true],
  ["invoices", { direction: "payable", status: "open", dueOn: "2026-11-20", amount: 100 }, false],
  ["invoices", { direction: "payable", status: "paid", dueOn: "2026-11-19", amount: 100 }, false],
  ["tickets", { status: "waiting", dueOn: "2026-11-19" }, true],
  ["deals", { stage: "lead", expectedCloseOn: "2026-11-19" }, true],
  ["subscriptions", { status: "active", renewsOn: "2026-11-19" }, true],
  ["customers", { status: "active", lastContactOn: "2020-01-01" }, false],
])("a record is overdue while something is still to be done past its day: %s %j", (kind, row, expected) => {
  expect(isOverdue(kind, row, today)).toBe(expected);
});
