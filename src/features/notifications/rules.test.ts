import { expect, test } from "vitest";
import { noExposure } from "#contract/actions.ts";
import { decideBy, describeDue, expiryText, peopleNamedIn, titleWithAmount } from "./rules.ts";

test("a title names what is at stake", () => {
  const spend = { ...noExposure, kind: "spend" as const, amount: 85_000 };
  expect(titleWithAmount("Packing line", spend, "GBP")).toBe("Packing line, £85,000");
  expect(titleWithAmount("Offer", { ...noExposure, kind: "discount", amount: 22 }, "GBP")).toBe("Offer, 22%");
  expect(titleWithAmount("Lead", noExposure, "GBP")).toBe("Lead");
});

test("deadlines are named by today, tomorrow or the day", () => {
  const by = (day: string) => decideBy(day, "2026-11-20", "2026-11-21");
  expect(["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-25"].map(by)).toEqual([
    "decide by today",
    "decide by today",
    "decide by tomorrow",
    "decide by 25 November",
  ]);
  expect(expiryText("2026-11-25", 216)).toBe("Expires 25 November. D-216");
});

test("a task is due today or overdue for days", () => {
  expect(describeDue("2026-11-20", "2026-11-20")).toBe("Due today");
  expect(describeDue("2026-11-19", "2026-11-20")).toBe("1 day overdue");
  expect(describeDue("2026-10-01", "2026-11-20")).toBe("50 days overdue");
});

test("people are named with an @, by their whole name, the longer one first", () => {
  const people = ["ana", "ana.b", "Olaf"].map((username) => ({ username }));
  const named = (text: string) => peopleNamedIn(text, people).map(({ username }) => username);
  expect(named("@ana please look")).toEqual(["ana"]);
  expect(named("@ana.b and (@OLAF): look")).toEqual(["ana.b", "Olaf"]);
  expect(named("@anabel, mail ana@olaf.example, ana")).toEqual([]);
  expect(named("@ana. @ana")).toEqual(["ana"]);
});
