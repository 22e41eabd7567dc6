import { expect, test } from "vitest";
import type { QuerySubject } from "#contract/query.ts";
import { startersOf } from "./starters.ts";

const subject = (id: string, ...names: string[]): QuerySubject => ({
  id,
  one: id,
  many: id,
  alsoCalled: [],
  day: null,
  amount: null,
  needs: null,
  fields: names.map((name) => ({ name, label: name, type: "text", alsoCalled: [], choices: [] })),
});
const figures: QuerySubject = {
  ...subject("figures"),
  day: "day",
  needs: "name",
  fields: [
    {
      name: "name",
      label: "Figure",
      type: "choice",
      alsoCalled: [],
      choices: ["cash", "daily_revenue", "visits"].map((value) => ({ value, label: value })),
    },
  ],
};
const subjects = [figures, subject("deals", "view", "stage"), subject("tickets", "view")];
const titles = (...filled: string[]) => startersOf(subjects, new Set(filled)).map(({ title }) => title);

test("questions are offered about subjects with rows, revenue first", () => {
  expect(titles()).toEqual(["daily_revenue by month", "cash by month", "visits by month"]);
  expect(titles("deals", "tickets", "invoices")).toEqual([
    "daily_revenue by month",
    "cash by month",
    "Open deals by stage",
    "visits by month",
  ]);
});

test("additive metrics are summed, others show their latest value", () => {
  expect(startersOf(subjects, new Set()).map(({ query }) => query.measure?.of)).toEqual(["sum", "latest", "sum"]);
});
