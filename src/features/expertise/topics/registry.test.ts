import { expect, test } from "vitest";
import { agentRole } from "#contract/roles.ts";
import { meaningOf } from "#features/conversations/understanding/match.ts";
import { topics } from "#features/expertise/skills.ts";

const all = topics.flatMap((topic) =>
  topic.asks.map((ask) => ({ ...ask, topic: topic.id, role: topic.role, key: `${topic.id} ${ask.id}` })),
);
const known = topics.flatMap(({ id, role, title, asks }) => asks.map((ask) => ({ topicId: id, role, title, ask })));
/** How the matcher understands a question, in a company with a customer Acme. */
const understood = (question: string) => {
  const best = meaningOf(question, { known, names: ["acme", "hostly"], today: "2026-11-20" });
  return best && { key: `${best.first.topicId} ${best.first.ask.id}`, role: best.first.role, second: best.second };
};

test("ids of topics and their questions are unique", () => {
  expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  expect(new Set(all.map(({ example }) => example)).size).toBe(all.length);
});

test("a topic belongs to its role, and its capability is one of the role's", () => {
  for (const { id, role, capability } of topics) {
    expect(id).toMatch(new RegExp(`^${role.toLowerCase().replaceAll(" ", "-")}\\.[a-z-]+$`));
    expect([null, ...agentRole(role).capabilities], id).toContain(capability);
  }
});

test("every example is recognized, unambiguously", () => {
  for (const { key, example } of all) expect(understood(example), example).toMatchObject({ key, second: null });
});

const wordings: Record<string, readonly string[]> = {
  "cfo.revenue revenue": [
    "What was our revenue last month?",
    "how much did we sell in october",
    "What's our turnover this year?",
  ],
  "cfo.revenue trend": ["Is revenue going up or down?", "Are our sales growing?", "Why is revenue falling?"],
  "cfo.profit profit": ["Show me the profit and loss", "How does our profit and loss look?", "What do the books say?"],
  "cfo.profit margin": ["What is our gross margin?", "how high are our margins", "What margin do we make?"],
  "cfo.profit budget": [
    "Which accounts are over budget in the ledger?",
    "What is our budget variance?",
    "Compare the ledger with the budget",
  ],
  "cfo.people headcount": ["How many employees do we have?", "what's our headcount", "How big is our staff?"],
  "cfo.people payroll": ["What is our payroll?", "How high are our wages?", "How much do we pay in salaries?"],
  "cfo.runway runway": ["What's our runway?", "When do we run out of money?", "how long will the cash last"],
  "cfo.runway cash": ["How much cash do we have?", "What's in the bank?", "what is our bank balance"],
  "cfo.runway burn": ["What is our burn rate?", "How much do we burn a month?", "What are we losing a month?"],
  "cfo.receivables owed": ["How much do customers owe us?", "What is outstanding?", "show me our receivables"],
  "cfo.receivables overdue": ["How much is overdue?", "What's past due?", "which invoices are overdue?"],
  "cfo.receivables debtors": [
    "Who owes us the most?",
    "Which customers have unpaid invoices?",
    "who are our biggest debtors",
  ],
  "cfo.receivables dso": ["How long do customers take to pay?", "What's our DSO?", "days sales outstanding?"],
  "cfo.payables due": ["What do we have to pay this week?", "How much do we owe?"],
  "cfo.payables late": ["Which bills are we late with?", "Are any bills overdue?", "are we behind with our payments"],
  "cfo.payables creditors": [
    "Whom do we owe the most?",
    "Which supplier is our biggest creditor?",
    "which vendor is waiting for our money",
  ],
  "cfo.spend spent": [
    "How much did we spend in the last 30 days?",
    "What did we spend last month?",
    "What were our total expenses in May?",
  ],
  "cfo.spend vendors": [
    "Which vendors do we spend most on?",
    "Who is our most expensive supplier?",
    "top vendors by spend",
  ],
  "cfo.spend categories": ["What do we spend our money on?", "Where does our money go?", "spend by category"],
  "cfo.outliers outliers": ["Are there unusual expenses?", "Any strange bills?", "anything suspicious in our spending"],
  "cfo.forecast forecast": ["What revenue do we expect in the next 30 days?", "Forecast our revenue"],
  "cmo.channels channels": [
    "What do we spend per marketing channel?",
    "How much do ads cost us?",
    "what did we spend on marketing",
  ],
  "cmo.channels best": [
    "Which marketing channel works best?",
    "Which campaign converts?",
    "what is the roi of our ads",
  ],
  "cmo.channels cost": ["What does a new customer cost us?", "how much do we pay for a lead"],
  "cmo.channels move": [
    "Where should we move marketing budget?",
    "Should we put more money into ads?",
    "which channel should we cut",
  ],
  "cmo.leads leads": ["How many leads did we get?", "Are fewer leads coming in?", "number of leads last month"],
  "cto.incidents overdue": ["Which incidents are overdue?", "Are we late with any incident?", "incidents past due"],
  "cto.incidents open": [
    "How many incidents are open?",
    "Do we have any outages right now?",
    "unresolved incidents by priority",
  ],
  "cto.incidents solved": [
    "How long do we take to resolve incidents?",
    "How fast do we fix incidents?",
    "time to resolve incidents",
  ],
  "operations.calendar meetings": [
    "Which meetings do we have today?",
    "what's on the calendar this week",
    "When is the next meeting?",
  ],
  "operations.calendar load": [
    "How many hours go into meetings?",
    "how much time do we spend in meetings",
    "How many meetings do we have a week?",
  ],
  "operations.calendar dates": [
    "Which deadlines are on the calendar?",
    "what all-day events are there",
    "Are there holidays in the calendar?",
  ],
  "cto.endings ending": ["Which certificates, domains or tokens expire soon?", "Is any domain about to lapse?"],
  "cto.services costs": [
    "What do our licences and services cost per month?",
    "How much do we spend on software?",
    "what do we pay for SaaS",
  ],
  "cto.services seats": ["How many seats do we pay for?", "number of seats", "how many seats do we have"],
  "ceo.goals goal": ["Are we on track for our revenue goal?", "Will we hit our target?", "are we on pace"],
  "ceo.overview week": [
    "What should I look at this week?",
    "What should I focus on?",
    "what are the top priorities this week",
  ],
  "ceo.overview risks": ["What are our biggest risks?", "What could go wrong?", "what should I worry about"],
  "ceo.overview doing": ["How are we doing?", "How's business?", "Where do we stand?"],
};

test.each(Object.entries(wordings))("%s is known in the words people use", (key, questions) => {
  for (const question of questions) expect(understood(question), question).toMatchObject({ key });
});

test("a question no topic covers is not matched", () => {
  for (const question of ["What is the weather in Paris?", "Who won the cup?", "", "Write a poem about {x}"])
    expect(understood(question), question).toBeNull();
});
