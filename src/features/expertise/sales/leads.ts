import { lastDays } from "#contract/spans.ts";
import { pluralize } from "#contract/format.ts";
import { type Proposal, sentences, toLine } from "#contract/report.ts";
import type { Deal } from "#features/records/pipeline/rows.ts";
import { collect, concludeUnknown, fact, gap, noun, truncate } from "#features/expertise/topics/collect.ts";
import { inCurrency, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type Leads = {
  /** `elsewhere`: the number of leads in other currencies. */
  fresh: { leads: number; amount: number; elsewhere?: number };
  biggest: Deal[];
  /** The average value of an open deal. */
  averageAmount: number | null;
  anyDeals: boolean;
};

const title = "New leads";
/** The days a lead counts as new. */
export const freshDays = 30;
/** A lead of at least this multiple of the average deal is large. */
const largeMultiple = 1.5;

function missingFields(deal: Deal): string[] {
  return [
    ...(deal.nextStep === null ? ["the next step"] : []),
    ...(deal.expectedCloseOn === null ? ["when they decide"] : []),
    ...(deal.probability === null ? ["how likely it is"] : []),
    ...(deal.channel === null ? ["where it came from"] : []),
  ];
}

const proposalOf = (deal: Deal, missing: readonly string[]): Proposal => ({
  decisionType: "lead_qualification",
  context: {
    leadValue: deal.amount,
    subject: truncate(deal.name, 200),
    ...(deal.customerName ? { counterparty: truncate(deal.customerName, 100) } : {}),
    // Nothing here changes from day to day, so that the same lead is proposed only once.
    evidence: [
      {
        kind: "Record",
        reference: truncate(`Deal ${deal.name}`, 255),
        value: "opened as a lead",
        asOf: deal.openedOn,
        href: `/records/deals/${deal.id}`,
      },
    ],
  },
  reason: `${deal.name} is bigger than most. Not known yet: ${missing.join(", ")}.`,
});

export function concludeLeads(
  { fresh, biggest, averageAmount, anyDeals }: Leads,
  { today, currency }: Today,
): Conclusion {
  if (!anyDeals) return concludeUnknown(title, gap("Which leads are new", "deals", "/records/deals"));
  const make = collect(currency, today);
  const days = `the last ${freshDays} days`;
  const source = (leads: number, of: Today["currency"] | null) => {
    const filter = { status: "lead", currency: of, day: "openedOn", from: lastDays(freshDays, today).from };
    return [`${pluralize(leads, "lead")} opened in ${freshDays} days`, rowsOf("deals", filter)] as const;
  };
  const count = make.count("leads", `Leads of ${days}`, fresh.leads, source(fresh.leads, currency));
  const amount = make.money("amount", `Leads of ${days}`, fresh.amount, source(fresh.leads, currency));
  const listed = biggest.slice(0, 5).map((deal, at) => {
    const href = `/records/deals/${deal.id}`;
    const figure = make.money(`lead_${at}`, deal.name, deal.amount, [`lead "${deal.name}"`, href]);
    return { ...deal, href, figure, missing: missingFields(deal) };
  });
  const headline =
    fresh.leads === 0
      ? toLine`No lead${inCurrency(fresh.elsewhere ? currency : null)} has come in during ${days}.`
      : toLine`${count} ${noun(fresh.leads, "lead")} worth ${amount} came in during ${days}.`;
  const elsewhere = fresh.elsewhere ?? 0;
  const others =
    elsewhere > 0 &&
    toLine`${make.count("elsewhere", "Leads in other currencies", elsewhere, source(elsewhere, null))} ${noun(elsewhere, "lead")} in other currencies ${noun(elsewhere, "is", "are")} not among them, as no rate is known.`;
  const open = listed.filter(({ missing }) => missing.length > 0);
  const [first] = open;
  const isLarge = (value: number) => value > 0 && (averageAmount === null || value >= largeMultiple * averageAmount);
  const toQualify = open.find((deal) => deal.missing.length >= 2 && isLarge(deal.amount));
  const qualify = first
    ? toLine`Qualify ${first.name} first, ${first.figure}. Not known yet: ${first.missing.join(", ")}.`
    : fresh.leads === 0
      ? headline
      : toLine`The biggest new leads lack nothing that would be asked first.`;
  return make.conclude({
    title,
    headline: fresh.leads === 0 ? null : headline,
    lines: [headline, first && qualify, others],
    columns: ["Lead", "Amount", "Not known"],
    rows: listed.map(({ name, figure, missing }) => [name, figure, missing.join(", ") || "nothing"]),
    answers: { leads: sentences(headline, first && qualify), qualify },
    facts: listed.map(({ name: reference, openedOn: asOf, href }) => fact("deal", reference, "lead", href, asOf)),
    proposals: toQualify ? [proposalOf(toQualify, toQualify.missing)] : [],
  });
}
