import { lastDays } from "#contract/spans.ts";
import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { leastDays, pace, type VendorSpend } from "#features/records/vendor-spend/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type Budgets = { spending: VendorSpend[]; vendors: number; budgeted: number; anyInvoices: boolean };

const title = "Vendors against their budgets";

/** Vendors that will exceed their budget at this pace, or one vendor's pace. */
export function concludeBudgets(
  { spending, vendors, budgeted, anyInvoices }: Budgets,
  { today, currency }: Today,
  { vendor }: About,
): Conclusion {
  const what = "Which vendors run over their budget";
  if (vendors === 0) return concludeUnknown(title, { what, needed: "vendors", href: "/records/vendors" });
  if (budgeted === 0)
    return concludeUnknown(title, { what, needed: "a yearly budget of vendors", href: "/records/vendors" });
  if (!anyInvoices) return concludeUnknown(title, { what, needed: "invoices of vendors", href: "/records/invoices" });
  const make = collect(currency, today);
  const source = {
    label: pluralize(budgeted, "active vendor with a budget", "active vendors with a budget"),
    href: "/records/vendors?view=active&known=yearlyBudget",
  };
  const rows = spending.slice(0, 8).map((spend, at) => {
    const from = {
      label: `${pluralize(spend.invoices, "invoice")} of ${spend.name} in 365 days`,
      href: rowsOf("invoices", {
        view: "bills",
        vendorId: spend.id,
        currency,
        day: "issuedOn",
        ...lastDays(365, today),
      }),
    };
    const yearly = pace(spend);
    return {
      spend,
      yearly: make.money(`pace_${at}`, `${spend.name}, at this pace in a year`, yearly, from, {
        formula: `billed ${spend.billed} ÷ ${Math.min(365, Math.max(leastDays, spend.days))} days × 365`,
      }),
      budget: make.money(`budget_${at}`, `${spend.name}, yearly budget`, spend.budget, {
        label: `record of ${spend.name}`,
        href: `/records/vendors/${spend.id}`,
      }),
      excess: make.money(`over_${at}`, `${spend.name}, over the budget`, yearly - spend.budget, from, {
        formula: "pace of a year − yearly budget",
      }),
      isOver: yearly > spend.budget,
    };
  });
  const overBudget = rows.filter((row) => row.isOver);
  const all = spending.filter((spend) => pace(spend) > spend.budget);
  const count = make.measure("over", "Vendors over their budget", all.length, "count", source, {
    formula: "billed in 365 days, as a year > yearly budget",
  });
  const sum = make.money(
    "over_sum",
    "Over the budgets, at this pace",
    all.reduce((total, spend) => total + pace(spend) - spend.budget, 0),
    source,
    { formula: "pace of a year − yearly budget, of each that runs over it" },
  );
  const [first] = rows;
  const headline: Line = vendor
    ? first
      ? [
          ...toLine`${vendor.name} bills ${first.yearly} a year at this pace, against a budget of ${first.budget}`,
          ...(first.isOver ? toLine`: ${first.excess} over.` : [": within it."]),
        ]
      : toLine`${vendor.name} can't be compared with a budget: there is no budget, or no invoice of a year in the company's currency.`
    : overBudget.length === 0
      ? toLine`None of the vendors with a budget runs over it at this pace.`
      : toLine`${count} ${noun(all.length, "vendor runs", "vendors run")} over the budget at this pace, by ${sum} a year.`;
  const list = vendor
    ? []
    : overBudget
        .slice(0, 3)
        .map(
          ({ spend, yearly, budget }, at): Line =>
            toLine`${at > 0 ? "; " : " Most: "}${spend.name}, ${yearly} against ${budget}`,
        );
  const answer: Line = list.length > 0 ? [...headline, ...list.flat(), "."] : headline;
  const unbudgeted = vendors - budgeted;
  return concluded({
    headline,
    section: {
      title,
      lines: [answer],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Vendor", "At this pace", "Budget", "Over"],
              rows: rows.map(({ spend, yearly, budget, excess, isOver }) => [
                toLine`${spend.name}`,
                toLine`${yearly}`,
                toLine`${budget}`,
                isOver ? toLine`${excess}` : toLine`within`,
              ]),
            },
    },
    answers: { budgets: answer },
    figures: make.figures,
    facts: rows.slice(0, 5).map(({ spend }) => ({
      kind: "vendor",
      reference: spend.name,
      value: pluralize(spend.invoices, "invoice"),
      asOf: today,
      href: `/records/vendors/${spend.id}`,
    })),
    missing:
      unbudgeted > 0
        ? [
            {
              what: `Whether ${pluralize(unbudgeted, "other vendor")} cost more than they should`,
              needed: "a yearly budget",
              href: "/records/vendors",
            },
          ]
        : [],
    concerns: overBudget.slice(0, 1).map(({ spend, excess, yearly, budget }) => ({
      key: `vendor:${spend.id}`,
      kind: "risk",
      line: toLine`${spend.name} runs ${excess} over its budget: ${yearly} a year at this pace, against ${budget}.`,
      amount: pace(spend) - spend.budget,
      dueOn: null,
      severity: Math.min(1, pace(spend) / Math.max(1, spend.budget) - 1),
      href: `/records/vendors/${spend.id}`,
    })),
  });
}
