import { counted, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, months, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { capital, percent, round } from "./figures.ts";
import {
  effectsOf,
  forecastsOf,
  pilotCost,
  type Proposal,
  recommendationOf,
  type Verdict,
} from "./partnership-proposal.ts";
import {
  bindsUs,
  dependent,
  type Partnership,
  stepsOf,
  usualChance,
  type Value,
  valueOf,
} from "./partnership-value.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";

const partnershipContext = contextOf(
  {
    jointRevenue: amount("jointRevenue", { label: "Joint sales a year", hint: "What both together would sell" }),
    ourShare: share("ourShare", { label: "Our share of them" }),
    grossMargin: share("grossMargin", { label: "Gross margin of our part" }).optional(),
    chance: share("chance", { label: "Chance that it comes so", hint: "Left out: 50%" }).optional(),
    setUpCost: amount("setUpCost", { label: "Cost to set up, once" }, 0).optional(),
    runningCost: amount("runningCost", { label: "Cost a year" }, 0).optional(),
    term: months("term", { label: "Agreed for", hint: "Left out: 12 months" }, 120).optional(),
    exclusivity: choice(
      "exclusivity",
      { label: "Exclusive" },
      { none: "For nobody", them: "They are bound to us", us: "We are bound to them", both: "Both are bound" },
    ).optional(),
    givenUp: amount(
      "givenUp",
      { label: "Sales a year given up for it", hint: "With others, where we are bound" },
      0,
    ).optional(),
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
    reference: "What the partner sold with others",
    matches: /record|sold|reference|case|partner|track/i,
  },
  { kind: "Document", reference: "Draft of the agreement", matches: /draft|agreement|contract|term sheet|letter/i },
];

/** What stands between it and a yes, in words. */
function openPoints(
  plan: Partnership,
  value: Value,
  isGiven: { chance: boolean; exclusivity: boolean },
  supported: boolean,
): string[] {
  return [
    ...(value.expected === null ? ["its margin is not known"] : []),
    ...(isGiven.chance ? [] : ["the chance is assumed"]),
    ...(isGiven.exclusivity ? [] : ["whether it binds us is not said"]),
    ...(bindsUs(plan) && plan.givenUp === undefined ? ["what exclusivity gives up is not known"] : []),
    ...(supported ? [] : ["nothing supports the figures yet"]),
  ];
}

function verdictOf(plan: Partnership, value: Value, open: readonly string[]): Verdict {
  if (value.needed !== null && value.needed > 1) return "decline";
  if (value.margin === 0) return "decline";
  if (value.expected !== null && value.expected <= 0) return "negotiate";
  // Bound to one partner, or living off one: the terms come before the trial.
  if (bindsUs(plan) || (value.dependency ?? 0) >= dependent) return "negotiate";
  return open.length > 0 ? "pilot first" : "partner";
}

/** Weighs a partnership by its expected value, what it would make us depend on, and what exclusivity gives up. */
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
      chance: chance ?? usualChance,
      setUpCost: context.setUpCost ?? 0,
      runningCost: context.runningCost ?? 0,
      term: context.term ?? 12,
      exclusivity,
      givenUp,
    };
    const value = valueOf(plan, facts);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true);
    // A year's revenue says nothing about a partner.
    const given = evidenceRows(context.evidence ?? [], [], facts, false);
    const isGiven = { chance: chance !== undefined, exclusivity: exclusivity !== undefined };
    const open = openPoints(plan, value, isGiven, isSupported(given, facts.today));
    const verdict = verdictOf(plan, value, open);
    const bound = {
      partner: plan.setUpCost + plan.runningCost,
      "pilot first": pilotCost(plan),
      negotiate: 0,
      decline: 0,
    }[verdict];
    const shown = (amount: number) => money(amount, facts.currency);
    const who = counterparty ?? "the partner";
    const title =
      context.subject ?? `Partnership${counterparty ? ` with ${counterparty}` : ""} for ${shown(value.ours)} a year`;
    const proposal: Proposal = { title, plan, value, verdict, open, who, facts };
    const said = recommendationOf(proposal);
    const weight = weightOf(value.ours, facts.role);
    const room = value.needed === null || plan.chance === 0 ? 0 : Math.abs(1 - value.needed / plan.chance);
    return {
      title,
      description: `${facts.agentName} weighed a partnership${about(context)} in which ${shown(jointRevenue)} a year would be sold together and ${percent(ourShare * 100)} of it would be ours. The other part is what the partner works for.`,
      recommendation: said,
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
        financialImpact: bound > 0 ? round(-bound, 2) : null,
        returns:
          value.expected !== null && value.expected > 0
            ? { amount: round(value.expected, 2), note: `expected in ${counted(plan.term, "month")}` }
            : null,
        timeframe: verdict === "pilot first" ? "3 months" : counted(plan.term, "month"),
        stakeholders: ["CEO", "Sales", "Legal", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(value.cost > 0 ? [`Brings it nothing, ${shown(value.cost + (value.lost ?? 0))} are gone`] : []),
          ...((value.dependency ?? 0) >= dependent
            ? [`${percent((value.dependency ?? 0) * 100)} of our revenue would hang on one partner`]
            : []),
          ...(exclusivity === "us" || exclusivity === "both" ? ["We could sell with nobody else"] : []),
          ...open.map(capital),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("A pilot of three months", `At most ${shown(pilotCost(plan))}, exclusive for nobody`),
        alternative("Sell there ourselves", "The whole margin, and the whole cost of finding the customers"),
        alternative("Do nothing", "Costs nothing; the partner may find somebody else", 0),
      ],
      evidence,
      forecasts: forecastsOf(proposal),
      exposure: exposureOf("commitment", bound, context, verdict === "partner" && plan.runningCost > 0),
      steps: stepsOf(plan, value, facts),
      curves: [],
      questions: unknown([
        [grossMargin, "What is left of our part after its direct costs?"],
        [exclusivity, "Who would be bound to whom?"],
        [chance, "What has this partner sold with others like us?"],
        [context.setUpCost, "What does setting it up cost?"],
        [context.runningCost, "What does it cost a year, our people's hours included?"],
        [bindsUs(plan) ? givenUp : 0, "Which sales with others would we give up?"],
        [counterparty, "Who is the partner?"],
      ]),
      effects: effectsOf(proposal, said),
    };
  },
};
