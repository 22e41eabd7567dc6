import { pluralize, longDay } from "#contract/format.ts";
import { joinLines, type Proposal, toLine } from "#contract/report.ts";
import { type NoticeDeadline, noticeDeadlines, sumsOf } from "#features/records/agreements/notice.ts";
import type { Agreement } from "#features/records/agreements/rows.ts";
import { collect, concludeUnknown, fact, gap, noun, sumOf, truncate } from "#features/expertise/topics/collect.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type VendorNotices = { ending: Agreement[]; anyContracts: boolean };

const title = "Vendor notice dates";
const href = "/records/contracts?view=notice90&known=vendorName";
/** How many days ahead renewals are proposed for a decision. */
const pressing = 30;
const nameOf = ({ title: of, vendorName }: Agreement): string => (vendorName ? `${vendorName} (${of})` : of);

/** Assumes the current price, because the vendor's next offer is unknown. */
function proposalOf({ agreement, term }: NoticeDeadline, price: number): Proposal {
  return {
    decisionType: "vendor_renewal",
    context: {
      currentPrice: price,
      newPrice: price,
      endsOn: term.endsOn,
      ...(agreement.noticeDays !== null && agreement.noticeDays <= 1000 ? { noticeDays: agreement.noticeDays } : {}),
      ...(term.renews ? { term: term.months } : {}),
      subject: truncate(agreement.title, 200),
      ...(agreement.vendorName ? { counterparty: truncate(agreement.vendorName, 100) } : {}),
      evidence: [
        {
          kind: "Contract",
          reference: truncate(agreement.title, 255),
          value: `ends on ${longDay(term.endsOn)}`,
          asOf: agreement.recordedOn,
          href: `/records/contracts/${agreement.id}`,
        },
      ],
    },
    reason: `Give notice on ${nameOf(agreement)} by ${longDay(term.noticeBy)}, or renew it. The price is assumed unchanged.`,
  };
}

/** Vendor contracts to decide on, the first deadline first. */
export function concludeVendors(
  { ending, anyContracts }: VendorNotices,
  { today, currency }: Today,
  about: About,
): Conclusion {
  if (!anyContracts)
    return concludeUnknown(title, gap("By when to decide on vendors", "contracts with vendors", "/records/contracts"));
  const { vendor } = about;
  const make = collect(currency, today, about);
  const { coming, missed } = noticeDeadlines(ending, today);
  const number = coming.length;
  const source = [`${pluralize(number, "contract")} with vendors, notice within 90 days`, href] as const;
  const label = "Vendor contracts to decide on within 90 days";
  const count = make.count("notices", label, number, source, "end of the term − notice period");
  const own = (agreement: Agreement) => (agreement.currency === currency ? agreement.yearlyValue : null);
  const total = sumOf(coming, ({ agreement }) => own(agreement));
  const worth = make.money("value", "A year, under these contracts", total, source);
  const rows = coming.slice(0, 8).map((one, at) => {
    const { agreement, days, term } = one;
    const to = `/records/contracts/${agreement.id}`;
    const by = longDay(term.noticeBy);
    const price = own(agreement);
    const left = make.measure(`contract_${at}_days`, `${agreement.title}, days left`, days, "days", [
      `notice by ${by}`,
      to,
    ]);
    const yearly =
      price !== null &&
      make.money(`contract_${at}`, `${agreement.title}, a year`, price, [`contract "${agreement.title}"`, to]);
    return {
      ...one,
      by,
      to,
      price,
      name: vendor ? agreement.title : nameOf(agreement),
      left,
      yearly,
      aYear: yearly && toLine`, ${yearly} a year`,
    };
  });
  const headline =
    number === 0
      ? toLine`No contract with ${vendor?.name ?? "a vendor"} has its last day for notice within 90 days.`
      : toLine`${count} ${noun(number, "contract")} with ${vendor?.name ?? "vendors"}, ${worth} a year, ${noun(number, "has its", "have their")} last day for notice within 90 days.`;
  const list = rows
    .slice(0, 3)
    .map(
      ({ name, by, term, left, aYear }) =>
        toLine`${name} by ${by}, ${left} left${aYear}${term.renews && ", else it renews"}`,
    );
  const answer = list.length > 0 ? toLine`${headline} First: ${joinLines("; ", list)}.` : headline;
  const urgent = rows.find(({ days, price }) => days <= pressing && price !== null && price > 0);
  const passed = make.count("missed", "Vendor contracts whose day for notice has passed", missed.length, [
    pluralize(missed.length, "contract"),
    "/records/contracts?view=missed&known=vendorName",
  ]);
  const withoutPeriod = coming.filter(({ term }) => !term.noticeKnown).length;
  return make.conclude({
    title,
    headline,
    lines: [
      answer,
      missed.length > 0 &&
        toLine`The day for notice has passed for ${passed} ${noun(missed.length, "contract")}; the current term runs to its end.`,
      ...make.inOtherCurrencies("value", "Value of a year", sumsOf(coming), ({ rows: of, currency: other }) => [
        pluralize(of, "contract"),
        `${href}&currency=${other}`,
      ]),
    ],
    columns: ["Vendor", "Notice by", "Days left", "A year"],
    rows: rows.map(({ name, by, left, yearly }) => [name, by, left, yearly || "not known"]),
    answers: { vendors: answer },
    facts: rows.slice(0, 5).map(({ agreement, by, to }) => fact("contract", nameOf(agreement), `notice by ${by}`, to)),
    missing: [
      withoutPeriod > 0 &&
        gap(
          `The real day for notice of ${pluralize(withoutPeriod, "vendor contract")}`,
          "the notice period in days; until then the end counts",
          href,
        ),
    ],
    concerns: rows
      .filter(({ days }) => days <= pressing)
      .slice(0, 2)
      .map(({ agreement, name, term, left, aYear, price, to }) => ({
        // The key is the same for every role that raises this contract.
        key: `notice:${agreement.id}`,
        kind: "priority",
        line: toLine`Decide whether to renew ${name}: ${left} left to give notice${aYear}.`,
        amount: price,
        dueOn: term.noticeBy,
        severity: term.renews ? 0.6 : 0.3,
        href: to,
      })),
    proposals: urgent ? [proposalOf(urgent, urgent.price ?? 0)] : [],
  });
}
