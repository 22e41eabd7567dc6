import { expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import type { Closed, Deal, Group, Waiting } from "#features/records/pipeline/rows.ts";
import { concludeFollowUp, nextAction } from "#features/expertise/sales/follow-up.ts";
import { concludeForecast } from "#features/expertise/sales/forecast.ts";
import { concludeLeads } from "#features/expertise/sales/leads.ts";
import { concludePipeline } from "#features/expertise/sales/pipeline.ts";
import { aboutAll, type Conclusion, type Today } from "#features/expertise/topics/topic.ts";

const today: Today = { today: "2026-11-20", currency: "USD", timeZone: "Europe/London" };
const deal = (of: Partial<Deal>): Deal => ({
  id: "d1",
  name: "Rollout",
  customerName: "Acme",
  stage: "proposal",
  stageName: null,
  amount: 1000,
  probability: null,
  channel: null,
  openedOn: "2026-10-01",
  expectedCloseOn: "2026-12-15",
  movedOn: "2026-11-19",
  nextStep: "Send the offer",
  origin: "external",
  ...of,
});
const group = (of: Partial<Group>): Group => ({
  currency: "USD",
  stage: "proposal",
  stageName: null,
  month: "2026-12",
  deals: 1,
  amount: 1000,
  ownAmount: 0,
  ownExpected: 0,
  ownVariance: 0,
  restSquares: 1_000_000,
  certain: 0,
  origins: [],
  ...of,
});
const closed = (won: number, lost: number): Closed[] => [
  { currency: "USD", won, lost, wonAmount: won * 100, daysToWin: won > 0 ? 42 : null, origins: [] },
];
const value = (of: Conclusion, id: string) => of.figures.find((one) => one.id === id)?.value;
const answer = (of: Conclusion, id: string) => formatLine(of.answers[id] ?? [], of.figures);
const about = (name: string) => ({ ...aboutAll, customer: { id: "c1", name } });

test("the forecast by month and quarter, with deals without a month separate", () => {
  const groups = [
    group({}),
    group({ month: "2027-01", stage: "negotiation", amount: 500, restSquares: 250_000 }),
    group({ month: null, stage: "lead", amount: 300, restSquares: 90_000 }),
    group({ currency: "EUR", amount: 7000 }),
  ];
  const biggest = [
    deal({}),
    deal({ stage: "negotiation", amount: 500, expectedCloseOn: "2027-01-10" }),
    deal({ stage: "lead", amount: 300, expectedCloseOn: null }),
  ];
  const of = concludeForecast({ groups, closed: [], biggest, anyDeals: true }, today, aboutAll);
  // 1,000 × 0.5 in December, the fourth quarter; 500 × 0.7 in January; 300 × 0.1 without a month.
  expect(value(of, "month_1")).toBe(500);
  expect(value(of, "quarter")).toBe(500);
  expect(value(of, "next_quarter")).toBe(350);
  expect(value(of, "undated")).toBe(30);
  expect(value(of, "weighted")).toBe(880);
  // One deal in the quarter: nothing, or all of it.
  expect(of.figures.find(({ id }) => id === "quarter")?.range).toEqual({ low: 0, high: 1000, level: 0.8 });
  expect(answer(of, "forecast")).toContain("$500 is likely to close this quarter, of $1,800 open in the pipeline");
  expect(answer(of, "forecast")).toContain("fewer than 20 deals closed");
  expect(of.section.lines.map((line) => formatLine(line, of.figures)).join(" ")).toContain("€7,000");
  expect(of.missing).toHaveLength(1);
});

test("answers the period of the question, and names the company's own win rate", () => {
  const period = { from: "2027-01-01", to: "2027-01-31", label: "January 2027" };
  const groups = [group({ month: "2027-01", stage: "qualified" })];
  const facts = {
    groups,
    closed: closed(20, 20),
    biggest: [deal({ stage: "qualified", expectedCloseOn: "2027-01-09" })],
    anyDeals: true,
  };
  const of = concludeForecast(facts, today, { ...aboutAll, period });
  expect(answer(of, "forecast")).toContain("$500 is likely to close in January 2027");
  expect(answer(of, "forecast")).toContain("20 won and 20 lost");
  // A week is answered by its month.
  const week = { from: "2026-12-30", to: "2027-01-05", label: "next week" };
  expect(answer(concludeForecast(facts, today, { ...aboutAll, period: week }), "forecast")).toContain(
    "in December 2026 to January 2027",
  );
});

test("with many deals the interval is normal, truncated at both ends", () => {
  const groups = [group({ deals: 100, amount: 10_000, restSquares: 1_000_000 })];
  const of = concludeForecast({ groups, closed: [], biggest: [deal({})], anyDeals: true }, today, aboutAll);
  // 5,000 ± 1.2816 × the root of 1,000,000 × 0.25, which is 640.78.
  const range = of.figures.find(({ id }) => id === "quarter")?.range;
  expect(range?.low).toBeCloseTo(4359.2, 0);
  expect(range?.high).toBeCloseTo(5640.8, 0);
});

test("the pipeline by stage, the win rate and the biggest deals", () => {
  const biggest = [deal({ name: "<b>{x}</b>" }), deal({ id: "d2", name: "=cmd()", customerName: null, amount: 400 })];
  const groups = [group({ deals: 2, amount: 1400 })];
  const won = [{ id: "w1", name: "Pilot", customerName: "Acme", amount: 200, closedOn: "2026-10-01" }];
  const sellers = [
    { name: "Dana", deals: 2, amount: 250 },
    { name: null, deals: 1, amount: 50 },
  ];
  const facts = { groups, closed: closed(3, 1), record: closed(3, 1), won, sellers, biggest, anyDeals: true };
  const of = concludePipeline(facts, today, aboutAll);
  expect(value(of, "proposal_weighted")).toBe(700);
  expect(value(of, "win_rate")).toBe(0.75);
  expect(answer(of, "stages")).toBe(
    "The pipeline holds 2 open deals worth $1,400, weighted $700. By stage: 0 in lead, 0 in qualified, 2 in proposal, 0 in negotiation. The biggest open deals: $1,000 <b>{x}</b> for Acme (proposal); $400 =cmd() (proposal).",
  );
  expect(answer(of, "win_rate")).toContain("75%: 3 won and 1 lost in the last 365 days, worth $300. These are few");
  expect(answer(of, "win_rate")).toMatch(/The biggest won: Pilot \(Acme\) \$200\.$/);
  expect(answer(of, "size")).toBe(
    "A deal won in the last 365 days was worth $100 on average, an open one is worth $700.",
  );
  expect(answer(of, "pace")).toBe(
    "A deal that was won in the last 365 days took 42 days from opened to won on average.",
  );
  expect(answer(of, "sellers")).toBe("Most was won in the last 365 days by Dana, $250.");
  const acme = concludePipeline(facts, today, about("Acme"));
  expect(answer(acme, "deals")).toMatch(
    /^Acme has 2 open deals .* 3 won and 1 lost in the last 365 days.* The biggest won: Pilot \$200\.$/,
  );
  const abroad = [group({ currency: "EUR", amount: 7000 })];
  const sold: Closed = { currency: "EUR", won: 1, lost: 0, wonAmount: 90, daysToWin: 3, origins: [] };
  const mixed = concludePipeline(
    { ...facts, groups: [...groups, ...abroad], closed: [...closed(3, 1), sold] },
    today,
    aboutAll,
  );
  expect(answer(mixed, "biggest")).toMatch(/Besides, €7,000: open deals in another currency\. It is not added/);
  expect(answer(mixed, "win_rate")).toMatch(/Besides, €90: won deals in another currency\. It is not added/);
  const none = concludePipeline({ ...facts, closed: [], won: [] }, today, about("Acme"));
  expect(answer(none, "deals")).toMatch(/Nothing was won or lost with them in the last 365 days\.$/);
});

test("for one customer, every figure links to that customer's deals", () => {
  const [groups, biggest] = [[group({})], [deal({})]];
  const waiting: Waiting[] = [];
  const conclusions = [
    concludePipeline(
      { groups, closed: closed(1, 1), record: closed(1, 1), won: [], sellers: [], biggest, anyDeals: true },
      today,
      about("Acme"),
    ),
    concludeForecast({ groups, closed: [], biggest, anyDeals: true }, today, about("Acme")),
    concludeFollowUp({ waiting, deals: biggest, anyDeals: true }, today, about("Acme")),
  ];
  for (const { figures } of conclusions) {
    const links = figures.map(({ source }) => source.href ?? "").filter((href) => href !== "/records/deals/d1");
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatch(/^\/records\/deals\?.*&customerId=c1$/);
  }
});

test("a source names months in words", () => {
  const facts = { groups: [group({})], closed: [], biggest: [deal({})], anyDeals: true };
  const labels = concludeForecast(facts, today, aboutAll).figures.map(({ source }) => source.label);
  expect(labels).toContain("1 open deal, closing in December 2026");
});

test("the pipeline is weighted by the company's win rate, with any customer or period in the question", () => {
  const facts = { groups: [group({ stage: "qualified" })], won: [], sellers: [], biggest: [], anyDeals: true };
  const record = closed(20, 20);
  const all = concludePipeline({ ...facts, closed: record, record }, today, aboutAll);
  const one = concludePipeline({ ...facts, closed: closed(1, 0), record }, today, about("Acme"));
  const ahead = concludeForecast(
    { groups: facts.groups, closed: record, biggest: [], anyDeals: true },
    today,
    aboutAll,
  );
  // 21 of 42 is a half of 1,000.
  expect([all, one, ahead].map((of) => value(of, "weighted"))).toEqual([500, 500, 500]);
});

test("without closed deals the win rate is unknown, not 0", () => {
  const facts = { groups: [], closed: [], record: [], won: [], sellers: [], biggest: [], anyDeals: true };
  const of = concludePipeline(facts, today, aboutAll);
  expect(value(of, "win_rate")).toBeNull();
  expect(answer(of, "win_rate")).toBe("No deal was closed in the last 365 days: a win rate has no source.");
  expect(answer(of, "stages")).toBe("No deal is open.");
  expect(answer(of, "size")).toBe("No deal is open, and none was won in the last 365 days.");
  expect(answer(of, "pace")).toContain("No deal won in the last 365 days has both");
  expect(answer(of, "sellers")).toBe("No deal won in the last 365 days names who sold it.");
  expect(answer(concludePipeline(facts, today, about("Acme")), "deals")).toBe(
    "There is no open deal with Acme. Nothing was won or lost with them in the last 365 days.",
  );
});

test("the next action is the most urgent one", () => {
  const say = (of: Partial<Deal>) => nextAction(deal(of), today.today);
  expect(say({ expectedCloseOn: "2026-11-19", nextStep: null })).toContain("19 November 2026 has passed");
  expect(say({ movedOn: "2026-11-06" })).toBe("get in touch: no activity since 6 November 2026");
  expect(say({ movedOn: "2026-11-07" })).toBe("do what was agreed: Send the offer");
  expect(say({ stage: "lead", movedOn: "2026-10-22" })).toBe("do what was agreed: Send the offer");
  expect(say({ stage: "lead", movedOn: "2026-10-21" })).toContain("get in touch");
  expect(say({ nextStep: null, expectedCloseOn: null })).toContain("agree on a next step");
  expect(say({ expectedCloseOn: null })).toContain("when they mean to decide");
});

const waiting = (of: Partial<Waiting>): Waiting => ({
  currency: "USD",
  deals: 3,
  amount: 3000,
  stale: 1,
  staleAmount: 1000,
  slipped: 0,
  slippedAmount: 0,
  withoutStep: 2,
  withoutDay: 0,
  origins: [],
  ...of,
});

test("stale deals, largest first, and what is missing", () => {
  const facts = { waiting: [waiting({})], deals: [deal({ movedOn: "2026-10-31", name: "{x}" })], anyDeals: true };
  const of = concludeFollowUp(facts, today, aboutAll);
  expect(answer(of, "stale")).toContain("1 open deal worth $1,000 is stale");
  expect(answer(of, "stale")).toContain("The biggest: {x} (Acme), $1,000, quiet for 20 days.");
  expect(answer(of, "next")).toContain("First {x} (Acme), $1,000: get in touch");
  expect(of.missing).toEqual([expect.objectContaining({ what: "What comes next with 2 deals" })]);
  expect(of.concerns).toEqual([expect.objectContaining({ key: "deal:d1", amount: 1000, dueOn: "2026-12-15" })]);
});

test("says if no deal needs attention", () => {
  const facts = { waiting: [waiting({ stale: 0, staleAmount: 0, withoutStep: 0 })], deals: [], anyDeals: true };
  const of = concludeFollowUp(facts, today, aboutAll);
  expect(answer(of, "stale")).toContain("No open deal is stale");
  expect(answer(of, "next")).toContain("Nothing is due");
  expect(of.concerns).toEqual([]);
});

test("a large new lead with unknown fields is proposed for qualification, the same every day", () => {
  const lead = deal({ stage: "lead", nextStep: null, amount: 5000, name: "x".repeat(250), openedOn: "2026-11-10" });
  const facts = { fresh: { leads: 1, amount: 5000 }, biggest: [lead], averageAmount: 1000, anyDeals: true };
  const of = concludeLeads(facts, today);
  expect(of.proposals).toHaveLength(1);
  expect(of.proposals[0]?.context).toMatchObject({ leadValue: 5000, subject: "x".repeat(200), counterparty: "Acme" });
  expect(concludeLeads(facts, { ...today, today: "2026-11-22" }).proposals).toEqual(of.proposals);
  expect(concludeLeads({ ...facts, averageAmount: 4000 }, today).proposals).toEqual([]);
  expect(
    concludeLeads({ ...facts, biggest: [deal({ ...lead, channel: "fair", probability: 0.2 })] }, today).proposals,
  ).toEqual([]);
  expect(answer(of, "qualify")).toContain("Not known yet: the next step");
});

test("without deals the answer is what is needed", () => {
  const lists = { groups: [], closed: [], record: [], won: [], sellers: [], biggest: [], waiting: [], deals: [] };
  const nothing = { ...lists, anyDeals: false };
  const none = [
    concludeForecast(nothing, today, aboutAll),
    concludePipeline(nothing, today, aboutAll),
    concludeFollowUp(nothing, today, aboutAll),
    concludeLeads({ fresh: { leads: 0, amount: 0 }, biggest: [], averageAmount: null, anyDeals: false }, today),
  ];
  for (const of of none) {
    expect(of).toMatchObject({ headline: null, answers: {}, figures: [], proposals: [] });
    expect(of.missing).toEqual([expect.objectContaining({ needed: "deals", href: "/records/deals" })]);
  }
});
