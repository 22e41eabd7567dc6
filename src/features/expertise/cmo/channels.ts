import { ask } from "#features/expertise/topics/ask.ts";
import { formatMoney, formatNumber, pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { type Channel, channelsOf } from "#features/expertise/cmo/channel.ts";
import { type Move, reallocation } from "#features/expertise/cmo/reallocation.ts";
import type { ChannelLeads, ChannelSpend, Elsewhere } from "#features/records/channels/rows.ts";
import type { Filter } from "#features/records/list/contract.ts";
import { collect, concluded } from "#features/expertise/topics/collect.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { during, pastPeriod, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { inCurrency, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, withoutData } from "#features/expertise/topics/words.ts";

export type Channels = { spend: ChannelSpend[]; leads: ChannelLeads[]; elsewhere?: readonly Elsewhere[] };

export const channelAsks: readonly Ask[] = [
  ask("channels", "period")`What do we spend per marketing channel? How much do we spend on marketing? What did
    advertising cost us last month? What is our ad spend? How much did we put into Google Ads? What do our campaigns
    cost? How is the marketing budget split between channels? How high is our marketing budget? What have we spent on
    LinkedIn?`,
  ask("best", "period")`Which marketing channel works best? Which channel brings the most customers? Where do our
    customers come from? Which campaign performs best? Which campaigns are worth keeping? Which marketing is most
    successful? Which channel works worst? Which adverts bring something in? What is the return on our marketing? Do
    our ads pay off? Which channel brings us the most leads? Is our advertising working? Where do our leads come from?
    How do new customers find us? Which channel is a waste of money? Which ads convert? Is Google Ads worth it?`,
  ask("cost", "period")`What does a new customer cost us? What is our cost per lead? How much do we pay for a lead?
    What is our customer acquisition cost? Which channel has the cheapest leads? How expensive is it to win a
    customer? What do we pay per new customer? Where are leads cheapest? What does a lead from LinkedIn cost? Are our
    leads getting more expensive? What is the cost per lead by channel? Which channel has the most expensive leads?`,
  ask("move", "period")`Where should we move marketing budget? Which channel deserves more money? Should we spend more
    on ads? Where should we cut our marketing? Should we put more into LinkedIn? Should we stop advertising on Google?
    How should we split the marketing budget? Which campaign should we stop? Where would more marketing money do most
    good? Should we shift budget from trade fairs to Google Ads? Where is our marketing money better spent? Which
    channel should we invest in?`,
];

export function channelPeriods(today: string, about: About): { now: Period; before: Period } {
  const now = pastPeriod(about, today, 90);
  return { now, before: periodBefore(now) };
}

const dealsHref = "/records/deals";
type Days = Pick<Period, "from" | "to">;
/** Links to the deals or bills of a period: by default those with a channel. */
const dealsIn = ({ from, to }: Days, more: Filter = { known: "channel" }) =>
  rowsOf("deals", { day: "openedOn", from, to, ...more });
const billsIn = ({ from, to }: Days, currency: Currency, more: Filter = { known: "channel" }) =>
  rowsOf("invoices", { view: "bills", currency, day: "issuedOn", from, to, ...more });

export function concludeChannels(facts: Channels, { today, currency }: Today, about: About): Conclusion {
  const title = "Marketing channels";
  const channels = channelsOf(facts.spend, facts.leads);
  const { elsewhere = [] } = facts;
  const needs = [
    ...(facts.spend.length > 0
      ? []
      : [
          {
            what: "Spend per channel",
            needed: `invoices of vendors${elsewhere.some(({ bills }) => bills > 0) ? ` in ${currency}` : ""} that name a channel`,
            href: "/records/invoices?type=payable",
          },
        ]),
    ...(channels.some(({ leads, leadsBefore }) => leads + leadsBefore > 0)
      ? []
      : [{ what: "Leads per channel", needed: "deals that name the channel they came from", href: dealsHref }]),
  ];
  if (channels.length === 0) return withoutData(title, "No source says what any channel cost or brought.", ...needs);
  const { now } = channelPeriods(today, about);
  const rows = channels.slice(0, 8).map((channel, at) => rowOf(channel, at, now, { today, currency }));
  const total = money(
    "spend",
    `Spent on channels ${during(now.label)}`,
    sum(channels, ({ spend }) => spend),
    currency,
    {
      label: pluralize(
        sum(channels, ({ bills }) => bills),
        "bill",
      ),
      href: billsIn(now, currency),
      asOf: today,
    },
  );
  const all = sum(channels, (one) => one.leads);
  const leads = measure("leads", `Leads with a channel ${during(now.label)}`, all, "count", {
    label: `${pluralize(all, "deal")} with a channel, opened ${during(now.label)}`,
    href: dealsIn(now),
    asOf: today,
  });
  const others = describeOtherCurrencies(elsewhere, now, { today, currency });
  const move = reallocation(channels);
  const moved = move && describeMove(move, now, { today, currency });
  const hasSpend = facts.spend.length > 0;
  const headline = hasSpend
    ? toLine`${total} was spent on ${pluralize(channels.length, "channel")} ${during(now.label)}, which brought ${leads} leads.`
    : toLine`${leads} leads came ${during(now.label)}; what the channels cost${inCurrency(elsewhere.some(({ bills }) => bills > 0) ? currency : null)} has no source.`;
  const byWon = rows
    .filter(({ worth }) => worth !== null)
    .toSorted((one, other) => (other.worth?.value ?? 0) - (one.worth?.value ?? 0));
  const best = byWon[0];
  const cheapest = rows
    .filter(({ perLead }) => perLead)
    .toSorted((one, other) => (one.perLead?.value ?? 0) - (other.perLead?.value ?? 0))[0];
  // A channel without bills is not known to be free.
  const paid = channels.filter(({ bills }) => bills > 0);
  const averageOf = (id: string, label: string, count: number, what: string) =>
    total.value && count > 0
      ? money(id, `${label} ${during(now.label)}`, total.value / count, currency, total.source, {
          formula: `${formatNumber(total.value)} ÷ ${pluralize(count, what)} of channels with bills`,
        })
      : null;
  const perLead = averageOf(
    "per_lead",
    "Cost per lead",
    sum(paid, (one) => one.leads),
    "lead",
  );
  const perWin = averageOf(
    "per_win",
    "Cost per customer won",
    sum(paid, ({ won }) => won),
    "won deal",
  );
  const byCost: Line = rows
    .flatMap(({ name, spend }) => (spend?.value ? [{ name, spend }] : []))
    .slice(0, 3)
    .flatMap(({ name, spend }, at) => [at === 0 ? " Most went to " : "; ", `${name} `, { figure: spend.id }]);
  const noMove = toLine`No move is called for: no two channels with at least 20 leads each differ by more than chance.`;
  return concluded({
    headline,
    section: {
      title,
      lines: [headline, ...(hasSpend ? [moved?.line ?? noMove] : []), ...others.lines],
      table: {
        columns: ["Channel", "Spent", "Leads", "Won", "Won revenue", "Cost per lead", "Cost per win", "Won of leads"],
        rows: rows.map((row) => [
          toLine`${row.name}`,
          row.spend ? cell(row.spend) : ["no source"],
          cell(row.leads),
          cell(row.won),
          row.worth ? cell(row.worth) : ["none yet"],
          row.perLead ? cell(row.perLead) : [row.spend ? "no leads" : "no source"],
          row.perWin ? cell(row.perWin) : [row.spend ? "none won" : "no source"],
          row.conversion ? cell(row.conversion) : ["no leads"],
        ]),
      },
    },
    answers: {
      ...(hasSpend
        ? { channels: [...headline, ...byCost, ...(byCost.length > 0 ? ["."] : [])], move: moved?.line ?? noMove }
        : {}),
      ...(best?.worth?.value
        ? {
            best: [
              ...toLine`${best.name} brought most ${during(now.label)}: ${best.worth} won from ${best.leads} leads`,
              ...(best.spend?.value ? toLine` for ${best.spend}.` : toLine`; what it cost has no source.`),
              ...(moved ? [" ", ...moved.line] : []),
            ],
          }
        : {}),
      ...(cheapest?.perLead && perLead
        ? {
            cost: [
              ...toLine`A lead costs ${perLead} on average ${during(now.label)}`,
              ...(perWin ? toLine`, a customer won ${perWin}` : []),
              ...toLine`. Leads are cheapest by ${cheapest.name}: ${cheapest.perLead}`,
              ...(cheapest.perWin
                ? toLine`, a customer won there ${cheapest.perWin}.`
                : toLine`; no customer was won there yet.`),
            ],
          }
        : {}),
    },
    figures: [
      total,
      leads,
      ...[perLead, perWin].filter((one) => one !== null),
      ...rows.flatMap((row) => row.figures),
      ...(moved?.figures ?? []),
      ...others.figures,
    ],
    facts: rows.slice(0, 5).map(({ name, leads: of }) => ({
      kind: "channel",
      reference: name,
      value: `${of.value ?? 0} leads`,
      asOf: today,
      href: dealsHref,
    })),
    missing: needs,
    concerns:
      move && moved
        ? [
            {
              key: "channels:move",
              kind: "priority",
              line: moved.line,
              amount: Math.round(move.gain * 100) / 100,
              dueOn: null,
              severity: 0.4,
              href: "/records/invoices?type=payable",
            },
          ]
        : [],
  });
}

function describeOtherCurrencies(
  elsewhere: readonly Elsewhere[],
  now: Period,
  { today, currency }: Pick<Today, "today" | "currency">,
) {
  const make = collect(currency, today);
  const lines = [
    ...make.inOtherCurrencies(
      "spend",
      "Spent on channels",
      elsewhere.map(({ currency: of, bills: rows, spent: amount }) => ({ currency: of, rows, amount })),
      ({ rows, currency: of }) => ({ label: pluralize(rows, "bill"), href: billsIn(now, of as Currency) }),
    ),
    ...make.inOtherCurrencies(
      "worth",
      "Won by channels",
      elsewhere.map(({ currency: of, won: rows, wonAmount: amount }) => ({ currency: of, rows, amount })),
      ({ rows, currency: of }) => ({
        label: pluralize(rows, "won deal"),
        href: dealsIn(now, { known: "channel", status: "won", currency: of as Currency }),
      }),
    ),
  ];
  return { lines, figures: make.figures };
}

const sum = (channels: readonly Channel[], of: (channel: Channel) => number): number =>
  channels.reduce((all, channel) => all + of(channel), 0);

function rowOf(channel: Channel, at: number, now: Period, { today, currency }: Pick<Today, "today" | "currency">) {
  const { name, spend: spent, leads: leadCount, won: wins } = channel;
  const of = { field: "channel", is: name };
  const bills = {
    label: `${pluralize(channel.bills, "bill")} of ${now.label}`,
    href: billsIn(now, currency, of),
    asOf: today,
  };
  const deals = {
    label: `${pluralize(leadCount, "deal")} opened ${during(now.label)}`,
    href: dealsIn(now, of),
    asOf: today,
  };
  const wonOf = (label: string, more: Filter = {}) => ({
    label: `${label} of those opened ${during(now.label)}`,
    href: dealsIn(now, { ...of, status: "won", ...more }),
    asOf: today,
  });
  // A channel without bills may still have costs.
  const spend = channel.bills > 0 ? money(`spend_${at}`, `${name}, spent`, spent, currency, bills) : null;
  const leads = measure(`leads_${at}`, `${name}, leads`, leadCount, "count", deals);
  const won = measure(`won_${at}`, `${name}, won so far`, wins, "count", wonOf(pluralize(wins, "won deal")));
  const worth =
    wins > 0
      ? money(`worth_${at}`, `${name}, won revenue`, channel.amount, currency, wonOf("won deals", { currency }))
      : null;
  const per = (id: string, label: string, count: number, what: string) =>
    spent > 0 && count > 0
      ? money(`${id}_${at}`, `${name}, ${label}`, spent / count, currency, bills, {
          formula: `${formatNumber(spent)} ÷ ${pluralize(count, what)}`,
        })
      : null;
  const perLead = per("per_lead", "cost per lead", leadCount, "lead");
  const perWin = per("per_win", "cost per customer won", wins, "won deal");
  const conversion =
    leadCount > 0
      ? measure(`conversion_${at}`, `${name}, won of leads`, wins / leadCount, "share", deals, {
          formula: `${wins} ÷ ${leadCount}`,
        })
      : null;
  const figures = [spend, leads, won, worth, perLead, perWin, conversion].filter((one) => one !== null);
  return { name, spend, leads, won, worth, perLead, perWin, conversion, figures };
}

function describeMove(move: Move, now: Period, { today, currency }: Pick<Today, "today" | "currency">) {
  const href = billsIn({ from: periodBefore(now).from, to: now.to }, currency);
  const source = { label: `spend and won deals of ${now.label} and as long before`, href, asOf: today };
  const moveFigure = (id: string, label: string, value: number, formula: string) =>
    money(id, label, value, currency, source, { formula });
  const one = formatMoney(1, currency);
  const amount = moveFigure("move", "Money to move", move.amount, "at most 10% of the spend on channels");
  const of = (id: string, { name, average, marginal, low, high }: Move["to"]) =>
    money(id, `${name}, revenue per ${one} spent`, marginal ?? average, currency, source, {
      formula: marginal === null ? "won revenue ÷ spend" : "change of leads × revenue of a lead ÷ change of spend",
      range: marginal === null ? { low, high, level: 0.8 } : null,
    });
  const [to, from] = [of("return_to", move.to), of("return_from", move.from)];
  const gain = moveFigure(
    "gain",
    "More revenue from the move",
    move.gain,
    "money moved × difference of what the channels bring",
  );
  const line = toLine`Move ${amount} from ${move.from.name} to ${move.to.name}: each ${one} spent there earned ${to}, against ${from} from ${move.from.name}. Expected gain: ${gain}, if new spend performs like the last.`;
  return { line, figures: [amount, to, from, gain] };
}
