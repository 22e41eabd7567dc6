import { formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, months, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { capitalize } from "./figures.ts";
import { curvesOf, type Ownership, ownershipOf, stepsOf, defaultRise } from "./ownership.ts";
import { alternative, evaluated, exposureOf, returning, scopePhrase } from "./proposal-parts.ts";
import { firstYear, outcomesOf, trialCap, type Verdict } from "./technology-proposal.ts";

const technologyContext = contextOf(
  {
    price: amount({ label: "Purchase price", hint: "0 if there are only fees" }, 0),
    yearlyCost: amount({ label: "Annual fees", hint: "Licenses, hosting and support" }, 0),
    currentYearlyCost: amount({ label: "Current annual cost", hint: "0 if you pay nothing today" }, 0).optional(),
    yearlySaving: amount({ label: "Annual saving", hint: "Value of the hours and errors it saves" }, 0).optional(),
    migrationCost: amount({ label: "Migration cost", hint: "Data, training, setup" }, 0).optional(),
    exitCost: amount({ label: "Exit cost", hint: "Exporting the data and moving on" }, 0).optional(),
    priceRise: share({ label: "Annual price rise", hint: "Default: 5%" }).optional(),
    termMonths: months({ label: "Contract term" }, 120).optional(),
    security: choice({ label: "Security review" }, { done: "Done", open: "Not done" }).optional(),
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
    reference: "Written quote with fees and terms",
    matches: /quot|offer|order|contract|price|proposal/i,
    states: { field: "price", label: "the price" },
  },
  {
    kind: "Measurement",
    reference: "Measured cost of the current system",
    matches: /present|current|invoice|hours|timesheet|measure|cost/i,
  },
];

/** What stands in the way of a purchase. */
const openPoints = (
  stressed: number | null,
  { migrationCost: migration, exitCost: exit }: { migrationCost?: number | undefined; exitCost?: number | undefined },
  security: string | undefined,
  supported: boolean,
): string[] =>
  [
    !((stressed ?? 0) > 0) && "it loses money if costs are 20% higher and savings 30% lower",
    migration === undefined && "the migration cost is unknown",
    exit === undefined && "the exit cost is unknown",
    security !== "done" && "its security is not reviewed",
    !supported && "no evidence supports the figures",
  ].flatMap((point) => point || []);

/** Three-year total cost of ownership, with migration and exit, against the current system. */
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
      rise: context.priceRise ?? defaultRise,
    };
    const owned = ownershipOf(plan);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const open = openPoints(owned.stressed, context, security, isSupported(evidence, facts.today));
    const pays = owned.net === null ? null : owned.net > 0;
    const verdict: Verdict = pays === null ? "compare first" : !pays ? "stay" : open.length > 0 ? "trial first" : "buy";
    const format = (value: number) => formatMoney(value, facts.currency);
    const impact = priorityForAmount(firstYear(plan), facts.role);
    const cost = { buy: firstYear(plan), "trial first": trialCap(plan), stay: 0, "compare first": 0 }[verdict];
    const isLong = termMonths !== undefined && termMonths > 12;
    return evaluated(context, facts, {
      title:
        context.subject ??
        `Technology purchase${scopePhrase({ counterparty })}: ${format(firstYear(plan))} in the first year`,
      description: `${facts.agentName} compared three years of owning it${scopePhrase(context)} with three years of the current system. Assumes all fees rise ${percent(plan.rise * 100)} a year, and three months of running both with no saving.`,
      verdict,
      outcome: outcomesOf(plan, owned, open, counterparty, facts)[verdict],
      tell: ["CFO", "owner"],
      inputs: [
        context.price,
        context.yearlyCost,
        plan.current,
        context.yearlySaving,
        context.migrationCost,
        plan.exit,
        security,
      ],
      evidence,
      steadiness: Math.abs(owned.net ?? 0) / Math.max(owned.cost, 0.01) / 0.4,
      priority: verdict === "stay" ? "low" : impact,
      impact,
      cost,
      returns: returning(owned.net, "saved over three years"),
      timeframe: verdict === "trial first" ? "3-month trial" : "3 years",
      stakeholders: ["CTO", "CFO", "Legal"],
      risks: [
        ...open.map(capitalize),
        plan.exit !== undefined && plan.exit > owned.cost / 4 && `Lock-in: leaving costs ${format(plan.exit)}`,
        isLong && `Committed for ${termMonths} months, whatever the results`,
        ...revenueRisks(owned.cost, facts),
      ],
      alternatives: [
        alternative("Three-month trial", `At most ${format(trialCap(plan))}, with exit terms agreed first`),
        alternative("Improve the current system", "Costs hours; often brings half the saving without a new contract"),
        alternative(
          "Do nothing",
          `The current system continues at ${plan.current === undefined ? "an unknown cost" : `${format(plan.current)} per year`}`,
          0,
        ),
      ],
      exposure: exposureOf(
        verdict === "buy" && isLong ? "commitment" : "spend",
        cost,
        context,
        verdict === "buy" && plan.yearly > 0,
      ),
      steps: stepsOf(plan, owned, facts),
      curves: curvesOf(plan),
      questions: [
        [plan.current, "What does the current system cost per year, including hours?"],
        [plan.exit, "How do we get our data out, and what does that cost?"],
        [security, "Who reviewed its security?"],
        [context.yearlySaving, "How many hours or errors does it save, measured?"],
        [context.migrationCost, "What does the migration cost?"],
        [counterparty, "Who is the vendor?"],
      ],
    });
  },
};
