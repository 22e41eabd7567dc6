import { counted } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import { row } from "./figures.ts";

/** How a clause stands for us: whole points, half, none; undefined while nobody has said what it says. */
export type Standing = "good" | "fair" | "poor";
const points: Record<Standing, number> = { good: 1, fair: 0.5, poor: 0 };

type Side = "buy" | "sell";
/** What is known of a contract's clauses. */
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

/** Good up to one bound, fair up to another. */
const upTo = (value: number | undefined, good: number, fair: number): Standing | undefined =>
  value === undefined ? undefined : value <= good ? "good" : value <= fair ? "fair" : "poor";
const read = <Word extends string>(value: Word | undefined, meaning: Record<Word, Standing>): Standing | undefined =>
  value === undefined ? undefined : meaning[value];

/** Whoever pays wants time, whoever is paid does not. */
function payment({ side, paymentDays }: Clauses): Standing | undefined {
  if (side === undefined || paymentDays === undefined) return undefined;
  return side === "sell" ? upTo(paymentDays, 30, 60) : upTo(-paymentDays, -30, -14);
}

/** The nine clauses: weight of 100, how each stands, what to ask for, and what to ask while it is unknown. */
const checklist = [
  {
    name: "Limit of liability",
    weight: 20,
    stands: (one: Clauses) => read(one.liability, { capped: "good", high: "fair", unlimited: "poor" }),
    wish: "liability capped at the fees of a year",
    question: "Is our liability limited, and at how much?",
  },
  {
    name: "Data protection",
    weight: 16,
    stands: (one: Clauses) =>
      read(one.dataProtection, { agreed: "good", not_needed: "good", partial: "fair", none: "poor" }),
    wish: "an agreement on processing personal data",
    question: "Are personal data processed, and is there an agreement about it?",
  },
  {
    name: "Intellectual property",
    weight: 14,
    stands: (one: Clauses) => read(one.property, { ours: "good", shared: "fair", theirs: "poor" }),
    wish: "each side keeps what it brings, and we own what we pay for",
    question: "Who owns what is made under it?",
  },
  {
    name: "Termination",
    weight: 12,
    stands: (one: Clauses) => read(one.termination, { either: "good", cause: "fair", theirs: "poor" }),
    wish: "both sides may end it with notice",
    question: "Who may end it, and for which reasons?",
  },
  {
    name: "Term",
    weight: 8,
    stands: (one: Clauses) => upTo(one.term, 12, 36),
    wish: "a term of at most 12 months",
    question: "For how many months does it bind us?",
  },
  {
    name: "Notice",
    weight: 8,
    stands: (one: Clauses) => upTo(one.noticeDays, 30, 90),
    wish: "a notice of at most 30 days",
    question: "How many days of notice are there?",
  },
  {
    name: "Automatic renewal",
    weight: 8,
    stands: (one: Clauses) => read(one.autoRenewal, { none: "good", year: "fair", longer: "poor" }),
    wish: "no renewal without a yes",
    question: "Does it renew by itself, and for how long?",
  },
  {
    name: "Governing law",
    weight: 6,
    stands: (one: Clauses) => read(one.law, { ours: "good", neutral: "fair", theirs: "poor" }),
    wish: "our law and our courts",
    question: "Which law governs it, and which court decides?",
  },
  {
    name: "Payment",
    weight: 8,
    stands: payment,
    wish: "payment within 30 days for us, and no sooner by us",
    question: ({ side }: Clauses) =>
      side === undefined
        ? "Do we buy or sell, and within how many days is it paid?"
        : "Within how many days is it paid?",
  },
] as const;

/** Points of 100, surely reached and reachable; which clauses are poor, unknown or a red line. */
export function scoreOf(clauses: Clauses) {
  const rows = checklist.map((clause) => ({
    ...clause,
    standing: clause.stands(clauses),
    question: typeof clause.question === "string" ? clause.question : clause.question(clauses),
  }));
  const low = rows.reduce((sum, { standing, weight }) => sum + (standing ? points[standing] * weight : 0), 0);
  const unknown = rows.filter(({ standing }) => standing === undefined);
  const poor = rows.filter(({ standing }) => standing === "poor");
  // The three heaviest: each can cost more than the contract is worth.
  const red = poor.filter(({ weight }) => weight >= 14);
  return { rows, low, high: low + unknown.reduce((sum, { weight }) => sum + weight, 0), unknown, poor, red };
}
export type Score = ReturnType<typeof scoreOf>;

/** The rows of the calculation, points of 100. */
export function stepsOf({ rows, low, high }: Score): Step[] {
  return [
    ...rows.map(({ name, weight, standing }) =>
      standing === undefined
        ? row(name, `not known, up to ${weight} points`, null, "score")
        : row(name, `${standing}: ${points[standing] * 100}% of ${weight} points`, points[standing] * weight, "score"),
    ),
    row("Clauses known", `of ${rows.length}`, rows.filter((one) => one.standing !== undefined).length, "count"),
    row("Score if every unknown turns out well", "of 100 points", high, "score"),
    row("Score so far", "of 100 points; 75 to sign, under 50 to renegotiate", low, "score", true),
  ];
}

/** What a signature still waits for, in words: clauses nobody knows, a text nobody has named, a sum nobody knows. */
export const openIn = (score: Pick<Score, "rows" | "unknown">, isNamed: boolean, knowsSum: boolean): string[] => [
  ...(score.unknown.length > 0
    ? [
        `${counted(score.unknown.length, "clause")} of ${score.rows.length} ${score.unknown.length === 1 ? "is" : "are"} not known`,
      ]
    : []),
  ...(isNamed ? [] : ["nobody has named the text that was read"]),
  ...(knowsSum ? [] : ["what it costs a year is not known"]),
];
