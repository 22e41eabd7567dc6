import { addDays, daysBetween } from "#contract/days.ts";

/** What is owed to the company or by it; `open` is what of `amount` has not been paid. */
export type OpenInvoice = { amount: number; open: number; issuedOn: string; dueOn: string };

export const ages = ["current", "1-30", "31-60", "61-90", "over 90"] as const;
export type Age = (typeof ages)[number];

/** Open sums and counts by days past due, and days sales outstanding; null without an invoice of the last 90 days. */
export type Ageing = {
  buckets: { age: Age; count: number; open: number }[];
  open: number;
  overdue: number;
  daysSalesOutstanding: number | null;
};

const period = 90;

/**
 * Takes invoices of one currency, paid ones too, and today; those issued later are left out.
 * Days sales outstanding = open receivables / sales of the last 90 days × 90.
 */
export function ageing(invoices: readonly OpenInvoice[], today: string): Ageing {
  const issued = invoices.filter(({ issuedOn }) => issuedOn <= today);
  const buckets = ages.map((age) => {
    const inside = issued.filter(({ open, dueOn }) => open !== 0 && ageOf(daysBetween(dueOn, today)) === age);
    return { age, count: inside.length, open: total(inside.map(({ open }) => open)) };
  });
  const open = total(buckets.map((bucket) => bucket.open));
  const since = addDays(today, -period);
  const sales = total(issued.flatMap(({ amount, issuedOn }) => (issuedOn > since ? [amount] : [])));
  return {
    buckets,
    open,
    overdue: total(buckets.slice(1).map((bucket) => bucket.open)),
    daysSalesOutstanding: sales > 0 ? (open / sales) * period : null,
  };
}

function ageOf(daysLate: number): Age {
  if (daysLate <= 0) return "current";
  if (daysLate <= 30) return "1-30";
  if (daysLate <= 60) return "31-60";
  return daysLate <= 90 ? "61-90" : "over 90";
}

/** In hundredths, so that cents add up. */
const total = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
