import { addDays } from "#contract/days.ts";
import { longDay, pluralize, percent } from "#contract/format.ts";
import { unitName } from "#contract/spans.ts";
import { lengths, text } from "#contract/words.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { addMonths } from "./calendar.ts";
import { amount, commonContext, contextOf, dayOf, line, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { evidenceRows, type Wanted } from "./evidence.ts";
import { capitalize, round, step } from "./figures.ts";
import { hiddenInForm } from "./form.ts";
import { byRecords, isOwnCurrency, moneyOf, ofRecords } from "./from-records.ts";
import { alternative, evaluated, exposureOf, forecasting, task } from "./proposal-parts.ts";
import { byTask } from "./resolving.ts";

const context = contextOf(
  {
    actual: amount({ label: "Spent in the month" }, 0),
    budget: amount({ label: "Budget of the month" }),
    account: line({ label: "Account or category" }, lengths.name).optional(),
    month: dayOf({ label: "Month", hint: "Any day of it" }).optional(),
    monthsOver: number({ label: "Months over budget", hint: "Of the last 12, with this one" }, 0, 12).optional(),
    ...commonContext,
    ...ofRecords,
    /** The account's type in the ledger. */
    type: hiddenInForm(text(lengths.name)).optional(),
  },
  { spent: "actual", category: "account" },
);

const wanted: readonly Wanted[] = [
  { kind: "Ledger", reference: "The ledger line with its budget", matches: /ledger|budget|account|statement|books/i },
];

/** From this excess in percent, or this many months over budget, spending is held. */
const holdFrom = { excess: 20, months: 3 };

/** Whether spending over its monthly budget is looked into or held. */
export const overBudget: DecisionType<typeof context> = {
  id: "over_budget",
  label: "Spending over budget",
  commitsNothing: true,
  roles: ["CFO"],
  capability: "budget_management",
  context,
  evaluate(given, facts) {
    const { actual, budget, monthsOver = 1 } = given;
    const money = moneyOf(given, facts);
    const account = given.account ?? "The account";
    const excess = round(actual - budget, 2);
    const share = (excess / budget) * 100;
    const verdict =
      excess <= 0
        ? "leave it"
        : share >= holdFrom.excess || monthsOver >= holdFrom.months
          ? "hold spending"
          : "look into it";
    const month = given.month ? ` in ${unitName(given.month, "month")}` : "";
    const next = `${addMonths(facts.today, 1).slice(0, 7)}-01`;
    // The books of a month are closed two weeks after it.
    const [soon, closed] = [addDays(facts.today, 14), addDays(addMonths(next, 1), 14)];
    const spent = `${account} cost ${money(actual)}${month} against a budget of ${money(budget)}`;
    const over = excess > 0 ? `: ${money(excess)} over (${percent(share)})` : "";
    const often = monthsOver > 1 ? ` It was over its budget in ${pluralize(monthsOver, "month")} of 12.` : "";
    const todo = {
      "leave it": "nothing is over the budget.",
      "look into it": `find out by ${longDay(soon)} what it was for and whether it comes again.`,
      "hold spending": `approve every new order on it, and find out by ${longDay(soon)} what it was for.`,
    }[verdict];
    const say = `${capitalize(verdict)}: ${todo} ${spent}${over}.${often}`;
    const impact = priorityForAmount(Math.max(0, excess), facts.role);
    const tasks = [
      task(facts.role, `${capitalize(verdict)}: ${account}${month}`, say, {
        days: 7,
        hours: 2,
        priority: excess > 0 ? "high" : "low",
      }),
    ];
    const ledger = given.account &&
      given.type && {
        account: given.account,
        type: given.type,
        month: next,
        currency: given.currency ?? facts.currency,
      };
    const { early, final } = forecasting(facts);
    const stays = final(
      () => `${account} stays within ${money(budget)} in ${unitName(next, "month")}`,
      closed,
      verdict === "hold spending" ? 0.6 : 0.5,
      budget,
    );
    return evaluated({}, facts, {
      title: given.subject ?? `${account}: ${excess > 0 ? `${money(excess)} over budget` : "within budget"}${month}`,
      description: `${facts.agentName} compared ${account}${month} with its budget. From ${holdFrom.excess}% over, or over it in ${holdFrom.months} months, new spending is held.`,
      verdict,
      outcome: {
        say,
        forecasts: [
          byTask(early("The reason is known", soon, 0.7), facts, tasks, capitalize(verdict)),
          ledger ? byRecords(stays, given, facts, { measure: "cost", test: "atMost", ledger }) : stays,
        ],
        tasks,
      },
      tell: ["CEO", "owner"],
      inputs: [actual, budget, given.account, given.month],
      evidence: evidenceRows(given.evidence ?? [], wanted, facts, false, given),
      steadiness: Math.min(1, Math.abs(share - holdFrom.excess) / holdFrom.excess),
      priority: excess > 0 ? impact : "low",
      impact,
      financialImpact: excess > 0 && isOwnCurrency(given, facts) ? -excess : null,
      timeframe: "14 days to the reason, the next month to be within budget",
      stakeholders: ["CFO", "CEO"],
      risks: [excess > 0 && `At this rate ${money(round(excess * 12, 2))} over in a year`],
      alternatives: [
        alternative("Raise the budget", "Right if the cost is needed and stays; takes it from another line"),
        alternative("Do nothing", "No work; the excess may come again", 0),
      ],
      exposure: exposureOf("none", 0, given),
      steps: [
        step("Spent", given.month ? unitName(given.month, "month") : "in the month", actual, "money"),
        step("Budget", "of the month", budget, "money"),
        step("Over budget, share", "(spent − budget) ÷ budget", share, "percent"),
        step("Over budget", "spent − budget", excess, "money", true),
      ],
      questions: [
        [given.account, "Which account or category is it?"],
        [given.month, "Which month is it?"],
      ],
    });
  },
};
