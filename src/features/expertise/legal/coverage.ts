import { longDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import { partyOf } from "#features/records/agreements/rows.ts";
import type { Outlived, Processor, Uncovered } from "#features/records/coverage/rows.ts";
import { collect, concludeUnknown, fact, gap, noun } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

export type Coverage = {
  customers: Uncovered[];
  vendors: Uncovered[];
  processors: Processor[];
  outlived: Outlived[];
  /** Whether there are invoices in other currencies. */
  elsewhere?: boolean;
  anyContracts: boolean;
  anyParties: boolean;
};

const title = "Missing agreements";
/** The days of invoices that count as current business. */
export const billedDays = 365;
const firstThree = (names: readonly string[]): string => names.slice(0, 3).join(", ");

/** Parties without a contract, vendors without a data protection agreement, and contracts used after their end. */
export function concludeCoverage(facts: Coverage, { today, currency }: Today): Conclusion {
  const what = "Which agreements are missing";
  if (!facts.anyContracts) return concludeUnknown(title, gap(what, "contracts", "/records/contracts"));
  if (!facts.anyParties) return concludeUnknown(title, gap(what, "customers or vendors", "/records/customers"));
  const make = collect(currency, today);
  const totalOf = (rows: readonly { total: number }[]) => rows[0]?.total ?? 0;
  const customers = totalOf(facts.customers);
  const vendors = totalOf(facts.vendors);
  const processors = totalOf(facts.processors);
  const outlived = totalOf(facts.outlived);
  const year = `in ${billedDays} days`;
  // Lists cannot filter by a missing contract, so the source links to the whole list and the formula says which count.
  const side = (of: "customer" | "vendor", number: number, rows: readonly Uncovered[], have: string) => {
    const source = [`active ${of}s`, `/records/${of}s?view=active`] as const;
    const label = `${of === "customer" ? "Customers" : "Vendors"} without a contract`;
    const formula = `those with an invoice ${year}${have}, without a contract in force`;
    const count = make.count(`${of}s`, label, number, source, formula);
    return { of, number, rows, count, short: number > 0 && toLine`with ${count} ${noun(number, of)}` };
  };
  const lineOf = ({ of, number, rows, count }: ReturnType<typeof side>) => {
    const named = rows.slice(0, 3).map(({ side: kind, id, name, amount }, at) => {
      // A party with a plan but no invoices, or in another currency only, has no sum.
      if (amount === 0) return name;
      const invoices = [`invoices of ${name} ${year}`, `/records/${kind}s/${id}`] as const;
      return toLine`${name} (${make.money(`${kind}_${at}`, `${name}, invoices ${year}`, amount, invoices)} ${year})`;
    });
    return number === 0
      ? toLine`Every ${of} the company deals with has a contract in force.`
      : toLine`${count} ${noun(number, of)} ${noun(number, "is", "are")} dealt with without a contract in force: ${joinLines(", ", named)}.`;
  };
  const ofCustomers = side("customer", customers, facts.customers, " or a plan");
  const ofVendors = side("vendor", vendors, facts.vendors, "");
  const [customerLine, vendorLine] = [lineOf(ofCustomers), lineOf(ofVendors)];
  const privacy = make.count(
    "processors",
    "Vendors without a data protection agreement",
    processors,
    ["active vendors", "/records/vendors?view=active"],
    "category names payroll, HR, recruiting, CRM, cloud, hosting, mail, analytics, help desk, backup or the like",
  );
  const privacyLine =
    processors === 0
      ? toLine`No vendor whose category speaks of personal data lacks a data protection agreement.`
      : toLine`${privacy} ${noun(processors, "vendor")} whose category speaks of personal data ${noun(processors, "has", "have")} no data protection agreement: ${firstThree(facts.processors.map((row) => `${row.name} (${row.category})`))}.`;
  const past = make.count(
    "outlived",
    "Contracts used past their end",
    outlived,
    ["contracts past their end", rowsOf("contracts", { to: addDays(today, -1) })],
    "those marked as active, or billed since",
  );
  const endOf = (row: Outlived) => `ended on ${longDay(row.endsOn ?? today)}`;
  const pastNames = firstThree(
    facts.outlived.map((row) => `${titleWithParty(row.title, partyOf(row))}, ${endOf(row)}`),
  );
  const outlivedLine =
    outlived === 0
      ? toLine`No contract is used past its end.`
      : toLine`${past} ${noun(outlived, "contract is", "contracts are")} used past ${noun(outlived, "its", "their")} end: ${pastNames}.`;
  const total = customers + vendors + processors + outlived;
  const all = make.count(
    "gaps",
    "Agreements that are missing or have ended",
    total,
    ["customers, vendors and contracts of this topic", "/records/contracts"],
    `${customers} + ${vendors} + ${processors} + ${outlived}`,
  );
  const which = [
    ofCustomers.short,
    ofVendors.short,
    processors > 0 && toLine`${privacy} on data protection`,
    outlived > 0 && toLine`${past} past the end`,
  ];
  const parties = [...facts.customers, ...facts.vendors];
  const worst = parties.toSorted((one, other) => other.amount - one.amount).slice(0, 1);
  return make.conclude({
    title,
    headline:
      total === 0
        ? toLine`No agreement is missing.`
        : toLine`${all} ${noun(total, "agreement is", "agreements are")} missing or ended: ${joinLines(", ", which)}.`,
    lines: [
      customerLine,
      vendorLine,
      privacyLine,
      outlivedLine,
      facts.elsewhere &&
        parties.length > 0 &&
        "What they were billed by invoices in other currencies is not in the sums, as no rate is known.",
    ],
    answers: {
      missing: sentences(customerLine, vendorLine),
      privacy: privacyLine,
      outlived: outlivedLine,
    },
    facts: [
      ...[...facts.customers.slice(0, 3), ...facts.vendors.slice(0, 3)].map((row) =>
        fact(row.side, row.name, "no contract in force", `/records/${row.side}s/${row.id}`),
      ),
      ...facts.outlived
        .slice(0, 3)
        .map((row) => fact("contract", row.title, endOf(row), `/records/contracts/${row.id}`)),
    ],
    concerns: worst.map(({ side: kind, id, name, amount }) => {
      if (amount <= 0) return null;
      const href = `/records/${kind}s/${id}`;
      const billed = make.money("worst", `${name}, invoices ${year}`, amount, [`invoices of ${name} ${year}`, href]);
      const line = toLine`There is no contract in force with ${name}, ${billed} ${year}.`;
      return { key: `agreement:${id}`, kind: "risk", line, amount, severity: 0.5, href };
    }),
  });
}
