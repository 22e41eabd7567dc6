import { ask } from "#features/expertise/topics/ask.ts";
import { formatMoney, formatNumber, pluralize } from "#contract/format.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { type Channel, channelsOf } from "#features/expertise/cmo/channel.ts";
import { type Move, reallocation } from "#features/expertise/cmo/reallocation.ts";
import type { ChannelLeads, ChannelSpend, Elsewhere } from "#features/records/channels/rows.ts";
import type { Filter } from "#features/records/list/contract.ts";
import { collect, fact, gap, sumOf, withoutData } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { inCurrency, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

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

type Make = ReturnType<typeof collect>;
type Days = Pick<Period, "from" | "to">;
/** Links to the deals or bills of a period: by default those with a channel. */
const dealsIn = ({ from, to }: Days, more: Filter = { known: "channel" }) =>
  rowsOf("deals", { day: "openedOn", from, to, ...more });
const billsIn = ({ from, to }: Days, currency: string, more: Filter = { known: "channel" }) =>
  rowsOf("invoices", { view: "bills", currency: currency as Currency, day: "issuedOn", from, to, ...more });

export function concludeChannels(facts: Channels, { today, currency }: Today, about: About): Conclusion {
  const title = "Marketing channels";
  const channels = channelsOf(facts.spend, facts.leads);
  const { elsewhere = [] } = facts;
  const hasSpend = facts.spend.length > 0;
  const isBilledElsewhere = elsewhere.some(({ bills }) => bills > 0);
  const billed = `invoices of vendors${isBilledElsewhere ? ` in ${currency}` : ""} that name a channel`;
  const needs = [
    ...(hasSpend ? [] : [gap("Spend per channel", billed, "/records/invoices?type=payable")]),
    ...(channels.some(({ leads, leadsBefore }) => leads + leadsBefore > 0)
      ? []
      : [gap("Leads per channel", "deals that name the channel they came from", "/records/deals")]),
  ];
  if (channels.length === 0) return withoutData(title, "No source says what any channel cost or brought.", ...needs);
  const make = collect(currency, today);
  const { now } = channelPeriods(today, about);
  const when = during(now.label);
  const spent = sumOf(channels, ({ spend }) => spend);
  const billSource = [
    pluralize(
      sumOf(channels, ({ bills }) => bills),
      "bill",
    ),
    billsIn(now, currency),
  ] as const;
  const total = make.money("spend", `Spent on channels ${when}`, spent, billSource);
  const leadCount = sumOf(channels, (one) => one.leads);
  const leads = make.count("leads", `Leads with a channel ${when}`, leadCount, [
    `${pluralize(leadCount, "deal")} with a channel, opened ${when}`,
    dealsIn(now),
  ]);
  // A channel without bills is not known to be free.
  const paid = channels.filter((one) => one.bills > 0);
  const averageOf = (id: string, label: string, count: number, what: string) => {
    if (!total.value || count === 0) return null;
    const formula = `${formatNumber(total.value)} ÷ ${pluralize(count, what)} of channels with bills`;
    return make.money(id, `${label} ${when}`, total.value / count, billSource, formula);
  };
  const perLead = averageOf(
    "per_lead",
    "Cost per lead",
    sumOf(paid, (one) => one.leads),
    "lead",
  );
  const perWin = averageOf(
    "per_win",
    "Cost per customer won",
    sumOf(paid, ({ won }) => won),
    "won deal",
  );
  const rows = channels.slice(0, 8).map((channel, at) => rowOf(make, channel, at, now, currency));
  const move = reallocation(channels);
  const moveLine = move && describeMove(make, move, now, currency);
  const bills = elsewhere.map((one) => ({ currency: one.currency, rows: one.bills, amount: one.spent }));
  const wins = elsewhere.map((one) => ({ currency: one.currency, rows: one.won, amount: one.wonAmount }));
  const others = [
    ...make.inOtherCurrencies("spend", "Spent on channels", bills, (sum) => [
      pluralize(sum.rows, "bill"),
      billsIn(now, sum.currency),
    ]),
    ...make.inOtherCurrencies("worth", "Won by channels", wins, (sum) => [
      pluralize(sum.rows, "won deal"),
      dealsIn(now, { known: "channel", status: "won", currency: sum.currency as Currency }),
    ]),
  ];
  const headline = hasSpend
    ? toLine`${total} was spent on ${pluralize(channels.length, "channel")} ${when}, which brought ${leads} leads.`
    : toLine`${leads} leads came ${when}; what the channels cost${inCurrency(isBilledElsewhere ? currency : null)} has no source.`;
  const best = rows.toSorted((one, other) => (other.worth?.value ?? 0) - (one.worth?.value ?? 0))[0];
  const cheapest = rows
    .filter(({ perLead }) => perLead)
    .toSorted((one, other) => (one.perLead?.value ?? 0) - (other.perLead?.value ?? 0))[0];
  const costs = rows.flatMap(({ name, spend }) => (spend?.value ? [toLine`${name} ${spend}`] : [])).slice(0, 3);
  const noMove = "No move is called for: no two channels with at least 20 leads each differ by more than chance.";
  return make.conclude({
    title,
    headline,
    lines: [headline, hasSpend && (moveLine ?? noMove), ...others],
    columns: ["Channel", "Spent", "Leads", "Won", "Won revenue", "Cost per lead", "Cost per win", "Won of leads"],
    rows: rows.map((row) => [
      row.name,
      row.spend ?? "no source",
      row.leads,
      row.won,
      row.worth ?? "none yet",
      row.perLead ?? (row.spend ? "no leads" : "no source"),
      row.perWin ?? (row.spend ? "none won" : "no source"),
      row.conversion ?? "no leads",
    ]),
    answers: {
      channels: hasSpend && sentences(headline, costs.length > 0 && toLine`Most went to ${joinLines("; ", costs)}.`),
      move: hasSpend && (moveLine ?? noMove),
      best:
        best?.worth?.value &&
        sentences(
          toLine`${best.name} brought most ${when}: ${best.worth} won from ${best.leads} leads${best.spend?.value ? toLine` for ${best.spend}` : "; what it cost has no source"}.`,
          moveLine,
        ),
      cost:
        cheapest &&
        perLead &&
        sentences(
          toLine`A lead costs ${perLead} on average ${when}${perWin && toLine`, a customer won ${perWin}`}.`,
          toLine`Leads are cheapest by ${cheapest.name}: ${cheapest.perLead}${cheapest.perWin ? toLine`, a customer won there ${cheapest.perWin}` : "; no customer was won there yet"}.`,
        ),
    },
    facts: rows
      .slice(0, 5)
      .map(({ name, leads: of }) => fact("channel", name, `${of.value ?? 0} leads`, "/records/deals")),
    missing: needs,
    concerns: [
      move &&
        moveLine && {
          key: "channels:move",
          kind: "priority",
          line: moveLine,
          amount: Math.round(move.gain * 100) / 100,
          severity: 0.4,
          href: "/records/invoices?type=payable",
        },
    ],
  });
}

function rowOf(make: Make, channel: Channel, at: number, now: Period, currency: Currency) {
  const { name, spend: spent, leads: leadCount, won: wins } = channel;
  const of = { field: "channel", is: name };
  const opened = `opened ${during(now.label)}`;
  const bills = [`${pluralize(channel.bills, "bill")} of ${now.label}`, billsIn(now, currency, of)] as const;
  const deals = [`${pluralize(leadCount, "deal")} ${opened}`, dealsIn(now, of)] as const;
  const wonOf = (label: string, more: Filter = {}) =>
    [`${label} of those ${opened}`, dealsIn(now, { ...of, status: "won", ...more })] as const;
  const per = (id: string, label: string, count: number, what: string) =>
    spent > 0 && count > 0
      ? make.money(
          `${id}_${at}`,
          `${name}, ${label}`,
          spent / count,
          bills,
          `${formatNumber(spent)} ÷ ${pluralize(count, what)}`,
        )
      : null;
  const conversion = () =>
    make.measure(
      `conversion_${at}`,
      `${name}, won of leads`,
      wins / leadCount,
      "share",
      deals,
      `${wins} ÷ ${leadCount}`,
    );
  const worth = () =>
    make.money(`worth_${at}`, `${name}, won revenue`, channel.amount, wonOf("won deals", { currency }));
  return {
    name,
    // A channel without bills may still have costs.
    spend: channel.bills > 0 ? make.money(`spend_${at}`, `${name}, spent`, spent, bills) : null,
    leads: make.count(`leads_${at}`, `${name}, leads`, leadCount, deals),
    won: make.count(`won_${at}`, `${name}, won so far`, wins, wonOf(pluralize(wins, "won deal"))),
    worth: wins > 0 ? worth() : null,
    perLead: per("per_lead", "cost per lead", leadCount, "lead"),
    perWin: per("per_win", "cost per customer won", wins, "won deal"),
    conversion: leadCount > 0 ? conversion() : null,
  };
}

function describeMove(make: Make, { amount, to, from, gain }: Move, now: Period, currency: Currency) {
  const href = billsIn({ from: periodBefore(now).from, to: now.to }, currency);
  const source = [`spend and won deals of ${now.label} and as long before`, href] as const;
  const one = formatMoney(1, currency);
  const earned = (id: string, { name, average, marginal, low, high }: Move["to"]) =>
    make.money(id, `${name}, revenue per ${one} spent`, marginal ?? average, source, {
      formula: marginal === null ? "won revenue ÷ spend" : "change of leads × revenue of a lead ÷ change of spend",
      range: marginal === null ? { low, high, level: 0.8 } : null,
    });
  const moved = make.money("move", "Money to move", amount, source, "at most 10% of the spend on channels");
  const [better, worse] = [earned("return_to", to), earned("return_from", from)];
  const gained = make.money(
    "gain",
    "More revenue from the move",
    gain,
    source,
    "money moved × difference of what the channels bring",
  );
  return toLine`Move ${moved} from ${from.name} to ${to.name}: each ${one} spent there earned ${better}, against ${worse} from ${from.name}. Expected gain: ${gained}, if new spend performs like the last.`;
}
