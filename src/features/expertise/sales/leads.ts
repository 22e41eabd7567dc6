import { lastDays } from "#contract/spans.ts";
import { pluralize } from "#contract/format.ts";
import { type Proposal, toLine } from "#contract/report.ts";
import type { Deal } from "#features/records/pipeline/rows.ts";
import { collect, noun, truncate, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
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
  if (!anyDeals)
    return concludeUnknown(title, { what: "Which leads are new", needed: "deals", href: "/records/deals" });
  const make = collect(currency, today);
  const source = {
    label: `${pluralize(fresh.leads, "lead")} opened in ${freshDays} days`,
    href: rowsOf("deals", { status: "lead", currency, day: "openedOn", from: lastDays(freshDays, today).from }),
  };
  const count = make.measure("leads", `Leads of the last ${freshDays} days`, fresh.leads, "count", source);
  const amount = make.money("amount", `Leads of the last ${freshDays} days`, fresh.amount, source);
  const listed = biggest.slice(0, 5).map((deal, at) => ({
    deal,
    missing: missingFields(deal),
    figure: make.money(`lead_${at}`, deal.name, deal.amount, {
      label: `lead "${deal.name}"`,
      href: `/records/deals/${deal.id}`,
    }),
  }));
  const headline =
    fresh.leads === 0
      ? toLine`No lead${inCurrency(fresh.elsewhere ? currency : null)} has come in during the last ${String(freshDays)} days.`
      : toLine`${count} ${noun(fresh.leads, "lead")} worth ${amount} came in during the last ${String(freshDays)} days.`;
  const others = fresh.elsewhere
    ? [
        toLine`${make.measure("elsewhere", "Leads in other currencies", fresh.elsewhere, "count", {
          label: `${pluralize(fresh.elsewhere, "lead")} opened in ${freshDays} days`,
          href: rowsOf("deals", { status: "lead", day: "openedOn", from: lastDays(freshDays, today).from }),
        })} ${noun(fresh.elsewhere, "lead")} in other currencies ${noun(fresh.elsewhere, "is", "are")} not among them, as no rate is known.`,
      ]
    : [];
  const open = listed.filter(({ missing }) => missing.length > 0);
  const [first] = open;
  const toQualify = open.find(
    ({ deal, missing }) =>
      missing.length >= 2 &&
      deal.amount > 0 &&
      (averageAmount === null || deal.amount >= largeMultiple * averageAmount),
  );
  const qualify = first
    ? toLine`Qualify ${first.deal.name} first, ${first.figure}. Not known yet: ${first.missing.join(", ")}.`
    : fresh.leads === 0
      ? headline
      : toLine`The biggest new leads lack nothing that would be asked first.`;
  return concluded({
    headline: fresh.leads === 0 ? null : headline,
    section: {
      title,
      lines: [headline, ...(first ? [qualify] : []), ...others],
      table:
        listed.length === 0
          ? null
          : {
              columns: ["Lead", "Amount", "Not known"],
              rows: listed.map(({ deal, figure, missing }) => [
                toLine`${deal.name}`,
                toLine`${figure}`,
                toLine`${missing.join(", ") || "nothing"}`,
              ]),
            },
    },
    answers: { leads: first ? [...headline, " ", ...qualify] : headline, qualify },
    figures: make.figures,
    facts: listed.map(({ deal, figure }) => ({
      kind: "deal",
      reference: deal.name,
      value: "lead",
      asOf: deal.openedOn,
      href: figure.source.href,
    })),
    proposals: toQualify ? [proposalOf(toQualify.deal, toQualify.missing)] : [],
  });
}
