import { ask } from "#features/expertise/topics/ask.ts";
import { lastDays } from "#contract/spans.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { outliersInAmounts } from "#features/forecasting/series/outliers.ts";
import type { Bill } from "#features/records/payables/rows.ts";
import { collect, fact, gap, withoutData } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed } from "#features/expertise/topics/words.ts";

/** `elsewhere`: other currencies; bills in them are left out. */
export type Bills = { bills: Bill[]; anyPayables: boolean; elsewhere?: readonly string[] };

/** Bills are compared with a year of bills; only recent ones are reported. */
export const comparedDays = 365;
const reportedDays = 90;
/** The most bills compared, newest first. */
export const mostBills = 1_500;

export const outlierAsks: readonly Ask[] = [
  ask("outliers")`Are there unusual expenses? Is there anything odd in our spending? Are there any suspicious bills?
    Which invoices look wrong? Did any bill come in unusually high? Are there strange payments? Has anybody charged us
    more than usual? Which costs are out of line? Is there a bill that is much higher than usual? Have we been billed
    twice?`,
];

type Outlier = { bill: Bill; expected: number; z: number; group: string; by: "vendor" | "category"; others: number };

/** Bills of the last 90 days that are outliers among a year's bills of their vendor or category. */
export function spendOutliers(bills: readonly Bill[], today: string): Outlier[] {
  const since = lastDays(reportedDays, today).from;
  const found = new Map<string, Outlier>();
  const findBy = (by: Outlier["by"]) => {
    const nameOf = (bill: Bill) => bill[by];
    const groups = Map.groupBy(
      bills.filter((bill) => nameOf(bill) !== null),
      (bill) => nameOf(bill)?.toLowerCase(),
    );
    for (const group of groups.values())
      for (const { at, expected, z } of outliersInAmounts(group.map(({ amount }) => amount))) {
        const bill = group[at];
        // Only high amounts: a small bill costs nothing to overlook.
        if (!bill || z <= 0 || bill.issuedOn <= since || found.has(bill.id)) continue;
        found.set(bill.id, { bill, expected, z, group: nameOf(bill) ?? "", by, others: group.length - 1 });
      }
  };
  findBy("vendor");
  findBy("category");
  return [...found.values()].sort(
    (one, other) => other.bill.amount - other.expected - (one.bill.amount - one.expected),
  );
}

export function concludeOutliers(facts: Bills, { today, currency }: Today): Conclusion {
  const title = "Unusual spending";
  const { bills, elsewhere = [] } = facts;
  const others = elsewhere.length > 0 && listed(elsewhere);
  if (!facts.anyPayables || bills.length === 0)
    return withoutData(
      title,
      others
        ? `No bills of the last year in ${currency} are recorded, so there is nothing to compare; those in ${others} are not compared.`
        : "No bills of the last year are recorded, so there is nothing to compare.",
      gap(title, `invoices from vendors ${others ? `in ${currency}` : "(direction: payable)"}`, "/records/invoices"),
    );
  const make = collect(currency, today);
  const oldest = bills.at(-1)?.issuedOn ?? today;
  const all = { view: "bills", currency, day: "issuedOn", from: oldest, to: today };
  const comparedLabel = `${pluralize(bills.length, "bill")} since ${shortDay(oldest)}`;
  const compared = make.count("compared", "Bills compared", bills.length, [comparedLabel, rowsOf("invoices", all)]);
  const found = spendOutliers(bills, today)
    .slice(0, 5)
    .map(({ bill, expected, z, group, by, others: number }, at) => {
      const href = `/records/invoices/${bill.id}`;
      const like = rowsOf("invoices", { ...all, field: by === "vendor" ? "vendorName" : by, is: group });
      const source = [`${pluralize(number + 1, "bill")} of ${group}`, like] as const;
      const own = [`bill ${bill.number} of ${shortDay(bill.issuedOn)}`, href, bill.issuedOn] as const;
      const formula = "0.6745 × (log amount − median) ÷ median absolute deviation";
      return {
        ...bill,
        href,
        group,
        excess: bill.amount - expected,
        figure: make.money(`outlier_${at}`, `${group}, ${bill.number}`, bill.amount, own),
        usual: make.money(`outlier_${at}_usual`, `Usual of ${group}`, expected, source, "median of the others"),
        distance: make.measure(`outlier_${at}_z`, "Distance from the usual", z, "score", source, formula),
      };
    });
  const [first] = found;
  const headline = first
    ? toLine`A bill of ${first.figure} from ${first.vendor ?? first.group} on ${shortDay(first.issuedOn)} stands out: ${first.usual} is usual for ${first.group}.`
    : toLine`No bill of the last ${String(reportedDays)} days stands out among ${compared} compared.`;
  return make.conclude({
    title,
    headline: first ? headline : null,
    lines: [headline, others && `Bills in ${others} are not compared, as no rate is known.`],
    columns: ["Bill", "Amount", "Usual", "Robust z"],
    rows: found.map((bill) => [
      `${bill.number}, ${bill.vendor ?? bill.category ?? ""}`,
      bill.figure,
      bill.usual,
      bill.distance,
    ]),
    answers: { outliers: headline },
    facts: found.map((bill) =>
      fact(
        "invoice",
        `${bill.number}, ${bill.vendor ?? "no vendor"}`,
        `${formatNumber(bill.amount)} ${currency}`,
        bill.href,
        bill.issuedOn,
      ),
    ),
    concerns: found.slice(0, 2).map((bill) => ({
      key: `outlier:${bill.id}`,
      kind: "risk",
      line: toLine`Check bill ${bill.number} of ${bill.vendor ?? bill.group}: ${bill.figure} where ${bill.usual} is usual.`,
      amount: bill.excess,
      severity: 0.5,
      href: bill.href,
    })),
  });
}
