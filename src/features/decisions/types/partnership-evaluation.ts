import { pluralize, formatMoney } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, months, share, resultFigure } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { capitalize, percent, round } from "./figures.ts";
import * as partnershipProposal from "./partnership-proposal.ts";
import * as partnershipValue from "./partnership-value.ts";
import { scopePhrase, alternative, exposureOf, missingEvidence, openQuestions } from "./proposal-parts.ts";
import { withFigure } from "./resolving.ts";

const partnershipContext = contextOf(
  {
    jointRevenue: amount("jointRevenue", { label: "Annual joint sales", hint: "Both sides' sales together" }),
    ourShare: share("ourShare", { label: "Our share" }),
    grossMargin: share("grossMargin", { label: "Gross margin", hint: "On our share" }).optional(),
    chance: share("chance", { label: "Chance of success", hint: "Default: 50%" }).optional(),
    setUpCost: amount("setUpCost", { label: "Setup cost", hint: "One-off" }, 0).optional(),
    runningCost: amount("runningCost", { label: "Annual cost" }, 0).optional(),
    term: months("term", { label: "Term", hint: "Default: 12 months" }, 120).optional(),
    exclusivity: choice(
      "exclusivity",
      { label: "Exclusivity" },
      { none: "None", them: "They are exclusive to us", us: "We are exclusive to them", both: "Mutual" },
    ).optional(),
    givenUp: amount(
      "givenUp",
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
function openPoints(
  plan: partnershipValue.Partnership,
  value: partnershipValue.Value,
  isGiven: { chance: boolean; exclusivity: boolean },
  supported: boolean,
): string[] {
  return [
    ...(value.expected === null ? ["the margin is unknown"] : []),
    ...(isGiven.chance ? [] : ["the chance of success is assumed"]),
    ...(isGiven.exclusivity ? [] : ["exclusivity is unclear"]),
    ...(partnershipValue.bindsUs(plan) && plan.givenUp === undefined ? ["the cost of exclusivity is unknown"] : []),
    ...(supported ? [] : ["no evidence supports the figures"]),
  ];
}

function verdictOf(
  plan: partnershipValue.Partnership,
  value: partnershipValue.Value,
  open: readonly string[],
): partnershipProposal.Verdict {
  if (value.needed !== null && value.needed > 1) return "decline";
  if (value.margin === 0) return "decline";
  if (value.expected !== null && value.expected <= 0) return "negotiate";
  // Exclusivity and dependency call for better terms before a pilot.
  if (partnershipValue.bindsUs(plan) || partnershipValue.isCritical(value)) return "negotiate";
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
    const plan: partnershipValue.Partnership = {
      jointRevenue,
      ourShare,
      grossMargin,
      chance: chance ?? partnershipValue.defaultChance,
      setUpCost: context.setUpCost ?? 0,
      runningCost: context.runningCost ?? 0,
      term: context.term ?? 12,
      exclusivity,
      givenUp,
    };
    const value = partnershipValue.valueOf(plan, facts);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true, context);
    // Company revenue is no evidence for a partner.
    const givenEvidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const isGiven = { chance: chance !== undefined, exclusivity: exclusivity !== undefined };
    const open = openPoints(plan, value, isGiven, isSupported(givenEvidence, facts.today));
    const verdict = verdictOf(plan, value, open);
    const committed = {
      partner: plan.setUpCost + plan.runningCost,
      "pilot first": partnershipProposal.pilotCost(plan),
      negotiate: 0,
      decline: 0,
    }[verdict];
    const format = (amount: number) => formatMoney(amount, facts.currency);
    const who = counterparty ?? "the partner";
    const title =
      context.subject ??
      `Partnership${counterparty ? ` with ${counterparty}` : ""} worth ${format(value.ours)} per year`;
    const proposal: partnershipProposal.Proposal = { title, plan, value, verdict, open, who, facts };
    const recommendation = partnershipProposal.recommendationOf(proposal);
    const critical = partnershipValue.criticalShare(value, facts);
    const weight = priorityForAmount(value.ours, facts.role);
    const room = value.needed === null || plan.chance === 0 ? 0 : Math.abs(1 - value.needed / plan.chance);
    return {
      title,
      description: `${facts.agentName} evaluated a partnership${scopePhrase(context)} with ${format(jointRevenue)} of annual joint sales, of which our share is ${percent(ourShare * 100)}.`,
      recommendation,
      verdict,
      confidence: confidence(
        shareGiven([jointRevenue, grossMargin, chance, context.setUpCost, context.runningCost, exclusivity]),
        evidence,
        room,
        facts.today,
      ),
      priority: verdict === "decline" ? "low" : weight,
      impact: weight,
      metadata: {
        financialImpact: committed > 0 ? round(-committed, 2) : null,
        returns:
          value.expected !== null && value.expected > 0
            ? { amount: round(value.expected, 2), note: `expected in ${pluralize(plan.term, "month")}` }
            : null,
        timeframe: verdict === "pilot first" ? "3 months" : pluralize(plan.term, "month"),
        stakeholders: ["CEO", "Sales", "Legal", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(value.cost > 0 ? [`If it fails, ${format(value.cost + (value.lost ?? 0))} is lost`] : []),
          ...(critical ? [`${critical} would depend on one partner`] : []),
          ...(exclusivity === "us" || exclusivity === "both" ? ["We could not sell with other partners"] : []),
          ...open.map(capitalize),
          ...missingEvidence(evidence),
        ],
      },
      alternatives: [
        alternative("Three-month pilot", `At most ${format(partnershipProposal.pilotCost(plan))}, without exclusivity`),
        alternative("Sell direct", "The full margin, and the full cost of winning customers"),
        alternative("Do nothing", "No cost; the partner may choose someone else", 0),
      ],
      evidence,
      forecasts: withFigure(partnershipProposal.forecastsOf(proposal), facts, context.resultFigure),
      exposure: exposureOf("commitment", committed, context, verdict === "partner" && plan.runningCost > 0),
      steps: partnershipValue.stepsOf(plan, value, facts),
      curves: [],
      questions: openQuestions([
        [grossMargin, "What is the gross margin on our share?"],
        [exclusivity, "Is either side exclusive to the other?"],
        [chance, "What has this partner sold with similar companies?"],
        [context.setUpCost, "What does the setup cost?"],
        [context.runningCost, "What does it cost per year, including our staff hours?"],
        [partnershipValue.bindsUs(plan) ? givenUp : 0, "Which other sales would we give up?"],
        [counterparty, "Who is the partner?"],
      ]),
      effects: partnershipProposal.effectsOf(proposal, recommendation),
    };
  },
};
