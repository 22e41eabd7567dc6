import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { lastDays } from "#contract/spans.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { outliersInAmounts } from "#features/forecasting/series/outliers.ts";
import type { Bill } from "#features/records/payables/rows.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, withoutData, listed as joined } from "#features/expertise/topics/words.ts";

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
  const gap = {
    what: "Unusual spending",
    needed: "invoices from vendors (direction: payable)",
    href: "/records/invoices",
  };
  const { elsewhere = [] } = facts;
  if (!facts.anyPayables || facts.bills.length === 0)
    return withoutData(
      title,
      elsewhere.length > 0
        ? `No bills of the last year in ${currency} are recorded, so there is nothing to compare; those in ${joined(elsewhere)} are not compared.`
        : "No bills of the last year are recorded, so there is nothing to compare.",
      elsewhere.length > 0 ? { ...gap, needed: `invoices from vendors in ${currency}` } : gap,
    );
  const oldest = facts.bills.at(-1)?.issuedOn ?? today;
  const comparedLabel = `${pluralize(facts.bills.length, "bill")} since ${shortDay(oldest)}`;
  const all = { view: "bills", currency, day: "issuedOn", from: oldest, to: today };
  const compared = measure("compared", "Bills compared", facts.bills.length, "count", {
    label: comparedLabel,
    href: rowsOf("invoices", all),
    asOf: today,
  });
  const found = spendOutliers(facts.bills, today)
    .slice(0, 5)
    .map((one, at) => {
      const { bill, expected, group, by, others } = one;
      const link = `/records/invoices/${bill.id}`;
      const compared = {
        label: `${pluralize(others + 1, "bill")} of ${group}`,
        href: rowsOf("invoices", { ...all, field: by === "vendor" ? "vendorName" : by, is: group }),
        asOf: today,
      };
      return {
        ...one,
        link,
        amount: money(`outlier_${at}`, `${group}, ${bill.number}`, bill.amount, currency, {
          label: `bill ${bill.number} of ${shortDay(bill.issuedOn)}`,
          href: link,
          asOf: bill.issuedOn,
        }),
        median: money(`outlier_${at}_usual`, `Usual of ${group}`, expected, currency, compared, {
          formula: "median of the others",
        }),
        distance: measure(`outlier_${at}_z`, "Distance from the usual", one.z, "score", compared, {
          formula: "0.6745 × (log amount − median) ÷ median absolute deviation",
        }),
      };
    });
  const figures = [compared, ...found.flatMap(({ amount, median, distance }) => [amount, median, distance])];
  const [first] = found;
  const headline = first
    ? toLine`A bill of ${first.amount} from ${first.bill.vendor ?? first.group} on ${shortDay(first.bill.issuedOn)} stands out: ${first.median} is usual for ${first.group}.`
    : toLine`No bill of the last ${String(reportedDays)} days stands out among ${compared} compared.`;
  return concluded({
    headline: first ? headline : null,
    section: {
      title,
      lines: [
        headline,
        ...(elsewhere.length > 0 ? [toLine`Bills in ${joined(elsewhere)} are not compared, as no rate is known.`] : []),
      ],
      table:
        found.length === 0
          ? null
          : {
              columns: ["Bill", "Amount", "Usual", "Robust z"],
              rows: found.map(({ bill, amount, median, distance }) => [
                toLine`${bill.number}, ${bill.vendor ?? bill.category ?? ""}`,
                cell(amount),
                cell(median),
                cell(distance),
              ]),
            },
    },
    answers: { outliers: headline },
    figures,
    facts: found.map(({ bill, link }) => ({
      kind: "invoice",
      reference: `${bill.number}, ${bill.vendor ?? "no vendor"}`,
      value: `${formatNumber(bill.amount)} ${currency}`,
      asOf: bill.issuedOn,
      href: link,
    })),
    concerns: found.slice(0, 2).map(({ bill, amount, median, group, expected, link }) => ({
      key: `outlier:${bill.id}`,
      kind: "risk",
      line: toLine`Check bill ${bill.number} of ${bill.vendor ?? group}: ${amount} where ${median} is usual.`,
      amount: bill.amount - expected,
      dueOn: null,
      severity: 0.5,
      href: link,
    })),
  });
}
