import { counted, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, line, months, number } from "./context.ts";
import { type Clauses, openIn, type Score, scoreOf, stepsOf } from "./contract-clauses.ts";
import { effectsOf, forecastsOf, recommendationOf, type Review, type Verdict } from "./contract-proposal.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, shareGiven, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";

const reviewContext = contextOf(
  {
    document: line(
      { label: "Text that was read", hint: "Its name and version: without it nothing is signed" },
      200,
    ).optional(),
    side: choice("side", { label: "Our side" }, { buy: "We buy", sell: "We sell" }).optional(),
    yearlyValue: amount("yearlyValue", { label: "Value a year" }, 0).optional(),
    liability: choice(
      "liability",
      { label: "Our liability" },
      { capped: "Capped at the fees of a year", high: "Capped higher", unlimited: "Not limited" },
    ).optional(),
    dataProtection: choice(
      "dataProtection",
      { label: "Data protection" },
      {
        agreed: "Agreed",
        partial: "Partly agreed",
        none: "Personal data without an agreement",
        not_needed: "No personal data",
      },
    ).optional(),
    property: choice(
      "property",
      { label: "Intellectual property" },
      { ours: "Ours, or each keeps its own", shared: "Shared", theirs: "All theirs" },
    ).optional(),
    termination: choice(
      "termination",
      { label: "Who may end it" },
      { either: "Either side", cause: "Only for cause", theirs: "Only the other side" },
    ).optional(),
    term: months("term", { label: "Term" }, 600).optional(),
    noticeDays: number("noticeDays", { label: "Notice", unit: "days" }, 0, 3650).optional(),
    autoRenewal: choice(
      "autoRenewal",
      { label: "Renews by itself" },
      { none: "No", year: "For up to a year", longer: "For longer" },
    ).optional(),
    law: choice(
      "law",
      { label: "Governing law" },
      { ours: "Ours", neutral: "A third country's", theirs: "Theirs" },
    ).optional(),
    paymentDays: number("paymentDays", { label: "Paid within", unit: "days" }, 0, 3650).optional(),
    ...commonContext,
  },
  {
    text: "document",
    contract: "document",
    value: "yearlyValue",
    contractValue: "yearlyValue",
    liabilityCap: "liability",
    termMonths: "term",
    notice: "noticeDays",
    governingLaw: "law",
    ip: "property",
    intellectualProperty: "property",
    payment: "paymentDays",
  },
);

const wanted: readonly Wanted[] = [
  { kind: "Document", reference: "The contract's text", matches: /contract|agreement|terms|text|draft|msa|nda|order/i },
  { kind: "Register", reference: "Who the other side is", matches: /register|company house|commercial|credit|who/i },
];

/** A red line is enough to say no; a yes needs every clause, the named text and the amount it binds. */
function verdictOf({ low, high, red, poor, unknown: open }: Score, isNamed: boolean, binds: boolean): Verdict {
  if (red.length > 0 || high < 50) return "renegotiate";
  if (open.length > 0 || !isNamed || !binds) return "clarify first";
  if (low >= 75 && poor.length === 0) return "sign";
  return low >= 50 ? "ask for changes" : "renegotiate";
}

/** Scores the nine clauses that cost most when they go wrong, from what is given of them; the text itself is not read. */
export const contractReview: DecisionType<typeof reviewContext> = {
  id: "contract_review",
  label: "Contract review",
  roles: ["Legal"],
  capability: "contract_review",
  context: reviewContext,
  evaluate(context, facts) {
    const {
      document,
      side,
      yearlyValue,
      liability,
      dataProtection,
      property,
      termination,
      term,
      noticeDays,
      autoRenewal,
      law,
      paymentDays,
      counterparty,
    } = context;
    const clauses: Clauses = {
      side,
      liability,
      dataProtection,
      property,
      termination,
      term,
      noticeDays,
      autoRenewal,
      law,
      paymentDays,
    };
    const score = scoreOf(clauses);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    // Who sells binds nothing but work; who buys must know the sum.
    const knowsSum = side === "sell" || yearlyValue !== undefined;
    const verdict = verdictOf(score, document !== undefined, knowsSum);
    const bound = verdict === "sign" && side === "buy" ? (yearlyValue ?? 0) : 0;
    const open = openIn(score, document !== undefined, knowsSum);
    const who = counterparty ?? "the other side";
    const title = context.subject ?? `Review ${document ?? "a contract"}`;
    const review: Review = { title, score, verdict, document, open, who, facts };
    const said = recommendationOf(review);
    const weight = weightOf(yearlyValue ?? 0, facts.role);
    const shown = (value: number) => money(value, facts.currency);
    return {
      title,
      description: `${facts.agentName} went through nine clauses of ${document ? `"${document}"` : "a contract"}${about(context)}, as they were described. The text itself was not read by these rules, and this is no legal advice: what is not on the list can matter too.`,
      recommendation: said,
      verdict,
      confidence: confidence(
        shareGiven([document, yearlyValue, ...score.rows.map((one) => one.standing)]),
        evidence,
        1 - (score.high - score.low) / 100,
        facts.today,
      ),
      priority: score.red.length > 0 ? "high" : weight,
      impact: score.red.length > 0 ? "high" : weight,
      metadata: {
        financialImpact: bound > 0 ? round(-bound, 2) : null,
        returns:
          side === "sell" && yearlyValue !== undefined && yearlyValue > 0
            ? { amount: yearlyValue, note: "a year, if it is signed" }
            : null,
        timeframe: term === undefined ? "Term not known" : counted(term, "month"),
        stakeholders: ["Legal", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...score.poor.map((one) => `${one.name} is poor: ask for ${one.wish}`),
          ...score.unknown.map((one) => `Not known: ${one.name.toLowerCase()}`),
          ...(yearlyValue === undefined ? [] : againstRevenue(yearlyValue, facts)),
          ...(yearlyValue !== undefined && term !== undefined && term > 12
            ? [`Binds ${shown((yearlyValue * term) / 12)} over its term`]
            : []),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("Use our own text", "Takes the negotiation to our side; they may refuse"),
        alternative("A lawyer outside reads it", "Costs money, and somebody answers for the advice"),
        alternative("Do nothing", "Nothing is signed, and nothing is bound", 0),
      ],
      evidence,
      forecasts: forecastsOf(review),
      exposure: exposureOf("commitment", bound, context, true),
      steps: stepsOf(score),
      curves: [],
      questions: [
        ...score.unknown.map((one) => one.question),
        ...unknown([
          [document, "Which text was read, and which version of it?"],
          [yearlyValue, "What is it worth a year?"],
          [counterparty, "Who is the other side?"],
        ]),
      ],
      effects: effectsOf(review, said),
    };
  },
};
