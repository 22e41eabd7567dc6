import { counted, longDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Score } from "./contract-clauses.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { round } from "./figures.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "sign" | "ask for changes" | "renegotiate" | "clarify first";

const joined = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
const weak = ({ rows }: Score) => rows.filter(({ standing }) => standing === "poor" || standing === "fair");

/** What the words are made of; `open` names what a signature still waits for. */
export type Review = {
  title: string;
  score: Score;
  verdict: Verdict;
  document: string | undefined;
  open: readonly string[];
  who: string;
  facts: Facts;
};

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ score, verdict, document, open, who }: Review): string {
  const reached = `${round(score.low, 0)} of 100 points`;
  switch (verdict) {
    case "sign":
      return `Sign: "${document}" has ${reached}, and no clause is poor. Only this text: any change is reviewed again.`;
    case "ask for changes":
      return `Ask for changes: it has ${reached}. Ask ${who} for ${joined(
        weak(score)
          .slice(0, 3)
          .map((one) => one.wish),
      )} before it is signed.`;
    case "renegotiate":
      return score.red.length > 0
        ? `Renegotiate: ${joined(score.red.map((one) => one.name.toLowerCase()))} ${score.red.length === 1 ? "stands" : "stand"} so badly that no other clause makes up for it. Ask for ${joined(score.red.map((one) => one.wish))}; sign nothing before.`
        : `Renegotiate: at best it reaches ${round(score.high, 0)} of 100 points, and it takes 50 to go on.`;
    case "clarify first":
      return `Clarify first: ${joined(open)}. The score can still end anywhere from ${round(score.low, 0)} to ${round(score.high, 0)} of 100; sign nothing before.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf({ verdict, score, who, facts }: Review): Forecast[] {
  const soon = addDays(facts.today, 14);
  const late = addMonths(facts.today, 6);
  const sign: Record<Verdict, [string, number]> = {
    sign: [`Both sides have signed the same text by ${longDay(soon)}`, 0.75],
    "ask for changes": [`${who} agrees to at least one change by ${longDay(soon)}`, 0.6],
    renegotiate: [`${who} answers with another text by ${longDay(soon)}`, 0.4],
    "clarify first": [`Every clause of the list is known by ${longDay(soon)}`, 0.6],
  };
  const [words, byDefault] = sign[verdict];
  return [
    claim("proxy", words, soon, odds(byDefault, facts.record)),
    verdict === "sign"
      ? claim("final", `No claim and no dispute comes out of it until ${longDay(late)}`, late, odds(0.9, null))
      : claim(
          "final",
          `What is signed by ${longDay(late)}, if anything, has at least 75 of 100 points`,
          late,
          odds(score.red.length > 0 ? 0.4 : 0.6, null),
          75,
        ),
  ];
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(review: Review, said: string): PlannedAction[] {
  const { title, score, verdict, document, who } = review;
  const told = tell(["CEO", "owner"], verdict, title, said);
  const high = { days: 5, hours: 3, priority: "high" } as const;
  if (verdict === "sign")
    return [
      task(
        "Legal",
        "Have the reviewed text signed",
        `Compare it word by word with "${document}" before the signature, and file both.`,
        high,
      ),
      task(
        "Operations",
        "Put its dates into the calendar",
        "End, notice and renewal, each with a reminder two weeks before.",
        { days: 14, hours: 1 },
      ),
      ...told,
    ];
  if (verdict === "clarify first")
    return [
      task(
        "Legal",
        `Find out ${counted(Math.max(1, score.unknown.length), "clause")}`,
        score.unknown.map((one, at) => `${at + 1}. ${one.question}`).join("\n") || said,
        high,
      ),
      ...told,
    ];
  return [
    task(
      "Legal",
      `Send ${who} the wished changes`,
      weak(score)
        .map((one, at) => `${at + 1}. ${one.name}: ${one.wish}`)
        .join("\n") || said,
      high,
    ),
    task(
      "Legal",
      "Review the text that comes back",
      "With the same list; a better clause in one place is often paid for in another.",
      { days: 21, hours: 3 },
    ),
    ...told,
  ];
}
