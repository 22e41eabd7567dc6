import { formatNumber, pluralize, shortDay } from "#contract/format.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import { type Closed, type Deal, type Group, type Seller, stageOf, type Won } from "#features/records/pipeline/rows.ts";
import { oddsInWords, sumsOf } from "#features/expertise/sales/forecast.ts";
import { enough, stageOdds } from "#features/records/pipeline/odds.ts";
import { stagesOf } from "#features/expertise/sales/stages.ts";
import { weighted } from "#features/expertise/sales/odds.ts";
import { collect, concludeUnknown, gap, noun } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

export type Pipeline = {
  groups: Group[];
  /** Deals closed in the period of `closedDays`. */
  closed: Closed[];
  /** Deals closed in the last 365 days, whatever the question: the basis of the odds. */
  record: Closed[];
  won: Won[];
  sellers: Seller[];
  biggest: Deal[];
  anyDeals: boolean;
};

const title = "Pipeline";
export const closedDays = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, 365);
const openHref = (currency: Currency | null) => rowsOf("deals", { view: "open", currency });
const capitalize = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;

export function concludePipeline(facts: Pipeline, { today, currency }: Today, about: About): Conclusion {
  if (!facts.anyDeals) return concludeUnknown(title, gap("How the pipeline stands", "deals", "/records/deals"));
  const { customer } = about;
  const make = collect(currency, today, about);
  const only = ownCurrencyIfMixed([...facts.groups, ...facts.closed], currency);
  const of = inCurrency(only);
  const own = facts.groups.filter((group) => group.currency === currency);
  const past = facts.closed.find((one) => one.currency === currency);
  const [won, lost, wonAmount] = [past?.won ?? 0, past?.lost ?? 0, past?.wonAmount ?? 0];
  const record = facts.record.find((one) => one.currency === currency) ?? { won: 0, lost: 0 };
  const odds = stageOdds(record.won, record.lost);
  const all = weighted(own, odds);
  const source = [pluralize(all.deals, "open deal"), openHref(only)] as const;
  const count = make.count("deals", "Open deals", all.deals, source);
  const open = make.money("open", "Open deals", all.amount, source, `sum of ${definitions.pipeline}`);
  const formula = `sum of amount × probability; probability: ${oddsInWords(odds, record.won, record.lost)}`;
  const range = all.deals > 0 ? { low: Math.round(all.low), high: Math.round(all.high), level: 0.8 } : null;
  const expected = make.money("weighted", "Open deals, weighted", all.expected, source, { formula, range });
  const stages = stagesOf(own).map(({ id, name, groups, filter }) => {
    const { deals, amount, expected: worth } = weighted(groups, odds);
    const from = [`${pluralize(deals, "deal")} in ${name}`, rowsOf("deals", { ...filter, currency: only })] as const;
    const number = make.count(`${id}_deals`, `Deals in ${name}`, deals, from);
    const total = make.money(`${id}_amount`, `In ${name}`, amount, from);
    const likely = make.money(`${id}_weighted`, `In ${name}, weighted`, worth, from, formula);
    return { row: [capitalize(name), number, total, likely], words: toLine`${number} in ${name}` };
  });
  const { label, from, to } = closedDays(today, about);
  const span = during(label);
  const closedIn = (view: "closed" | "won" | "lost", number: number, ownerName: string | null = null) =>
    [
      `${pluralize(number, "deal")} ${view} from ${shortDay(from)} to ${shortDay(to)}`,
      rowsOf("deals", { view, currency: only, ownerName, day: "closedOn", from, to }),
    ] as const;
  const wonSource = closedIn("won", won);
  const wins = make.count("won", `Deals won ${span}`, won, wonSource);
  const losses = make.count("lost", `Deals lost ${span}`, lost, closedIn("lost", lost));
  const worth = make.money("won_amount", `Won ${span}`, wonAmount, wonSource);
  const closed = won + lost;
  const share = closed > 0 ? won / closed : null;
  const rateFormula = `${won} won ÷ (${won} won + ${lost} lost)`;
  const rate = make.measure("win_rate", "Win rate", share, "share", closedIn("closed", closed), rateFormula);
  const pace =
    past?.daysToWin != null && make.measure("days_to_win", "From opened to won", past.daysToWin, "days", wonSource);
  const average = (id: string, name: string, amount: number, deals: number, rows: typeof source, what: string) =>
    deals > 0 &&
    make.money(id, `Average of the ${name}`, amount / deals, rows, `${what} (${formatNumber(amount)}) ÷ ${deals}`);
  const size = average("won_average", `deals won ${span}`, wonAmount, won, wonSource, "won");
  const openSize = average("open_average", "open deals", all.amount, all.deals, source, "open");
  const sizeLine = joinLines(", ", [
    size && toLine`A deal won ${span} was worth ${size} on average`,
    openSize &&
      (size ? toLine`an open one is worth ${openSize}` : toLine`An open deal is worth ${openSize} on average`),
  ]);
  const paceLine = pace
    ? toLine`A deal that was won ${span} took ${pace} from opened to won on average.`
    : toLine`No deal won ${span} has both the day it was opened and the day it was won.`;
  const best = facts.won.slice(0, 3).map((deal, at) => {
    const row = [`deal "${deal.name}", won on ${deal.closedOn}`, `/records/deals/${deal.id}`] as const;
    const figure = make.money(`won_${at}`, `${deal.name}, won`, deal.amount, row);
    return toLine`${titleWithParty(deal.name, customer ? null : deal.customerName)} ${figure}`;
  });
  const sellers = facts.sellers.flatMap(({ name, deals, amount }, at) => {
    if (name === null) return [];
    const figure = make.money(`seller_${at}`, `Won by ${name} ${span}`, amount, closedIn("won", deals, name));
    return [toLine`${name}, ${figure}`];
  });
  const rateLine =
    closed === 0
      ? toLine`No deal${of} was closed ${span}: a win rate has no source.`
      : toLine`The win rate is ${rate}: ${wins} won and ${losses} lost ${span}, worth ${worth}.${closed < enough && " These are few; take it as a hint."}`;
  const rated = best.length > 0 ? toLine`${rateLine} The biggest won: ${joinLines("; ", best)}.` : rateLine;
  const top = facts.biggest.slice(0, 5).map((deal, at) => {
    const { name, customerName } = deal;
    const [stage, href] = [stageOf(deal), `/records/deals/${deal.id}`];
    const figure = make.money(`deal_${at}`, name, deal.amount, [`deal "${name}", in ${stage}`, href]);
    const words = toLine`${figure} ${name}${customerName && !customer && ` for ${customerName}`} (${stage})`;
    return { words, href, stage, reference: customerName ? `${name}, ${customerName}` : name, asOf: deal.movedOn };
  });
  const none = customer ? toLine`There is no open deal${of} with ${customer.name}.` : toLine`No deal${of} is open.`;
  const whose = customer ? `${customer.name} has` : "The pipeline holds";
  const first =
    all.deals > 0
      ? toLine`${whose} ${count} open ${noun(all.deals, "deal")} worth ${open}, weighted ${expected}.`
      : none;
  const biggest =
    top.length > 0 &&
    toLine`The biggest open deals: ${joinLines(
      "; ",
      top.map(({ words }) => words),
    )}.`;
  const byStage = toLine`By stage: ${joinLines(
    ", ",
    stages.map(({ words }) => words),
  )}.`;
  const openElsewhere = make.inOtherCurrencies("open", "Open deals", sumsOf(facts.groups), (sum) => [
    pluralize(sum.rows, "open deal"),
    openHref(sum.currency as Currency),
  ]);
  const wonSums = facts.closed.map((one) => ({ currency: one.currency, rows: one.won, amount: one.wonAmount }));
  const wonElsewhere = make.inOtherCurrencies("won_amount", "Won deals", wonSums, (sum) => [
    pluralize(sum.rows, "won deal"),
    rowsOf("deals", { view: "won", currency: sum.currency as Currency, day: "closedOn", from, to }),
  ]);
  return make.conclude({
    title,
    headline: first,
    lines: [first, biggest, rateLine, pace && paceLine, ...openElsewhere, ...wonElsewhere],
    columns: ["Stage", "Deals", "Amount", "Weighted"],
    rows: stages.map(({ row }) => row),
    answers: {
      stages: sentences(first, biggest && byStage, biggest, ...openElsewhere),
      biggest: sentences(biggest || none, ...openElsewhere),
      win_rate: sentences(rated, ...wonElsewhere),
      size: sizeLine.length > 0 ? toLine`${sizeLine}.` : toLine`No deal${of} is open, and none was won ${span}.`,
      pace: paceLine,
      sellers:
        sellers.length > 0
          ? toLine`Most was won ${span} by ${joinLines("; ", sellers.slice(0, 3))}.`
          : toLine`No deal${of} won ${span} names who sold it.`,
      deals:
        customer &&
        sentences(
          first,
          biggest,
          ...openElsewhere,
          closed > 0 ? rated : `Nothing${of} was won or lost with them ${span}.`,
          ...wonElsewhere,
        ),
    },
    facts: top.map(({ reference, stage, asOf, href }) => ({ kind: "deal", reference, value: stage, asOf, href })),
    missing: [
      closed === 0 &&
        gap("The win rate", "deals that were won or lost, with the day they were closed", "/records/deals"),
    ],
  });
}
