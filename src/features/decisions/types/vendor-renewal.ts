import { addDays } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { Forecast, PlannedEffect } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { addMonths, writtenDay } from "./calendar.ts";
import { amount, choice, commonContext, contextOf, dayOf, months, number } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, odds, shareGiven, type Wanted } from "./evidence.ts";
import { counted, percent, round } from "./figures.ts";
import { alternative, claim, exposureOf, missing, task, tell, unknown } from "./proposal-parts.ts";
import { type Costs, costsOf, curvesOf, type Renewal, stepsOf, usualRise } from "./renewal-costs.ts";

const renewalContext = contextOf(
  {
    currentPrice: amount("currentPrice", { label: "Price today, a year" }),
    newPrice: amount("newPrice", { label: "New price, a year" }),
    otherPrice: amount("otherPrice", { label: "Another supplier's price, a year" }, 0).optional(),
    switchingCost: amount(
      "switchingCost",
      { label: "Cost of switching, once", hint: "Moving, training, running both" },
      0,
    ).optional(),
    endsOn: dayOf("endsOn", { label: "The contract ends on" }).optional(),
    noticeDays: number("noticeDays", { label: "Notice period", unit: "days" }, 0, 1000).optional(),
    term: months("term", { label: "Renewed for", hint: "Left out: 12 months" }, 120).optional(),
    satisfaction: choice(
      "satisfaction",
      { label: "How well they serve us" },
      { good: "Well", fair: "So so", poor: "Badly" },
    ).optional(),
    ...commonContext,
  },
  {
    vendor: "counterparty",
    supplier: "counterparty",
    renewalPrice: "newPrice",
    alternativePrice: "otherPrice",
    noticePeriod: "noticeDays",
    termMonths: "term",
    endDate: "endsOn",
  },
);

const wanted: readonly Wanted[] = [
  { kind: "Document", reference: "The contract with its end and notice", matches: /contract|terms|agreement/i },
  { kind: "Document", reference: "A second offer in writing", matches: /offer|quot|proposal|second|competitor/i },
];

type Verdict = "renew" | "negotiate" | "switch" | "renew and give notice" | "ask first";

function verdictOf(
  costs: Costs,
  satisfaction: string | undefined,
  switchingKnown: boolean,
  supported: boolean,
): Verdict {
  // The day has passed: it renews whatever is wanted, and only the next time is open.
  if (costs.left !== null && costs.left < 0) return "renew and give notice";
  const share = costs.saved === null ? null : costs.saved / costs.renew;
  // A tenth is what a change nobody has tried may cost more than it was said to.
  if (share !== null && share >= 0.1 - 1e-9) return switchingKnown && supported ? "switch" : "negotiate";
  if (costs.rate > usualRise * 100 || (share !== null && share > 0)) return "negotiate";
  if (satisfaction === "poor") return "negotiate";
  return costs.left === null ? "ask first" : "renew";
}

/** What the words are made of; `bound` is the value of a year that following it commits, company currency. */
type Plan = {
  title: string;
  renewal: Renewal;
  costs: Costs;
  verdict: Verdict;
  bound: number;
  who: string;
  facts: Facts;
};
/** The last day on which something can still be done, and at most four weeks away. */
const actBy = ({ costs }: Plan): number => Math.max(1, Math.min(28, (costs.left ?? 28) - 1));

function recommendationOf({ renewal, costs, verdict, who, facts }: Plan): string {
  const shown = (value: number) => money(value, facts.currency);
  const rise =
    costs.rise > 0
      ? `${percent(costs.rate)} more than today`
      : costs.rise < 0
        ? `${percent(-costs.rate)} less than today`
        : "as much as today";
  const notice =
    costs.noticeOn === null
      ? "When notice has to be given is not known: find it first."
      : `Notice has to be there by ${writtenDay(costs.noticeOn)}.`;
  switch (verdict) {
    case "renew":
      return `Renew: ${shown(renewal.newPrice)} a year is ${rise}, and nothing cheaper is known. ${notice}`;
    case "negotiate":
      return `Negotiate: ${shown(renewal.newPrice)} a year is ${rise}. Ask for ${shown(costs.target)}, and walk away above ${shown(costs.walkAway)}. ${notice}`;
    case "switch":
      return `Switch: over ${counted(renewal.term, "month")} it saves ${shown(costs.saved ?? 0)}, the cost of moving included, and has paid for itself after ${counted(Math.ceil(costs.evenAfter ?? 0), "month")}. ${notice}`;
    case "renew and give notice":
      return `Renew and give notice: the day to leave was ${writtenDay(costs.noticeOn ?? facts.today)}, so it goes on for ${shown(renewal.newPrice)} a year. Give notice for the next end now, and ask ${who} for ${shown(costs.target)} all the same.`;
    case "ask first":
      return `Ask first: ${shown(renewal.newPrice)} a year is ${rise}, but when the contract ends and how long its notice is are not known.`;
  }
}

function forecastsOf(plan: Plan): Forecast[] {
  const { renewal, costs, verdict, who, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const soon = addDays(facts.today, actBy(plan));
  const late = addMonths(facts.today, 6);
  const pays = (words: string, target: number, byDefault: number) =>
    claim("final", `${words} by ${writtenDay(late)}`, late, odds(byDefault, facts.record), round(target, 2));
  switch (verdict) {
    case "renew":
      return [
        claim(
          "proxy",
          `${who} confirms ${shown(renewal.newPrice)} a year in writing by ${writtenDay(soon)}`,
          soon,
          odds(0.85, null),
          renewal.newPrice,
        ),
        pays(
          `The renewed contract has cost at most ${shown(renewal.newPrice / 2)} for six months`,
          renewal.newPrice / 2,
          0.8,
        ),
      ];
    case "switch":
      return [
        claim("proxy", `Notice to ${who} is confirmed in writing by ${writtenDay(soon)}`, soon, odds(0.85, null)),
        pays(`Switching has cost at most ${shown(renewal.switchingCost)}`, renewal.switchingCost, 0.5),
      ];
    case "ask first":
      return [
        claim("proxy", `End and notice of the contract are written down by ${writtenDay(soon)}`, soon, odds(0.8, null)),
        pays(`The contract costs at most ${shown(renewal.newPrice)} a year`, renewal.newPrice, 0.7),
      ];
    default:
      return [
        claim(
          "proxy",
          `${who} answers with a price below ${shown(renewal.newPrice)} a year by ${writtenDay(soon)}`,
          soon,
          odds(verdict === "negotiate" ? 0.5 : 0.25, null),
          renewal.newPrice,
        ),
        pays(
          `The agreed price is at most ${shown(costs.walkAway)} a year`,
          costs.walkAway,
          verdict === "negotiate" ? 0.45 : 0.2,
        ),
      ];
  }
}

function effectsOf(plan: Plan, said: string): PlannedEffect[] {
  const { title, renewal, costs, verdict, who, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const days = actBy(plan);
  const told = tell(["CFO", "owner"], `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${title}`, said);
  const urgent = { days, hours: 1, priority: "high" } as const;
  const second = task(
    "Operations",
    "Get a second offer in writing",
    `The same service for ${counted(renewal.term, "month")}, with the cost of moving.`,
    { days: Math.min(14, days), hours: 4, priority: "high" },
  );
  const read = task(
    "Operations",
    "Find the end and the notice period of the contract",
    "Write both down with the day by which notice has to be there, and in which form.",
    { days: Math.min(3, days), hours: 1, priority: "high" },
  );
  const unread = costs.noticeOn === null ? [read] : [];
  switch (verdict) {
    case "renew":
      return [
        task(
          "Operations",
          `Get the renewal of ${who} in writing`,
          `${shown(renewal.newPrice)} a year for ${counted(renewal.term, "month")}; note its end and the day of notice.`,
          urgent,
        ),
        ...told,
      ];
    case "switch":
      return [
        task("Operations", `Give ${who} notice`, `${said} In writing, with a confirmation.`, urgent),
        task(
          "Legal",
          "Read the new supplier's terms",
          "Term, notice, liability and data protection, before the old contract is left.",
          { days, hours: 3, priority: "high" },
        ),
        task(
          "Operations",
          "Plan the move",
          `At most ${shown(renewal.switchingCost)}; who moves what, and on which day the old one ends.`,
          { days: 28, hours: 8 },
        ),
        ...told,
      ];
    case "ask first":
      return [read, ...told];
    case "renew and give notice":
      return [
        task(
          "Operations",
          `Give ${who} notice for the next end`,
          `${said} Put the day into the calendar of two people.`,
          { ...urgent, days: 5 },
        ),
        ...told,
      ];
    case "negotiate":
      return [
        ...unread,
        task(
          "Operations",
          `Ask ${who} for ${shown(costs.target)} a year`,
          `${said} Offer a longer term only for a lower price.`,
          { ...urgent, hours: 3 },
        ),
        ...(renewal.otherPrice === undefined ? [second] : []),
        task(
          "Operations",
          "Prepare the notice, as a precaution",
          "Signed and ready to send before its day, so that a refusal leaves a choice.",
          urgent,
        ),
        ...told,
      ];
  }
}

/** Holds a supplier's new price against switching, and both against the day by which notice has to be given. */
export const vendorRenewal: DecisionType<typeof renewalContext> = {
  id: "vendor_renewal",
  label: "Vendor renewal",
  roles: ["Operations"],
  capability: "resource_allocation",
  leading: "final",
  context: renewalContext,
  evaluate(context, facts) {
    const {
      currentPrice,
      newPrice,
      otherPrice,
      switchingCost,
      endsOn,
      noticeDays,
      term = 12,
      satisfaction,
      counterparty,
    } = context;
    const renewal: Renewal = {
      currentPrice,
      newPrice,
      otherPrice,
      switchingCost: switchingCost ?? 0,
      term,
      endsOn,
      noticeDays,
    };
    const costs = costsOf(renewal, facts.today);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const verdict = verdictOf(costs, satisfaction, switchingCost !== undefined, isSupported(evidence, facts.today));
    const bound = {
      renew: newPrice,
      "renew and give notice": newPrice,
      switch: (otherPrice ?? 0) + renewal.switchingCost,
      negotiate: 0,
      "ask first": 0,
    }[verdict];
    const shown = (value: number) => money(value, facts.currency);
    const title = context.subject ?? `Renewal ${counterparty ? `of ${counterparty} ` : ""}at ${shown(newPrice)} a year`;
    const plan: Plan = { title, renewal, costs, verdict, bound, who: counterparty ?? "the supplier", facts };
    const said = recommendationOf(plan);
    const weight = weightOf(newPrice, facts.role);
    const isUrgent = costs.left !== null && costs.left <= 14;
    return {
      title,
      description: `${facts.agentName} held a renewal at ${shown(newPrice)} a year${context.purpose ? ` for ${context.purpose}` : ""} against switching over ${counted(term, "month")}. Up to ${percent(usualRise * 100)} a year counts as what prices do.`,
      recommendation: said,
      verdict,
      confidence: confidence(
        shareGiven([currentPrice, otherPrice, switchingCost, endsOn, noticeDays, satisfaction]),
        evidence,
        costs.saved === null ? 0.25 : Math.abs(costs.saved / costs.renew) * 4,
        facts.today,
      ),
      priority: isUrgent ? "high" : weight,
      impact: weight,
      metadata: {
        financialImpact: bound > 0 ? round(-bound, 2) : null,
        returns:
          verdict === "switch" && costs.saved !== null
            ? { amount: round(costs.saved, 2), note: `saved in ${counted(term, "month")}` }
            : null,
        timeframe:
          costs.left === null
            ? counted(term, "month")
            : costs.left < 0
              ? "Notice is too late"
              : `${counted(costs.left, "day")} to give notice`,
        stakeholders: ["Operations", "CFO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(costs.left === null ? ["Without the day of notice it may renew by itself"] : []),
          ...(isUrgent && (costs.left ?? 0) >= 0
            ? [`Only ${counted(costs.left ?? 0, "day")} are left to give notice`]
            : []),
          ...(otherPrice === undefined ? ["Without a second offer nobody knows what it is worth elsewhere"] : []),
          ...(otherPrice !== undefined && switchingCost === undefined
            ? ["Switching is counted as free, which it never is"]
            : []),
          ...(satisfaction === "poor" ? ["They serve us badly: renewing buys more of it"] : []),
          ...againstRevenue(newPrice, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("Renew for a shorter term", "Keeps the choice open; often dearer"),
        alternative("Go without it", "The cheapest renewal is none, if nobody misses it"),
        alternative(
          "Do nothing",
          "Most contracts renew by themselves, at the new price",
          round(-newPrice * costs.years, 2),
        ),
      ],
      evidence,
      forecasts: forecastsOf(plan),
      exposure: exposureOf("commitment", bound, context, true),
      steps: stepsOf(renewal, costs, facts),
      curves: curvesOf(renewal),
      questions: unknown([
        [endsOn, "On which day does the contract end?"],
        [noticeDays, "How many days before must notice be there, and in which form?"],
        [otherPrice, "What does another supplier ask for the same?"],
        [switchingCost, "What does moving cost, training and running both included?"],
        [satisfaction, "How well do they serve us?"],
      ]),
      effects: effectsOf(plan, said),
    };
  },
};
