import { expect, test } from "vitest";
import type { Signals } from "#features/records/care/rows.ts";
import { healthOf } from "#features/expertise/customer-success/score.ts";

const today = "2026-11-20";
const kept = { tickets: true, invoices: true };
const acme: Signals = {
  id: "c1",
  name: "Acme",
  status: "active",
  ownerName: null,
  lastContactOn: "2026-11-10",
  usage30: 90,
  usagePrior30: 100,
  satisfaction: 8,
  openTickets: 1,
  overdueTickets: 0,
  overdueInvoices: 0,
  overdueAmount: 0,
  oldestOverdueOn: null,
  yearlyValue: 1200,
  nextRenewalOn: null,
  origin: "external",
};

test("the score, computed by hand", () => {
  // Usage 100 − 20 = 80, contact 100, tickets 85, satisfaction 80, payment 100:
  // (80 × 30 + 100 × 20 + 85 × 20 + 80 × 20 + 100 × 10) ÷ 100 = 87.
  expect(healthOf(acme, kept, today)).toMatchObject({
    score: 87,
    level: "good",
    reasons: [],
    unknown: [],
    formula: "(usage 80 × 30 + contact 100 × 20 + tickets 85 × 20 + satisfaction 80 × 20 + payment 100 × 10) ÷ 100",
  });
});

test("unknown parts are left out and named", () => {
  const of = healthOf({ ...acme, usage30: null, satisfaction: null }, { tickets: false, invoices: true }, today);
  // Contact 100 × 20 and payment 100 × 10, by 30.
  expect(of).toMatchObject({ score: 100, unknown: ["usage", "tickets", "satisfaction"] });
});

test("one known part gives no score", () => {
  const bare = { ...acme, usage30: null, satisfaction: null, lastContactOn: null };
  expect(healthOf(bare, { tickets: false, invoices: true }, today)).toMatchObject({ score: null, level: "unknown" });
});

test("the most important reason comes first, and no part is below 0", () => {
  const bad = {
    ...acme,
    usage30: 0,
    lastContactOn: "2025-01-01",
    satisfaction: 0,
    openTickets: 50,
    overdueTickets: 50,
    overdueInvoices: 1,
    oldestOverdueOn: "2020-01-01",
  };
  const of = healthOf(bad, kept, today);
  expect(of.score).toBe(0);
  expect(of.level).toBe("at risk");
  expect(of.reasons[0]).toBe("usage fell by 100%");
  expect(of.reasons.at(-1)).toContain("1 invoice overdue");
});

test("contact falls after 30 days, payment over 60 days", () => {
  const part = (signals: Partial<Signals>, label: string) =>
    healthOf({ ...acme, ...signals }, kept, today).parts.find((one) => one.label === label)?.score;
  expect(part({ lastContactOn: "2026-10-21" }, "Contact")).toBe(100);
  // 75 days: half way from 30 to 120.
  expect(part({ lastContactOn: "2026-09-06" }, "Contact")).toBe(50);
  expect(part({ lastContactOn: "2026-12-01" }, "Contact")).toBe(100);
  expect(part({ overdueInvoices: 1, oldestOverdueOn: "2026-10-21" }, "Payment")).toBe(50);
  expect(part({ usage30: 0, usagePrior30: 0 }, "Usage")).toBe(0);
  expect(part({ usage30: 5, usagePrior30: 0 }, "Usage")).toBe(100);
});
