import { addDays } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { Forecast, PlannedEffect } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { addMonths, writtenDay } from "./calendar.ts";
import { amount, choice, commonContext, contextOf, months, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { confidence, evidenceRows, isSupported, odds, shareGiven, type Wanted } from "./evidence.ts";
import { counted, floorRound, percent, round } from "./figures.ts";
import {
  bindsUs,
  dependent,
  type Partnership,
  stepsOf,
  usualChance,
  type Value,
  valueOf,
} from "./partnership-value.ts";
import { about, alternative, claim, exposureOf, missing, task, tell, unknown } from "./proposal-parts.ts";

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

type Verdict = "partner" | "pilot first" | "negotiate" | "decline";

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

/** What a pilot of a quarter may bind, company currency. */
const pilotCost = ({ setUpCost, runningCost }: Partnership): number => setUpCost / 2 + runningCost / 4;

/** What the words are made of. */
type Proposal = {
  title: string;
  plan: Partnership;
  value: Value;
  verdict: Verdict;
  open: readonly string[];
  who: string;
  facts: Facts;
};

function recommendationOf({ plan, value, verdict, open, who, facts }: Proposal): string {
  const shown = (amount: number) => money(amount, facts.currency);
  const needed =
    value.needed === null
      ? ""
      : ` It pays from a chance of ${percent(value.needed * 100)}; ${percent(plan.chance * 100)} is counted on.`;
  switch (verdict) {
    case "partner":
      return `Partner: over ${counted(plan.term, "month")} it is worth ${shown(value.expected ?? 0)} in expectation.${needed}`;
    case "pilot first":
      return `Pilot first: three months, at most ${shown(pilotCost(plan))}, bound to nobody, because ${open.join("; ")}.${needed}`;
    case "negotiate": {
      const points = [
        ...((value.expected ?? 1) <= 0
          ? [`${shown(Math.abs(value.expected ?? 0))} is lost in expectation, so share or cost must change`]
          : []),
        ...(bindsUs(plan) ? ["we would be bound to one partner"] : []),
        ...((value.dependency ?? 0) >= dependent
          ? [`${percent((value.dependency ?? 0) * 100)} of our revenue would hang on it`]
          : []),
      ];
      return `Negotiate: ${points.join("; ")}. Ask ${who} for a larger share, no exclusivity for us, and a way out after three months.`;
    }
    case "decline":
      return `Decline: even if all comes as said, our margin of ${shown(value.margin ?? 0)} does not cover its cost of ${shown(value.cost + (value.lost ?? 0))}.`;
  }
}

function forecastsOf({ plan, value, verdict, who, facts }: Proposal): Forecast[] {
  const shown = (amount: number) => money(amount, facts.currency);
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // A quarter of a year's part at the chance counted on, a third off for the start.
  const least = floorRound((value.ours / 4) * plan.chance * 0.67);
  switch (verdict) {
    case "partner":
    case "pilot first":
      return [
        claim(
          "proxy",
          `${who} has named who is responsible and brought a first joint customer by ${writtenDay(soon)}`,
          soon,
          odds(0.45, null),
          1,
        ),
        claim(
          "final",
          `Our part of joint sales is at least ${shown(least)} by ${writtenDay(late)}`,
          late,
          odds(plan.chance * 0.9, facts.record),
          least,
        ),
      ];
    default:
      return [
        claim(
          "proxy",
          `${who} answers with other terms by ${writtenDay(soon)}`,
          soon,
          odds(verdict === "negotiate" ? 0.5 : 0.25, null),
        ),
        claim("final", `Nothing is bound on these terms by ${writtenDay(late)}`, late, odds(0.8, facts.record), 0),
      ];
  }
}

function effectsOf(proposal: Proposal, said: string): PlannedEffect[] {
  const { title, plan, verdict, who, facts } = proposal;
  const told = tell(["Sales", "owner"], `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${title}`, said);
  if (verdict === "decline")
    return [task("CEO", `Decline ${who}, and leave a way back`, said, { days: 7, hours: 1 }), ...told];
  if (verdict === "negotiate")
    return [
      task("CEO", `Ask ${who} for other terms`, said, { days: 14, hours: 4, priority: "high" }),
      task(
        "Legal",
        "Draft what we would sign",
        "Share, term, way out, exclusivity, who owns the customers; ours first, so that theirs is the answer.",
        { days: 21, hours: 6 },
      ),
      ...told,
    ];
  const most = money(verdict === "partner" ? plan.setUpCost + plan.runningCost : pilotCost(plan), facts.currency);
  return [
    task(
      "Legal",
      "Write the agreement down",
      `Share, way out after three months, who owns the customers. Nobody is exclusive. At most ${most} are bound in the first year.`,
      { days: 14, hours: 6, priority: "high" },
    ),
    task(
      "Sales",
      `Win a first joint customer with ${who}`,
      "One customer, one price, one person on each side; write down who did what.",
      { days: 28, hours: 12, priority: "high" },
    ),
    task("CEO", "Hold the joint sales against the plan", said, { days: 120, hours: 3 }),
    ...told,
  ];
}

/** Weighs a partnership by its expected value, what it would make us depend on, and what exclusivity gives up. */
export const partnershipEvaluation: DecisionType<typeof partnershipContext> = {
  id: "partnership_evaluation",
  label: "Partnership evaluation",
  roles: ["CEO"],
  capability: "partnership_evaluation",
  leading: "final",
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
    const given = evidence.filter((row) => !row.reference.startsWith("Revenue"));
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
          ...open.map((point) => `${point[0]?.toUpperCase()}${point.slice(1)}`),
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
