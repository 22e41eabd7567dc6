import { expect, test } from "vitest";
import { comparedTo, monthName, spanOf, unitName, unitsIn } from "./spans.ts";

const today = "2026-02-20";

test("a fiscal year is twelve months from the company's own", () => {
  const of = (shift: number, start: number) => spanOf({ kind: "calendar", unit: "fiscalYear", shift }, today, start);
  expect(of(0, 4)).toEqual({ from: "2025-04-01", to: "2026-03-31", label: "fiscal year 2025/26" });
  expect(of(-1, 2)).toEqual({ from: "2025-02-01", to: "2026-01-31", label: "fiscal year 2025/26" });
  expect(of(0, 1)).toEqual({ from: "2026-01-01", to: "2026-12-31", label: "2026" });
  expect(spanOf({ kind: "toDate", unit: "fiscalYear" }, today, 7)).toMatchObject({ from: "2025-07-01", to: today });
});

test("its units are named by the years they lie in", () => {
  const units = unitsIn({ from: "2024-05-01", to: "2026-02-20" }, "fiscalYear", 10, 4);
  expect(units).toEqual(["2024-04-01", "2025-04-01"]);
  expect(unitName("1999-04-01", "fiscalYear")).toBe("fiscal year 1999/00");
  expect(monthName(4)).toBe("April");
});

test("a comparison may begin on a chosen day, as long as the period", () => {
  const compared = (from: string, to: string, start: string) => {
    const span = spanOf({ kind: "between", from, to }, today);
    return comparedTo(span, { from: start }, today).compared;
  };
  expect(compared("2025-10-01", "2025-10-31", "2025-02-01")).toMatchObject({
    to: "2025-02-28",
    label: "February 2025",
  });
  expect(compared("2025-10-06", "2025-10-12", "2025-03-03")).toMatchObject({ from: "2025-03-03", to: "2025-03-09" });
});
