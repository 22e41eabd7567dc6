import { pluralize } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import { step } from "./figures.ts";

/** Worth all, half or none of the clause's points. */
export type Standing = "good" | "fair" | "poor";
const points: Record<Standing, number> = { good: 1, fair: 0.5, poor: 0 };

type Side = "buy" | "sell";
/** Undefined when unknown. */
export type Clauses = {
  side: Side | undefined;
  liability: "capped" | "high" | "unlimited" | undefined;
  term: number | undefined;
  noticeDays: number | undefined;
  autoRenewal: "none" | "year" | "longer" | undefined;
  law: "ours" | "neutral" | "theirs" | undefined;
  dataProtection: "agreed" | "partial" | "none" | "not_needed" | undefined;
  property: "ours" | "shared" | "theirs" | undefined;
  paymentDays: number | undefined;
  termination: "either" | "cause" | "theirs" | undefined;
};

/** Good up to one bound, fair up to the other. */
const rateUpTo = (value: number | undefined, good: number, fair: number): Standing | undefined =>
  value === undefined ? undefined : value <= good ? "good" : value <= fair ? "fair" : "poor";
const rateChoice = <Word extends string>(
  value: Word | undefined,
  meaning: Record<Word, Standing>,
): Standing | undefined => (value === undefined ? undefined : meaning[value]);

/** A buyer wants long terms, a seller short ones. */
function ratePayment({ side, paymentDays }: Clauses): Standing | undefined {
  if (side === undefined || paymentDays === undefined) return undefined;
  return side === "sell" ? rateUpTo(paymentDays, 30, 60) : rateUpTo(-paymentDays, -30, -14);
}

/** Weights add up to 100; `wish` completes "Ask for …", `question` is asked while the clause is unknown. */
const checklist = [
  {
    name: "Limitation of liability",
    weight: 20,
    rate: (clauses: Clauses) => rateChoice(clauses.liability, { capped: "good", high: "fair", unlimited: "poor" }),
    wish: "a liability cap of one year's fees",
    question: "Is our liability capped, and at what amount?",
  },
  {
    name: "Data protection",
    weight: 16,
    rate: (clauses: Clauses) =>
      rateChoice(clauses.dataProtection, { agreed: "good", not_needed: "good", partial: "fair", none: "poor" }),
    wish: "a data processing agreement",
    question: "Is personal data processed, and is there a data processing agreement?",
  },
  {
    name: "Intellectual property",
    weight: 14,
    rate: (clauses: Clauses) => rateChoice(clauses.property, { ours: "good", shared: "fair", theirs: "poor" }),
    wish: "each side keeping its own IP and us owning what we pay for",
    question: "Who owns the work created under the contract?",
  },
  {
    name: "Termination",
    weight: 12,
    rate: (clauses: Clauses) => rateChoice(clauses.termination, { either: "good", cause: "fair", theirs: "poor" }),
    wish: "a right for both sides to terminate with notice",
    question: "Who may terminate, and on what grounds?",
  },
  {
    name: "Term",
    weight: 8,
    rate: (clauses: Clauses) => rateUpTo(clauses.term, 12, 36),
    wish: "a term of at most 12 months",
    question: "How many months is the term?",
  },
  {
    name: "Notice period",
    weight: 8,
    rate: (clauses: Clauses) => rateUpTo(clauses.noticeDays, 30, 90),
    wish: "a notice period of at most 30 days",
    question: "How many days is the notice period?",
  },
  {
    name: "Automatic renewal",
    weight: 8,
    rate: (clauses: Clauses) => rateChoice(clauses.autoRenewal, { none: "good", year: "fair", longer: "poor" }),
    wish: "renewal only with our consent",
    question: "Does it renew automatically, and for how long?",
  },
  {
    name: "Governing law",
    weight: 6,
    rate: (clauses: Clauses) => rateChoice(clauses.law, { ours: "good", neutral: "fair", theirs: "poor" }),
    wish: "our governing law and courts",
    question: "Which law governs it, and which courts have jurisdiction?",
  },
  {
    name: "Payment terms",
    weight: 8,
    rate: ratePayment,
    wish: "30-day payment terms",
    question: ({ side }: Clauses) =>
      side === undefined
        ? "Do we buy or sell, and what are the payment terms in days?"
        : "What are the payment terms in days?",
  },
] as const;

/** `low`: points of 100 so far; `high`: if every unknown turns out well; `red`: poor and a deal-breaker. */
export function scoreOf(clauses: Clauses) {
  const rows = checklist.map((clause) => ({
    ...clause,
    standing: clause.rate(clauses),
    question: typeof clause.question === "string" ? clause.question : clause.question(clauses),
  }));
  const low = rows.reduce((sum, { standing, weight }) => sum + (standing ? points[standing] * weight : 0), 0);
  const unknown = rows.filter(({ standing }) => standing === undefined);
  const poor = rows.filter(({ standing }) => standing === "poor");
  // The three heaviest clauses can each cost more than the contract is worth.
  const red = poor.filter(({ weight }) => weight >= 14);
  return { rows, low, high: low + unknown.reduce((sum, { weight }) => sum + weight, 0), unknown, poor, red };
}
export type Score = ReturnType<typeof scoreOf>;

export function stepsOf({ rows, low, high }: Score): Step[] {
  return [
    ...rows.map(({ name, weight, standing }) =>
      standing === undefined
        ? step(name, `unknown, up to ${weight} points`, null, "score")
        : step(name, `${standing}: ${points[standing] * 100}% of ${weight} points`, points[standing] * weight, "score"),
    ),
    step("Clauses known", `of ${rows.length}`, rows.filter(({ standing }) => standing !== undefined).length, "count"),
    step("Best possible score", "of 100 points", high, "score"),
    step("Score so far", "of 100 points; 75 to sign, under 50 to renegotiate", low, "score", true),
  ];
}

/** What must be known before signing. */
export const openPoints = (score: Pick<Score, "rows" | "unknown">, isNamed: boolean, knowsCost: boolean): string[] => [
  ...(score.unknown.length > 0
    ? [
        `${score.unknown.length} of ${pluralize(score.rows.length, "clause")} ${score.unknown.length === 1 ? "is" : "are"} unknown`,
      ]
    : []),
  ...(isNamed ? [] : ["the reviewed document is not named"]),
  ...(knowsCost ? [] : ["the annual cost is unknown"]),
];
