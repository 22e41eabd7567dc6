import { lastDays } from "#contract/spans.ts";
import { pluralize } from "#contract/format.ts";
import { joinLines, type Line, toLine } from "#contract/report.ts";
import { leastDays, pace, type VendorSpend } from "#features/records/vendor-spend/rows.ts";
import { collect, concludeUnknown, fact, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
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
  if (vendors === 0) return concludeUnknown(title, gap(what, "vendors", "/records/vendors"));
  if (budgeted === 0) return concludeUnknown(title, gap(what, "a yearly budget of vendors", "/records/vendors"));
  if (!anyInvoices) return concludeUnknown(title, gap(what, "invoices of vendors", "/records/invoices"));
  const make = collect(currency, today);
  const source = [
    pluralize(budgeted, "active vendor with a budget", "active vendors with a budget"),
    "/records/vendors?view=active&known=yearlyBudget",
  ] as const;
  const rows = spending.slice(0, 8).map((spend, at) => {
    const { id: vendorId, name, billed, days, budget } = spend;
    const href = `/records/vendors/${vendorId}`;
    const bills = { view: "bills", vendorId, currency, day: "issuedOn", ...lastDays(365, today) };
    const from = [`${pluralize(spend.invoices, "invoice")} of ${name} in 365 days`, rowsOf("invoices", bills)] as const;
    const yearly = pace(spend);
    const formula = `billed ${billed} ÷ ${Math.min(365, Math.max(leastDays, days))} days × 365`;
    return {
      ...spend,
      href,
      over: yearly - budget,
      pace: make.money(`pace_${at}`, `${name}, at this pace in a year`, yearly, from, formula),
      planned: make.money(`budget_${at}`, `${name}, yearly budget`, budget, [`record of ${name}`, href]),
      excess: make.money(
        `over_${at}`,
        `${name}, over the budget`,
        yearly - budget,
        from,
        "pace of a year − yearly budget",
      ),
    };
  });
  const overBudget = rows.filter(({ over }) => over > 0);
  const all = spending.filter((spend) => pace(spend) > spend.budget);
  const count = make.count(
    "over",
    "Vendors over their budget",
    all.length,
    source,
    "billed in 365 days, as a year > yearly budget",
  );
  const sum = make.money(
    "over_sum",
    "Over the budgets, at this pace",
    sumOf(all, (spend) => pace(spend) - spend.budget),
    source,
    "pace of a year − yearly budget, of each that runs over it",
  );
  const [first] = rows;
  const headline: Line = vendor
    ? first
      ? toLine`${vendor.name} bills ${first.pace} a year at this pace, against a budget of ${first.planned}: ${first.over > 0 ? toLine`${first.excess} over` : "within it"}.`
      : toLine`${vendor.name} can't be compared with a budget: there is no budget, or no invoice of a year in the company's currency.`
    : overBudget.length === 0
      ? toLine`None of the vendors with a budget runs over it at this pace.`
      : toLine`${count} ${noun(all.length, "vendor runs", "vendors run")} over the budget at this pace, by ${sum} a year.`;
  const most = overBudget.slice(0, 3).map((row) => toLine`${row.name}, ${row.pace} against ${row.planned}`);
  const answer = vendor || most.length === 0 ? headline : toLine`${headline} Most: ${joinLines("; ", most)}.`;
  const unbudgeted = vendors - budgeted;
  return make.conclude({
    title,
    headline,
    lines: [answer],
    columns: ["Vendor", "At this pace", "Budget", "Over"],
    rows: rows.map((row) => [row.name, row.pace, row.planned, row.over > 0 ? row.excess : "within"]),
    answers: { budgets: answer },
    facts: rows
      .slice(0, 5)
      .map(({ name: reference, invoices, href }) => fact("vendor", reference, pluralize(invoices, "invoice"), href)),
    missing: [
      unbudgeted > 0 &&
        gap(
          `Whether ${pluralize(unbudgeted, "other vendor")} cost more than they should`,
          "a yearly budget",
          "/records/vendors",
        ),
    ],
    concerns: overBudget.slice(0, 1).map((row) => ({
      key: `vendor:${row.id}`,
      kind: "risk",
      line: toLine`${row.name} runs ${row.excess} over its budget: ${row.pace} a year at this pace, against ${row.planned}.`,
      amount: row.over,
      severity: Math.min(1, pace(row) / Math.max(1, row.budget) - 1),
      href: row.href,
    })),
  });
}
