import { expect, test } from "vitest";
import { chooseFrom, kinds, labelledIn, verbs } from "#features/plans/commands/choosing.ts";
import { matcher } from "#features/plans/commands/matching.ts";
import { readCommand, withoutAmount } from "#features/plans/commands/reading.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import { refused } from "#features/plans/playbooks/refused.ts";
import { isSameWork, linkOpen } from "#features/plans/rules.ts";

const today = "2026-11-23";
const commandOf = (text: string) => {
  const found = readCommand(text, verbs, today);
  if (typeof found === "string") throw new Error(`${text}: ${found}`);
  return found;
};
/** By the words alone, as without a sentence encoder. */
const choiceOf = (text: string) => {
  const choice = chooseFrom(kinds.rank(text, null));
  return choice.is === "plan" ? choice.playbook.id : choice.is;
};

test("every plan has at least eight examples, each of one plan only, and is found by them", () => {
  expect(playbooks.length).toBeGreaterThanOrEqual(24);
  expect(new Set(kinds.texts).size).toBe(kinds.texts.length);
  for (const { id, examples } of playbooks) {
    expect(examples.length, id).toBeGreaterThanOrEqual(6);
    for (const example of examples) expect(["either", id], example).toContain(choiceOf(example));
  }
  for (const { examples } of refused)
    for (const example of examples)
      expect(["plan", ...playbooks.map(({ id }) => id)], example).not.toContain(choiceOf(example));
});

test("a command near two plans is asked about, one near none is unknown", () => {
  const two = matcher([
    { id: "one", examples: ["Paint the wall red"] },
    { id: "two", examples: ["Paint the wall blue"] },
  ]);
  expect(two.rank("Paint the wall", null).map(({ score }) => score)).toEqual([1, 1]);
  expect(choiceOf("xyzzy plugh")).toBe("unknown");
  expect(chooseFrom([])).toMatchObject({ is: "unknown" });
});

test("the button of a question names the plan it chooses", () => {
  expect(labelledIn("Cut costs: get our bills down")).toMatchObject({
    playbook: { id: "costs" },
    text: "get our bills down",
  });
  expect(labelledIn("Note: get our bills down")).toBeNull();
});

test("questions, and what should not happen, are no commands", () => {
  for (const [text, why] of [
    ["How much is overdue at the moment?", "question"],
    ["Should we raise prices by 5%?", "question"],
    ["Don't collect the overdue invoices", "negated"],
    ["Stop chasing overdue invoices", "negated"],
    ["12345 67890 13579 24680", "empty"],
  ])
    expect(readCommand(text ?? "", verbs, today), text).toBe(why);
  for (const text of ["Can you renew the contracts?", "Why did sales fall? Find out", "Cancel the tools we do not use"])
    expect(readCommand(text, verbs, today), text).toHaveProperty("plain");
});

test("a command's day, share, amount and object are read", () => {
  expect(commandOf("Launch the spring collection by 1 March")).toMatchObject({
    dueOn: "2027-03-01",
    what: "spring collection",
    plain: "Launch the spring collection",
  });
  expect(commandOf("Collect everything that is overdue before Christmas").dueOn).toBe("2026-12-24");
  expect(commandOf("Collect overdue invoices by Friday").dueOn).toBe("2026-11-27");
  expect(commandOf("Cut packing costs by 12.5%")).toMatchObject({ percent: 12.5, plain: "Cut packing costs" });
  expect(commandOf("Cut costs by 500%").fault).toBe('"500%" is not a share above 0% and up to 100%.');
  expect(commandOf("Hire a support agent for £32,000 a year")).toMatchObject({
    amount: { value: 32_000, sign: "£" },
    what: "support agent",
  });
  expect(withoutAmount("Cut software costs by $150 a month")).toBe("Cut software costs");
  expect(commandOf("Launch the product by 1 January 2020").fault).toBe("1 January 2020 has passed.");
  expect(commandOf("Publish the gift policy now please").what).toBe("gift policy");
});

test("a time is the day by which something is done, or one that rows lie in", () => {
  expect(commandOf("Renew the contracts that end this quarter")).toMatchObject({
    dueOn: null,
    span: { from: "2026-10-01", to: "2026-12-31" },
  });
  expect(commandOf("Call the customers this week")).toMatchObject({ dueOn: "2026-11-29" });
  const october = { from: "2026-10-01", to: "2026-10-31" };
  expect(commandOf("Onboard the customers we won in October").span).toMatchObject(october);
  expect(commandOf("Find out why October was so weak").span).toMatchObject(october);
  expect(commandOf("Raise prices by 5% from January").ahead?.day).toBe("2027-01-01");
  expect(commandOf("Launch the product in January").ahead?.day).toBe("2027-01-31");
});

test("a second command in the same sentence is left for a command of its own", () => {
  expect(commandOf("Collect overdue invoices and hire a developer")).toMatchObject({
    text: "Collect overdue invoices",
    rest: "hire a developer",
  });
  expect(commandOf("Cut software and hosting costs")).toMatchObject({ rest: null });
});

test("hostile text is read and planned as nothing", () => {
  for (const text of ["a".repeat(2_000), " and then".repeat(200), "(((((((((", "\u202eevil launch", "£".repeat(500)]) {
    readCommand(text, verbs, today);
    expect(["unknown", "either", "refused"], text.slice(0, 20)).toContain(choiceOf(text));
  }
});

test("titles that differ in amounts of money alone are the same work", () => {
  expect(isSameWork("Ask Acme Ltd to pay £4,310", "Ask Acme Ltd to pay £2,200")).toBe(true);
  expect(isSameWork("Ask Acme Ltd to pay CHF 4,310", "Ask Acme Ltd to pay CHF 20")).toBe(true);
  for (const [one, other] of [
    ["Ask Acme Ltd to pay £4,310", "Ask Bolt Ltd to pay £4,310"],
    ["Resolve T-505 for Acme", "Resolve T-511 for Acme"],
    [
      "Decide on Master agreement Elmwood Logistics by 5 Dec",
      "Decide on Master agreement Northwind Logistics by 5 Dec",
    ],
    ["Hold the kick-off with Harbour Foods", "Hold the kick-off with Alder Foods"],
    [
      "Prepare answers to customers' questions: spring catalogue service",
      "Prepare answers to customers' questions: winter catalogue service",
    ],
    ["Launch: version 2", "Launch: version 3"],
    ["", ""],
  ] as const)
    expect(isSameWork(one, other), `${one} / ${other}`).toBe(false);
});

test("an open row is linked once, and to the same record only", () => {
  const open = [
    { id: "a", title: "Decide on Supply agreement by 5 Dec", href: "/records/contracts/1" },
    { id: "b", title: "Call Acme", href: null },
  ];
  const drafted = [
    { title: "Decide on Supply agreement by 5 Dec", href: "/records/contracts/2" },
    { title: "Decide on Supply agreement by 5 Dec", href: "/records/contracts/1" },
    { title: "Call Acme", href: "/records/customers/3" },
    { title: "Call Acme", href: "/records/customers/4" },
  ];
  expect(linkOpen(drafted, open).map((one) => one?.id ?? null)).toEqual([null, "a", "b", null]);
});
