import { pluralize, longDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Signals } from "#features/records/care/rows.ts";
import { type Health, healthOf, type Kept } from "#features/expertise/customer-success/score.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed as joined } from "#features/expertise/topics/words.ts";

export type HealthFacts = {
  /** Customers with warning signs, or the one in the question. */
  rows: Signals[];
  troubled: number;
  customers: number;
  kept: Kept;
  /** Other currencies of customers' plans. */
  elsewhere?: readonly string[];
};

const title = "Customer health";
const href = "/records/customers?view=kept";
const rule = "usage 30, contact 20, tickets 20, satisfaction 20, payment 10; what is not known is left out";

type Assessed = { signals: Signals; health: Health };
const reasonsOf = ({ health }: Assessed): string => health.reasons.join(", ") || "nothing speaks against them";

/** The top two reasons, for a sentence; the table has all of them. */
const topReasons = ({ signals, health }: Assessed): string =>
  reasonsOf({ signals, health: { ...health, reasons: health.reasons.slice(0, 2) } });

/** Customers at risk and why, or the health of one customer. */
export function concludeHealth(facts: HealthFacts, day: Today, about: About): Conclusion {
  const needed = "customers, with usage, last contact or satisfaction";
  if (facts.customers === 0 && facts.rows.length === 0)
    return concludeUnknown(title, { what: "How customers are doing", needed, href: "/records/customers" });
  const assessed = facts.rows.map((signals) => ({ signals, health: healthOf(signals, facts.kept, day.today) }));
  return about.customer
    ? concludeCustomer(assessed[0], about.customer.name, facts.kept, day)
    : concludeAll(assessed, facts, day);
}

function concludeCustomer(one: Assessed | undefined, name: string, kept: Kept, { today, currency }: Today): Conclusion {
  if (!one)
    return concludeUnknown(title, {
      what: `How ${name} is doing`,
      needed: "a customer of that name",
      href: "/records/customers",
    });
  const make = collect(currency, today);
  const { signals, health } = one;
  const source = { label: `record of ${name}`, href: `/records/customers/${signals.id}` };
  const score = make.measure("score", `Health of ${name}`, health.score, "score", source, { formula: health.formula });
  const yearly =
    signals.yearlyValue === null
      ? null
      : make.money("yearly", `${name} pays a year`, signals.yearlyValue, {
          ...source,
          label: `active plans of ${name}`,
        });
  const late =
    signals.overdueAmount > 0
      ? make.money("overdue", `${name} owes, overdue`, signals.overdueAmount, {
          ...source,
          label: pluralize(signals.overdueInvoices, "overdue invoice"),
        })
      : null;
  const tickets = kept.tickets ? ticketsOf(signals, name, make) : null;
  const words = health.parts.filter((part) => part.score !== null).map((part) => part.words);
  const lead: Line =
    health.score === null
      ? toLine`How ${name} is doing cannot be scored: too little is known.`
      : toLine`${name} has ${score} of 100: ${health.level === "good" ? "all well" : health.level === "watch" ? "worth watching" : "at risk"}.`;
  const lines = [
    lead,
    ...(words.length > 0 ? [toLine`What is known: ${words.join("; ")}.`] : []),
    ...(yearly
      ? [
          toLine`They pay ${yearly} a year${signals.nextRenewalOn ? `; the next renewal is on ${longDay(signals.nextRenewalOn)}` : ""}.`,
        ]
      : []),
    ...(late ? [toLine`${late} of their invoices is overdue.`] : []),
    ...(signals.status === "churned" ? [toLine`They are marked as churned.`] : []),
  ];
  const missing = health.unknown.map((what) => ({ what: `${name}: ${what}`, needed: what, href: source.href }));
  const answer: Line = [
    ...lines.flatMap((line, at) => (at === 0 ? line : [" ", ...line])),
    ...(missing.length > 0 ? [` Not known: ${health.unknown.join(", ")}.`] : []),
  ];
  return concluded({
    headline: lead,
    section: {
      title,
      lines,
      table: {
        columns: ["Part", "Points of 100", "Weight"],
        rows: health.parts.map((part, at) => [
          toLine`${part.label}`,
          toLine`${make.measure(`part_${at}`, part.label, part.score, "score", { ...source, label: part.score === null ? "not known" : part.words })}`,
          toLine`${String(part.weight)}`,
        ]),
      },
    },
    answers: { state: answer, health: answer, risk: answer, ...(tickets ? { tickets } : {}) },
    figures: make.figures,
    facts: [{ kind: "customer", reference: name, value: words[0] ?? null, asOf: today, href: source.href }],
    missing,
  });
}

function ticketsOf({ id, openTickets, overdueTickets }: Signals, name: string, make: ReturnType<typeof collect>): Line {
  if (openTickets === 0) return toLine`No ticket of ${name} is open.`;
  const list = (view: string) => `/records/tickets?view=${view}&customerId=${id}`;
  const open = make.measure("tickets", `Open tickets of ${name}`, openTickets, "count", {
    label: pluralize(openTickets, "open ticket"),
    href: list("open"),
  });
  const late = make.measure("late_tickets", `Overdue tickets of ${name}`, overdueTickets, "count", {
    label: pluralize(overdueTickets, "overdue ticket"),
    href: list("overdue"),
  });
  return toLine`${open} ${noun(openTickets, "ticket")} of ${name} ${noun(openTickets, "is", "are")} open, ${late} of them overdue.`;
}

function concludeAll(assessed: readonly Assessed[], facts: HealthFacts, { today, currency }: Today): Conclusion {
  const { elsewhere = [] } = facts;
  const make = collect(currency, today);
  const source = { label: pluralize(facts.customers, "active or paused customer"), href };
  const total = make.measure("customers", "Customers", facts.customers, "count", source);
  const scored = assessed.flatMap((one) => (one.health.score === null ? [] : [{ ...one, score: one.health.score }]));
  scored.sort(
    (one, other) => one.score - other.score || (other.signals.yearlyValue ?? 0) - (one.signals.yearlyValue ?? 0),
  );
  const risky = scored.filter(({ health }) => health.level === "at risk");
  const watched = scored.filter(({ health }) => health.level === "watch");
  const formula = `score under 50 of 100; ${rule}`;
  const risk = make.measure("at_risk", "Customers at risk", risky.length, "count", source, { formula });
  const watch = make.measure("watch", "Customers to watch", watched.length, "count", source, {
    formula: `score from 50 to 74 of 100; ${rule}`,
  });
  const stake = make.money(
    "at_stake",
    "A year, from customers at risk",
    risky.reduce((sum, { signals }) => sum + (signals.yearlyValue ?? 0), 0),
    { label: source.label, href },
    { formula: `sum of the plans of ${pluralize(risky.length, "customer")} with a score under 50` },
  );
  const top = scored
    .filter(({ health }) => health.level !== "good")
    .slice(0, 8)
    .map((one, at) => {
      const from = { label: `record of ${one.signals.name}`, href: `/records/customers/${one.signals.id}` };
      return {
        ...one,
        href: from.href,
        figure: make.measure(`score_${at}`, `Health of ${one.signals.name}`, one.score, "score", from, {
          formula: one.health.formula,
        }),
        yearly:
          one.signals.yearlyValue === null
            ? null
            : make.money(`yearly_${at}`, `${one.signals.name} pays a year`, one.signals.yearlyValue, {
                ...from,
                label: `plans of ${one.signals.name}`,
              }),
      };
    });
  // Only customers with the most signs were scored; there may be more at risk.
  const least = facts.troubled > assessed.length ? "at least " : "";
  const headline =
    risky.length === 0
      ? toLine`None of ${total} ${noun(facts.customers, "customer")} is at risk; ${watch} ${noun(watched.length, "is", "are")} worth watching.`
      : toLine`${least}${risk} of ${total} ${noun(facts.customers, "customer")} ${noun(risky.length, "is", "are")} at risk, with ${stake} a year; ${watch} more ${noun(watched.length, "is", "are")} worth watching.`;
  const named = top
    .slice(0, 3)
    .map(
      (one, at): Line => toLine`${at > 0 ? " " : ""}${one.signals.name} (${one.figure} of 100): ${topReasons(one)}.`,
    );
  const answer = named.length > 0 ? [...headline, " ", ...named.flat()] : headline;
  const unscored = assessed.filter(({ health }) => health.score === null).length;
  return concluded({
    headline,
    section: {
      title,
      lines: [
        headline,
        ...(named.length > 0 ? [named.flat()] : []),
        ...(elsewhere.length > 0
          ? [toLine`What customers pay in ${joined(elsewhere)} is not in it, as no rate is known.`]
          : []),
      ],
      table:
        top.length === 0
          ? null
          : {
              columns: ["Customer", "Health", "A year", "Why"],
              rows: top.map((one) => [
                toLine`${one.signals.name}`,
                toLine`${one.figure}`,
                one.yearly ? toLine`${one.yearly}` : toLine`not known`,
                toLine`${reasonsOf(one)}`,
              ]),
            },
    },
    answers: { health: answer, risk: answer, state: answer },
    figures: make.figures,
    facts: top.slice(0, 5).map((one) => ({
      kind: "customer",
      reference: one.signals.name,
      value: reasonsOf(one).slice(0, 200),
      asOf: today,
      href: one.href,
    })),
    missing: [
      ...(facts.kept.tickets
        ? []
        : [{ what: "Which customers wait for an answer", needed: "tickets", href: "/records/tickets" }]),
      ...(facts.kept.invoices
        ? []
        : [{ what: "Which customers pay late", needed: "invoices", href: "/records/invoices" }]),
      ...(unscored > 0
        ? [
            {
              what: `The health of ${pluralize(unscored, "customer")}`,
              needed: "usage, last contact or satisfaction",
              href: "/records/customers",
            },
          ]
        : []),
    ],
    concerns: top
      .filter(({ health }) => health.level === "at risk")
      .slice(0, 2)
      .map((one) => ({
        key: `customer:${one.signals.id}`,
        kind: "risk",
        line: [
          ...toLine`${one.signals.name} is at risk, ${one.figure} of 100`,
          ...(one.yearly ? toLine`, paying ${one.yearly} a year` : []),
          `: ${reasonsOf(one)}.`,
        ],
        amount: one.signals.yearlyValue,
        dueOn: one.signals.nextRenewalOn,
        severity: (100 - one.score) / 100,
        href: one.href,
      })),
  });
}
