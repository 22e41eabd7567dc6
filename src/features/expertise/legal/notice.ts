import { nextDays } from "#contract/spans.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import {
  aheadDays,
  committed,
  type NoticeDeadline,
  noticeDeadlines,
  sumsOf,
} from "#features/records/agreements/notice.ts";
import { type Agreement, partyOf } from "#features/records/agreements/rows.ts";
import { stateOf } from "#features/expertise/legal/contracts.ts";
import { collect, concludeUnknown, fact, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

/** `ofParty`: all contracts of the party the question names; empty if it names none. */
export type Notices = { ending: Agreement[]; ofParty: Agreement[]; anyContracts: boolean };

const title = "Notice dates";
const href = "/records/contracts?view=notice90";

const titleOf = ({ agreement }: Pick<NoticeDeadline, "agreement">, withParty = true): string =>
  titleWithParty(agreement.title, withParty ? partyOf(agreement) : null);

export function concludeNotices(
  { ending, ofParty, anyContracts }: Notices,
  { today, currency }: Today,
  about: About,
): Conclusion {
  if (!anyContracts)
    return concludeUnknown(title, gap("By when notice has to be given", "contracts", "/records/contracts"));
  const make = collect(currency, today, about);
  const { coming, missed } = noticeDeadlines(ending, today);
  const number = coming.length;
  const within = `within ${aheadDays} days`;
  const source = [`${pluralize(number, "contract")} with a last day for notice ${within}`, href] as const;
  const countLabel = `Contracts to give notice on ${within}`;
  const count = make.count("notices", countLabel, number, source, "end of the term − notice period");
  const near = coming.filter(({ days }) => days < 30).length;
  const soon = make.count("notices_30", "Contracts to give notice on within 30 days", near, [
    `${pluralize(near, "contract")} with a last day for notice within 30 days`,
    rowsOf("contracts", { view: "notice90", day: "noticeBy", to: nextDays(30, today).to }),
  ]);
  const ownValue = ({ agreement }: NoticeDeadline) => (agreement.currency === currency ? agreement.yearlyValue : null);
  const worth = make.money("notice_value", "Value of a year of these contracts", sumOf(coming, ownValue), source);
  const whose = about.customer?.name ?? about.vendor?.name;
  const rows = coming.slice(0, 10).map((one, at) => {
    const { agreement, days, term } = one;
    const { id, title: of, yearlyValue, noticeDays } = agreement;
    const to = `/records/contracts/${id}`;
    const from = [`contract "${of}"`, to] as const;
    const [by, end] = [longDay(term.noticeBy), longDay(term.endsOn)];
    const terms = [`end ${end}, notice of ${noticeDays ?? "an unknown number of"} days`, to] as const;
    const money = (key: string, label: string, value: number, formula: string | null = null) =>
      make.money(`contract_${at}${key}`, `${of}, ${label}`, value, from, formula, agreement.currency);
    const left = make.measure(`contract_${at}_days`, `${of}, days left`, days, "days", terms);
    const yearly = yearlyValue !== null && money("", "a year", yearlyValue);
    const commits =
      yearlyValue !== null &&
      term.renews &&
      money("_commits", "when it renews", committed(yearlyValue, term), `value of a year × ${term.months} ÷ 12`);
    const aYear = yearly && toLine`, ${yearly} a year`;
    const months = pluralize(term.months, "month");
    return { ...one, href: to, name: titleOf(one, !whose), by, end, months, left, yearly, aYear, commits };
  });
  const renewing = coming.filter(({ term }) => term.renews);
  const renewCount = renewing.length;
  const renewSource = [
    `${pluralize(renewCount, "contract")} that ${noun(renewCount, "renews automatically", "renew automatically")}, notice ${within}`,
    "/records/contracts?view=renewing90",
  ] as const;
  const renewLabel = `Contracts that renew automatically, notice ${within}`;
  const renewals = make.count("renewing", renewLabel, renewCount, renewSource);
  const commitment = make.money(
    "committed",
    "Commitment of these renewals",
    sumOf(renewing, (one) => committed(ownValue(one) ?? 0, one.term)),
    renewSource,
    "sum of the value of a year × months of renewal ÷ 12",
  );
  const withWhom = whose && ` with ${whose}`;
  const headline =
    number === 0
      ? toLine`No contract${withWhom} has a last day for notice ${within}.`
      : toLine`${count} ${noun(number, "contract")}${withWhom} worth ${worth} a year ${noun(number, "has its", "have their")} last day for notice ${within}, ${soon} of them within 30.`;
  const list = rows
    .slice(0, 3)
    .map(
      (row) =>
        toLine`${row.name} by ${row.by}, ${row.left} left${row.aYear}${row.term.renews && ", renews automatically"}`,
    );
  const partyContracts = ofParty.slice(0, 4).map((agreement) => `${agreement.title}, ${stateOf(agreement, today)}`);
  const notice = sentences(
    headline,
    list.length > 0 && toLine`First: ${joinLines("; ", list)}.`,
    partyContracts.length > 0 && `On record: ${partyContracts.join("; ")}.`,
  );
  const renewed = rows
    .filter(({ term }) => term.renews)
    .slice(0, 3)
    .map((row) => toLine`${row.name} on ${row.end} for ${row.months}${row.commits && toLine`, ${row.commits}`}`);
  const auto =
    renewCount === 0
      ? toLine`No contract${withWhom} renews automatically with its last day for notice ${within}.`
      : toLine`${renewals} ${noun(renewCount, "contract")}${withWhom} ${noun(renewCount, "renews automatically", "renew automatically")} unless notice is given ${within}, a commitment of ${commitment}.${renewed.length > 0 ? toLine` First: ${joinLines("; ", renewed)}.` : "."}`;
  const late = make.count("missed", "Contracts whose last day for notice has passed", missed.length, [
    pluralize(missed.length, "contract"),
    "/records/contracts?view=missed",
  ]);
  const [firstMissed] = missed;
  const withoutPeriod = [...coming, ...missed].filter(({ term }) => !term.noticeKnown).length;
  return make.conclude({
    title,
    headline,
    lines: [
      notice,
      renewCount > 0 && auto,
      firstMissed &&
        toLine`For ${late} ${noun(missed.length, "contract")} the last day for notice has passed, first ${titleOf(firstMissed)}, which ${firstMissed.term.renews ? "renews" : "ends"} on ${longDay(firstMissed.term.endsOn)}.`,
      ...make.inOtherCurrencies("notice_value", "Value of a year", sumsOf(coming), (sum) => [
        pluralize(sum.rows, "contract"),
        `${href}&currency=${sum.currency}`,
      ]),
    ],
    columns: ["Contract", "Notice by", "Days left", "A year", "Then"],
    rows: rows.map(({ name, by, left, yearly, term, months, end }) => [
      name,
      by,
      left,
      yearly || "not known",
      term.renews ? `renews for ${months}` : `ends on ${end}`,
    ]),
    answers: { notice, renewals: auto },
    facts: rows.slice(0, 5).map(({ name, by, href: to }) => fact("contract", name, `notice by ${by}`, to)),
    missing: [
      withoutPeriod > 0 &&
        gap(
          `The real last day for notice of ${pluralize(withoutPeriod, "contract")}`,
          "the notice period in days; until then the end counts",
          href,
        ),
    ],
    concerns: rows
      .filter(({ days }) => days < 30)
      .slice(0, 2)
      .map((row) => ({
        key: `notice:${row.agreement.id}`,
        kind: row.term.renews ? "risk" : "priority",
        line: toLine`Decide on ${row.name}: notice by ${row.by}, ${row.left} left${row.commits ? toLine`, else it renews for ${row.commits}` : row.aYear}.`,
        amount: ownValue(row),
        dueOn: row.term.noticeBy,
        severity: row.term.renews ? 0.6 : 0.3,
        href: row.href,
      })),
  });
}
