import { longDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import { partyOf } from "#features/records/agreements/rows.ts";
import type { Outlived, Processor, Uncovered } from "#features/records/coverage/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { joinPieces, titleWithParty } from "#features/expertise/topics/words.ts";

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
  if (!facts.anyParties || !facts.anyContracts)
    return concludeUnknown(title, {
      what: "Which agreements are missing",
      needed: facts.anyContracts ? "customers or vendors" : "contracts",
      href: facts.anyContracts ? "/records/customers" : "/records/contracts",
    });
  const make = collect(currency, today);
  const elsewhere =
    facts.elsewhere && (facts.customers.length > 0 || facts.vendors.length > 0)
      ? [toLine`What they were billed by invoices in other currencies is not in the sums, as no rate is known.`]
      : [];
  const [customers, vendors, processors, outlived] = [
    facts.customers,
    facts.vendors,
    facts.processors,
    facts.outlived,
  ].map((rows) => rows[0]?.total ?? 0) as [number, number, number, number];
  const year = `in ${billedDays} days`;
  // Lists cannot filter by a missing contract, so the source links to the whole list and the formula says which count.
  const customerSource = { label: "active customers", href: "/records/customers?view=active" };
  const vendorSource = { label: "active vendors", href: "/records/vendors?view=active" };
  const withoutCustomers = make.measure(
    "customers",
    "Customers without a contract",
    customers,
    "count",
    customerSource,
    {
      formula: `those with an invoice ${year} or a plan, without a contract in force`,
    },
  );
  const withoutVendors = make.measure("vendors", "Vendors without a contract", vendors, "count", vendorSource, {
    formula: `those with an invoice ${year}, without a contract in force`,
  });
  const name = (row: Uncovered, at: number): Line => {
    // A party with a plan but no invoices, or in another currency only, has no sum.
    if (row.amount === 0) return toLine`${at > 0 ? ", " : ""}${row.name}`;
    const to = `/records/${row.side}s/${row.id}`;
    const amount = make.money(`${row.side}_${at}`, `${row.name}, invoices ${year}`, row.amount, {
      label: `invoices of ${row.name} ${year}`,
      href: to,
    });
    return toLine`${at > 0 ? ", " : ""}${row.name} (${amount} ${year})`;
  };
  const sentence = (count: typeof withoutCustomers, total: number, word: string, rows: readonly Uncovered[]): Line =>
    total === 0
      ? toLine`Every ${word} the company deals with has a contract in force.`
      : [
          ...toLine`${count} ${noun(total, word)} ${noun(total, "is", "are")} dealt with without a contract in force: `,
          ...rows.slice(0, 3).flatMap(name),
          ".",
        ];
  const customerLine = sentence(withoutCustomers, customers, "customer", facts.customers);
  const vendorLine = sentence(withoutVendors, vendors, "vendor", facts.vendors);
  const privacy = make.measure(
    "processors",
    "Vendors without a data protection agreement",
    processors,
    "count",
    vendorSource,
    {
      formula:
        "category names payroll, HR, recruiting, CRM, cloud, hosting, mail, analytics, help desk, backup or the like",
    },
  );
  const privacyLine: Line =
    processors === 0
      ? toLine`No vendor whose category speaks of personal data lacks a data protection agreement.`
      : toLine`${privacy} ${noun(processors, "vendor")} whose category speaks of personal data ${noun(processors, "has", "have")} no data protection agreement: ${firstThree(facts.processors.map((row) => `${row.name} (${row.category})`))}.`;
  const past = make.measure(
    "outlived",
    "Contracts used past their end",
    outlived,
    "count",
    {
      label: "contracts past their end",
      href: rowsOf("contracts", { to: addDays(today, -1) }),
    },
    { formula: "those marked as active, or billed since" },
  );
  const outlivedLine: Line =
    outlived === 0
      ? toLine`No contract is used past its end.`
      : toLine`${past} ${noun(outlived, "contract is", "contracts are")} used past ${noun(outlived, "its", "their")} end: ${firstThree(
          facts.outlived.map(
            (row) => `${titleWithParty(row.title, partyOf(row))}, ended on ${longDay(row.endsOn ?? today)}`,
          ),
        )}.`;
  const total = customers + vendors + processors + outlived;
  const all = make.measure(
    "gaps",
    "Agreements that are missing or have ended",
    total,
    "count",
    { label: "customers, vendors and contracts of this topic", href: "/records/contracts" },
    { formula: `${customers} + ${vendors} + ${processors} + ${outlived}` },
  );
  const [worst] = [...facts.customers, ...facts.vendors].sort((one, other) => other.amount - one.amount);
  return concluded({
    headline:
      total === 0
        ? toLine`No agreement is missing.`
        : [
            ...toLine`${all} ${noun(total, "agreement is", "agreements are")} missing or ended: `,
            ...joinPieces(
              customers > 0 && toLine`with ${withoutCustomers} ${noun(customers, "customer")}`,
              vendors > 0 && toLine`with ${withoutVendors} ${noun(vendors, "vendor")}`,
              processors > 0 && toLine`${privacy} on data protection`,
              outlived > 0 && toLine`${past} past the end`,
            ),
            ".",
          ],
    section: { title, lines: [customerLine, vendorLine, privacyLine, outlivedLine, ...elsewhere] },
    answers: { missing: [...customerLine, " ", ...vendorLine], privacy: privacyLine, outlived: outlivedLine },
    figures: make.figures,
    facts: [
      ...[...facts.customers.slice(0, 3), ...facts.vendors.slice(0, 3)].map((row) => ({
        kind: row.side,
        reference: row.name,
        value: "no contract in force",
        asOf: today,
        href: `/records/${row.side}s/${row.id}`,
      })),
      ...facts.outlived.slice(0, 3).map((row) => ({
        kind: "contract",
        reference: row.title,
        value: `ended on ${longDay(row.endsOn ?? today)}`,
        asOf: today,
        href: `/records/contracts/${row.id}`,
      })),
    ],
    concerns:
      worst && worst.amount > 0
        ? [
            {
              key: `agreement:${worst.id}`,
              kind: "risk",
              line: toLine`There is no contract in force with ${worst.name}, ${make.money("worst", `${worst.name}, invoices ${year}`, worst.amount, { label: `invoices of ${worst.name} ${year}`, href: `/records/${worst.side}s/${worst.id}` })} ${year}.`,
              amount: worst.amount,
              dueOn: null,
              severity: 0.5,
              href: `/records/${worst.side}s/${worst.id}`,
            },
          ]
        : [],
  });
}
