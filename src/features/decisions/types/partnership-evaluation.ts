import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, months, share, resultFigure } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { capitalize } from "./figures.ts";
import { costsOf, outcomesOf, type Verdict } from "./partnership-proposal.ts";
import {
  bindsUs,
  criticalShare,
  defaultChance,
  isCritical,
  type Partnership,
  stepsOf,
  type Value,
  valueOf,
} from "./partnership-value.ts";
import { alternative, evaluated, exposureOf, returning, scopePhrase } from "./proposal-parts.ts";
import { withFigure } from "./resolving.ts";

const partnershipContext = contextOf(
  {
    jointRevenue: amount({ label: "Annual joint sales", hint: "Both sides' sales together" }),
    ourShare: share({ label: "Our share" }),
    grossMargin: share({ label: "Gross margin", hint: "On our share" }).optional(),
    chance: share({ label: "Chance of success", hint: "Default: 50%" }).optional(),
    setUpCost: amount({ label: "Setup cost", hint: "One-off" }, 0).optional(),
    runningCost: amount({ label: "Annual cost" }, 0).optional(),
    term: months({ label: "Term", hint: "Default: 12 months" }, 120).optional(),
    exclusivity: choice(
      { label: "Exclusivity" },
      { none: "None", them: "They are exclusive to us", us: "We are exclusive to them", both: "Mutual" },
    ).optional(),
    givenUp: amount(
      { label: "Annual sales given up", hint: "Sales with others that exclusivity rules out" },
      0,
    ).optional(),
    resultFigure: resultFigure("Figure of our share of joint sales"),
    ...commonContext,
  },
  {
    expectedRevenue: "jointRevenue",
    revenue: "jointRevenue",
    revenueShare: "ourShare",
    margin: "grossMargin",
    probability: "chance",
    termMonths: "term",
    partner: "counterparty",
    exclusive: "exclusivity",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Record",
    reference: "Partner's track record",
    matches: /record|sold|reference|case|partner|track/i,
  },
  {
    kind: "Document",
    reference: "Draft agreement",
    matches: /draft|agreement|contract|term sheet|letter/i,
    states: { field: ["jointRevenue", "setUpCost", "runningCost", "givenUp"], label: "the joint sales" },
  },
];

/** What stands in the way of a yes. */
const openPoints = (
  plan: Partnership,
  value: Value,
  isGiven: { chance: boolean; exclusivity: boolean },
  supported: boolean,
): string[] =>
  [
    value.expected === null && "the margin is unknown",
    !isGiven.chance && "the chance of success is assumed",
    !isGiven.exclusivity && "exclusivity is unclear",
    bindsUs(plan) && plan.givenUp === undefined && "the cost of exclusivity is unknown",
    !supported && "no evidence supports the figures",
  ].flatMap((point) => point || []);

function verdictOf(plan: Partnership, value: Value, open: readonly string[]): Verdict {
  if (value.needed !== null && value.needed > 1) return "decline";
  if (value.margin === 0) return "decline";
  if (value.expected !== null && value.expected <= 0) return "negotiate";
  // Exclusivity and dependency call for better terms before a pilot.
  if (bindsUs(plan) || isCritical(value)) return "negotiate";
  return open.length > 0 ? "pilot first" : "partner";
}

/** Expected value, revenue dependency and the cost of exclusivity. */
export const partnershipEvaluation: DecisionType<typeof partnershipContext> = {
  id: "partnership_evaluation",
  label: "Partnership evaluation",
  roles: ["CEO"],
  capability: "partnership_evaluation",
  context: partnershipContext,
  evaluate(context, facts) {
    const { jointRevenue, ourShare, grossMargin, chance, exclusivity, givenUp, counterparty } = context;
    const plan: Partnership = {
      jointRevenue,
      ourShare,
      grossMargin,
      chance: chance ?? defaultChance,
      setUpCost: context.setUpCost ?? 0,
      runningCost: context.runningCost ?? 0,
      term: context.term ?? 12,
      exclusivity,
      givenUp,
    };
    const value = valueOf(plan, facts);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true, context);
    // Company revenue is no evidence for a partner.
    const givenEvidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const isGiven = { chance: chance !== undefined, exclusivity: exclusivity !== undefined };
    const open = openPoints(plan, value, isGiven, isSupported(givenEvidence, facts.today));
    const verdict = verdictOf(plan, value, open);
    const costs = costsOf(plan);
    const outcome = outcomesOf(plan, value, open, counterparty ?? "the partner", facts)[verdict];
    const format = (amount: number) => formatMoney(amount, facts.currency);
    const critical = criticalShare(value, facts);
    const impact = priorityForAmount(value.ours, facts.role);
    const term = pluralize(plan.term, "month");
    return evaluated(context, facts, {
      title: context.subject ?? `Partnership${scopePhrase({ counterparty })} worth ${format(value.ours)} per year`,
      description: `${facts.agentName} evaluated a partnership${scopePhrase(context)} with ${format(jointRevenue)} of annual joint sales, of which our share is ${percent(ourShare * 100)}.`,
      verdict,
      outcome: { ...outcome, forecasts: withFigure(outcome.forecasts, facts, context.resultFigure) },
      tell: ["Sales", "owner"],
      inputs: [jointRevenue, grossMargin, chance, context.setUpCost, context.runningCost, exclusivity],
      evidence,
      steadiness: value.needed === null || plan.chance === 0 ? 0 : Math.abs(1 - value.needed / plan.chance),
      priority: verdict === "decline" ? "low" : impact,
      impact,
      cost: costs[verdict],
      returns: returning(value.expected, `expected in ${term}`),
      timeframe: verdict === "pilot first" ? "3 months" : term,
      stakeholders: ["CEO", "Sales", "Legal"],
      risks: [
        value.cost > 0 && `If it fails, ${format(value.cost + (value.lost ?? 0))} is lost`,
        critical && `${critical} would depend on one partner`,
        (exclusivity === "us" || exclusivity === "both") && "We could not sell with other partners",
        ...open.map(capitalize),
      ],
      alternatives: [
        alternative("Three-month pilot", `At most ${format(costs["pilot first"])}, without exclusivity`),
        alternative("Sell direct", "The full margin, and the full cost of winning customers"),
        alternative("Do nothing", "No cost; the partner may choose someone else", 0),
      ],
      exposure: exposureOf("commitment", costs[verdict], context, verdict === "partner" && plan.runningCost > 0),
      steps: stepsOf(plan, value, facts),
      questions: [
        [grossMargin, "What is the gross margin on our share?"],
        [exclusivity, "Is either side exclusive to the other?"],
        [chance, "What has this partner sold with similar companies?"],
        [context.setUpCost, "What does the setup cost?"],
        [context.runningCost, "What does it cost per year, including our staff hours?"],
        [bindsUs(plan) ? givenUp : 0, "Which other sales would we give up?"],
        [counterparty, "Who is the partner?"],
      ],
    });
  },
};
