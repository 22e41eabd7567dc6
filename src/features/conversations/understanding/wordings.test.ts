import { expect, test } from "vitest";
import { outcomesOf, printed, tableOf, wordingsIn } from "../../../../test/wordings.ts";

const all = wordingsIn(new URL("../../../../test/data/wordings.json", import.meta.url));
/** Words and thresholds were tuned on the even questions; the odd ones measure the result. */
const halves = { "tuned on": 0, "looked at": 1 };

test.each(Object.entries(halves))(
  "questions as people put them are understood or refused: the half %s",
  (name, rest) => {
    const half = <One>(list: readonly One[]) => list.filter((_, at) => at % 2 === rest);
    const outcomes = outcomesOf({ answerable: half(all.answerable), unanswerable: half(all.unanswerable) });
    const rows = tableOf(outcomes);
    console.info([`The half ${name}`, ...printed(rows)].join("\n"));
    const failed = outcomes
      .filter(({ is }) => is !== "right")
      .map(({ is, question, chosen, asks }) => [is, question, chosen, asks]);
    const wrong = outcomes.filter(({ is }) => is === "wrong");
    const answered = outcomes.filter(({ is, asks, role }) => is === "right" && (asks ?? role));
    // A wrong figure costs more than ten refusals.
    expect(wrong.length / outcomes.length, JSON.stringify(failed)).toBeLessThanOrEqual(0.035);
    expect(answered.length / half(all.answerable).length, JSON.stringify(failed)).toBeGreaterThanOrEqual(0.8);
  },
);

test("questions by an author who had not seen the words are understood, or refused rather than guessed", () => {
  const unseen = wordingsIn(new URL("../../../../test/data/wordings-unseen.json", import.meta.url));
  expect([unseen.answerable.length, unseen.unanswerable.length]).toEqual([60, 20]);
  const outcomes = outcomesOf(unseen);
  console.info(["Unseen", ...printed(tableOf(outcomes))].join("\n"));
  const wrong = outcomes.filter(({ is }) => is === "wrong").map(({ question, chosen }) => [question, chosen]);
  expect(wrong.length / outcomes.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05);
});
