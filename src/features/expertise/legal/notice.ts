import { nextDays } from "#contract/spans.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import * as notices from "#features/records/agreements/notice.ts";
import { type Agreement, partyOf } from "#features/records/agreements/rows.ts";
import { stateOf } from "#features/expertise/legal/contracts.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

/** `ofParty`: all contracts of the party the question names; empty if it names none. */
export type Notices = { ending: Agreement[]; ofParty: Agreement[]; anyContracts: boolean };

const title = "Notice dates";
const href = "/records/contracts?view=notice90";

const titleOf = ({ agreement }: Pick<notices.NoticeDeadline, "agreement">, withParty = true): string =>
  titleWithParty(agreement.title, withParty ? partyOf(agreement) : null);

export function concludeNotices(
  { ending, ofParty, anyContracts }: Notices,
  { today, currency }: Today,
  about: About,
): Conclusion {
  if (!anyContracts)
    return concludeUnknown(title, {
      what: "By when notice has to be given",
      needed: "contracts",
      href: "/records/contracts",
    });
  const make = collect(currency, today, about);
  const { coming, missed } = notices.noticeDeadlines(ending, today);
  const source = {
    label: `${pluralize(coming.length, "contract")} with a last day for notice within ${notices.aheadDays} days`,
    href,
  };
  const count = make.measure(
    "notices",
    `Contracts to give notice on within ${notices.aheadDays} days`,
    coming.length,
    "count",
    source,
    { formula: "end of the term − notice period" },
  );
  const near = coming.filter(({ days }) => days < 30);
  const soon = make.measure("notices_30", "Contracts to give notice on within 30 days", near.length, "count", {
    label: `${pluralize(near.length, "contract")} with a last day for notice within 30 days`,
    href: rowsOf("contracts", { view: "notice90", day: "noticeBy", to: nextDays(30, today).to }),
  });
  const value = (rows: readonly notices.NoticeDeadline[]) =>
    rows.reduce((sum, { agreement }) => sum + (agreement.currency === currency ? (agreement.yearlyValue ?? 0) : 0), 0);
  const worth = make.money("notice_value", "Value of a year of these contracts", value(coming), source);
  const isAboutParty = about.customer !== null || about.vendor !== null;
  const rows = coming.slice(0, 10).map((one, at) => {
    const { agreement } = one;
    const from = { label: `contract "${agreement.title}"`, href: `/records/contracts/${agreement.id}` };
    const priced = agreement.yearlyValue !== null;
    return {
      ...one,
      href: from.href,
      name: titleOf(one, !isAboutParty),
      left: make.measure(`contract_${at}_days`, `${agreement.title}, days left`, one.days, "days", {
        ...from,
        label: `end ${longDay(one.term.endsOn)}, notice of ${agreement.noticeDays ?? "an unknown number of"} days`,
      }),
      yearly: priced
        ? make.money(`contract_${at}`, `${agreement.title}, a year`, agreement.yearlyValue, from, {
            in: agreement.currency,
          })
        : null,
      commits:
        priced && one.term.renews
          ? make.money(
              `contract_${at}_commits`,
              `${agreement.title}, when it renews`,
              notices.committed(agreement.yearlyValue ?? 0, one.term),
              from,
              { formula: `value of a year × ${one.term.months} ÷ 12`, in: agreement.currency },
            )
          : null,
    };
  });
  const renewing = coming.filter(({ term }) => term.renews);
  const autoRenewalSource = {
    label: `${pluralize(renewing.length, "contract")} that ${noun(renewing.length, "renews automatically", "renew automatically")}, notice within ${notices.aheadDays} days`,
    href: "/records/contracts?view=renewing90",
  };
  const renewals = make.measure(
    "renewing",
    `Contracts that renew automatically, notice within ${notices.aheadDays} days`,
    renewing.length,
    "count",
    autoRenewalSource,
  );
  const commitment = make.money(
    "committed",
    "Commitment of these renewals",
    renewing.reduce(
      (sum, { agreement, term }) =>
        sum + (agreement.currency === currency ? notices.committed(agreement.yearlyValue ?? 0, term) : 0),
      0,
    ),
    autoRenewalSource,
    { formula: "sum of the value of a year × months of renewal ÷ 12" },
  );
  const whose = about.customer?.name ?? about.vendor?.name;
  const withWhom = whose ? ` with ${whose}` : "";
  const headline: Line =
    coming.length === 0
      ? toLine`No contract${withWhom} has a last day for notice within ${String(notices.aheadDays)} days.`
      : toLine`${count} ${noun(coming.length, "contract")}${withWhom} worth ${worth} a year ${noun(coming.length, "has its", "have their")} last day for notice within ${String(notices.aheadDays)} days, ${soon} of them within 30.`;
  const list = rows
    .slice(0, 3)
    .map(
      ({ name, term, left, yearly }, at): Line => [
        ...toLine`${at > 0 ? "; " : " First: "}${name} by ${longDay(term.noticeBy)}, ${left} left`,
        ...(yearly ? toLine`, ${yearly} a year` : []),
        ...(term.renews ? [", renews automatically"] : []),
      ],
    );
  const partyContracts = ofParty
    .slice(0, 4)
    .map((agreement) => `${agreement.title}, ${stateOf(agreement, today)}`)
    .join("; ");
  const soonest = list.length > 0 ? [...headline, ...list.flat(), "."] : headline;
  const notice: Line = partyContracts ? [...soonest, ` On record: ${partyContracts}.`] : soonest;
  const auto: Line =
    renewing.length === 0
      ? toLine`No contract${withWhom} renews automatically with its last day for notice within ${String(notices.aheadDays)} days.`
      : [
          ...toLine`${renewals} ${noun(renewing.length, "contract")}${withWhom} ${noun(renewing.length, "renews automatically", "renew automatically")} unless notice is given within ${String(notices.aheadDays)} days, a commitment of ${commitment}.`,
          ...rows
            .filter(({ term }) => term.renews)
            .slice(0, 3)
            .flatMap(
              ({ name, term, commits }, at): Line => [
                `${at > 0 ? "; " : " First: "}${name} on ${longDay(term.endsOn)} for ${pluralize(term.months, "month")}`,
                ...(commits ? toLine`, ${commits}` : []),
              ],
            ),
          ".",
        ];
  const late = make.measure("missed", "Contracts whose last day for notice has passed", missed.length, "count", {
    label: pluralize(missed.length, "contract"),
    href: "/records/contracts?view=missed",
  });
  const [firstMissed] = missed;
  const withoutNoticePeriod = [...coming, ...missed].filter(({ term }) => !term.noticeKnown).length;
  return concluded({
    headline,
    section: {
      title,
      lines: [
        notice,
        ...(renewing.length > 0 ? [auto] : []),
        ...(firstMissed
          ? [
              toLine`For ${late} ${noun(missed.length, "contract")} the last day for notice has passed, first ${titleOf(firstMissed)}, which ${firstMissed.term.renews ? "renews" : "ends"} on ${longDay(firstMissed.term.endsOn)}.`,
            ]
          : []),
        ...make.inOtherCurrencies(
          "notice_value",
          "Value of a year",
          notices.sumsOf(coming),
          ({ rows: contracts, currency: of }) => ({
            label: pluralize(contracts, "contract"),
            href: `${href}&currency=${of}`,
          }),
        ),
      ],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Contract", "Notice by", "Days left", "A year", "Then"],
              rows: rows.map(({ name, term, left, yearly }) => [
                toLine`${name}`,
                toLine`${longDay(term.noticeBy)}`,
                toLine`${left}`,
                yearly ? toLine`${yearly}` : toLine`not known`,
                toLine`${term.renews ? `renews for ${pluralize(term.months, "month")}` : `ends on ${longDay(term.endsOn)}`}`,
              ]),
            },
    },
    answers: { notice, renewals: auto },
    figures: make.figures,
    facts: rows.slice(0, 5).map(({ name, term, href: to }) => ({
      kind: "contract",
      reference: name,
      value: `notice by ${longDay(term.noticeBy)}`,
      asOf: today,
      href: to,
    })),
    missing:
      withoutNoticePeriod > 0
        ? [
            {
              what: `The real last day for notice of ${pluralize(withoutNoticePeriod, "contract")}`,
              needed: "the notice period in days; until then the end counts",
              href,
            },
          ]
        : [],
    concerns: rows
      .filter(({ days }) => days < 30)
      .slice(0, 2)
      .map(({ agreement, name, term, left, yearly, commits, href: to }) => ({
        key: `notice:${agreement.id}`,
        kind: term.renews ? "risk" : "priority",
        line: [
          ...toLine`Decide on ${name}: notice by ${longDay(term.noticeBy)}, ${left} left`,
          ...(commits ? toLine`, else it renews for ${commits}` : yearly ? toLine`, ${yearly} a year` : []),
          ".",
        ],
        amount: agreement.currency === currency ? agreement.yearlyValue : null,
        dueOn: term.noticeBy,
        severity: term.renews ? 0.6 : 0.3,
        href: to,
      })),
  });
}
