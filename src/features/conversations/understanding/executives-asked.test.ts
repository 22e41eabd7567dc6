import { expect, test } from "vitest";
import { keyOf, meaningOf } from "#features/conversations/understanding/match.ts";
import { topics } from "#features/expertise/skills.ts";

const known = topics.flatMap(({ id, role, title, asks }) => asks.map((ask) => ({ topicId: id, role, title, ask })));

/** How a question is understood in a company with a customer Acme and a vendor Hostly; null if it is not. */
function meaning(question: string): string | null {
  const best = meaningOf(question, { known, names: ["acme", "hostly"], today: "2026-11-20" });
  return best && keyOf(best.first);
}

const asked: Record<string, readonly string[]> = {
  "sales.forecast/forecast": [
    "What will our deals bring this quarter?",
    "How much is likely to close next month?",
    "Which deals close this month?",
    "Which deals are closing next week?",
    "What is the weighted pipeline?",
    "How many of the open deals will close in December 2026?",
  ],
  "sales.follow-up/stale": [
    "Which deals are stale?",
    "Which opportunities have gone cold?",
    "Are any deals stuck?",
    "Which deals went quiet lately?",
    "Any deals with no activity?",
  ],
  "sales.follow-up/next": [
    "What is the next action for each deal?",
    "Which deals need attention?",
    "What is the next step with the Acme deal?",
    "Which prospects should I chase?",
  ],
  "sales.pipeline/stages": ["How does the pipeline look?", "How are sales going?", "Show me all open deals"],
  "sales.pipeline/biggest": ["What are our biggest deals?", "Top opportunities?", "Which deals are the most valuable?"],
  "sales.pipeline/win_rate": [
    "What is our win rate?",
    "How many deals did we win this year?",
    "Which deals closed this month?",
    "How many deals have we lost?",
    "What's our close rate",
  ],
  "sales.pipeline/deals": [
    "Which deals do we have with Acme?",
    "Any opportunities with Acme?",
    "What are we selling to Acme?",
  ],
  "sales.leads/leads": ["Which of the leads are new?", "Any new leads this week?", "Who are the latest leads?"],
  "sales.leads/qualify": ["Which lead should we qualify first?", "What is the most promising lead?"],
  "customer-success.health/risk": [
    "Which customers are at risk?",
    "Who might churn?",
    "Which clients are about to leave?",
    "Who is unhappy?",
  ],
  "customer-success.health/health": [
    "How healthy are our customers?",
    "Are our clients happy?",
    "How satisfied are customers?",
    "How are our customers doing?",
  ],
  "customer-success.health/tickets": [
    "How many tickets are open for Acme?",
    "Does Acme have open tickets?",
    "Any support tickets from Acme?",
    "Which tickets of Acme are late?",
  ],
  "customer-success.health/state": ["How is Acme doing?", "How are things with Acme?", "How's Acme getting on?"],
  "customer-success.renewals/renewals": [
    "Which customers renew soon?",
    "What renews next month?",
    "When does Acme renew?",
    "Which subscriptions end in the next 60 days?",
  ],
  "customer-success.renewals/churned": [
    "Which customers did we lose recently?",
    "Who cancelled last month?",
    "Which customers have left this year?",
    "How many customers churned?",
  ],
  "customer-success.promises/promises": [
    "What have we promised customers?",
    "Which promises are overdue?",
    "What did we promise Acme?",
  ],
  "operations.overruns/overruns": [
    "What took longer than planned?",
    "Where did we have overruns?",
    "Which tickets went over the estimate?",
  ],
  "operations.overruns/late": [
    "Which tasks and tickets are overdue?",
    "What work is late?",
    "Which tickets are behind?",
  ],
  "operations.bottleneck/bottleneck": [
    "Who is the bottleneck?",
    "Who is overloaded?",
    "Who has too much work?",
    "How is the workload spread?",
  ],
  "operations.vendors/vendors": [
    "Which vendor contracts need a decision soon?",
    "Which suppliers renew soon?",
    "By when do we have to cancel suppliers?",
    "Any vendor contracts expiring?",
  ],
  "operations.budgets/budgets": [
    "Which vendors are over budget?",
    "Do suppliers cost too much?",
    "Is any supplier too expensive?",
  ],
  "operations.throughput/throughput": [
    "How much gets done each week?",
    "What is our throughput?",
    "How productive are we?",
  ],
  "operations.throughput/cycle": [
    "How long does a ticket take?",
    "What is the cycle time of requests?",
    "How long do tickets take to resolve?",
  ],
  "legal.notice/notice": [
    "On which contracts must we give notice soon?",
    "Which contracts end soon?",
    "Which agreements expire this quarter?",
    "What are our notice deadlines?",
  ],
  "legal.notice/renewals": [
    "Which contracts renew automatically?",
    "Which agreements auto-renew?",
    "Does any contract roll over soon?",
  ],
  "legal.coverage/missing": [
    "With whom do we work without a contract?",
    "Which customers have no contract?",
    "Which agreements are missing?",
    "Which customers don't have an agreement?",
  ],
  "legal.coverage/privacy": [
    "Which vendors lack a data protection agreement?",
    "Do all suppliers have a DPA?",
    "Who processes personal data without an agreement?",
  ],
  "legal.coverage/outlived": [
    "Which contracts have ended but are still in use?",
    "Are there contracts past their end?",
    "Which agreements have lapsed?",
  ],
  "legal.unsigned/unsigned": ["Which contracts are not signed yet?", "Any drafts waiting for a signature?"],
  "legal.contracts/contracts": [
    "Which contracts do we have with Acme?",
    "What are our biggest contracts?",
    "List all contracts",
  ],
};

test.each(Object.entries(asked))("what an owner types is understood: %s", (key, questions) => {
  expect(questions.map((question) => [question, meaning(question)])).toEqual(
    questions.map((question) => [question, key]),
  );
});

test("every example of a question is understood as that question", () => {
  const wrong = known
    .filter((one) => meaning(one.ask.example) !== keyOf(one))
    .map((one) => [keyOf(one), meaning(one.ask.example)]);
  expect(wrong).toEqual([]);
});

test("questions of other executives are left to them", () => {
  expect(meaning("How much do customers owe us?")).toBe("cfo.receivables/owed");
  expect(meaning("Who owes us the most?")).toBe("cfo.receivables/debtors");
  expect(meaning("Will it rain tomorrow?")).toBeNull();
  expect(meaning("How long is our runway?") ?? "cfo.").toMatch(/^cfo\./);
  expect(meaning("Which campaigns brought leads?") ?? "cmo.").toMatch(/^cmo\./);
  expect(meaning("Which certificates expire soon?") ?? "cto.").toMatch(/^cto\./);
});
