import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Kept, Newcomer } from "#features/records/care/rows.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import type { Recurring } from "#features/records/renewals/rows.ts";
import { collect, fact, gap, noun, withoutData } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine } from "#features/expertise/topics/words.ts";

export type Customers = { kept: Kept; newest: Newcomer[]; oldest: Newcomer | null; recurring: Recurring[] };

export const customerAsks: readonly Ask[] = [
  ask("count")`How many customers do we have? How many clients are there? What is the number of our customers? How
    many active customers do we have? How many paying customers do we have? How big is our customer base?`,
  ask("new", "period")`Which customers are new this month? How many new customers did we get this month? Who are our
    newest customers? Did we win any new customers last week? How many customers have we gained this year? Which
    clients joined us last quarter? How many customers did we add last month?`,
  ask("oldest")`Who is our oldest customer? Which customer has been with us the longest? Who was our first customer?
    Which client has stayed with us longest?`,
  ask("recurring")`What is our recurring revenue? What is our MRR? What is our ARR? How much do our customers pay us a
    month in subscriptions? How much are our subscriptions worth a year? What do customers' plans bring in every
    month? How much monthly recurring revenue do we have?`,
];

/** The default period for new customers, in days. */
const newDays = 90;

/** How a new customer that is no longer active is described. */
const statusNotes: Partial<Record<Newcomer["status"], string>> = { paused: ", paused now", churned: ", left since" };

const yearFormula = `sum of a year of ${definitions.recurring}`;

/** The days in which customers count as new. */
export const newIn = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, newDays);

export function concludeCustomers(facts: Customers, { today, currency }: Today, about: About): Conclusion {
  const title = "Customers";
  const { kept, newest, oldest, recurring } = facts;
  if (kept.all === 0)
    return withoutData(
      title,
      "No customers are recorded, so their number is unknown.",
      gap("How many customers there are", "customers", "/records/customers"),
    );
  const make = collect(currency, today, about);
  const count = (status: "active" | "paused" | "churned", label: string) =>
    make.count(status, label, kept[status], [
      pluralize(kept[status], `${status} customer`),
      rowsOf("customers", { status }),
    ]);
  const active = count("active", "Active customers");
  const paused = count("paused", "Paused customers");
  const churned = count("churned", "Customers that left");
  const { from, to, label } = newIn(today, about);
  const newCustomers = make.count("new", `New customers ${during(label)}`, kept.fresh, [
    `${pluralize(kept.fresh, "customer")} since ${shortDay(from)} to ${shortDay(to)}`,
    rowsOf("customers", { day: "since", from, to }),
  ]);
  const names = newest
    .slice(0, 5)
    .map(({ name, since, status }) => `${name} (since ${shortDay(since)}${statusNotes[status] ?? ""})`);
  const headline = toLine`${active} ${noun(kept.active, "customer is", "customers are")} active and ${paused} paused; ${churned} left.`;
  const newLine =
    kept.dated > 0 &&
    (kept.fresh === 0
      ? toLine`No customer came ${during(label)}, as far as their records say since when they are one.`
      : toLine`${newCustomers} ${noun(kept.fresh, "customer")} came ${during(label)}: ${names.join(", ")}${kept.fresh > names.length && " and others"}.`);
  const oldestLine = oldest && `${oldest.name} has been a customer longest, since ${shortDay(oldest.since)}.`;
  const own = recurring.find((row) => row.currency === currency);
  const planCount = own?.plans ?? 0;
  const source = (number: number, of: string | null) =>
    [
      pluralize(number, "active plan"),
      rowsOf("subscriptions", { view: "recurring", currency: of as Currency }),
    ] as const;
  const ownSource = source(planCount, ownCurrencyIfMixed(recurring, currency));
  const yearly = make.money("yearly", "Recurring revenue, a year", own?.yearly ?? 0, ownSource, yearFormula);
  const twelfth = `a twelfth of the ${yearFormula}`;
  const monthly = make.money("monthly", "Recurring revenue, a month", (own?.yearly ?? 0) / 12, ownSource, twelfth);
  const plans = make.count("plans", "Active plans", planCount, ownSource);
  const elsewhere = recurring
    .filter((row) => row !== own && row.yearly > 0)
    .map(({ currency: of, yearly: amount, plans: rows }) => {
      const name = `Recurring revenue, a year, in ${of}`;
      const figure = make.money(`yearly_${of}`, name, amount, source(rows, of), yearFormula, of);
      return otherCurrencyLine(figure, `a year comes from ${pluralize(rows, "active plan")}`);
    });
  const ownLine =
    recurring.length > 0 &&
    (!own && elsewhere.length > 0
      ? toLine`No customer's plan in ${currency} is active.`
      : toLine`Customers' plans bring ${monthly} a month, ${yearly} a year, from ${plans} active ${noun(planCount, "plan")}.`);
  return make.conclude({
    title,
    headline,
    lines: [headline, newLine, oldestLine, ownLine, ...elsewhere],
    answers: {
      count: headline,
      new: newLine,
      oldest: oldestLine,
      recurring: ownLine && sentences(ownLine, ...elsewhere),
    },
    facts: newest
      .slice(0, 5)
      .map(({ id, name, since }) => fact("customer", name, `since ${shortDay(since)}`, `/records/customers/${id}`)),
    missing: [
      kept.dated === 0 &&
        gap("Who is new and who was first", "the day since when each is a customer", "/records/customers"),
      recurring.length === 0 && gap("Recurring revenue", "subscriptions of customers", "/records/subscriptions"),
    ],
  });
}
