import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendMessage } from "#features/chat/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** What a message means after another: every answer is of what was meant, or refused. */
let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await hire(member, "CEO", "CFO", "Sales", "Customer Success", "Operations");
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  // A figure the company itself calls so is of no customer.
  await member.call(recordMetrics, {
    body: {
      source: "manual",
      points: [{ metricName: "daily_revenue", metricValue: 5, measurementDate: "2020-10-01" }],
    },
  });
  for (const name of ["Marlowe Hotels", "Harbour Foods", "Finch Press"])
    await add("customers", { name, status: "active" });
  for (const name of ["Bolt Supplies", "Northgrid Energy"]) await add("vendors", { name, status: "active" });
  const invoice = (number: string, party: string, amount: number, issuedOn: string, dueOn: string) =>
    add("invoices", {
      number,
      ...(number.startsWith("S")
        ? { direction: "receivable", customerName: party }
        : { direction: "payable", vendorName: party }),
      amount,
      issuedOn,
      dueOn,
      status: "open",
    });
  await invoice("S-1", "Marlowe Hotels", 300, "2020-09-10", "2020-12-31");
  await invoice("S-2", "Marlowe Hotels", 500, "2020-10-10", "2090-12-31");
  await invoice("S-3", "Harbour Foods", 100, "2020-10-12", "2020-12-31");
  await invoice("S-4", "Harbour Foods", 50, "2020-10-20", "2090-12-31");
  await invoice("S-5", "Finch Press", 20, "2020-11-20", "2020-12-31");
  await invoice("B-1", "Bolt Supplies", 70, "2020-09-01", "2020-12-31");
  await invoice("B-2", "Bolt Supplies", 40, "2020-10-01", "2020-12-31");
  await invoice("B-3", "Northgrid Energy", 90, "2020-09-05", "2020-12-31");
  for (const [name, ownerName] of [
    ["Linen", "Dana Reyes"],
    ["Labels", "Dana Reyes"],
    ["Menus", "Sam Okafor"],
  ])
    await add("deals", {
      name,
      ownerName,
      customerName: "Marlowe Hotels",
      amount: 10,
      stage: "won",
      openedOn: "2020-09-01",
      closedOn: "2020-10-01",
    });
});
afterAll(() => world.close());
beforeEach(() => world.asOwner("DELETE FROM chat_turns WHERE company_id = $1", [member.user.companyId]));

const refusal = /^I could not read /;

test.each<[name: string, ...turns: [message: string, answer: string | RegExp][]]>([
  [
    "one party after a ranking is that party alone",
    ["Which customers owe us money?", "$970"],
    ["only the overdue ones", "$420"],
    ["what about Marlowe Hotels?", /^\$300: 1 invoice /],
  ],
  [
    "one owner after a ranking is that owner alone",
    ["How many deals did we win in October 2020?", "3"],
    ["by owner", "Dana Reyes leads"],
    ["only Dana Reyes", /^2 deals /],
  ],
  [
    "one party asked of the one that leads",
    ["Who owes us the most?", "Marlowe Hotels"],
    ["What about Harbour Foods?", /^\$150: 2 invoices /],
  ],
  ["a name is not left out by taking it alone", ["How much is overdue?", "$420"], ["without Marlowe Hotels", refusal]],
  [
    "a name is left out of rows, a time is not",
    ["How much did we invoice in October 2020?", "$650"],
    ["by customer", "Marlowe Hotels leads"],
    ["without Marlowe Hotels", /\$150/],
    ["without October", refusal],
  ],
  [
    "the customer named last is kept",
    ["How much does Marlowe Hotels owe us?", "$800"],
    ["and Harbour Foods?", "$150"],
    ["only the overdue ones", /^\$100: 1 invoice /],
  ],
  [
    "a customer is kept when the time is asked for",
    ["How much did we invoice in October 2020?", "$650"],
    ["only Harbour Foods", "$150"],
    ["by month", /^\$150 in all/],
  ],
  [
    "a time is kept when a vendor is named",
    ["Which vendors cost us most in October 2020?", "Bolt Supplies"],
    ["and in September?", "Northgrid Energy"],
    ["what about Bolt Supplies?", /^\$70: 1 invoice /],
  ],
  [
    "a time is kept when it is taken apart",
    ["How much did we invoice in October 2020?", "$650"],
    ["And the month before?", "$300"],
    ["By customer", /Marlowe Hotels leads.*\$300/],
    ["same by customer", /Marlowe Hotels leads.*\$300|could not read/],
  ],
  [
    "what it stands for is not found in another field",
    ["How many invoices are overdue?", "$420"],
    ["when are they due?", refusal],
    ["and their tickets?", refusal],
  ],
  [
    "what is asked about the talk is not about the rows",
    ["Show S-1", "Marlowe Hotels"],
    ["Who am I?", /^Ask me about/],
    ["What can you do?", /^Ask me about/],
    ["help", /^Ask me about/],
    ["?", /^Ask me about/],
  ],
  [
    "of a time before the first record nothing is known",
    ["How much did we invoice in October 2020?", "$650"],
    ["and the year before?", /^Your invoices data begins on 1 Sep 2020\./],
    ["and in September?", /begins on 1 Sep 2020/],
    ["How much did we invoice in September 2020?", "$300"],
    ["why?", /^(?!.*\$0).*The data begins on 1 Sep 2020/],
    ["How much did we invoice in Q3 2020 by month", /^(?!.*\$0).*Highest September 2020 with \$300/],
    ["compared with a year before", /^(?!.*\$0).*nothing is recorded of Q3 2019/],
  ],
  ["rows without a day have no time", ["How many vendors do we have?", "2"], ["and next year?", refusal]],
  [
    "what we spent is taken apart by vendor",
    ["How much did we spend in October 2020?", "$40"],
    ["With which vendors?", "Bolt Supplies leads"],
    ["Why?", /By vendor: /],
  ],
  [
    "another state is put in the place of the one before",
    ["How much of the invoices of October 2020 is disputed?", /no invoices match/],
    ["And paid?", /no invoices match \((?!.*disputed)/],
  ],
  [
    "who brought most is ranked by what was invoiced",
    ["How much did we invoice in October 2020?", "$650"],
    ["Top 2 customers by revenue in 2020", /^Marlowe Hotels leads .*\$800.* Then Harbour Foods \$150\.$/],
  ],
  [
    "a question says itself what it is taken apart by",
    ["How much did we invoice in October 2020 by customer?", /Marlowe Hotels leads/],
  ],
])("%s", async (_, ...turns) => {
  for (const [message, answer] of turns) {
    const { response } = await member.call(sendMessage, { body: { message } });
    const isRight = typeof answer === "string" ? response.includes(answer) : answer.test(response);
    expect({ message, response, isRight }).toEqual({ message, response, isRight: true });
  }
});
