import { pluralize, longDay } from "#contract/format.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { termOf } from "#features/records/agreements/notice.ts";
import { type Agreement, type InForce, partyOf } from "#features/records/agreements/rows.ts";
import { collect, concludeUnknown, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
import { ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

export type Contracts = { inForce: InForce[]; biggest: Agreement[]; anyContracts: boolean };

const title = "Contracts";

/** "ends on 31 December 2026, notice by 30 November 2026" */
export function stateOf(agreement: Agreement, today: string): string {
  if (agreement.status === "draft") return "a draft";
  if (agreement.status === "ended") return agreement.endsOn ? `ended on ${longDay(agreement.endsOn)}` : "ended";
  const term = termOf(agreement, today);
  if (!term) return "in force without an end";
  if (term.endsOn < today) return `past its end of ${longDay(term.endsOn)}`;
  return `${term.renews ? "renews" : "ends"} on ${longDay(term.endsOn)}, notice by ${longDay(term.noticeBy)}`;
}

const inForceOf = (more: Parameters<typeof rowsOf>[1]) => rowsOf("contracts", { view: "inForce", ...more });

/** The company's commitments, overall or with one party. */
export function concludeContracts(
  { inForce, biggest, anyContracts }: Contracts,
  { today, currency }: Today,
  about: About,
): Conclusion {
  if (!anyContracts)
    return concludeUnknown(title, gap("What the company is bound to", "contracts", "/records/contracts"));
  const make = collect(currency, today, about);
  const only = ownCurrencyIfMixed(inForce, currency);
  const own = inForce.find((row) => row.currency === currency);
  const total = sumOf(inForce, (row) => row.customers + row.vendors + row.others);
  const source = [pluralize(total, "contract in force", "contracts in force"), inForceOf({})] as const;
  const count = make.count("in_force", "Contracts in force", total, source);
  const withCustomers = make.money("customers", "A year, from contracts with customers", own?.customerValue ?? 0, [
    `${pluralize(own?.customers ?? 0, "contract")} in force with customers`,
    inForceOf({ known: "customerName", unknown: "vendorName", currency: only }),
  ]);
  const withVendors = make.money("vendors", "A year, to vendors under contract", own?.vendorValue ?? 0, [
    `${pluralize(own?.vendors ?? 0, "contract")} in force with vendors`,
    inForceOf({ known: "vendorName", currency: only }),
  ]);
  const party = about.customer?.name ?? about.vendor?.name ?? null;
  const rows = biggest.slice(0, 10).map((agreement, at) => {
    const { id, title: of, kind, yearlyValue } = agreement;
    const href = `/records/contracts/${id}`;
    const from = [`contract "${of}"`, href] as const;
    const yearly =
      yearlyValue !== null &&
      make.money(`contract_${at}`, `${of}, a year`, yearlyValue, from, null, agreement.currency);
    const name = titleWithParty(of, party ? null : partyOf(agreement));
    return { href, kind, name, yearly, state: stateOf(agreement, today) };
  });
  const headline = party
    ? rows.length === 0
      ? toLine`There is no contract with ${party}.`
      : toLine`${count} ${noun(total, "contract")} with ${party} ${noun(total, "is", "are")} in force.`
    : toLine`${count} ${noun(total, "contract is", "contracts are")} in force: ${withCustomers} a year from customers, ${withVendors} a year to vendors.`;
  const list = rows
    .slice(0, 4)
    .map(({ name, state, yearly }) => toLine`${name}, ${state}${yearly && toLine`, ${yearly} a year`}`);
  const known = list.length > 0 && toLine`${party ? "Known" : "The biggest"}: ${joinLines("; ", list)}.`;
  const answer = sentences(headline, known);
  const unvalued = sumOf(inForce, (row) => row.unvalued);
  const endless = sumOf(inForce, (row) => row.endless);
  const without = () =>
    make.count("endless", "Contracts without an end", endless, [
      `${pluralize(endless, "contract")} in force without an end`,
      inForceOf({ unknown: "endsOn" }),
    ]);
  const values = inForce.map((row) => ({
    currency: row.currency,
    amount: row.customerValue + row.vendorValue,
    rows: row.customers + row.vendors,
  }));
  return make.conclude({
    title,
    headline,
    lines: [
      answer,
      endless > 0 &&
        toLine`${without()} of them ${noun(endless, "has", "have")} no end and ${noun(endless, "continues", "continue")} until terminated.`,
      ...make.inOtherCurrencies("value", "Value of a year", values, (sum) => [
        pluralize(sum.rows, "contract"),
        inForceOf({ currency: sum.currency as Currency }),
      ]),
    ],
    columns: ["Contract", "Kind", "State", "A year"],
    rows: rows.map(({ name, kind, state, yearly }) => [name, kind, state, yearly || "not known"]),
    answers: { contracts: answer },
    facts: rows.slice(0, 5).map(({ name, state, href }) => ({ kind: "contract", reference: name, value: state, href })),
    missing: [
      unvalued > 0 &&
        gap(
          `What ${pluralize(unvalued, "contract")} in force is worth`,
          "the value of a year",
          inForceOf({ unknown: "yearlyValue" }),
        ),
    ],
  });
}
