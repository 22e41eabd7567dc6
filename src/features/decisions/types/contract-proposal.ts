import { pluralize } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { addMonths } from "./calendar.ts";
import type { Score } from "./contract-clauses.ts";
import type { Facts } from "./decision-type.ts";
import { round } from "./figures.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";

export type Verdict = "sign" | "ask for changes" | "renegotiate" | "clarify first";

const joinList = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? "");
const numbered = (items: readonly string[]): string => items.map((item, at) => `${at + 1}. ${item}`).join("\n");

/** `open` lists what must be known before signing. */
export function outcomesOf(
  score: Score,
  { document, open, who }: { document: string | undefined; open: readonly string[]; who: string },
  facts: Facts,
): Record<Verdict, Outcome> {
  const { low, high, red, rows, unknown } = score;
  const weak = rows.filter(({ standing }) => standing === "poor" || standing === "fair");
  const { early, final } = forecasting(facts, "proxy");
  const [soon, late] = [addDays(facts.today, 14), addMonths(facts.today, 6)];
  const urgent = { days: 5, hours: 3, priority: "high" } as const;
  const points = `${round(low, 0)} of 100 points`;
  const improved = (sign: string, chance: number) => [
    early(sign, soon, chance),
    final(
      (day) => `Any contract signed by ${day} scores at least 75 of 100 points`,
      late,
      red.length > 0 ? 0.4 : 0.6,
      75,
    ),
  ];
  const asking = (say: string) => [
    task(
      "Legal",
      `Send ${who} the requested changes`,
      numbered(weak.map(({ name, wish }) => `${name}: ${wish}`)) || say,
      urgent,
    ),
    task(
      "Legal",
      "Review the revised text",
      "Check all nine clauses again: a gain in one is often traded for a loss in another.",
      { days: 21, hours: 3 },
    ),
  ];
  const wishes = joinList(weak.slice(0, 3).map(({ wish }) => wish));
  const changes = `Ask for changes: it scores ${points}. Ask ${who} for ${wishes} before signing.`;
  const redNames = joinList(red.map(({ name }) => name.toLowerCase()));
  const renegotiate =
    red.length > 0
      ? `Renegotiate: the ${redNames} ${red.length === 1 ? "clause is" : "clauses are"} unacceptable. Don't sign without ${joinList(red.map(({ wish }) => wish))}.`
      : `Renegotiate: it scores at most ${round(high, 0)} of 100 points, below the minimum of 50.`;
  const clarify = `Clarify first: ${joinList(open)}. The score could be anywhere from ${round(low, 0)} to ${round(high, 0)} of 100. Don't sign yet.`;
  return {
    sign: {
      say: `Sign: "${document}" scores ${points} with no poor clause. Review it again if the text changes.`,
      forecasts: [
        byRows(early("Both sides sign the same text", soon, 0.75), facts, ["customer", "vendor"], "contractSigned"),
        final("The contract causes no claim or dispute", late, 0.9),
      ],
      tasks: [
        task(
          "Legal",
          "Get the reviewed text signed",
          `Compare it word for word with "${document}" before signing, and file both.`,
          urgent,
        ),
        task(
          "Operations",
          "Add the contract dates to the calendar",
          "End, notice and renewal dates, each with a reminder two weeks ahead.",
          { days: 14, hours: 1 },
        ),
      ],
    },
    "ask for changes": {
      say: changes,
      forecasts: improved(`${who} agrees to at least one change`, 0.6),
      tasks: asking(changes),
    },
    renegotiate: {
      say: renegotiate,
      forecasts: improved(`${who} sends a revised text`, 0.4),
      tasks: asking(renegotiate),
    },
    "clarify first": {
      say: clarify,
      forecasts: improved("All nine clauses are known", 0.6),
      tasks: [
        task(
          "Legal",
          `Clarify ${pluralize(Math.max(1, unknown.length), "clause")}`,
          numbered(unknown.map(({ question }) => question)) || clarify,
          urgent,
        ),
      ],
    },
  };
}
