import { counted, grouped } from "#contract/format.ts";
import { type Line, say } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import {
  type Closed,
  type Deal,
  type Group,
  openStages,
  type Seller,
  type Won,
} from "#features/records/pipeline/rows.ts";
import { oddsInWords, sumsOf } from "#features/expertise/sales/forecast.ts";
import { enough, stageOdds, weighted } from "#features/expertise/sales/odds.ts";
import { collect, noun, unknown } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { inOwn, onlyOwn, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { after, among, titled } from "#features/expertise/topics/words.ts";

export type Pipeline = {
  groups: Group[];
  /** What was closed in the days of `closedDays`, and of it what was won. */
  closed: Closed[];
  won: Won[];
  sellers: Seller[];
  biggest: Deal[];
  anyDeals: boolean;
};

const title = "Pipeline";
/** The days in which closed deals are looked at. */
export const closedDays = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, 365);
const openOf = (currency: Currency | null) => rowsOf("deals", { view: "open", currency });
const sentence = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;

/** Takes open deals by stage, what was closed and the biggest deals; gives how the pipeline stands. */
export function concludePipeline(facts: Pipeline, { today, currency }: Today, about: About): Conclusion {
  if (!facts.anyDeals)
    return unknown(title, { what: "How the pipeline stands", needed: "deals", href: "/records/deals" });
  const { customer } = about;
  const make = collect(currency, today, about);
  const only = onlyOwn([...facts.groups, ...facts.closed], currency);
  const of = inOwn(only);
  const own = facts.groups.filter((group) => group.currency === currency);
  const past = facts.closed.find((one) => one.currency === currency);
  const [won, lost] = [past?.won ?? 0, past?.lost ?? 0];
  const odds = stageOdds(won, lost);
  const all = weighted(own, odds);
  const source = { label: counted(all.deals, "open deal"), href: openOf(only) };
  const count = make.measure("deals", "Open deals", all.deals, "count", source);
  const open = make.money("open", "Open deals", all.amount, source);
  const formula = `sum of amount × probability; probability: ${oddsInWords(odds, won, lost)}`;
  const expected = make.money("weighted", "Open deals, weighted", all.expected, source, {
    formula,
    range: all.deals > 0 ? { low: Math.round(all.low), high: Math.round(all.high), level: 0.8 } : null,
  });
  const rows = openStages.map((stage) => {
    const of = weighted(
      own.filter((group) => group.stage === stage),
      odds,
    );
    const from = {
      label: `${counted(of.deals, "deal")} in ${stage}`,
      href: rowsOf("deals", { status: stage, currency: only }),
    };
    return [
      say`${sentence(stage)}`,
      say`${make.measure(`${stage}_deals`, `Deals in ${stage}`, of.deals, "count", from)}`,
      say`${make.money(`${stage}_amount`, `In ${stage}`, of.amount, from)}`,
      say`${make.money(`${stage}_weighted`, `In ${stage}, weighted`, of.expected, from, { formula })}`,
    ];
  });
  const { label: span, from, to } = closedDays(today, about);
  const closedIn = (view: "closed" | "won" | "lost", number: number, ownerName?: string) => ({
    label: `${counted(number, "deal")} ${view} from ${from} to ${to}`,
    href: rowsOf("deals", { view, currency: only, ownerName: ownerName ?? null, day: "closedOn", from, to }),
  });
  const wonSource = closedIn("won", won);
  const wins = make.measure("won", `Deals won ${during(span)}`, won, "count", wonSource);
  const losses = make.measure("lost", `Deals lost ${during(span)}`, lost, "count", closedIn("lost", lost));
  const worth = make.money("won_amount", `Won ${during(span)}`, past?.wonAmount ?? 0, wonSource);
  const share = won + lost > 0 ? won / (won + lost) : null;
  const rate = make.measure("win_rate", "Win rate", share, "share", closedIn("closed", won + lost), {
    formula: `${won} won ÷ (${won} won + ${lost} lost)`,
  });
  const pace =
    past?.daysToWin != null && make.measure("days_to_win", "From opened to won", past.daysToWin, "days", wonSource);
  const size =
    won > 0 &&
    make.money("won_average", `Average of the deals won ${during(span)}`, (past?.wonAmount ?? 0) / won, wonSource, {
      formula: `won (${grouped(past?.wonAmount ?? 0)}) ÷ ${won}`,
    });
  const openSize =
    all.deals > 0 &&
    make.money("open_average", "Average of the open deals", all.amount / all.deals, source, {
      formula: `open (${grouped(all.amount)}) ÷ ${all.deals}`,
    });
  const sizeLine = among(
    size && say`A deal won ${during(span)} was worth ${size} on average`,
    openSize && (size ? say`an open one is worth ${openSize}` : say`An open deal is worth ${openSize} on average`),
  );
  const paceLine: Line = pace
    ? say`A deal that was won ${during(span)} took ${pace} from opened to won on average.`
    : say`No deal won ${during(span)} has both the day it was opened and the day it was won.`;
  const best = facts.won.slice(0, 3).flatMap((deal, at) => {
    const figure = make.money(`won_${at}`, `${deal.name}, won`, deal.amount, {
      label: `deal "${deal.name}", won on ${deal.closedOn}`,
      href: `/records/deals/${deal.id}`,
    });
    return say`${at > 0 ? "; " : " The biggest won: "}${titled(deal.name, customer ? null : deal.customerName)} ${figure}`;
  });
  const sellers = facts.sellers.flatMap(({ name, deals, amount }, at) =>
    name === null
      ? []
      : [
          {
            name,
            figure: make.money(`seller_${at}`, `Won by ${name} ${during(span)}`, amount, closedIn("won", deals, name)),
          },
        ],
  );
  const sellersLine = sellers
    .slice(0, 3)
    .flatMap(({ name, figure }, at) => say`${at > 0 ? "; " : `Most was won ${during(span)} by `}${name}, ${figure}`);
  const rateLine =
    won + lost === 0
      ? say`No deal${of} was closed ${during(span)}: a win rate has no source.`
      : say`The win rate is ${rate}: ${wins} won and ${losses} lost ${during(span)}, worth ${worth}.${won + lost < enough ? " These are few; take it as a hint." : ""}`;
  const top = facts.biggest.slice(0, 5).map((deal, at) => ({
    deal,
    figure: make.money(`deal_${at}`, deal.name, deal.amount, {
      label: `deal "${deal.name}", in ${deal.stage}`,
      href: `/records/deals/${deal.id}`,
    }),
  }));
  const named = top.map(
    ({ deal, figure }, at) =>
      say`${at > 0 ? "; " : ""}${figure} ${deal.name}${deal.customerName && !customer ? ` for ${deal.customerName}` : ""} (${deal.stage})`,
  );
  const stages = openStages.flatMap(
    (stage, at): Line => [...(at > 0 ? [", "] : []), { figure: `${stage}_deals` }, ` in ${stage}`],
  );
  const headline = customer
    ? say`${customer.name} has ${count} open ${noun(all.deals, "deal")} worth ${open}, weighted ${expected}.`
    : say`The pipeline holds ${count} open ${noun(all.deals, "deal")} worth ${open}, weighted ${expected}.`;
  const none = customer ? say`There is no open deal${of} with ${customer.name}.` : say`No deal${of} is open.`;
  const first = all.deals > 0 ? headline : none;
  const biggest = top.length > 0 ? [...say`The biggest open deals: `, ...named.flat(), "."] : none;
  const rated = best.length > 0 ? [...rateLine, ...best, "."] : rateLine;
  const openAbroad = make.abroad("open", "Open deals", sumsOf(facts.groups), ({ rows: deals, currency: named }) => ({
    label: counted(deals, "open deal"),
    href: openOf(named as Currency),
  }));
  const wonAbroad = make.abroad(
    "won_amount",
    "Won deals",
    facts.closed.map(({ currency: named, won: deals, wonAmount: amount }) => ({
      currency: named,
      rows: deals,
      amount,
    })),
    ({ rows: deals, currency: named }) => ({
      label: counted(deals, "won deal"),
      href: rowsOf("deals", { view: "won", currency: named as Currency, day: "closedOn", from, to }),
    }),
  );
  return {
    headline: first,
    section: {
      title,
      lines: [
        first,
        ...(top.length > 0 ? [biggest] : []),
        rateLine,
        ...(pace ? [paceLine] : []),
        ...openAbroad,
        ...wonAbroad,
      ],
      table: { columns: ["Stage", "Deals", "Amount", "Weighted"], rows },
    },
    answers: {
      stages: after(top.length > 0 ? [...first, " By stage: ", ...stages, ". ", ...biggest] : first, openAbroad),
      biggest: after(biggest, openAbroad),
      win_rate: after(rated, wonAbroad),
      size: sizeLine.length > 0 ? [...sizeLine, "."] : say`No deal${of} is open, and none was won ${during(span)}.`,
      pace: paceLine,
      sellers:
        sellersLine.length > 0 ? [...sellersLine, "."] : say`No deal${of} won ${during(span)} names who sold it.`,
      ...(customer
        ? {
            deals: after(first, [
              ...(top.length > 0 ? [biggest] : []),
              ...openAbroad,
              won + lost > 0 ? rated : say`Nothing${of} was won or lost with them ${during(span)}.`,
              ...wonAbroad,
            ]),
          }
        : {}),
    },
    figures: make.figures,
    facts: top.map(({ deal, figure }) => ({
      kind: "deal",
      reference: deal.customerName ? `${deal.name}, ${deal.customerName}` : deal.name,
      value: deal.stage,
      asOf: deal.movedOn,
      href: figure.source.href,
    })),
    missing:
      won + lost === 0
        ? [
            {
              what: "The win rate",
              needed: "deals that were won or lost, with the day they were closed",
              href: "/records/deals",
            },
          ]
        : [],
    concerns: [],
    proposals: [],
  };
}
