import { pluralize, longDay } from "#contract/format.ts";
import { type Line, type Proposal, toLine } from "#contract/report.ts";
import { type NoticeDeadline, noticeDeadlines, sumsOf } from "#features/records/agreements/notice.ts";
import type { Agreement } from "#features/records/agreements/rows.ts";
import { collect, noun, truncate, concludeUnknown } from "#features/expertise/topics/collect.ts";
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
    return concludeUnknown(title, {
      what: "By when to decide on vendors",
      needed: "contracts with vendors",
      href: "/records/contracts",
    });
  const { vendor } = about;
  const make = collect(currency, today, about);
  const { coming, missed } = noticeDeadlines(ending, today);
  const source = { label: `${pluralize(coming.length, "contract")} with vendors, notice within 90 days`, href };
  const count = make.measure(
    "notices",
    "Vendor contracts to decide on within 90 days",
    coming.length,
    "count",
    source,
    { formula: "end of the term − notice period" },
  );
  const own = (agreement: Agreement) => (agreement.currency === currency ? agreement.yearlyValue : null);
  const worth = make.money(
    "value",
    "A year, under these contracts",
    coming.reduce((sum, { agreement }) => sum + (own(agreement) ?? 0), 0),
    source,
  );
  const rows = coming.slice(0, 8).map((one, at) => {
    const { agreement } = one;
    const to = `/records/contracts/${agreement.id}`;
    const from = { label: `contract "${agreement.title}"`, href: to };
    const price = own(agreement);
    return {
      ...one,
      to,
      price,
      name: vendor ? agreement.title : nameOf(agreement),
      left: make.measure(`contract_${at}_days`, `${agreement.title}, days left`, one.days, "days", {
        ...from,
        label: `notice by ${longDay(one.term.noticeBy)}`,
      }),
      yearly: price === null ? null : make.money(`contract_${at}`, `${agreement.title}, a year`, price, from),
    };
  });
  const withWhom = vendor ? ` with ${vendor.name}` : " with a vendor";
  const headline: Line =
    coming.length === 0
      ? toLine`No contract${withWhom} has its last day for notice within 90 days.`
      : toLine`${count} ${noun(coming.length, "contract")}${vendor ? withWhom : " with vendors"}, ${worth} a year, ${noun(coming.length, "has its", "have their")} last day for notice within 90 days.`;
  const list = rows
    .slice(0, 3)
    .map(
      ({ name, term, left, yearly }, at): Line => [
        ...toLine`${at > 0 ? "; " : " First: "}${name} by ${longDay(term.noticeBy)}, ${left} left`,
        ...(yearly ? toLine`, ${yearly} a year` : []),
        term.renews ? ", else it renews" : "",
      ],
    );
  const answer = list.length > 0 ? [...headline, ...list.flat(), "."] : headline;
  const urgent = rows.find(({ days, price }) => days <= pressing && price !== null && price > 0);
  const passed = make.measure("missed", "Vendor contracts whose day for notice has passed", missed.length, "count", {
    label: pluralize(missed.length, "contract"),
    href: "/records/contracts?view=missed&known=vendorName",
  });
  const withoutNoticePeriod = coming.filter(({ term }) => !term.noticeKnown).length;
  return {
    headline,
    section: {
      title,
      lines: [
        answer,
        ...(missed.length > 0
          ? [
              toLine`The day for notice has passed for ${passed} ${noun(missed.length, "contract")}; the current term runs to its end.`,
            ]
          : []),
        ...make.inOtherCurrencies("value", "Value of a year", sumsOf(coming), ({ rows: of, currency: other }) => ({
          label: pluralize(of, "contract"),
          href: `${href}&currency=${other}`,
        })),
      ],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Vendor", "Notice by", "Days left", "A year"],
              rows: rows.map(({ name, term, left, yearly }) => [
                toLine`${name}`,
                toLine`${longDay(term.noticeBy)}`,
                toLine`${left}`,
                yearly ? toLine`${yearly}` : toLine`not known`,
              ]),
            },
    },
    answers: { vendors: answer },
    figures: make.figures,
    facts: rows.slice(0, 5).map(({ agreement, term, to }) => ({
      kind: "contract",
      reference: nameOf(agreement),
      value: `notice by ${longDay(term.noticeBy)}`,
      asOf: today,
      href: to,
    })),
    missing:
      withoutNoticePeriod > 0
        ? [
            {
              what: `The real day for notice of ${pluralize(withoutNoticePeriod, "vendor contract")}`,
              needed: "the notice period in days; until then the end counts",
              href,
            },
          ]
        : [],
    concerns: rows
      .filter(({ days }) => days <= pressing)
      .slice(0, 2)
      .map(({ agreement, name, term, left, yearly, price, to }) => ({
        // The key is the same for every role that raises this contract.
        key: `notice:${agreement.id}`,
        kind: "priority",
        line: [
          ...toLine`Decide whether to renew ${name}: ${left} left to give notice`,
          ...(yearly ? toLine`, ${yearly} a year` : []),
          ".",
        ],
        amount: price,
        dueOn: term.noticeBy,
        severity: term.renews ? 0.6 : 0.3,
        href: to,
      })),
    proposals: urgent ? [proposalOf(urgent, urgent.price ?? 0)] : [],
  };
}
