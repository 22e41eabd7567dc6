import { pluralize, longDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Score } from "./contract-clauses.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { round } from "./figures.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";

export type Verdict = "sign" | "ask for changes" | "renegotiate" | "clarify first";

const joinList = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? "");
const weakClauses = ({ rows }: Score) => rows.filter(({ standing }) => standing === "poor" || standing === "fair");

/** `open` lists what must be known before signing. */
export type Review = {
  title: string;
  score: Score;
  verdict: Verdict;
  document: string | undefined;
  open: readonly string[];
  who: string;
  facts: Facts;
};

/** Starts with the verdict. */
export function recommendationOf({ score, verdict, document, open, who }: Review): string {
  const points = `${round(score.low, 0)} of 100 points`;
  switch (verdict) {
    case "sign":
      return `Sign: "${document}" scores ${points} with no poor clause. Review it again if the text changes.`;
    case "ask for changes":
      return `Ask for changes: it scores ${points}. Ask ${who} for ${joinList(
        weakClauses(score)
          .slice(0, 3)
          .map(({ wish }) => wish),
      )} before signing.`;
    case "renegotiate":
      return score.red.length > 0
        ? `Renegotiate: the ${joinList(score.red.map(({ name }) => name.toLowerCase()))} ${score.red.length === 1 ? "clause is" : "clauses are"} unacceptable. Don't sign without ${joinList(score.red.map(({ wish }) => wish))}.`
        : `Renegotiate: it scores at most ${round(score.high, 0)} of 100 points, below the minimum of 50.`;
    case "clarify first":
      return `Clarify first: ${joinList(open)}. The score could be anywhere from ${round(score.low, 0)} to ${round(score.high, 0)} of 100. Don't sign yet.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf({ verdict, score, who, facts }: Review): Forecast[] {
  const soon = addDays(facts.today, 14);
  const late = addMonths(facts.today, 6);
  const early: Record<Verdict, [string, number]> = {
    sign: [`Both sides sign the same text by ${longDay(soon)}`, 0.75],
    "ask for changes": [`${who} agrees to at least one change by ${longDay(soon)}`, 0.6],
    renegotiate: [`${who} sends a revised text by ${longDay(soon)}`, 0.4],
    "clarify first": [`All nine clauses are known by ${longDay(soon)}`, 0.6],
  };
  const [text, byDefault] = early[verdict];
  return [
    verdict === "sign"
      ? byRows(
          claim("proxy", text, soon, odds(byDefault, facts.record)),
          facts,
          ["customer", "vendor"],
          "contractSigned",
        )
      : claim("proxy", text, soon, odds(byDefault, facts.record)),
    verdict === "sign"
      ? claim("final", `The contract causes no claim or dispute by ${longDay(late)}`, late, odds(0.9, null))
      : claim(
          "final",
          `Any contract signed by ${longDay(late)} scores at least 75 of 100 points`,
          late,
          odds(score.red.length > 0 ? 0.4 : 0.6, null),
          75,
        ),
  ];
}

/** The tasks and messages an approval creates. */
export function effectsOf(review: Review, recommendation: string): PlannedAction[] {
  const { title, score, verdict, document, who } = review;
  const notices = verdictNotices(["CEO", "owner"], verdict, title, recommendation);
  const high = { days: 5, hours: 3, priority: "high" } as const;
  if (verdict === "sign")
    return [
      task(
        "Legal",
        "Get the reviewed text signed",
        `Compare it word for word with "${document}" before signing, and file both.`,
        high,
      ),
      task(
        "Operations",
        "Add the contract dates to the calendar",
        "End, notice and renewal dates, each with a reminder two weeks ahead.",
        { days: 14, hours: 1 },
      ),
      ...notices,
    ];
  if (verdict === "clarify first")
    return [
      task(
        "Legal",
        `Clarify ${pluralize(Math.max(1, score.unknown.length), "clause")}`,
        score.unknown.map(({ question }, index) => `${index + 1}. ${question}`).join("\n") || recommendation,
        high,
      ),
      ...notices,
    ];
  return [
    task(
      "Legal",
      `Send ${who} the requested changes`,
      weakClauses(score)
        .map(({ name, wish }, index) => `${index + 1}. ${name}: ${wish}`)
        .join("\n") || recommendation,
      high,
    ),
    task(
      "Legal",
      "Review the revised text",
      "Check all nine clauses again: a gain in one is often traded for a loss in another.",
      { days: 21, hours: 3 },
    ),
    ...notices,
  ];
}
