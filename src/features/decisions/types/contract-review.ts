import { pluralize, formatMoney } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, line, months, number } from "./context.ts";
import { openPoints, type Score, scoreOf, stepsOf } from "./contract-clauses.ts";
import { outcomesOf, type Verdict } from "./contract-proposal.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, type Wanted } from "./evidence.ts";
import { alternative, evaluated, exposureOf, scopePhrase } from "./proposal-parts.ts";

const reviewContext = contextOf(
  {
    document: line({ label: "Document", hint: "Name and version. Required before signing." }, 200).optional(),
    side: choice({ label: "Our side" }, { buy: "We buy", sell: "We sell" }).optional(),
    yearlyValue: amount({ label: "Annual value" }, 0).optional(),
    liability: choice(
      { label: "Our liability" },
      { capped: "Capped at one year's fees", high: "Capped higher", unlimited: "Unlimited" },
    ).optional(),
    dataProtection: choice(
      { label: "Data protection" },
      {
        agreed: "Agreed",
        partial: "Partly agreed",
        none: "Personal data, no agreement",
        not_needed: "No personal data",
      },
    ).optional(),
    property: choice(
      { label: "Intellectual property" },
      { ours: "Ours, or each side keeps its own", shared: "Shared", theirs: "All theirs" },
    ).optional(),
    termination: choice(
      { label: "Who may terminate" },
      { either: "Either side", cause: "Only for cause", theirs: "Only the other side" },
    ).optional(),
    term: months({ label: "Term" }, 600).optional(),
    noticeDays: number({ label: "Notice period", unit: "days" }, 0, 3650).optional(),
    autoRenewal: choice(
      { label: "Auto-renewal" },
      { none: "None", year: "Up to a year", longer: "Longer than a year" },
    ).optional(),
    law: choice({ label: "Governing law" }, { ours: "Ours", neutral: "Neutral", theirs: "Theirs" }).optional(),
    paymentDays: number({ label: "Payment terms", unit: "days" }, 0, 3650).optional(),
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
    const { document, side, yearlyValue, term, counterparty } = context;
    const score = scoreOf({
      side,
      liability: context.liability,
      dataProtection: context.dataProtection,
      property: context.property,
      termination: context.termination,
      term,
      noticeDays: context.noticeDays,
      autoRenewal: context.autoRenewal,
      law: context.law,
      paymentDays: context.paymentDays,
    });
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    // A seller commits no money; a buyer must know the cost.
    const knowsCost = side === "sell" || yearlyValue !== undefined;
    const verdict = verdictOf(score, document !== undefined, knowsCost);
    const cost = verdict === "sign" && side === "buy" ? (yearlyValue ?? 0) : 0;
    const open = openPoints(score, document !== undefined, knowsCost);
    const impact = score.red.length > 0 ? "high" : priorityForAmount(yearlyValue ?? 0, facts.role);
    return evaluated(context, facts, {
      title: context.subject ?? `Review ${document ?? "a contract"}`,
      description: `${facts.agentName} scored nine clauses of ${document ? `"${document}"` : "a contract"}${scopePhrase(context)} as described. The text itself was not read, and other clauses can matter too. This is not legal advice.`,
      verdict,
      outcome: outcomesOf(score, { document, open, who: counterparty ?? "the other side" }, facts)[verdict],
      tell: ["CEO", "owner"],
      inputs: [document, yearlyValue, ...score.rows.map(({ standing }) => standing)],
      evidence,
      steadiness: 1 - (score.high - score.low) / 100,
      impact,
      cost,
      returns: side === "sell" && yearlyValue ? { amount: yearlyValue, note: "per year, if signed" } : null,
      timeframe: term === undefined ? "Term unknown" : pluralize(term, "month"),
      stakeholders: ["Legal", "CEO"],
      risks: [
        ...score.poor.map(({ name, wish }) => `${name} is poor: ask for ${wish}`),
        ...score.unknown.map(({ name }) => `Unknown: ${name.toLowerCase()}`),
        ...(yearlyValue === undefined ? [] : revenueRisks(yearlyValue, facts)),
        yearlyValue !== undefined &&
          term !== undefined &&
          term > 12 &&
          `Commits ${formatMoney((yearlyValue * term) / 12, facts.currency)} over the term`,
      ],
      alternatives: [
        alternative("Use our own template", "A better starting point, but they may refuse"),
        alternative("Get outside counsel", "Costs money, but gives advice you can rely on"),
        alternative("Do nothing", "Nothing is signed or committed", 0),
      ],
      exposure: exposureOf("commitment", cost, context, true),
      steps: stepsOf(score),
      questions: [
        ...score.unknown.map(({ question }) => [undefined, question] as const),
        [document, "Which document and version was reviewed?"],
        [yearlyValue, "What is its annual value?"],
        [counterparty, "Who is the counterparty?"],
      ],
    });
  },
};
