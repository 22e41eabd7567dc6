import { addDays } from "#contract/days.ts";
import { longDay, pluralize } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { openStages } from "#features/records/pipeline/rows.ts";
import { amount, choice, commonContext, contextOf, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { evidenceRows, type Wanted } from "./evidence.ts";
import { capitalize, step } from "./figures.ts";
import { byRecords, isOwnCurrency, moneyOf, ofRecords } from "./from-records.ts";
import { alternative, evaluated, exposureOf, forecasting, returning, task } from "./proposal-parts.ts";

const stageNames = Object.fromEntries(openStages.map((stage) => [stage, capitalize(stage)])) as Record<
  (typeof openStages)[number],
  string
>;

const context = contextOf(
  {
    dealValue: amount({ label: "Deal value" }),
    stage: choice({ label: "Stage" }, stageNames).optional(),
    daysPast: number({ label: "Days past its close date", unit: "days" }, 0, 10_000).optional(),
    daysStill: number({ label: "Days without activity", unit: "days" }, 0, 10_000).optional(),
    ...commonContext,
    ...ofRecords,
  },
  { value: "dealValue", customer: "counterparty" },
);

const wanted: readonly Wanted[] = [
  { kind: "Deal", reference: "The deal with its dates", matches: /deal|opportunity|pipeline|crm/i },
];

/** Days without activity from which a deal is closed as lost unless the customer answers. */
const lostFrom = 90;

/** Whether an open deal past its close date gets a next step or is closed as lost. */
export const staleDeal: DecisionType<typeof context> = {
  id: "stale_deal",
  label: "Stale deal",
  commitsNothing: true,
  roles: ["Sales"],
  capability: "pipeline_management",
  context,
  evaluate(given, facts) {
    const { dealValue, stage, daysPast = 0, daysStill = 0, counterparty, subject } = given;
    const money = moneyOf(given, facts);
    const value = money(dealValue);
    const deal = subject ?? `The deal${counterparty ? ` with ${counterparty}` : ""}`;
    const verdict = daysStill >= lostFrom ? "close as lost" : "set the next step";
    const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 45)];
    const since = [
      ...(given.daysPast === undefined ? [] : [`${pluralize(daysPast, "day")} past its close date`]),
      ...(given.daysStill === undefined ? [] : [`${pluralize(daysStill, "day")} without activity`]),
    ].join(" and ");
    const next =
      verdict === "close as lost"
        ? `ask ${counterparty ?? "the customer"} once more by ${longDay(soon)}; without an answer, close it as lost.`
        : `agree the next step and a new close date with ${counterparty ?? "the customer"} by ${longDay(soon)}, or close it as lost.`;
    const say = `${capitalize(verdict)}: ${next} ${deal}, worth ${value}, is still open${since ? `, ${since}` : ""}.`;
    const party = facts.parties?.customer;
    const rows = { test: "atLeast", party: party ? { kind: "customer" as const, ...party } : null } as const;
    const { early, final } = forecasting(facts);
    const isOwn = isOwnCurrency(given, facts);
    return evaluated(given, facts, {
      title: `Stale deal: ${(subject ?? `${value}${counterparty ? ` with ${counterparty}` : ""}`).slice(0, 200)}`,
      description: `${facts.agentName} looked at open deals past their close date. From ${lostFrom} days without activity a deal is closed as lost, so that the forecast counts only what may still come.`,
      verdict,
      outcome: {
        say,
        forecasts: [
          byRecords(early(`${deal} moves or is closed`, soon, 0.6, 1), given, facts, { ...rows, measure: "moved" }),
          byRecords(final(`${deal} is won or lost`, late, 0.5, 1), given, facts, { ...rows, measure: "closed" }),
        ],
        tasks: [
          task(facts.role, `${capitalize(verdict)}: ${deal}`.slice(0, 255), say, {
            days: 7,
            hours: 1,
            priority: "high",
          }),
        ],
      },
      tell: ["CEO", "owner"],
      inputs: [dealValue, stage, given.daysPast, given.daysStill],
      evidence: evidenceRows(given.evidence ?? [], wanted, facts, false, given),
      steadiness: Math.abs(daysStill - lostFrom) / lostFrom,
      impact: priorityForAmount(dealValue, facts.role),
      financialImpact: isOwn ? dealValue : null,
      returns: isOwn ? returning(dealValue, "if it is won") : null,
      timeframe: "14 days to an answer",
      stakeholders: ["Sales", "CEO"],
      risks: [`The pipeline counts ${value} that may never come`],
      alternatives: [
        verdict === "close as lost"
          ? alternative("Set a new close date", "Keeps the chance; needs an answer first")
          : alternative("Close it as lost", "Clears the pipeline; gives up what may still come"),
        alternative("Do nothing", "No work; the forecast counts a deal that doesn't move", 0),
      ],
      exposure: exposureOf("none", 0, given),
      steps: [
        step("Deal value", stage ? `in the stage ${stage}` : "stage unknown", dealValue, "money"),
        step("Past its close date", "days", given.daysPast ?? null, "days"),
        step("Without activity", `closed as lost from ${lostFrom} days`, given.daysStill ?? null, "days", true),
      ],
      questions: [
        [given.daysStill, "When did anything happen last?"],
        [given.daysPast, "When should it have closed?"],
      ],
    });
  },
};
