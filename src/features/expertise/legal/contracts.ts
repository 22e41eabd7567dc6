import { pluralize, longDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { termOf } from "#features/records/agreements/notice.ts";
import { type Agreement, type InForce, partyOf } from "#features/records/agreements/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
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
    return concludeUnknown(title, {
      what: "What the company is bound to",
      needed: "contracts",
      href: "/records/contracts",
    });
  const make = collect(currency, today, about);
  const only = ownCurrencyIfMixed(inForce, currency);
  const own = inForce.find((row) => row.currency === currency);
  const sum = (of: (row: InForce) => number) => inForce.reduce((total, row) => total + of(row), 0);
  const total = sum((row) => row.customers + row.vendors + row.others);
  const source = { label: pluralize(total, "contract in force", "contracts in force"), href: inForceOf({}) };
  const count = make.measure("in_force", "Contracts in force", total, "count", source);
  const withCustomers = make.money("customers", "A year, from contracts with customers", own?.customerValue ?? 0, {
    label: `${pluralize(own?.customers ?? 0, "contract")} in force with customers`,
    href: inForceOf({ known: "customerName", unknown: "vendorName", currency: only }),
  });
  const withVendors = make.money("vendors", "A year, to vendors under contract", own?.vendorValue ?? 0, {
    label: `${pluralize(own?.vendors ?? 0, "contract")} in force with vendors`,
    href: inForceOf({ known: "vendorName", currency: only }),
  });
  const party = about.customer?.name ?? about.vendor?.name ?? null;
  const rows = biggest.slice(0, 10).map((agreement, at) => {
    const to = `/records/contracts/${agreement.id}`;
    const other = party ? null : partyOf(agreement);
    return {
      agreement,
      to,
      name: titleWithParty(agreement.title, other),
      state: stateOf(agreement, today),
      yearly:
        agreement.yearlyValue === null
          ? null
          : make.money(
              `contract_${at}`,
              `${agreement.title}, a year`,
              agreement.yearlyValue,
              { label: `contract "${agreement.title}"`, href: to },
              { in: agreement.currency },
            ),
    };
  });
  const headline: Line = party
    ? rows.length === 0
      ? toLine`There is no contract with ${party}.`
      : toLine`${count} ${noun(total, "contract")} with ${party} ${noun(total, "is", "are")} in force.`
    : toLine`${count} ${noun(total, "contract is", "contracts are")} in force: ${withCustomers} a year from customers, ${withVendors} a year to vendors.`;
  const list = rows
    .slice(0, 4)
    .map(
      ({ name, state, yearly }, at): Line => [
        at > 0 ? "; " : party ? " Known: " : " The biggest: ",
        `${name}, ${state}`,
        ...(yearly ? toLine`, ${yearly} a year` : []),
      ],
    );
  const answer = list.length > 0 ? [...headline, ...list.flat(), "."] : headline;
  const unvalued = sum((row) => row.unvalued);
  const endless = sum((row) => row.endless);
  const valueByCurrency = inForce.map((row) => ({
    currency: row.currency,
    amount: row.customerValue + row.vendorValue,
    rows: row.customers + row.vendors,
  }));
  return concluded({
    headline,
    section: {
      title,
      lines: [
        answer,
        ...(endless > 0
          ? [
              toLine`${make.measure("endless", "Contracts without an end", endless, "count", { label: `${pluralize(endless, "contract")} in force without an end`, href: inForceOf({ unknown: "endsOn" }) })} of them ${noun(endless, "has", "have")} no end and ${noun(endless, "continues", "continue")} until terminated.`,
            ]
          : []),
        ...make.inOtherCurrencies("value", "Value of a year", valueByCurrency, ({ rows: contracts, currency: of }) => ({
          label: pluralize(contracts, "contract"),
          href: inForceOf({ currency: of as Currency }),
        })),
      ],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Contract", "Kind", "State", "A year"],
              rows: rows.map(({ agreement, name, state, yearly }) => [
                toLine`${name}`,
                toLine`${agreement.kind}`,
                toLine`${state}`,
                yearly ? toLine`${yearly}` : toLine`not known`,
              ]),
            },
    },
    answers: { contracts: answer },
    figures: make.figures,
    facts: rows
      .slice(0, 5)
      .map(({ name, state, to }) => ({ kind: "contract", reference: name, value: state, asOf: today, href: to })),
    missing:
      unvalued > 0
        ? [
            {
              what: `What ${pluralize(unvalued, "contract")} in force is worth`,
              needed: "the value of a year",
              href: inForceOf({ unknown: "yearlyValue" }),
            },
          ]
        : [],
  });
}
