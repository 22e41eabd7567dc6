import { expect, test } from "vitest";
import { chartSpan, lastMonth, packChoices, packSpan, spansBefore } from "./rules.ts";

test("the days of a month and of a quarter", () => {
  expect(packSpan("2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29", label: "February 2024" });
  expect(packSpan("2026-Q4")).toEqual({ from: "2026-10-01", to: "2026-12-31", label: "October to December 2026" });
});

test("whole months before, whatever their length", () => {
  expect(spansBefore(packSpan("2024-03"))).toEqual({
    lastYear: { from: "2023-03-01", to: "2023-03-31" },
    before: { from: "2024-02-01", to: "2024-02-29" },
  });
  expect(spansBefore(packSpan("2025-Q1"))).toEqual({
    lastYear: { from: "2024-01-01", to: "2024-03-31" },
    before: { from: "2024-10-01", to: "2024-12-31" },
  });
  expect(chartSpan(packSpan("2025-Q1"))).toEqual({ from: "2024-03-01", to: "2025-03-31" });
});

test("the choices end with the current month and quarter", () => {
  const { months, quarters } = packChoices("2026-01-15");
  expect([months[0], months[1], months.length]).toEqual(["2026-01", "2025-12", 13]);
  expect(quarters).toEqual(["2026-Q1", "2025-Q4", "2025-Q3", "2025-Q2", "2025-Q1"]);
  expect(lastMonth("2026-01-15")).toBe("2025-12");
});
