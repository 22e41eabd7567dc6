import { money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, months, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { capital, percent, round } from "./figures.ts";
import { curvesOf, type Ownership, ownershipOf, stepsOf, usualRise } from "./ownership.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";
import {
  effects,
  firstYear,
  forecasts,
  type Purchase,
  recommendation,
  trialCap,
  type Verdict,
} from "./technology-proposal.ts";

const technologyContext = contextOf(
  {
    price: amount("price", { label: "Price, once", hint: "0 where there are only fees" }, 0),
    yearlyCost: amount("yearlyCost", { label: "Fees a year", hint: "Licences, hosting and support" }, 0),
    currentYearlyCost: amount(
      "currentYearlyCost",
      { label: "The present way costs a year", hint: "0 where nothing is paid today" },
      0,
    ).optional(),
    yearlySaving: amount(
      "yearlySaving",
      { label: "Saving a year", hint: "Hours and errors it takes away, in money" },
      0,
    ).optional(),
    migrationCost: amount(
      "migrationCost",
      { label: "Moving over, once", hint: "Data, training, set-up" },
      0,
    ).optional(),
    exitCost: amount("exitCost", { label: "Leaving again", hint: "Getting the data out and moving on" }, 0).optional(),
    priceRise: share("priceRise", { label: "Price rise a year", hint: "Left out: 5%" }).optional(),
    termMonths: months("termMonths", { label: "Bound for" }, 120).optional(),
    security: choice("security", { label: "Security check" }, { done: "Done", open: "Not done yet" }).optional(),
    ...commonContext,
  },
  {
    cost: "price",
    purchasePrice: "price",
    annualCost: "yearlyCost",
    subscription: "yearlyCost",
    currentCost: "currentYearlyCost",
    annualSaving: "yearlySaving",
    vendor: "counterparty",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Document",
    reference: "Written offer with fees and terms",
    matches: /quot|offer|order|contract|price|proposal/i,
  },
  {
    kind: "Measurement",
    reference: "Measured cost of the present way",
    matches: /present|current|invoice|hours|timesheet|measure|cost/i,
  },
];

/** What a purchase still waits for, in words. */
function openPoints(
  stressed: number | null,
  { migrationCost: migration, exitCost: exit }: { migrationCost?: number | undefined; exitCost?: number | undefined },
  security: string | undefined,
  supported: boolean,
): string[] {
  return [
    ...((stressed ?? 0) > 0 ? [] : ["with costs 20% higher and the saving 30% lower nothing is gained"]),
    ...(migration === undefined ? ["what moving over costs is not known"] : []),
    ...(exit === undefined ? ["what leaving costs is not known"] : []),
    ...(security === "done" ? [] : ["its security is not checked"]),
    ...(supported ? [] : ["nothing supports the figures yet"]),
  ];
}

/** Holds three years of owning, moving and leaving included, against three years of the present way. */
export const technologyPurchase: DecisionType<typeof technologyContext> = {
  id: "technology_purchase",
  label: "Technology purchase",
  roles: ["CTO"],
  capability: "architecture_decisions",
  context: technologyContext,
  evaluate(context, facts) {
    const { counterparty, security, termMonths } = context;
    const plan: Ownership = {
      price: context.price,
      yearly: context.yearlyCost,
      migration: context.migrationCost ?? 0,
      exit: context.exitCost,
      current: context.currentYearlyCost,
      saving: context.yearlySaving ?? 0,
      rise: context.priceRise ?? usualRise,
    };
    const owned = ownershipOf(plan);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const open = openPoints(owned.stressed, context, security, isSupported(evidence, facts.today));
    const gains = owned.net === null ? null : owned.net > 0;
    const verdict: Verdict =
      gains === null ? "compare first" : !gains ? "stay" : open.length > 0 ? "trial first" : "buy";
    const shown = (value: number) => money(value, facts.currency);
    const title =
      context.subject ?? `Buy technology for ${shown(firstYear(plan))} in the first year${about({ counterparty })}`;
    const purchase: Purchase = { title, plan, owned, verdict, open, counterparty, facts };
    const bound = { buy: firstYear(plan), "trial first": trialCap(plan), stay: 0, "compare first": 0 }[verdict];
    const weight = weightOf(firstYear(plan), facts.role);
    const inputs = [
      context.price,
      context.yearlyCost,
      plan.current,
      context.yearlySaving,
      context.migrationCost,
      plan.exit,
      security,
    ];
    return {
      title,
      description: `${facts.agentName} held three years of owning it${about(context)} against three years of the present way. Fees of both rise by ${percent(plan.rise * 100)} a year; for three months both run side by side and nothing is saved.`,
      recommendation: recommendation(purchase),
      verdict,
      confidence: confidence(
        shareGiven(inputs),
        evidence,
        Math.abs(owned.net ?? 0) / Math.max(owned.cost, 0.01) / 0.4,
        facts.today,
      ),
      priority: verdict === "stay" ? "low" : weight,
      impact: weight,
      metadata: {
        financialImpact: bound > 0 ? round(-bound, 2) : null,
        returns:
          owned.net !== null && owned.net > 0
            ? { amount: round(owned.net, 2), note: "less than staying, in three years" }
            : null,
        timeframe: verdict === "trial first" ? "Three months of trial" : "Three years",
        stakeholders: ["CTO", "CFO", "Legal", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...open.map(capital),
          ...(plan.exit !== undefined && plan.exit > owned.cost / 4
            ? [`Leaving costs ${shown(plan.exit)}: it holds us once we are in`]
            : []),
          ...(termMonths !== undefined && termMonths > 12
            ? [`Bound for ${termMonths} months, whatever it brings`]
            : []),
          ...againstRevenue(owned.cost, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative(
          "Trial of three months",
          `At most ${shown(trialCap(plan))}, with the terms of leaving agreed before`,
        ),
        alternative("Improve the present way", "Costs hours; often brings half of the saving without a new contract"),
        alternative(
          "Do nothing",
          plan.current === undefined
            ? "The present way goes on at a cost nobody has written down"
            : `The present way goes on for ${shown(plan.current)} a year`,
          0,
        ),
      ],
      evidence,
      forecasts: forecasts(purchase),
      exposure: exposureOf(
        verdict === "buy" && termMonths !== undefined && termMonths > 12 ? "commitment" : "spend",
        bound,
        context,
        verdict === "buy" && plan.yearly > 0,
      ),
      steps: stepsOf(plan, owned, facts),
      curves: curvesOf(plan),
      questions: unknown([
        [plan.current, "What does the present way cost a year, hours included?"],
        [plan.exit, "How do we get our data out again, and what does that cost?"],
        [security, "Who has checked its security?"],
        [context.yearlySaving, "Which hours or errors does it take away, measured?"],
        [context.migrationCost, "What does moving over cost?"],
        [counterparty, "Who sells it?"],
      ]),
      effects: effects(purchase),
    };
  },
};
