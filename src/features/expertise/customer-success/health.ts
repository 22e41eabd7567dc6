import { pluralize, longDay } from "#contract/format.ts";
import { sentences, toLine } from "#contract/report.ts";
import type { Signals } from "#features/records/care/rows.ts";
import { type Health, healthOf, type Kept } from "#features/expertise/customer-success/score.ts";
import { collect, concludeUnknown, fact, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed } from "#features/expertise/topics/words.ts";

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
    return concludeUnknown(title, gap("How customers are doing", needed, "/records/customers"));
  const assessed = facts.rows.map((signals) => ({ signals, health: healthOf(signals, facts.kept, day.today) }));
  return about.customer
    ? concludeCustomer(assessed[0], about.customer.name, facts.kept, day)
    : concludeAll(assessed, facts, day);
}

const levels = { good: "all well", watch: "worth watching", "at risk": "at risk", unknown: "at risk" } as const;

function concludeCustomer(one: Assessed | undefined, name: string, kept: Kept, { today, currency }: Today): Conclusion {
  if (!one) return concludeUnknown(title, gap(`How ${name} is doing`, "a customer of that name", "/records/customers"));
  const make = collect(currency, today);
  const { signals, health } = one;
  const { id, yearlyValue, overdueAmount, overdueInvoices, openTickets, overdueTickets, nextRenewalOn } = signals;
  const own = `/records/customers/${id}`;
  const score = make.measure(
    "score",
    `Health of ${name}`,
    health.score,
    "score",
    [`record of ${name}`, own],
    health.formula,
  );
  const yearly =
    yearlyValue !== null && make.money("yearly", `${name} pays a year`, yearlyValue, [`active plans of ${name}`, own]);
  const invoices = [pluralize(overdueInvoices, "overdue invoice"), own] as const;
  const late = overdueAmount > 0 && make.money("overdue", `${name} owes, overdue`, overdueAmount, invoices);
  const ticketList = (view: string) => `/records/tickets?view=${view}&customerId=${id}`;
  const ticketsLine = () => {
    if (openTickets === 0) return toLine`No ticket of ${name} is open.`;
    const openSource = [pluralize(openTickets, "open ticket"), ticketList("open")] as const;
    const open = make.count("tickets", `Open tickets of ${name}`, openTickets, openSource);
    const lateSource = [pluralize(overdueTickets, "overdue ticket"), ticketList("overdue")] as const;
    const overdue = make.count("late_tickets", `Overdue tickets of ${name}`, overdueTickets, lateSource);
    return toLine`${open} ${noun(openTickets, "ticket")} of ${name} ${noun(openTickets, "is", "are")} open, ${overdue} of them overdue.`;
  };
  const tickets = kept.tickets && ticketsLine();
  const known = health.parts.filter((part) => part.score !== null).map((part) => part.words);
  const lead =
    health.score === null
      ? toLine`How ${name} is doing cannot be scored: too little is known.`
      : toLine`${name} has ${score} of 100: ${levels[health.level]}.`;
  const lines = [
    lead,
    known.length > 0 && `What is known: ${known.join("; ")}.`,
    yearly &&
      toLine`They pay ${yearly} a year${nextRenewalOn && `; the next renewal is on ${longDay(nextRenewalOn)}`}.`,
    late && toLine`${late} of their invoices is overdue.`,
    signals.status === "churned" && "They are marked as churned.",
  ];
  const answer = sentences(...lines, health.unknown.length > 0 && `Not known: ${health.unknown.join(", ")}.`);
  return make.conclude({
    title,
    headline: lead,
    lines,
    columns: ["Part", "Points of 100", "Weight"],
    rows: health.parts.map(({ label, score: points, words, weight }, at) => [
      label,
      make.measure(`part_${at}`, label, points, "score", [points === null ? "not known" : words, own]),
      String(weight),
    ]),
    answers: { state: answer, health: answer, risk: answer, tickets },
    facts: [{ kind: "customer", reference: name, value: known[0] ?? null, href: own }],
    missing: health.unknown.map((what) => gap(`${name}: ${what}`, what, own)),
  });
}

function concludeAll(assessed: readonly Assessed[], facts: HealthFacts, { today, currency }: Today): Conclusion {
  const { kept, customers, elsewhere = [] } = facts;
  const make = collect(currency, today);
  const source = [pluralize(customers, "active or paused customer"), href] as const;
  const total = make.count("customers", "Customers", customers, source);
  const scored = assessed
    .flatMap((one) => (one.health.score === null ? [] : [{ ...one, score: one.health.score }]))
    .sort((one, other) => one.score - other.score || (other.signals.yearlyValue ?? 0) - (one.signals.yearlyValue ?? 0));
  const risky = scored.filter(({ health }) => health.level === "at risk");
  const watched = scored.filter(({ health }) => health.level === "watch").length;
  const risk = make.count("at_risk", "Customers at risk", risky.length, source, `score under 50 of 100; ${rule}`);
  const watch = make.count("watch", "Customers to watch", watched, source, `score from 50 to 74 of 100; ${rule}`);
  const stake = make.money(
    "at_stake",
    "A year, from customers at risk",
    sumOf(risky, ({ signals }) => signals.yearlyValue),
    source,
    `sum of the plans of ${pluralize(risky.length, "customer")} with a score under 50`,
  );
  const top = scored
    .filter(({ health }) => health.level !== "good")
    .slice(0, 8)
    .map((one, at) => {
      const { id, name, yearlyValue } = one.signals;
      const own = `/records/customers/${id}`;
      const { formula } = one.health;
      return {
        ...one,
        name,
        href: own,
        figure: make.measure(
          `score_${at}`,
          `Health of ${name}`,
          one.score,
          "score",
          [`record of ${name}`, own],
          formula,
        ),
        yearly:
          yearlyValue !== null &&
          make.money(`yearly_${at}`, `${name} pays a year`, yearlyValue, [`plans of ${name}`, own]),
      };
    });
  // Only customers with the most signs were scored; there may be more at risk.
  const least = facts.troubled > assessed.length && "at least ";
  const all = toLine`${total} ${noun(customers, "customer")}`;
  const watching = `${noun(watched, "is", "are")} worth watching.`;
  const headline =
    risky.length === 0
      ? toLine`None of ${all} is at risk; ${watch} ${watching}`
      : toLine`${least}${risk} of ${all} ${noun(risky.length, "is", "are")} at risk, with ${stake} a year; ${watch} more ${watching}`;
  const named = sentences(
    ...top.slice(0, 3).map((one) => toLine`${one.name} (${one.figure} of 100): ${topReasons(one)}.`),
  );
  const answer = sentences(headline, named);
  const unscored = assessed.filter(({ health }) => health.score === null).length;
  return make.conclude({
    title,
    headline,
    lines: [
      headline,
      named,
      elsewhere.length > 0 && `What customers pay in ${listed(elsewhere)} is not in it, as no rate is known.`,
    ],
    columns: ["Customer", "Health", "A year", "Why"],
    rows: top.map((one) => [one.name, one.figure, one.yearly || "not known", reasonsOf(one)]),
    answers: { health: answer, risk: answer, state: answer },
    facts: top.slice(0, 5).map((one) => fact("customer", one.name, reasonsOf(one).slice(0, 200), one.href)),
    missing: [
      !kept.tickets && gap("Which customers wait for an answer", "tickets", "/records/tickets"),
      !kept.invoices && gap("Which customers pay late", "invoices", "/records/invoices"),
      unscored > 0 &&
        gap(
          `The health of ${pluralize(unscored, "customer")}`,
          "usage, last contact or satisfaction",
          "/records/customers",
        ),
    ],
    concerns: top
      .filter(({ health }) => health.level === "at risk")
      .slice(0, 2)
      .map((one) => ({
        key: `customer:${one.signals.id}`,
        kind: "risk",
        line: toLine`${one.name} is at risk, ${one.figure} of 100${one.yearly && toLine`, paying ${one.yearly} a year`}: ${reasonsOf(one)}.`,
        amount: one.signals.yearlyValue,
        dueOn: one.signals.nextRenewalOn,
        severity: (100 - one.score) / 100,
        href: one.href,
      })),
  });
}
