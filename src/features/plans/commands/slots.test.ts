import { expect, test } from "vitest";
import { playbooks } from "#features/plans/playbooks/all.ts";
import { refused } from "#features/plans/playbooks/refused.ts";
import { slotted } from "./slots.ts";

const planOf = (clause: string) => slotted(clause, [...playbooks, ...refused])?.id ?? null;

test("opposites of one object are never one plan", () => {
  for (const [clause, plan] of [
    ["Renew the lease", "renewals"],
    ["Cancel the lease", "ending"],
    ["Let the lease run out", "ending"],
    ["Cancel or renew the lease", "renewals"],
    ["Hire a driver", "hiring"],
    ["Dismiss the driver", "people"],
    ["Raise our prices", "prices"],
    ["Cut our costs", "costs"],
    ["Pay the suppliers", "bills"],
    ["Get the customer to pay", "receivables"],
    ["Keep the customers who are about to leave", "churn"],
    ["Win back the customers we lost", "winback"],
  ] as const)
    expect(planOf(clause), clause).toBe(plan);
});

test("an act nobody knows, or an object it is not done with, names no plan", () => {
  for (const clause of [
    "Boost our costs",
    "Collect the parcel from the station",
    "Turn the heating down",
    "Plan the holidays",
  ])
    expect(planOf(clause), clause).toBeNull();
});

test("no example of a plan names another one", () => {
  const others = [...playbooks, ...refused].flatMap(({ id, examples }) =>
    examples.filter((one) => ![null, id].includes(planOf(one))),
  );
  expect(others).toEqual([]);
});
