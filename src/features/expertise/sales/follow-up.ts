import { pluralize, longDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { type Deal, stageOf, type Waiting } from "#features/records/pipeline/rows.ts";
import { patience } from "#features/expertise/sales/odds.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { after, titleWithParty } from "#features/expertise/topics/words.ts";

export type FollowUp = { waiting: Waiting[]; deals: Deal[]; anyDeals: boolean };

const title = "Deals that wait for us";

const isStale = (deal: Deal, today: string): boolean => daysBetween(deal.movedOn, today) >= patience[deal.stage];

const getInTouch = "get in touch";

/** The most urgent next step of a deal. */
export function nextAction(deal: Deal, today: string): string {
  if (deal.expectedCloseOn !== null && deal.expectedCloseOn < today)
    return `agree on a new close date: ${longDay(deal.expectedCloseOn)} has passed`;
  if (isStale(deal, today)) return `${getInTouch}: no activity since ${longDay(deal.movedOn)}`;
  if (deal.nextStep === null) return "agree on a next step: none is noted";
  if (deal.expectedCloseOn === null) return "ask when they mean to decide: no close date is noted";
  return `do what was agreed: ${deal.nextStep}`;
}

const staleHref = (currency: Currency | null) => rowsOf("deals", { view: "stale", currency });

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Deals that need attention, by amount at stake. */
export function concludeFollowUp(facts: FollowUp, { today, currency }: Today, about: About): Conclusion {
  if (!facts.anyDeals)
    return concludeUnknown(title, { what: "Which deals need attention", needed: "deals", href: "/records/deals" });
  const { customer } = about;
  const make = collect(currency, today, about);
  const only = ownCurrencyIfMixed(facts.waiting, currency);
  const own = facts.waiting.find((row) => row.currency === currency);
  const rule = `no activity for ${patience.proposal} days in proposal and negotiation, ${patience.lead} days before`;
  const source = { label: `${pluralize(own?.stale ?? 0, "stale deal")}: ${rule}`, href: staleHref(only) };
  const stale = make.measure("stale", "Stale deals", own?.stale ?? 0, "count", source, { formula: rule });
  const staleAmount = make.money("stale_amount", "In stale deals", own?.staleAmount ?? 0, source, { formula: rule });
  const late = {
    label: pluralize(own?.slipped ?? 0, "open deal past its close date", "open deals past their close date"),
    href: rowsOf("deals", { view: "slipped", currency: only }),
  };
  const slipped = make.measure("slipped", "Deals past their close date", own?.slipped ?? 0, "count", late);
  const slippedAmount = make.money("slipped_amount", "In deals past their close date", own?.slippedAmount ?? 0, late);
  const listed = facts.deals.slice(0, 10).map((deal, at) => {
    const from = { label: `deal "${deal.name}", in ${stageOf(deal)}`, href: `/records/deals/${deal.id}` };
    return {
      deal,
      amount: make.money(`deal_${at}`, deal.name, deal.amount, from),
      quiet: make.measure(
        `deal_${at}_days`,
        `${deal.name}, without activity`,
        daysBetween(deal.movedOn, today),
        "days",
        { ...from, label: `last activity ${longDay(deal.movedOn)}` },
      ),
      name: titleWithParty(deal.name, customer ? null : deal.customerName),
      action: nextAction(deal, today),
      isStale: isStale(deal, today),
    };
  });
  const quiet = listed.filter((one) => one.isStale);
  const [first] = listed;
  const whose = customer ? ` with ${customer.name}` : "";
  const staleLine: Line =
    (own?.stale ?? 0) === 0
      ? toLine`No open deal${inCurrency(only)}${whose} is stale: each moved within its time (${rule}).`
      : toLine`${stale} open ${noun(own?.stale ?? 0, "deal")}${whose} worth ${staleAmount} ${noun(own?.stale ?? 0, "is", "are")} stale (${rule}).`;
  const worst = quiet
    .slice(0, 3)
    .map(
      ({ name, amount, quiet: days }, at) =>
        toLine`${at > 0 ? "; " : " The biggest: "}${name}, ${amount}, quiet for ${days}`,
    );
  const staleAnswer = worst.length > 0 ? [...staleLine, ...worst.flat(), "."] : staleLine;
  const steps = listed
    .slice(0, 3)
    .map(({ name, amount, action }, at) => toLine`${at > 0 ? " Then " : "First "}${name}, ${amount}: ${action}.`);
  const staleInOtherCurrencies = make.inOtherCurrencies(
    "stale",
    "Stale deals",
    facts.waiting.map(({ currency: of, staleAmount: amount, stale: rows }) => ({ currency: of, amount, rows })),
    ({ rows, currency: of }) => ({ label: pluralize(rows, "stale deal"), href: staleHref(of as Currency) }),
  );
  return concluded({
    headline: staleLine,
    section: {
      title,
      lines: [
        staleLine,
        ...((own?.slipped ?? 0) > 0
          ? [
              toLine`${slipped} ${noun(own?.slipped ?? 0, "deal")} worth ${slippedAmount} should have closed by now: the day has passed.`,
            ]
          : []),
        ...(first ? [toLine`Next: ${first.name}, ${first.amount}: ${first.action}.`] : []),
        ...staleInOtherCurrencies,
      ],
      table:
        listed.length === 0
          ? null
          : {
              columns: ["Deal", "Amount", "Quiet for", "Next"],
              rows: listed.map(({ name, amount, quiet: days, action }) => [
                toLine`${name}`,
                toLine`${amount}`,
                toLine`${days}`,
                toLine`${action}`,
              ]),
            },
    },
    answers: {
      stale: after(staleAnswer, staleInOtherCurrencies),
      next:
        steps.length > 0
          ? steps.flat()
          : toLine`Nothing is due${whose}: every open deal has a next step, a close date to come and moved within its time.`,
    },
    figures: make.figures,
    facts: listed.slice(0, 5).map(({ deal, name, amount, action }) => ({
      kind: "deal",
      reference: name,
      value: action,
      asOf: deal.movedOn,
      href: amount.source.href,
    })),
    missing:
      (own?.withoutStep ?? 0) > 0
        ? [
            {
              what: `What comes next with ${pluralize(own?.withoutStep ?? 0, "deal")}`,
              needed: "a next step",
              href: "/records/deals?view=open",
            },
          ]
        : [],
    concerns: quiet.slice(0, 2).map(({ deal, name, amount, action, quiet: days }) => ({
      key: `deal:${deal.id}`,
      kind: "risk",
      // The first sentence already says for how long, so the action is given without its date.
      line: toLine`No activity on ${name} (${amount}) for ${days}. ${sentenceCase(action.startsWith(getInTouch) ? getInTouch : action)}.`,
      amount: deal.amount,
      dueOn: deal.expectedCloseOn,
      severity: Math.min(1, (days.value ?? 0) / 60),
      href: amount.source.href,
    })),
  });
}
