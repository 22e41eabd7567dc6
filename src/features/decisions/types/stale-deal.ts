import { addDays } from "#contract/days.ts";
import { longDay, pluralize } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { openStages } from "#features/records/pipeline/rows.ts";
import { amount, choice, commonContext, contextOf, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { confidence, evidenceRows, odds, shareGiven, type Wanted } from "./evidence.ts";
import { capitalize, step } from "./figures.ts";
import { byRecords, isOwnCurrency, moneyOf, ofRecords } from "./from-records.ts";
import {
  alternative,
  claim,
  exposureOf,
  missingEvidence,
  openQuestions,
  task,
  verdictNotices,
} from "./proposal-parts.ts";

const stageNames = Object.fromEntries(openStages.map((stage) => [stage, capitalize(stage)])) as Record<
  (typeof openStages)[number],
  string
>;

const context = contextOf(
  {
    dealValue: amount("dealValue", { label: "Deal value" }),
    stage: choice("stage", { label: "Stage" }, stageNames).optional(),
    daysPast: number("daysPast", { label: "Days past its close date", unit: "days" }, 0, 10_000).optional(),
    daysStill: number("daysStill", { label: "Days without activity", unit: "days" }, 0, 10_000).optional(),
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
    const recommendation = `${capitalize(verdict)}: ${next} ${deal}, worth ${value}, is still open${since ? `, ${since}` : ""}.`;
    const evidence = evidenceRows(given.evidence ?? [], wanted, facts, false, given);
    const title = `Stale deal: ${(subject ?? `${value}${counterparty ? ` with ${counterparty}` : ""}`).slice(0, 200)}`;
    const weight = priorityForAmount(dealValue, facts.role);
    const party = facts.parties?.customer;
    const rows = { test: "atLeast", party: party ? { kind: "customer" as const, ...party } : null } as const;
    return {
      title,
      description: `${facts.agentName} looked at open deals past their close date. From ${lostFrom} days without activity a deal is closed as lost, so that the forecast counts only what may still come.`,
      recommendation,
      verdict,
      confidence: confidence(
        shareGiven([dealValue, stage, given.daysPast, given.daysStill]),
        evidence,
        Math.abs(daysStill - lostFrom) / lostFrom,
        facts.today,
      ),
      priority: weight,
      impact: weight,
      metadata: {
        financialImpact: isOwnCurrency(given, facts) ? dealValue : null,
        returns: isOwnCurrency(given, facts) ? { amount: dealValue, note: "if it is won" } : null,
        timeframe: "14 days to an answer",
        stakeholders: ["Sales", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [`The pipeline counts ${value} that may never come`, ...missingEvidence(evidence)],
      },
      alternatives: [
        alternative(
          verdict === "close as lost" ? "Set a new close date" : "Close it as lost",
          verdict === "close as lost"
            ? "Keeps the chance; needs an answer first"
            : "Clears the pipeline; gives up what may still come",
        ),
        alternative("Do nothing", "No work; the forecast counts a deal that doesn't move", 0),
      ],
      evidence,
      forecasts: [
        byRecords(
          claim("proxy", `${deal} moves or is closed by ${longDay(soon)}`, soon, odds(0.6, null), 1),
          given,
          facts,
          { ...rows, measure: "moved" },
        ),
        byRecords(
          claim("final", `${deal} is won or lost by ${longDay(late)}`, late, odds(0.5, facts.record), 1),
          given,
          facts,
          { ...rows, measure: "closed" },
        ),
      ],
      exposure: exposureOf("none", 0, given),
      steps: [
        step("Deal value", stage ? `in the stage ${stage}` : "stage unknown", dealValue, "money"),
        step("Past its close date", "days", given.daysPast ?? null, "days"),
        step("Without activity", `closed as lost from ${lostFrom} days`, given.daysStill ?? null, "days", true),
      ],
      curves: [],
      questions: openQuestions([
        [given.daysStill, "When did anything happen last?"],
        [given.daysPast, "When should it have closed?"],
      ]),
      effects: [
        task(facts.role, `${capitalize(verdict)}: ${deal}`.slice(0, 255), recommendation, {
          days: 7,
          hours: 1,
          priority: "high",
        }),
        ...verdictNotices(["CEO", "owner"], verdict, title, recommendation),
      ],
    };
  },
};
