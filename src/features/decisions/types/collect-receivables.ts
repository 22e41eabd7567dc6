import { addDays } from "#contract/days.ts";
import { longDay, pluralize } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { evidenceRows, revenueRisks, type Wanted } from "./evidence.ts";
import { capitalize, floorRound, round, step } from "./figures.ts";
import { byRecords, isOwnCurrency, moneyOf, ofRecords } from "./from-records.ts";
import { alternative, evaluated, exposureOf, forecasting, returning, task } from "./proposal-parts.ts";

const context = contextOf(
  {
    amount: amount({ label: "Overdue amount", hint: "Without disputed invoices" }),
    invoices: number({ label: "Overdue invoices" }, 1, 100_000).optional(),
    daysOverdue: number({ label: "Days overdue", unit: "days", hint: "Of the oldest invoice" }, 1, 10_000).optional(),
    credits: amount({ label: "Credit notes to use" }, 0).optional(),
    disputed: amount({ label: "Disputed", hint: "Not asked for until it is settled" }, 0).optional(),
    ...commonContext,
    ...ofRecords,
  },
  { customer: "counterparty", overdue: "amount", overdueAmount: "amount" },
);

const wanted: readonly Wanted[] = [
  { kind: "Invoice", reference: "The overdue invoices", matches: /invoice|statement|ledger|account/i },
];

/** The oldest invoice's age from which a call replaces the reminder, and a final demand the call. */
const callFrom = 31;
const demandFrom = 61;

/** How a customer's overdue invoices are collected, by their age. */
export const collectReceivables: DecisionType<typeof context> = {
  id: "collect_receivables",
  label: "Collect overdue invoices",
  commitsNothing: true,
  roles: ["CFO"],
  capability: "financial_analysis",
  context,
  evaluate(given, facts) {
    const { daysOverdue = 1, credits = 0, disputed = 0, counterparty } = given;
    const money = moneyOf(given, facts);
    const toCollect = Math.max(0, round(given.amount - credits, 2));
    const who = counterparty ?? "The customer";
    const what = given.invoices === undefined ? "overdue invoices" : pluralize(given.invoices, "overdue invoice");
    const verdict =
      toCollect === 0 ? "settle" : daysOverdue >= demandFrom ? "demand" : daysOverdue >= callFrom ? "call" : "remind";
    const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 45)];
    const oldest = given.daysOverdue === undefined ? "" : `, the oldest by ${pluralize(daysOverdue, "day")}`;
    const owes = `${who} owes ${money(given.amount)} on ${what}${oldest}.${credits > 0 ? ` Less ${money(credits)} of credit notes, ${money(toCollect)} is to collect.` : ""}`;
    const next = {
      settle: "book the credit notes against the invoices.",
      remind: `send a reminder with a payment date by ${longDay(soon)}.`,
      call: `agree a payment date by ${longDay(soon)} and confirm it in writing.`,
      demand: `send a final demand in writing with payment by ${longDay(soon)}, and deliver nothing more on credit until it is paid.`,
    }[verdict];
    const say = `${capitalize(verdict)}: ${next} ${owes}`;
    const evidence = evidenceRows(given.evidence ?? [], wanted, facts, false, given);
    const listed = evidence.filter((row) => row.found).map(({ reference, value }) => `${reference}: ${value}`);
    const collect = `Collect ${money(toCollect)}${counterparty ? ` from ${counterparty}` : ""}`;
    const impact = priorityForAmount(toCollect, facts.role);
    const party = facts.parties?.customer;
    const paid = {
      measure: "unpaid",
      test: "atMost",
      party: party ? { kind: "customer" as const, ...party } : null,
    } as const;
    const half = floorRound(toCollect / 2);
    const { early, final } = forecasting(facts);
    const isOwn = isOwnCurrency(given, facts);
    return evaluated(given, facts, {
      title: given.subject ?? collect,
      description: `${facts.agentName} looked at what is overdue and undisputed${counterparty ? ` from ${counterparty}` : ""}. Up to ${callFrom - 1} days a reminder is enough, up to ${demandFrom - 1} a call, then a final demand.`,
      verdict,
      outcome: {
        say,
        forecasts: [
          early(`${who} has paid at least ${money(half)} of it`, soon, 0.5, round(given.amount - half, 2)),
          final(`${who} has paid all ${money(toCollect)}`, late, 0.6, round(given.amount - toCollect, 2)),
        ].map((forecast) => byRecords(forecast, given, facts, paid)),
        tasks: [
          task(facts.role, collect, [say, ...listed].join("\n"), {
            days: 3,
            hours: 1,
            priority: verdict === "remind" ? "medium" : "high",
          }),
          task(
            facts.role,
            `Check what ${counterparty ?? "the customer"} has paid`,
            `${money(toCollect)} is due by ${longDay(soon)}. If it isn't paid, take the next step.`,
            { days: 14, hours: 0.5 },
          ),
        ],
      },
      tell: ["CEO", "owner"],
      inputs: [given.amount, given.invoices, given.daysOverdue, counterparty],
      evidence,
      steadiness: 1,
      priority: verdict === "demand" ? "high" : impact,
      impact,
      financialImpact: isOwn ? toCollect : null,
      returns: isOwn ? returning(toCollect, "if it is paid") : null,
      timeframe: "14 days to a first payment, 45 days to all of it",
      stakeholders: ["CFO", "Sales"],
      risks: [
        disputed > 0 && `Another ${money(disputed)} is disputed and not asked for`,
        daysOverdue >= demandFrom && "The older an invoice, the less likely it is paid",
        ...(isOwn ? revenueRisks(toCollect, facts) : []),
      ],
      alternatives: [
        alternative("Offer installments", "Gets part of it sooner; ties up the rest for months"),
        alternative("Hand it to an agency", "Saves the work; costs a share of it and perhaps the customer"),
        alternative("Do nothing", "Spares a call; the older it gets, the less is paid", 0),
      ],
      exposure: exposureOf("none", 0, given),
      steps: [
        step("Overdue", what, given.amount, "money"),
        step("Credit notes", "not used yet", credits, "money"),
        step("Age", "days since the oldest was due", given.daysOverdue ?? null, "days"),
        step("To collect", "overdue − credit notes", toCollect, "money", true),
      ],
      questions: [
        [given.daysOverdue, "How old is the oldest invoice?"],
        [counterparty, "Who is the customer?"],
      ],
    });
  },
};
