import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeIncidents, type Incidents } from "#features/expertise/cto/incidents.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const facts: Incidents = {
  open: [
    { priority: "high", open: 3, overdue: 1, ages: [1, 1, 1], origins: [] },
    { priority: "low", open: 1, overdue: 1, ages: [0, 1, 0], origins: [] },
  ],
  overdue: [
    { id: "t1", number: "T-5", title: "Down", priority: "high", dueOn: "2026-11-15", openedOn: "2026-11-01" },
    { id: "t2", number: null, title: "Slow", priority: "low", dueOn: "2026-11-19", openedOn: "2026-11-02" },
  ],
  now: { solved: 4, median: 2 },
  before: { solved: 6, median: 3.5 },
  began: { number: 7, last: { number: "T-5", title: "Down", openedOn: "2026-11-01" } },
  any: true,
};

test("open and overdue incidents, and the time to resolve", () => {
  const conclusion = concludeIncidents(facts, friday, aboutAll);
  expectSound(conclusion);
  expect(answer(conclusion, "open")).toBe("4 incidents are open, 2 of them overdue. 3 of high priority.");
  expect(answer(conclusion, "overdue")).toBe(
    "2 of 4 open incidents are overdue: T-5, Down for 5 days; Slow for 1 day.",
  );
  expect(answer(conclusion, "solved")).toBe(
    "Half of the incidents of the last 90 days were resolved within 2 days, after 3.5 days in the 90 days before.",
  );
  expect(answer(conclusion, "began")).toBe(
    "7 incidents began in the last 365 days. The last one began on 1 Nov 2026: T-5, Down.",
  );
  expect(value(conclusion, "high_2")).toBe(1);
  expect(conclusion.concerns.map(({ key, severity, dueOn }) => [key, severity, dueOn])).toEqual([
    ["incident:t1", 0.9, "2026-11-15"],
    ["incident:t2", 0.3, "2026-11-19"],
  ]);
});

test("no open incidents is an answer; no records is a gap", () => {
  const calm = concludeIncidents(
    { ...facts, open: [], overdue: [], now: { solved: 0, median: null } },
    friday,
    aboutAll,
  );
  expectSound(calm);
  expect(answer(calm, "open")).toBe("No incident is open.");
  expect(answer(calm, "overdue")).toBe("No incident is overdue; 0 open.");
  expect(answer(calm, "solved")).toBe("No incident was resolved in the last 90 days.");
  expect(calm.concerns).toEqual([]);
  const unknown = concludeIncidents({ ...facts, any: false }, friday, aboutAll);
  expectSound(unknown);
  expect([unknown.answers, unknown.figures, unknown.missing.length]).toEqual([{}, [], 1]);
});

test("titles stay plain text, and the customer in the question is named", () => {
  for (const title of hostile) {
    const overdue = facts.overdue.map((one) => ({ ...one, title }));
    const conclusion = concludeIncidents({ ...facts, overdue }, friday, {
      ...aboutAll,
      customer: { id: "c1", name: title },
    });
    expectSound(conclusion);
    expect(answer(conclusion, "overdue")).toContain(`T-5, ${title} for 5 days`);
    expect(answer(conclusion, "open")).toContain(`open at ${title}`);
  }
});
