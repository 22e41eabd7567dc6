import type { Step } from "#features/decisions/contract.ts";
import { capital, percent, row } from "./figures.ts";
import type { LeadVerdict } from "./lead-effects.ts";

/** What is known of a lead, each 0 to 1. */
type LeadFacts = Partial<Record<"fit" | "intent" | "timing" | "budget", number | undefined>>;

/** The four facts with their points of 100, and the question that settles each. */
const parts = [
  { key: "fit", points: 30, question: "Which problem would they solve with us, and who decides?" },
  { key: "intent", points: 30, question: "What have they done or asked for that shows they mean to buy?" },
  { key: "timing", points: 20, question: "By which date do they need it, and what happens then?" },
  { key: "budget", points: 20, question: "Is the money approved, by whom, and up to which amount?" },
] as const;

/** Points of 100: surely reached, reachable if every unknown turns out well, and which facts are unknown. */
export function scoreOf(context: LeadFacts) {
  // A named value tells of a budget, but nobody has confirmed it: half of its points.
  const known = { ...context, budget: context.budget ?? 0.5 };
  const unknown = parts.filter((part) => known[part.key] === undefined);
  const low = parts.reduce((sum, part) => sum + (known[part.key] ?? 0) * part.points, 0);
  return { known, unknown, low, high: low + unknown.reduce((sum, part) => sum + part.points, 0) };
}

/** A verdict only when no answer to what is unknown could change it; percent of 100 points. */
export function verdictOf(low: number, high: number, unknown: number): LeadVerdict {
  if (low >= 65) return "pursue";
  if (high < 40) return "decline";
  return unknown > 0 ? "qualify further" : "keep in touch";
}

/** The rows of the calculation: the lead's value in the company's currency, points of 100. */
export function stepsOf(score: ReturnType<typeof scoreOf>, value: number, confirmed: boolean): Step[] {
  const rows = parts.map((part) => {
    const share = score.known[part.key];
    const name = capital(part.key);
    if (share === undefined) return row(name, `unknown, up to ${part.points} points`, null, "score");
    const how = part.key === "budget" && !confirmed ? "a value is named, not confirmed: " : "";
    return row(name, `${how}${percent(share * 100)} of ${part.points} points`, share * part.points, "score");
  });
  const settled = parts.length - score.unknown.length;
  return [
    row("Lead value", "as given", value, "money"),
    ...rows,
    row("Facts known", `${settled} of ${parts.length}`, settled, "count"),
    row("Score if every unknown turns out well", "of 100 points", score.high, "score"),
    row("Score so far", "of 100 points; 65 to pursue, under 40 to decline", score.low, "score", true),
  ];
}
