import { counted, shortDay } from "#contract/format.ts";
import { type Line, say } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Kept, Newcomer } from "#features/records/care/rows.ts";
import type { Recurring } from "#features/records/renewals/rows.ts";
import { collect, noun } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { onlyOwn, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { besides, unsaid } from "#features/expertise/topics/words.ts";

export type Customers = { kept: Kept; newest: Newcomer[]; oldest: Newcomer | null; recurring: Recurring[] };

export const customerAsks: readonly Ask[] = [
  {
    id: "count",
    example: "How many customers do we have?",
    like: [
      "How many clients are there?",
      "What is the number of our customers?",
      "How many active customers do we have?",
      "How many paying customers do we have?",
      "How big is our customer base?",
    ],
    words: [
      [
        "how many customers",
        "how many clients",
        "number of customers",
        "number of our customers",
        "customer base",
        "active customers",
        "paying customers",
      ],
    ],
    not: [
      "lost",
      "lose",
      "left",
      "risk",
      "renew",
      "new",
      "churn",
      "owe",
      "late",
      "contract",
      "cancel",
      "ticket",
      "happy",
      "health",
    ],
  },
  {
    id: "new",
    example: "Which customers are new this month?",
    heeds: ["period"],
    like: [
      "How many new customers did we get this month?",
      "Who are our newest customers?",
      "Did we win any new customers last week?",
      "How many customers have we gained this year?",
      "Which clients joined us last quarter?",
      "How many customers did we add last month?",
    ],
    words: [
      [
        "new customer",
        "new client",
        "newest customer",
        "customers are new",
        "customers joined",
        "clients joined",
        "customers have we gained",
        "customers did we gain",
        "customers did we add",
      ],
    ],
    not: ["cost", "channel", "campaign", "marketing", "lead", "deal"],
  },
  {
    id: "oldest",
    example: "Who is our oldest customer?",
    like: [
      "Which customer has been with us the longest?",
      "Who was our first customer?",
      "Which client has stayed with us longest?",
    ],
    words: [
      [
        "oldest customer",
        "oldest client",
        "longest customer",
        "first customer",
        "with us the longest",
        "with us longest",
        "longest standing",
      ],
    ],
  },
  {
    id: "recurring",
    example: "What is our recurring revenue?",
    like: [
      "What is our MRR?",
      "What is our ARR?",
      "How much do our customers pay us a month in subscriptions?",
      "How much are our subscriptions worth a year?",
      "What do customers' plans bring in every month?",
      "How much monthly recurring revenue do we have?",
    ],
    words: [
      [
        "recurring revenue",
        "mrr",
        "arr",
        "recurring income",
        "subscription revenue",
        "subscriptions worth",
        "plans bring",
      ],
    ],
    not: ["renew", "up for"],
  },
];

/** Customers of so many days are new where no time is named. */
const newDays = 90;

/** What is told of a new customer that is not active any more. */
const became: Partial<Record<Newcomer["status"], string>> = { paused: ", paused now", churned: ", left since" };

/** The days in which customers count as new. */
export const newIn = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, newDays);

/** Takes how many customers there are, who is new, who was first and what their plans bring; gives what is said of it. */
export function concludeCustomers(facts: Customers, { today, currency }: Today, about: About): Conclusion {
  const title = "Customers";
  const { kept, newest, oldest, recurring } = facts;
  if (kept.all === 0)
    return unsaid(title, "No customers are there: how many there are cannot be said.", {
      what: "How many customers there are",
      needed: "customers",
      href: "/records/customers",
    });
  const make = collect(currency, today, about);
  const count = (id: string, label: string, number: number, status: string) =>
    make.measure(id, label, number, "count", {
      label: counted(number, `${status} customer`),
      href: rowsOf("customers", { status }),
    });
  const active = count("active", "Active customers", kept.active, "active");
  const paused = count("paused", "Paused customers", kept.paused, "paused");
  const churned = count("churned", "Customers that left", kept.churned, "churned");
  const { from, to, label } = newIn(today, about);
  const fresh = make.measure("new", `New customers ${during(label)}`, kept.fresh, "count", {
    label: `${counted(kept.fresh, "customer")} since ${shortDay(from)} to ${shortDay(to)}`,
    href: rowsOf("customers", { day: "since", from, to }),
  });
  const names = newest
    .slice(0, 5)
    .map(({ name, since, status }) => `${name} (since ${shortDay(since)}${became[status] ?? ""})`);
  const headline = say`${active} ${noun(kept.active, "customer is", "customers are")} active and ${paused} paused; ${churned} left.`;
  const newLine: Line | null =
    kept.dated === 0
      ? null
      : kept.fresh === 0
        ? say`No customer came ${during(label)}, as far as their records say since when they are one.`
        : say`${fresh} ${noun(kept.fresh, "customer", "customers")} came ${during(label)}: ${names.join(", ")}${kept.fresh > names.length ? " and others" : ""}.`;
  const oldestLine = oldest && say`${oldest.name} has been a customer longest, since ${shortDay(oldest.since)}.`;
  const own = recurring.find((row) => row.currency === currency);
  const only = onlyOwn(recurring, currency);
  const going = (of: Currency | null) =>
    rowsOf("subscriptions", { view: "goingPlans", status: "active", currency: of });
  const source = { label: counted(own?.plans ?? 0, "active plan"), href: going(only) };
  const yearly = make.money("yearly", "Recurring revenue, a year", own?.yearly ?? 0, source, {
    formula: "sum of a year's price of each active plan",
  });
  const monthly = make.money("monthly", "Recurring revenue, a month", (own?.yearly ?? 0) / 12, source, {
    formula: "recurring revenue of a year ÷ 12",
  });
  const plans = make.measure("plans", "Active plans", own?.plans ?? 0, "count", source);
  const besidesOwn = recurring
    .filter((row) => row !== own && row.yearly > 0)
    .map(({ currency: of, yearly: amount, plans: rows }) => {
      const label = counted(rows, "active plan");
      const figure = make.money(
        `yearly_${of}`,
        `Recurring revenue, a year, in ${of}`,
        amount,
        { label, href: going(of as Currency) },
        { in: of, formula: "sum of a year's price of each active plan" },
      );
      return besides(figure, `a year comes from ${label}`);
    });
  const ownLine =
    recurring.length === 0
      ? null
      : !own && besidesOwn.length > 0
        ? say`No customer's plan in ${currency} is active.`
        : say`Customers' plans bring ${monthly} a month, ${yearly} a year, from ${plans} active ${noun(own?.plans ?? 0, "plan")}.`;
  const recurringLine = ownLine && [...ownLine, ...besidesOwn.flatMap((line) => [" ", ...line])];
  return {
    headline,
    section: {
      title,
      lines: [headline, ...[newLine, oldestLine, ownLine].filter((one) => one !== null), ...besidesOwn],
      table: null,
    },
    answers: {
      count: headline,
      ...(newLine ? { new: newLine } : {}),
      ...(oldestLine ? { oldest: oldestLine } : {}),
      ...(recurringLine ? { recurring: recurringLine } : {}),
    },
    figures: make.figures,
    facts: newest.slice(0, 5).map(({ id, name, since }) => ({
      kind: "customer",
      reference: name,
      value: `since ${shortDay(since)}`,
      asOf: today,
      href: `/records/customers/${id}`,
    })),
    missing: [
      ...(kept.dated === 0
        ? [
            {
              what: "Who is new and who was first",
              needed: "the day since when each is a customer",
              href: "/records/customers",
            },
          ]
        : []),
      ...(recurring.length === 0
        ? [{ what: "Recurring revenue", needed: "subscriptions of customers", href: "/records/subscriptions" }]
        : []),
    ],
    concerns: [],
    proposals: [],
  };
}
