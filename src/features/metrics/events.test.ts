import { expect, test } from "vitest";
import { metricImported, metricImportFailed, metricRecorded } from "#features/metrics/events.ts";
import { changeOf } from "#features/metrics/rules.ts";

const latest = {
  metric: "daily_revenue",
  day: "2026-11-19",
  value: 92,
  currency: "GBP" as const,
  change: { percent: 15, sentence: "Up 15% on 18 Nov 2026." },
};
const one = { added: 1, changed: 0, unchanged: 0 };

test("a change is in percent of the previous figure; null from zero or across currencies", () => {
  const figure = { value: 92, currency: "GBP" };
  expect(changeOf(figure, { value: 80, currency: "GBP" })).toBe(15);
  expect(changeOf(figure, { value: -80, currency: "GBP" })).toBe(215);
  expect(changeOf(figure, { value: 0, currency: "GBP" })).toBeNull();
  expect(changeOf(figure, { value: 80, currency: "USD" })).toBeNull();
  expect(changeOf(figure, null)).toBeNull();
});

test("one metric shows its day; several metrics are listed instead", () => {
  expect(metricRecorded(one, "stripe", ["daily_revenue"], latest).line).toMatchObject({
    title: "Daily revenue for 19 November 2026",
    text: ["1 figure recorded", " from Stripe", { by: " by " }, ". Up 15% on 18 Nov 2026."],
    href: "/records/figures/daily_revenue",
    figure: { value: 92, currency: "GBP", change: 15 },
  });
  const several = metricRecorded({ ...one, added: 4 }, "api", ["visits", "new_leads"], null);
  expect(several).toMatchObject({ title: "4 figures recorded", details: { latest: null } });
  expect(several.line).toEqual({
    text: ["Visits, New leads", " from API", { by: " by " }],
    href: "/records/figures",
    impact: "low",
  });
});

test("an import reports what it added, or that it failed", () => {
  const row = { id: "i1", fileName: "revenue.csv", metricName: "daily_revenue" };
  expect(metricImported(row, { ...one, added: 739 }, null, {}).line).toMatchObject({
    text: ["Daily revenue: 739 days added."],
    href: "/?import=i1",
  });
  const failed = metricImportFailed("i1", "revenue.csv was not imported", {});
  expect(failed.line).toMatchObject({ text: ["Nothing was imported"], impact: "medium" });
});
