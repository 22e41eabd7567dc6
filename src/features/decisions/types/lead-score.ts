import { percent } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import { capitalize, step } from "./figures.ts";

export type LeadVerdict = "pursue" | "qualify further" | "keep in touch" | "decline";

/** Scores from 0 to 1; undefined when unknown. */
type LeadScores = Partial<Record<"fit" | "intent" | "timing" | "budget", number | undefined>>;

/** Points add up to 100; `question` is asked while the criterion is unknown. */
const criteria = [
  { key: "fit", points: 30, question: "Which problem would we solve for them, and who decides?" },
  { key: "intent", points: 30, question: "What have they done or asked for that shows intent to buy?" },
  { key: "timing", points: 20, question: "By when do they need it, and what drives that date?" },
  { key: "budget", points: 20, question: "Is the budget approved, by whom, and up to what amount?" },
] as const;

/** `low`: points of 100 so far; `high`: if every unknown turns out well. */
export function scoreOf(context: LeadScores) {
  // A lead value implies an unconfirmed budget, so it earns half of the points.
  const known = { ...context, budget: context.budget ?? 0.5 };
  const unknown = criteria.filter((part) => known[part.key] === undefined);
  const low = criteria.reduce((sum, part) => sum + (known[part.key] ?? 0) * part.points, 0);
  return { known, unknown, low, high: low + unknown.reduce((sum, part) => sum + part.points, 0) };
}

/** Final only when no unknown could change it; points of 100. */
export function verdictOf(low: number, high: number, unknown: number): LeadVerdict {
  if (low >= 65) return "pursue";
  if (high < 40) return "decline";
  return unknown > 0 ? "qualify further" : "keep in touch";
}

export function stepsOf(score: ReturnType<typeof scoreOf>, value: number, confirmed: boolean): Step[] {
  const rows = criteria.map((part) => {
    const share = score.known[part.key];
    const name = capitalize(part.key);
    if (share === undefined) return step(name, `unknown, up to ${part.points} points`, null, "score");
    const note = part.key === "budget" && !confirmed ? "unconfirmed: " : "";
    return step(name, `${note}${percent(share * 100)} of ${part.points} points`, share * part.points, "score");
  });
  const known = criteria.length - score.unknown.length;
  return [
    step("Lead value", "as given", value, "money"),
    ...rows,
    step("Criteria known", `${known} of ${criteria.length}`, known, "count"),
    step("Best possible score", "of 100 points", score.high, "score"),
    step("Score so far", "of 100 points; 65 to pursue, under 40 to decline", score.low, "score", true),
  ];
}
