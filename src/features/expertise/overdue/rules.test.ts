import { expect, test } from "vitest";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";

const rows = (one: string, count: number) => ({ one, many: `${one}s`, count, href: "/" });

test("what is overdue is one sentence, or null", () => {
  expect(describeOverdue([])).toBeNull();
  expect(describeOverdue([rows("bill", 1)])).toBe("1 bill is overdue");
  expect(describeOverdue([rows("invoice", 2)])).toBe("2 invoices are overdue");
  expect(describeOverdue([{ ...rows("invoice", 1_000), isMore: true }, rows("task", 1)])).toBe(
    "1,000 or more invoices and 1 task are overdue",
  );
  expect(describeOverdue([rows("invoice", 1), rows("task", 1)])).toBe("1 invoice and 1 task are overdue");
});
