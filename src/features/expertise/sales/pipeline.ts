import { formatNumber, pluralize, shortDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import { type Closed, type Deal, type Group, type Seller, stageOf, type Won } from "#features/records/pipeline/rows.ts";
import { oddsInWords, sumsOf } from "#features/expertise/sales/forecast.ts";
import { enough, stageOdds } from "#features/records/pipeline/odds.ts";
import { stagesOf } from "#features/expertise/sales/stages.ts";
import { weighted } from "#features/expertise/sales/odds.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { after, joinPieces, titleWithParty } from "#features/expertise/topics/words.ts";

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
  if (!facts.anyDeals)
    return concludeUnknown(title, { what: "How the pipeline stands", needed: "deals", href: "/records/deals" });
  const { customer } = about;
  const make = collect(currency, today, about);
  const only = ownCurrencyIfMixed([...facts.groups, ...facts.closed], currency);
  const of = inCurrency(only);
  const own = facts.groups.filter((group) => group.currency === currency);
  const past = facts.closed.find((one) => one.currency === currency);
  const [won, lost] = [past?.won ?? 0, past?.lost ?? 0];
  const record = facts.record.find((one) => one.currency === currency) ?? { won: 0, lost: 0 };
  const odds = stageOdds(record.won, record.lost);
  const all = weighted(own, odds);
  const source = { label: pluralize(all.deals, "open deal"), href: openHref(only) };
  const count = make.measure("deals", "Open deals", all.deals, "count", source);
  const open = make.money("open", "Open deals", all.amount, source, { formula: `sum of ${definitions.pipeline}` });
  const formula = `sum of amount × probability; probability: ${oddsInWords(odds, record.won, record.lost)}`;
  const expected = make.money("weighted", "Open deals, weighted", all.expected, source, {
    formula,
    range: all.deals > 0 ? { low: Math.round(all.low), high: Math.round(all.high), level: 0.8 } : null,
  });
  const ofStages = stagesOf(own);
  const rows = ofStages.map(({ id, name, groups, filter }) => {
    const of = weighted(groups, odds);
    const from = {
      label: `${pluralize(of.deals, "deal")} in ${name}`,
      href: rowsOf("deals", { ...filter, currency: only }),
    };
    return [
      toLine`${capitalize(name)}`,
      toLine`${make.measure(`${id}_deals`, `Deals in ${name}`, of.deals, "count", from)}`,
      toLine`${make.money(`${id}_amount`, `In ${name}`, of.amount, from)}`,
      toLine`${make.money(`${id}_weighted`, `In ${name}, weighted`, of.expected, from, { formula })}`,
    ];
  });
  const { label: span, from, to } = closedDays(today, about);
  const closedIn = (view: "closed" | "won" | "lost", number: number, ownerName?: string) => ({
    label: `${pluralize(number, "deal")} ${view} from ${shortDay(from)} to ${shortDay(to)}`,
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
      formula: `won (${formatNumber(past?.wonAmount ?? 0)}) ÷ ${won}`,
    });
  const openSize =
    all.deals > 0 &&
    make.money("open_average", "Average of the open deals", all.amount / all.deals, source, {
      formula: `open (${formatNumber(all.amount)}) ÷ ${all.deals}`,
    });
  const sizeLine = joinPieces(
    size && toLine`A deal won ${during(span)} was worth ${size} on average`,
    openSize &&
      (size ? toLine`an open one is worth ${openSize}` : toLine`An open deal is worth ${openSize} on average`),
  );
  const paceLine: Line = pace
    ? toLine`A deal that was won ${during(span)} took ${pace} from opened to won on average.`
    : toLine`No deal won ${during(span)} has both the day it was opened and the day it was won.`;
  const best = facts.won.slice(0, 3).flatMap((deal, at) => {
    const figure = make.money(`won_${at}`, `${deal.name}, won`, deal.amount, {
      label: `deal "${deal.name}", won on ${deal.closedOn}`,
      href: `/records/deals/${deal.id}`,
    });
    return toLine`${at > 0 ? "; " : " The biggest won: "}${titleWithParty(deal.name, customer ? null : deal.customerName)} ${figure}`;
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
    .flatMap(({ name, figure }, at) => toLine`${at > 0 ? "; " : `Most was won ${during(span)} by `}${name}, ${figure}`);
  const rateLine =
    won + lost === 0
      ? toLine`No deal${of} was closed ${during(span)}: a win rate has no source.`
      : toLine`The win rate is ${rate}: ${wins} won and ${losses} lost ${during(span)}, worth ${worth}.${won + lost < enough ? " These are few; take it as a hint." : ""}`;
  const top = facts.biggest.slice(0, 5).map((deal, at) => ({
    deal,
    figure: make.money(`deal_${at}`, deal.name, deal.amount, {
      label: `deal "${deal.name}", in ${stageOf(deal)}`,
      href: `/records/deals/${deal.id}`,
    }),
  }));
  const named = top.map(
    ({ deal, figure }, at) =>
      toLine`${at > 0 ? "; " : ""}${figure} ${deal.name}${deal.customerName && !customer ? ` for ${deal.customerName}` : ""} (${stageOf(deal)})`,
  );
  const stages = ofStages.flatMap(
    ({ id, name }, at): Line => [...(at > 0 ? [", "] : []), { figure: `${id}_deals` }, ` in ${name}`],
  );
  const headline = customer
    ? toLine`${customer.name} has ${count} open ${noun(all.deals, "deal")} worth ${open}, weighted ${expected}.`
    : toLine`The pipeline holds ${count} open ${noun(all.deals, "deal")} worth ${open}, weighted ${expected}.`;
  const none = customer ? toLine`There is no open deal${of} with ${customer.name}.` : toLine`No deal${of} is open.`;
  const first = all.deals > 0 ? headline : none;
  const biggest = top.length > 0 ? [...toLine`The biggest open deals: `, ...named.flat(), "."] : none;
  const rated = best.length > 0 ? [...rateLine, ...best, "."] : rateLine;
  const openInOtherCurrencies = make.inOtherCurrencies(
    "open",
    "Open deals",
    sumsOf(facts.groups),
    ({ rows: deals, currency: named }) => ({
      label: pluralize(deals, "open deal"),
      href: openHref(named as Currency),
    }),
  );
  const wonInOtherCurrencies = make.inOtherCurrencies(
    "won_amount",
    "Won deals",
    facts.closed.map(({ currency: named, won: deals, wonAmount: amount }) => ({
      currency: named,
      rows: deals,
      amount,
    })),
    ({ rows: deals, currency: named }) => ({
      label: pluralize(deals, "won deal"),
      href: rowsOf("deals", { view: "won", currency: named as Currency, day: "closedOn", from, to }),
    }),
  );
  return concluded({
    headline: first,
    section: {
      title,
      lines: [
        first,
        ...(top.length > 0 ? [biggest] : []),
        rateLine,
        ...(pace ? [paceLine] : []),
        ...openInOtherCurrencies,
        ...wonInOtherCurrencies,
      ],
      table: { columns: ["Stage", "Deals", "Amount", "Weighted"], rows },
    },
    answers: {
      stages: after(
        top.length > 0 ? [...first, " By stage: ", ...stages, ". ", ...biggest] : first,
        openInOtherCurrencies,
      ),
      biggest: after(biggest, openInOtherCurrencies),
      win_rate: after(rated, wonInOtherCurrencies),
      size: sizeLine.length > 0 ? [...sizeLine, "."] : toLine`No deal${of} is open, and none was won ${during(span)}.`,
      pace: paceLine,
      sellers:
        sellersLine.length > 0 ? [...sellersLine, "."] : toLine`No deal${of} won ${during(span)} names who sold it.`,
      ...(customer
        ? {
            deals: after(first, [
              ...(top.length > 0 ? [biggest] : []),
              ...openInOtherCurrencies,
              won + lost > 0 ? rated : toLine`Nothing${of} was won or lost with them ${during(span)}.`,
              ...wonInOtherCurrencies,
            ]),
          }
        : {}),
    },
    figures: make.figures,
    facts: top.map(({ deal, figure }) => ({
      kind: "deal",
      reference: deal.customerName ? `${deal.name}, ${deal.customerName}` : deal.name,
      value: stageOf(deal),
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
  });
}
