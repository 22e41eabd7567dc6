import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await hire(member, "CEO", "CFO");
  for (const name of ["Loxley Trust", "Ellerby Farms", "Hansen Boats", "Porter Estates"])
    await add("customers", { name, status: "active" });
  for (const [at, [customerName, amount, issuedOn, currency]] of (
    [
      ["Loxley Trust", 300, "2025-03-02", "EUR"],
      ["Loxley Trust", 500, "2026-03-02", "EUR"],
      ["Ellerby Farms", 100, "2025-03-09", "EUR"],
      ["Hansen Boats", 250, "2026-05-04", "EUR"],
      ["Porter Estates", 70, "2025-06-01", "CHF"],
    ] as const
  ).entries())
    await add("invoices", {
      number: `S-${at}`,
      customerName,
      amount,
      currency,
      direction: "receivable",
      status: "open",
      issuedOn,
      dueOn: "2026-06-01",
    });
  for (const [at, [ownerName, stage, amount]] of (
    [
      ["Denise Pike", "won", 40],
      ["Denise Pike", "lost", 60],
      ["Martin Harrow", "won", 80],
      ["Martin Harrow", "won", 20],
      ["Martin Harrow", "lost", 100],
      ["Martin Harrow", "qualified", 10],
    ] as const
  ).entries())
    await add("deals", {
      name: `Deal ${at}`,
      customerName: "Loxley Trust",
      ownerName,
      stage,
      amount,
      openedOn: "2026-02-01",
      ...(stage === "qualified" ? {} : { closedOn: "2026-03-01" }),
    });
  for (const [at, [customerName, priority, openedOn, resolvedOn]] of (
    [
      ["Loxley Trust", "high", "2026-01-05", "2026-01-06"],
      ["Loxley Trust", "low", "2026-03-05", "2026-03-14"],
      ["Ellerby Farms", "high", "2026-04-01", "2026-04-06"],
    ] as const
  ).entries())
    await add("tickets", {
      number: `T-${at}`,
      title: `Leak ${at}`,
      kind: "support",
      customerName,
      priority,
      status: "resolved",
      openedOn,
      resolvedOn,
    });
}, 60_000);
afterAll(() => world.close());

const add = (kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

async function ask(question: string): Promise<{ answered: boolean; text: string }> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found?.answer)
      return { answered: found.answered === true, text: formatLine(found.answer.line, found.answer.figures) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("There was no answer.");
}

const kinds: readonly (readonly [what: string, questions: readonly string[], expected: RegExp])[] = [
  [
    "two people",
    [
      "How many deals did Denise Pike win versus Martin Harrow?",
      "Who won more deals, Denise Pike or Martin Harrow?",
      "Number of won deals: Denise Pike compared with Martin Harrow",
    ],
    /Denise Pike: 1 deal.*Martin Harrow: 2 deals.*Martin Harrow is higher by 1/,
  ],
  [
    "a yes or no",
    ["Did Denise Pike win more deals than Martin Harrow?", "Has Denise Pike won more deals than Martin Harrow?"],
    /^No\. Denise Pike: 1 deal/,
  ],
  [
    "shares of two people",
    [
      "What is the win rate of Denise Pike versus Martin Harrow?",
      "Win rate: Denise Pike against Martin Harrow",
      "Does Denise Pike have a better win rate than Martin Harrow?",
    ],
    /^(?:No\. )?Won of .*Martin Harrow 66\.7% \(2 won, 1 lost\); Denise Pike 50% \(1 won, 1 lost\)/,
  ],
  [
    "one kind of rows per another",
    ["How many tickets per customer do we have?", "Tickets per customer, how many?"],
    /0\.8 per customer \(3 tickets.*4 customers|by customer|leads/,
  ],
  [
    "per hundred",
    ["How many tickets per hundred customers did we have?"],
    /75 per 100 customers \(3 tickets.* \/ 4 customers/,
  ],
  [
    "two figures",
    [
      "How many tickets did we have in 2026, of which high priority?",
      "How many tickets did we have in 2026, and how many of them are high priority?",
    ],
    /3 tickets \(2026\).*2 tickets \(priority High, 2026\)/,
  ],
  [
    "members without",
    [
      "Which customers did we invoice in 2025 but not in 2026?",
      "Customers invoiced in 2025 but not in 2026",
      "Which customers were invoiced in 2025 but never in 2026?",
    ],
    /^2: (?=.*Ellerby Farms)(?=.*Porter Estates)(?!.*Loxley Trust;)/,
  ],
  ["members of both", ["Which customers did we invoice both in 2025 and in 2026?"], /^1: Loxley Trust\. In both/],
  [
    "no member at all",
    ["Which customers have never had a ticket?", "Which customers had no ticket?"],
    /^2: Hansen Boats; Porter Estates/,
  ],
  [
    "days between two days",
    ["Longest time from opened to resolved for tickets", "How many days from opened to resolved at most for tickets?"],
    /9 days at most/,
  ],
  [
    "within some days",
    [
      "What share of tickets were resolved within 5 days of being opened?",
      "Share of tickets resolved within five days of opened",
    ],
    /66\.7% of 3 tickets/,
  ],
  [
    "a rate of time",
    ["How many tickets do we get per month on average in 2026?"],
    /a month on average \(3 tickets \(2026\) in \d+ days\)/,
  ],
  [
    "before and after",
    ["How many tickets came in before and after March 2026?", "How many tickets came in since March 2026 vs before?"],
    /Before 1 Mar 2026: 1 ticket.*Since 1 Mar 2026: 2 tickets/,
  ],
];
test.each(
  kinds.flatMap(([what, questions, expected]) => questions.map((question) => [what, question, expected] as const)),
)("%s: %s", async (_, question, expected) => {
  const { answered, text } = await ask(question);
  expect(answered, text).toBe(true);
  expect(text).toMatch(expected);
});

test.each([
  ["ten questions in one text", "How many tickets do we have? ".repeat(10)],
  ["a side that is in no condition", "How many deals did Denise Pike win versus Zebulon Quark?"],
  ["a word that is in no condition", "How many purple tickets per hundred customers did we have?"],
  ["nothing to divide by", "How many tickets per hundred vendors did we have?"],
  ["a time before all rows on both sides", "Invoiced amount in March 2019 vs May 2018"],
])("%s is refused", async (_, question) => {
  const { answered, text } = await ask(question);
  expect(answered, text).toBe(false);
});
