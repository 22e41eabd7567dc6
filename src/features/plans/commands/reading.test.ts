import { expect, test } from "vitest";
import { readCommand } from "#features/plans/commands/reading.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import { outside } from "../../../../test/commands.ts";
import { closestExamples, isSameWork, linkOpen } from "#features/plans/rules.ts";

const today = "2026-11-23";
const read = (command: string) => readCommand(command, playbooks, today);
const idOf = (command: string) => {
  const found = read(command);
  return typeof found === "string" ? found : found.playbook.id;
};
const commandOf = (command: string) => {
  const found = read(command);
  if (typeof found === "string") throw new Error(`${command}: ${found}`);
  return found.command;
};

test("every playbook understands its own example", () => {
  expect(playbooks).toHaveLength(12);
  for (const { id, example } of playbooks) expect(idOf(example), example).toBe(id);
});

const wordings: Record<string, readonly string[]> = {
  receivables: [
    "Chase the unpaid invoices",
    "Please collect our receivables by Friday",
    "We need to recover what customers owe us",
  ],
  renewals: [
    "Renegotiate our supplier agreements",
    "Can you renew the licences that expire?",
    "Prepare the contract renewals",
  ],
  incident: ["Fix the outage", "Investigate the open incidents", "Handle last week's incidents"],
  hiring: ["Recruit two developers", "Hire an accountant", "I want you to find a sales rep"],
  policy: ["Draft a remote work policy", "Write a code of conduct", "Update the privacy policy"],
  prices: ["Increase our prices by 3%", "Prepare the price change for engraved gifts", "Review our pricing"],
  costs: ["Reduce packing costs by 10% without new staff", "Save money on software", "Lower our monthly expenses"],
  fundraising: ["Raise money for the new factory", "Find investors", "Prepare a seed round"],
  onboarding: ["Welcome our new customers", "Onboard Harbour Foods as a customer", "Improve customer onboarding"],
  churn: [
    "Reduce churn",
    "Retain our largest customers",
    "Find the customers who are about to leave",
    "Stop customers from leaving",
    "Keep customers who never complain",
  ],
  audit: ["Check our books before year end", "Review the contracts", "Audit compliance"],
  launch: ["Launch the spring collection by 1 March", "Announce the new website", "Open a shop in Leeds"],
};

test.each(Object.entries(wordings))("%s is known in the words people use", (id, commands) => {
  for (const command of commands) expect(idOf(command), command).toBe(id);
});

test("commands outside all playbooks are not understood", () => {
  expect(outside).toHaveLength(46);
  for (const command of outside) expect(["unknown", "question", "negated"], command).toContain(idOf(command));
});

test("a command's day, share, amount and object are read", () => {
  expect(commandOf("Launch the spring collection by 1 March")).toMatchObject({
    dueOn: "2027-03-01",
    what: "spring collection",
  });
  expect(commandOf("Collect everything that is overdue before Christmas").dueOn).toBe("2026-12-24");
  expect(commandOf("Collect overdue invoices by Friday").dueOn).toBe("2026-11-27");
  expect(commandOf("Renew the contracts that end this quarter").dueOn).toBe("2026-12-31");
  expect(commandOf("Collect overdue invoices").dueOn).toBeNull();
  expect(commandOf("Cut packing costs by 12.5%")).toMatchObject({ percent: 12.5, what: "packing costs" });
  expect(commandOf("Cut costs by 500%").percent).toBeNull();
  expect(commandOf("Hire a support agent for £32,000 a year")).toMatchObject({
    amount: { value: 32_000, sign: "£" },
    what: "support agent",
  });
  expect(commandOf("Raise 1.5 million euros from investors").amount).toEqual({ value: 1_500_000, sign: "euros" });
});

test("names are read, also without capitals; what every command says is no name", () => {
  for (const [command, names] of [
    ["Collect what Harbour Foods owes us", ["Harbour Foods"]],
    ["collect what harbour foods owes us", ["harbour foods"]],
    ["Chase overdue invoices of Brightwater Foods only", ["Brightwater Foods"]],
    ["Collect the invoice INV-1096 today", ["INV-1096"]],
    ["Renew the Kestrel Insurance agreement", ["Kestrel Insurance"]],
    ["Raise the price of the Starter plan by 3%", ["Starter"]],
    ["Audit the contract with Adverta", ["Adverta"]],
    ["Keep Alder Foods as a customer", ["Alder Foods"]],
    ["Chase the invoices of Alder by Friday for Birch", ["Alder", "Birch"]],
    ["Please collect everything that is overdue before Christmas", []],
    ["Renew the contracts that end this quarter", []],
    ["Raise our prices by 5% from next quarter", []],
    ["Prepare the renewals of our contracts", []],
    ["Recover what customers owe us by 1 March 2027", []],
    ["Retain our largest customers", []],
  ] as const)
    expect(idOf(command) === "unknown" ? "unknown" : commandOf(command).names, command).toEqual(names);
});

test("a share or day that cannot be used is a fault, not left out", () => {
  expect(commandOf("Cut costs by 500%").fault).toBe('"500%" is not a share above 0% and up to 100%.');
  expect(commandOf("Launch the product by 1 January 2020").fault).toBe("1 January 2020 has passed.");
  expect(commandOf("Launch the product by 1 January 2027").fault).toBeNull();
});

test("a month without its year is the next one for what is planned, the last one for what was", () => {
  expect(commandOf("Launch the product in January")).toMatchObject({ dueOn: "2027-01-31", past: null, fault: null });
  expect(commandOf("Raise prices by 5% from January")).toMatchObject({ dueOn: "2027-01-01", past: null });
  expect(commandOf("Raise prices by 5% from 1 March")).toMatchObject({ dueOn: "2027-03-01", past: null });
  expect(commandOf("Launch the product on 3 October")).toMatchObject({ dueOn: "2027-10-03", past: null });
  expect(commandOf("Hire a driver this month")).toMatchObject({ dueOn: "2026-11-30", past: { isCurrent: true } });
  const october = { from: "2026-10-01", to: "2026-10-31", isCurrent: false };
  expect(commandOf("Onboard the customers we won in October").past).toMatchObject(october);
  expect(commandOf("Collect the overdue invoices from October").past).toMatchObject(october);
  expect(commandOf("Collect the overdue invoices by October")).toMatchObject({ past: null, fault: null });
});

test("a second command in the same sentence is left for a command of its own", () => {
  expect(commandOf("Collect overdue invoices and hire a developer")).toMatchObject({
    text: "Collect overdue invoices",
    rest: "hire a developer",
  });
  expect(commandOf("Cut software and hosting costs")).toMatchObject({
    text: "Cut software and hosting costs",
    rest: null,
  });
});

test("hostile text is read in time and never as a command", () => {
  for (const text of [
    "a".repeat(2_000),
    " and then".repeat(200),
    "launch ".repeat(250),
    "(((((((((",
    "\u202eevil launch",
    "£".repeat(500),
  ]) {
    const start = performance.now();
    read(text);
    expect(performance.now() - start).toBeLessThan(500);
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

test("words after the object are no part of it", () => {
  expect(commandOf("Publish the gift policy now please").what).toBe("gift policy");
});

test("the closest examples share words with the command", () => {
  const all = playbooks.map(({ example, verbs, objects }) => ({ example, words: [...verbs, ...objects] }));
  expect(closestExamples("Overdue invoices please", all)[0]).toBe("Collect everything that is overdue");
  expect(closestExamples("xyz", all)).toHaveLength(3);
});
