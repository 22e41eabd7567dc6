import { pluralize, longDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { type Deal, stageOf, type Waiting } from "#features/records/pipeline/rows.ts";
import { patience } from "#features/expertise/sales/odds.ts";
import { collect, concludeUnknown, fact, gap, noun } from "#features/expertise/topics/collect.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

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
  if (!facts.anyDeals) return concludeUnknown(title, gap("Which deals need attention", "deals", "/records/deals"));
  const { customer } = about;
  const make = collect(currency, today, about);
  const only = ownCurrencyIfMixed(facts.waiting, currency);
  const own = facts.waiting.find((row) => row.currency === currency);
  const [staleCount, slippedCount, withoutStep] = [own?.stale ?? 0, own?.slipped ?? 0, own?.withoutStep ?? 0];
  const rule = `no activity for ${patience.proposal} days in proposal and negotiation, ${patience.lead} days before`;
  const source = [`${pluralize(staleCount, "stale deal")}: ${rule}`, staleHref(only)] as const;
  const stale = make.count("stale", "Stale deals", staleCount, source, rule);
  const staleAmount = make.money("stale_amount", "In stale deals", own?.staleAmount ?? 0, source, rule);
  const late = [
    pluralize(slippedCount, "open deal past its close date", "open deals past their close date"),
    rowsOf("deals", { view: "slipped", currency: only }),
  ] as const;
  const slipped = make.count("slipped", "Deals past their close date", slippedCount, late);
  const slippedAmount = make.money("slipped_amount", "In deals past their close date", own?.slippedAmount ?? 0, late);
  const listed = facts.deals.slice(0, 10).map((deal, at) => {
    const href = `/records/deals/${deal.id}`;
    const days = daysBetween(deal.movedOn, today);
    const active = [`last activity ${longDay(deal.movedOn)}`, href] as const;
    return {
      deal,
      href,
      days,
      amount: make.money(`deal_${at}`, deal.name, deal.amount, [`deal "${deal.name}", in ${stageOf(deal)}`, href]),
      quiet: make.measure(`deal_${at}_days`, `${deal.name}, without activity`, days, "days", active),
      name: titleWithParty(deal.name, customer ? null : deal.customerName),
      action: nextAction(deal, today),
      isStale: isStale(deal, today),
    };
  });
  const quiet = listed.filter((one) => one.isStale);
  const [first] = listed;
  const whose = customer && ` with ${customer.name}`;
  const staleLine =
    staleCount === 0
      ? toLine`No open deal${inCurrency(only)}${whose} is stale: each moved within its time (${rule}).`
      : toLine`${stale} open ${noun(staleCount, "deal")}${whose} worth ${staleAmount} ${noun(staleCount, "is", "are")} stale (${rule}).`;
  const worst = quiet.slice(0, 3).map((one) => toLine`${one.name}, ${one.amount}, quiet for ${one.quiet}`);
  const steps = listed
    .slice(0, 3)
    .map(({ name, amount, action }, at) => toLine`${at > 0 ? "Then" : "First"} ${name}, ${amount}: ${action}.`);
  const staleSums = facts.waiting.map((one) => ({ currency: one.currency, amount: one.staleAmount, rows: one.stale }));
  const staleElsewhere = make.inOtherCurrencies("stale", "Stale deals", staleSums, (sum) => [
    pluralize(sum.rows, "stale deal"),
    staleHref(sum.currency as Currency),
  ]);
  return make.conclude({
    title,
    headline: staleLine,
    lines: [
      staleLine,
      slippedCount > 0 &&
        toLine`${slipped} ${noun(slippedCount, "deal")} worth ${slippedAmount} should have closed by now: the day has passed.`,
      first && toLine`Next: ${first.name}, ${first.amount}: ${first.action}.`,
      ...staleElsewhere,
    ],
    columns: ["Deal", "Amount", "Quiet for", "Next"],
    rows: listed.map((one) => [one.name, one.amount, one.quiet, one.action]),
    answers: {
      stale: sentences(
        staleLine,
        worst.length > 0 && toLine`The biggest: ${joinLines("; ", worst)}.`,
        ...staleElsewhere,
      ),
      next:
        steps.length > 0
          ? sentences(...steps)
          : toLine`Nothing is due${whose}: every open deal has a next step, a close date to come and moved within its time.`,
    },
    facts: listed.slice(0, 5).map(({ deal, name, action, href }) => fact("deal", name, action, href, deal.movedOn)),
    missing: [
      withoutStep > 0 &&
        gap(`What comes next with ${pluralize(withoutStep, "deal")}`, "a next step", "/records/deals?view=open"),
    ],
    concerns: quiet.slice(0, 2).map(({ deal, name, amount, action, quiet: since, days, href }) => ({
      key: `deal:${deal.id}`,
      kind: "risk",
      // The first sentence already says for how long, so the action is given without its date.
      line: toLine`No activity on ${name} (${amount}) for ${since}. ${sentenceCase(action.startsWith(getInTouch) ? getInTouch : action)}.`,
      amount: deal.amount,
      dueOn: deal.expectedCloseOn,
      severity: Math.min(1, days / 60),
      href,
    })),
  });
}
