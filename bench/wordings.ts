import { outcomesOf, printed, tableOf, takenFor, type Wordings, wordingsIn } from "../test/wordings.ts";
import { median } from "./compare.ts";
import { atLeast, atMost, type Report } from "./report.ts";

/** How questions are understood that people put in their own words: `npm run bench -- wordings [file.json]`. */
export async function measure(): Promise<Report> {
  const file = process.argv.slice(2).find((name) => name.endsWith(".json")) ?? process.env.WORDINGS;
  const wordings = wordingsIn(file ?? new URL("../test/data/wordings.json", import.meta.url));
  const outcomes = outcomesOf(wordings);
  const wrong = outcomes.filter(({ is }) => is === "wrong").length;
  const right = outcomes.slice(0, wordings.answerable.length).filter(({ is }) => is === "right").length;
  const { middle, slowest } = timesOf(wordings);
  return {
    title: `wordings  Questions as people put them: ${wordings.answerable.length} that can be answered, ${wordings.unanswerable.length} that cannot`,
    lines: [
      ...outcomes.map(
        ({ is, question, chosen, asks, role, topic }) =>
          `${is.padEnd(8)} ${(chosen ?? "refused").padEnd(36)} ${question}${is === "right" && !topic ? "" : `   [${[asks?.join(" or ") ?? role, topic].filter(Boolean).join(": ") || "cannot be answered"}]`}`,
      ),
      "",
      ...printed(tableOf(outcomes)),
    ],
    goals: [
      atMost("wrong, of all", (100 * wrong) / outcomes.length, 5, "%"),
      atLeast("right, of those that can be answered", (100 * right) / Math.max(1, wordings.answerable.length), 85, "%"),
      atMost("median of all questions", middle, 5, "ms of processor time"),
      atMost("the slowest question, median of 9", slowest, 5, "ms of processor time"),
    ],
  };
}

/** Processor time a question takes among all that are known, in the middle and at the most. */
function timesOf({ answerable, unanswerable }: Wordings): { middle: number; slowest: number } {
  const timeOf = (question: string): number => {
    const from = process.cpuUsage();
    takenFor(question);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
  const each = [...answerable, ...unanswerable].map(({ question }) =>
    median(Array.from({ length: 9 }, () => timeOf(question))),
  );
  return { middle: median(each), slowest: Math.max(...each) };
}
