import { expect, test } from "vitest";
import { formatLine, toLine } from "#contract/report.ts";
import type { Contribution } from "#features/expertise/ceo/contributions.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import { concludeDay, type Day } from "./day.ts";

const today = "2026-11-20";
const nothing: Day = {
  revenue: { points: [], source: "", left: 0 },
  settled: [],
  pending: { total: 0, first: [] },
  forecasts: [],
  overdue: { total: 0, oldest: null },
  contributions: [],
  monthlyRevenue: null,
};
const conclude = (day: Partial<Day>) => concludeDay({ ...nothing, ...day }, today, "GBP");
const linesOf = (day: Partial<Day>) => {
  const made = conclude(day);
  return made.lines.map(({ group, line, source, href }) => [group, formatLine(line, made.figures), source, href]);
};
/** Daily revenue up to a day, oldest first. */
const revenue = (last: string, ...values: number[]): Day["revenue"] => ({
  points: values.map((value, at) => ({
    day: new Date(Date.parse(last) - (values.length - 1 - at) * 86_400_000).toISOString().slice(0, 10),
    value,
  })),
  source: "CSV import",
  left: 0,
});

test("a day without events says so, in whole sentences", () => {
  const made = conclude({});
  expect(made.lines).toEqual([]);
  expect(formatLine(made.headline, [])).toBe("No proposals are pending.");
  expect(made.sections.flatMap(({ lines }) => lines.map((line) => formatLine(line, [])))).toEqual([
    "No new figures, and nothing was decided in the last 24 hours.",
    "Nothing else is waiting.",
    "The records show nothing at risk.",
  ]);
});

test("revenue is compared with the average of up to 30 previous days, if there are enough and the last is recent", () => {
  const days = revenue("2026-11-19", ...Array<number>(10).fill(100), 150);
  expect(linesOf({ revenue: days })).toEqual([
    [
      "changed",
      "Revenue was £150 on 19 Nov 2026, 50% above the average of £100 over 10 days.",
      "CSV import, 19 Nov 2026",
      "/records/figures/daily_revenue",
    ],
  ]);
  const fewer = revenue("2026-11-19", ...Array<number>(7).fill(200), 150);
  expect(linesOf({ revenue: fewer })[0]?.[1]).toContain("25% below the average of £200 over 7 days");
  expect(linesOf({ revenue: revenue("2026-11-19", ...Array<number>(6).fill(200), 150) })).toEqual([]);
  expect(linesOf({ revenue: revenue("2026-11-16", ...Array<number>(10).fill(100), 150) })).toEqual([]);
  const long = revenue("2026-11-19", ...Array<number>(20).fill(1_000), ...Array<number>(30).fill(100), 100);
  expect(linesOf({ revenue: long })[0]?.[1]).toBe(
    "Revenue was £100 on 19 Nov 2026, as much as the average of £100 over 30 days.",
  );
});

test("names settled decisions, proposals after the first, due forecasts and overdue tasks", () => {
  const proposal = (number: number, expiresOn: string) => ({
    id: `p${number}`,
    number,
    title: `Proposal ${number}`,
    expiresOn,
  });
  const settled = (number: number, how: "approved" | "rejected" | "expired") => ({
    id: `s${number}`,
    number,
    title: `Decision ${number}`,
    how,
  });
  const first = [proposal(1, "2026-11-20"), proposal(2, "2026-11-22"), proposal(3, "2026-11-25")];
  expect(
    linesOf({
      settled: [settled(8, "approved"), settled(7, "expired")],
      pending: { total: 3, first },
      forecasts: [{ decisionId: "d", number: 5, claim: "Sales reach £9,000.", dueOn: "2026-11-18" }],
      overdue: { total: 2, oldest: { title: "Sign the lease", dueOn: "2026-11-10" } },
    }),
  ).toEqual([
    [
      "changed",
      "2 decisions were settled in the last 24 hours: Decision 8 approved and Decision 7 expired.",
      "D-8 and D-7",
      "/decisions",
    ],
    [
      "waits",
      "2 more proposals expire by 25 Nov 2026: Proposal 2 and Proposal 3.",
      "D-2 and D-3",
      "/decisions?status=pending",
    ],
    ["waits", "A forecast is due: Sales reach £9,000.", "D-5, due 18 Nov 2026", "/decisions/d"],
    [
      "waits",
      "2 tasks are overdue, the oldest by 10 days: Sign the lease.",
      "Task list, 20 Nov 2026",
      "/tasks?view=late",
    ],
  ]);
  expect(linesOf({ pending: { total: 1, first: first.slice(0, 1) } })).toEqual([]);
  expect(linesOf({ pending: { total: 5, first } })[0]?.[1]).toBe(
    "4 more proposals need approval. Next: Proposal 2 (expires 22 Nov 2026) and Proposal 3 (expires 25 Nov 2026).",
  );
  expect(linesOf({ settled: [settled(8, "rejected")] })[0]).toEqual([
    "changed",
    "1 decision was settled in the last 24 hours: Decision 8 rejected.",
    "D-8",
    "/decisions/s8",
  ]);
});

test("risks come from the agents' topics with the source of their figure; at most seven lines", () => {
  const owed = measure("owed", "Owed", 4_310, "count", { label: "Invoice INV-7", asOf: "2026-11-19" });
  const concern = (key: string, severity: number) => ({
    key,
    kind: "risk" as const,
    line: toLine`Pemberton owes ${owed} (${key}).`,
    amount: 4_310,
    dueOn: null,
    severity,
    href: `/records/invoices/${key}`,
  });
  const contribution: Contribution = {
    agentId: "a",
    name: "Marcus",
    role: "CFO",
    refused: null,
    headlines: [],
    concerns: ["a", "b", "c", "d"].map((key, at) => concern(key, 0.9 - at / 10)),
    figures: [owed],
    missing: [],
  };
  const lines = linesOf({ contributions: [contribution], monthlyRevenue: 10_000 });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toEqual(["risk", "Pemberton owes 4,310 (a).", "Invoice INV-7, 19 Nov 2026", "/records/invoices/a"]);
  const forecast = { decisionId: "d", number: 5, claim: "Sales", dueOn: today };
  const full = conclude({
    contributions: [contribution],
    revenue: revenue("2026-11-19", ...Array<number>(10).fill(100), 150),
    settled: [{ id: "s", number: 1, title: "One", how: "approved" }],
    forecasts: [forecast, forecast, forecast],
    overdue: { total: 1, oldest: { title: "Sign", dueOn: "2026-11-10" } },
  });
  expect(full.lines.map(({ group }) => group)).toEqual([
    "changed",
    "changed",
    "waits",
    "waits",
    "waits",
    "risk",
    "risk",
  ]);
});

test("the full brief lists every due forecast, the short one names those it leaves out", () => {
  const due = [1, 2, 3, 4, 5].map((number) => ({
    decisionId: `d${number}`,
    number,
    claim: `Claim ${number}`,
    dueOn: "2026-11-18",
  }));
  expect(linesOf({ forecasts: due })).toEqual([
    ["waits", "A forecast is due: Claim 1.", "D-1, due 18 Nov 2026", "/decisions/d1"],
    [
      "waits",
      "4 more forecasts are due: D-2, D-3, D-4 and D-5.",
      "Decisions, 20 Nov 2026",
      "/decisions?status=approved",
    ],
  ]);
  const full = conclude({ forecasts: due });
  const waits = full.sections.find(({ title }) => title === "What waits");
  expect(waits?.lines.map((line) => formatLine(line, full.figures))).toEqual(
    due.map(({ claim }) => `A forecast is due: ${claim}.`),
  );
  const many = Array.from({ length: 9 }, (_, at) => ({ decisionId: "d", number: at, claim: "Sales", dueOn: today }));
  expect(linesOf({ forecasts: many })[1]?.[1]).toBe(
    "8 more forecasts are due: D-1, D-2, D-3, D-4 and 4 other decisions.",
  );
  expect(linesOf({ forecasts: many.map((one) => ({ ...one, number: 7 })) })[1]?.slice(1)).toEqual([
    "8 more forecasts are due: D-7.",
    "Decisions, 20 Nov 2026",
    "/decisions/d",
  ]);
});
