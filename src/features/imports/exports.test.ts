import { beforeAll, expect, it } from "vitest";
import { filesOf } from "../../../test/data/exports/corpus.ts";
import { shapes } from "../../../test/data/exports/shapes.ts";
import { type Outcome, runExport } from "../../../test/exports.ts";

const results = ["right", "right after one question", "right after more questions", "refused", "wrong"] as const;

/** Exports of other programs, each with what a reader must find in it, through the reader and the plan. */
const outcomes: Outcome[] = [];
beforeAll(async () => {
  for (const file of filesOf(shapes)) outcomes.push(await runExport(file));
});

const of = (result: Outcome["result"]) => outcomes.filter((one) => one.result === result);

it("reads no export wrong in silence", () => {
  expect(of("wrong").map(({ id, why }) => `${id}: ${why.slice(0, 3).join("; ")}`)).toEqual([]);
});

it("covers at least 60 shapes in three locales", () => {
  expect(shapes.length).toBeGreaterThanOrEqual(60);
  expect(outcomes.length).toBe(shapes.length * 3);
});

it("reads most exports right without a click, and nearly all after one question", () => {
  const table = results.map((result) => `${result}: ${of(result).length} of ${outcomes.length}`).join("\n");
  const others = of("refused").map(({ id, why }) => `  ${id}: ${why.join(" ")}`);
  console.info(`${table}\nrefused:\n${others.join("\n")}`);
  expect(of("right").length).toBeGreaterThan(outcomes.length * 0.8);
  expect(of("right").length + of("right after one question").length).toBeGreaterThan(outcomes.length * 0.95);
});
