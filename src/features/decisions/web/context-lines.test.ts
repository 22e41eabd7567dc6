import { expect, test } from "vitest";
import { listTypes } from "#features/decisions/types/registry.ts";
import { contextLines } from "./context-lines.ts";

const days = { proposed: "2026-11-18", today: "2026-11-18" };
const linesOf = (type: string, context: Record<string, unknown>) =>
  contextLines(context, listTypes().find(({ id }) => id === type)?.fields ?? null, "GBP", days).map(
    ({ label, values }) => [label, ...values],
  );

test("a context has the form's labels and order, formatted values and nothing that was left out", () => {
  const context = { subject: "A crane", payback: 14, investment: 85_000, projectedReturn: 150_000.5, evidence: [{}] };
  const fields = listTypes().find(({ id }) => id === "investment_evaluation")?.fields ?? [];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const lines = linesOf("investment_evaluation", context);
  expect(lines).toContainEqual([labels.get("investment"), "£85,000"]);
  expect(lines).toContainEqual([labels.get("projectedReturn"), "£150,000.50"]);
  expect(lines.at(-1)).toEqual(["Title", "A crane"]);
  expect(lines).toHaveLength(4);
});

test("shares, choices, strengths and rows read as they were entered", () => {
  expect(linesOf("lead_qualification", { leadValue: 1, fit: 1, intent: 0.5, timing: 0.35 })).toEqual([
    ["Lead value", "£1"],
    ["Fit", "Strong"],
    ["Intent", "Some"],
    ["Timing", "35%"],
  ]);
  const row = { name: "line", label: "Line", unit: "text" as const, required: true, hint: null, options: [] };
  const bounds = { least: null, most: null };
  const columns = [
    { ...row, ...bounds },
    { ...row, ...bounds, name: "share", label: "Share", unit: "share" as const },
    { ...row, ...bounds, name: "by", label: "By", unit: "date" as const },
  ];
  const list = { ...row, ...bounds, name: "lines", label: "Lines", unit: "list" as const, columns };
  const given = {
    lines: [
      { line: "Rent", share: 0.023 },
      { line: "Power", share: 0.5, by: "2026-11-20" },
    ],
    other: null,
  };
  expect(contextLines(given, [list], "GBP", days)).toEqual([
    { label: "Lines", values: ["Line: Rent, Share: 2.3%", "Line: Power, Share: 50%, By: 20 November 2026"] },
  ]);
});

test("what an agent asked to do reads as words, without identifiers and blanks", () => {
  const input = {
    taskId: "7a4a0f8a-5935-4f89-9902-bf6932b06217",
    dueInDays: 3,
    notes: "",
    tags: [],
    urgent: true,
    parts: [{ name: "Hull", amount: 2 }],
  };
  expect(contextLines(input, null, "GBP", days)).toEqual([
    { label: "Urgent", values: ["Yes"] },
    { label: "Parts", values: ["Name: Hull, Amount: 2"] },
    { label: "Due", values: ["21 November 2026"] },
  ]);
});
