import { pluralize, formatMoney } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, line, months, number } from "./context.ts";
import { type Clauses, openPoints, type Score, scoreOf, stepsOf } from "./contract-clauses.ts";
import { effectsOf, forecastsOf, recommendationOf, type Review, type Verdict } from "./contract-proposal.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, confidence, evidenceRows, shareGiven, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { scopePhrase, alternative, exposureOf, missingEvidence, openQuestions } from "./proposal-parts.ts";

const reviewContext = contextOf(
  {
    document: line({ label: "Document", hint: "Name and version. Required before signing." }, 200).optional(),
    side: choice("side", { label: "Our side" }, { buy: "We buy", sell: "We sell" }).optional(),
    yearlyValue: amount("yearlyValue", { label: "Annual value" }, 0).optional(),
    liability: choice(
      "liability",
      { label: "Our liability" },
      { capped: "Capped at one year's fees", high: "Capped higher", unlimited: "Unlimited" },
    ).optional(),
    dataProtection: choice(
      "dataProtection",
      { label: "Data protection" },
      {
        agreed: "Agreed",
        partial: "Partly agreed",
        none: "Personal data, no agreement",
        not_needed: "No personal data",
      },
    ).optional(),
    property: choice(
      "property",
      { label: "Intellectual property" },
      { ours: "Ours, or each side keeps its own", shared: "Shared", theirs: "All theirs" },
    ).optional(),
    termination: choice(
      "termination",
      { label: "Who may terminate" },
      { either: "Either side", cause: "Only for cause", theirs: "Only the other side" },
    ).optional(),
    term: months("term", { label: "Term" }, 600).optional(),
    noticeDays: number("noticeDays", { label: "Notice period", unit: "days" }, 0, 3650).optional(),
    autoRenewal: choice(
      "autoRenewal",
      { label: "Auto-renewal" },
      { none: "None", year: "Up to a year", longer: "Longer than a year" },
    ).optional(),
    law: choice("law", { label: "Governing law" }, { ours: "Ours", neutral: "Neutral", theirs: "Theirs" }).optional(),
    paymentDays: number("paymentDays", { label: "Payment terms", unit: "days" }, 0, 3650).optional(),
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
  {
    kind: "Document",
    reference: "Contract text",
    matches: /contract|agreement|terms|text|draft|msa|nda|order/i,
    states: { field: "yearlyValue", label: "the annual value" },
  },
  { kind: "Register", reference: "Counterparty details", matches: /register|company house|commercial|credit|who/i },
];

/** One deal-breaker is enough for a no; a yes needs every clause, the named document and the cost. */
function verdictOf({ low, high, red, poor, unknown: open }: Score, isNamed: boolean, knowsCost: boolean): Verdict {
  if (red.length > 0 || high < 50) return "renegotiate";
  if (open.length > 0 || !isNamed || !knowsCost) return "clarify first";
  if (low >= 75 && poor.length === 0) return "sign";
  return low >= 50 ? "ask for changes" : "renegotiate";
}

/** Scores the nine riskiest clauses as described; the text itself is not read. */
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
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    // A seller commits no money; a buyer must know the cost.
    const knowsCost = side === "sell" || yearlyValue !== undefined;
    const verdict = verdictOf(score, document !== undefined, knowsCost);
    const committed = verdict === "sign" && side === "buy" ? (yearlyValue ?? 0) : 0;
    const open = openPoints(score, document !== undefined, knowsCost);
    const who = counterparty ?? "the other side";
    const title = context.subject ?? `Review ${document ?? "a contract"}`;
    const review: Review = { title, score, verdict, document, open, who, facts };
    const recommendation = recommendationOf(review);
    const weight = priorityForAmount(yearlyValue ?? 0, facts.role);
    const format = (value: number) => formatMoney(value, facts.currency);
    return {
      title,
      description: `${facts.agentName} scored nine clauses of ${document ? `"${document}"` : "a contract"}${scopePhrase(context)} as described. The text itself was not read, and other clauses can matter too. This is not legal advice.`,
      recommendation,
      verdict,
      confidence: confidence(
        shareGiven([document, yearlyValue, ...score.rows.map(({ standing }) => standing)]),
        evidence,
        1 - (score.high - score.low) / 100,
        facts.today,
      ),
      priority: score.red.length > 0 ? "high" : weight,
      impact: score.red.length > 0 ? "high" : weight,
      metadata: {
        financialImpact: committed > 0 ? round(-committed, 2) : null,
        returns:
          side === "sell" && yearlyValue !== undefined && yearlyValue > 0
            ? { amount: yearlyValue, note: "per year, if signed" }
            : null,
        timeframe: term === undefined ? "Term unknown" : pluralize(term, "month"),
        stakeholders: ["Legal", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...score.poor.map(({ name, wish }) => `${name} is poor: ask for ${wish}`),
          ...score.unknown.map(({ name }) => `Unknown: ${name.toLowerCase()}`),
          ...(yearlyValue === undefined ? [] : revenueRisks(yearlyValue, facts)),
          ...(yearlyValue !== undefined && term !== undefined && term > 12
            ? [`Commits ${format((yearlyValue * term) / 12)} over the term`]
            : []),
          ...missingEvidence(evidence),
        ],
      },
      alternatives: [
        alternative("Use our own template", "A better starting point, but they may refuse"),
        alternative("Get outside counsel", "Costs money, but gives advice you can rely on"),
        alternative("Do nothing", "Nothing is signed or committed", 0),
      ],
      evidence,
      forecasts: forecastsOf(review),
      exposure: exposureOf("commitment", committed, context, true),
      steps: stepsOf(score),
      curves: [],
      questions: [
        ...score.unknown.map(({ question }) => question),
        ...openQuestions([
          [document, "Which document and version was reviewed?"],
          [yearlyValue, "What is its annual value?"],
          [counterparty, "Who is the counterparty?"],
        ]),
      ],
      effects: effectsOf(review, recommendation),
    };
  },
};
