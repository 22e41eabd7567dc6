// Nightly: companies are prepared for a score sheet, which only a command prints.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { type Ground, prepareCompanies } from "../../eval/companies.ts";
import { measure } from "../../eval/measure.ts";
import { sheetOf } from "../../eval/sheet.ts";
import { ask } from "../../eval/skills/ask.ts";
import type { ScoredSkill } from "../../eval/skill.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { askedIn, type Reply } from "../outside/model/protocol.ts";

/** `npm run eval` against a provider of language models whose answers are known: each counts as what it is. */
let standIn: StandIn;
let ground: Ground;
const configOf = (url: string) =>
  readConfig({
    PORT: "0",
    LOG_LEVEL: "fatal",
    RATE_LIMIT_FACTOR: "1000",
    UNDO_SECONDS: "0",
    SNAPSHOT_EVERY: "0",
    AI_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: url,
  });
beforeAll(async () => {
  standIn = await openStandIn();
  ground = await prepareCompanies(configOf(standIn.url));
});
afterAll(async () => {
  ground?.remove();
  await standIn?.close();
});

const usage = { input: 2_000, output: 200 };
const stages = ["lead", "qualified", "proposal", "negotiation"];
const query = { subject: "deals", filters: [{ field: "stage", test: "is", values: stages }], measure: { of: "sum" } };
const says = (headline: string, answered = true): Reply => ({
  text: JSON.stringify({ answered, headline, points: [], missing: [] }),
  usage,
});
/** What the model answers to the cases of these numbers, once it has read the open deals. */
const replies: Record<string, [question: string, reply: Reply]> = {
  d068: ["how big is our pipeline", says("Open deals are worth {f1}.")],
  d013: ["Late tickets?", says("There are {f1}.")],
  d040: ["win rate?", says("I cannot answer this.", false)],
  d041: ["overdue?", { status: 400, body: { error: { message: "no" } } }],
  d052: ["How many people work here?", says("Staff are not recorded.")],
};
const some: ScoredSkill = {
  id: "ask",
  cases: (company) => ask.cases(company).filter(({ id }) => id in replies),
};

test("rules and a model are scored on the same cases, with what the product recorded of its calls", {
  timeout: 900_000,
}, async () => {
  standIn.answer((request) => {
    if (request.messages.length === 1) return { calls: [{ tool: "explore_query", input: query }], usage };
    return Object.values(replies).find(([question]) => askedIn(request).includes(question))?.[1] ?? says("?");
  });
  const results = await measure(ground, configOf(standIn.url), { skills: [some], seed: 1 });
  const graded = (engine: string) =>
    Object.fromEntries(
      results.filter((one) => one.engine === engine).map((one) => [one.case, [one.grade, one.doneBy]]),
    );
  expect(graded("rules")).toEqual({
    d013: ["right", "rules"],
    d040: ["right", "rules"],
    d041: ["right", "rules"],
    d052: ["refused rightly", "rules"],
    d068: ["right", "rules"],
  });
  const model = results.at(-1)?.engine ?? "";
  expect(model).toMatch(/^openai\//);
  expect(graded(model)).toEqual({
    d013: ["wrong", model],
    d040: ["refused wrongly", model],
    // Rules answer where the provider fails.
    d041: ["right", "rules"],
    // And where it cites nothing it has read.
    d052: ["refused rightly", "rules"],
    d068: ["right", model],
  });
  const whole = results.find((one) => one.engine === model && one.case === "d068");
  expect(whole?.text).toBe("Open deals are worth £1,948,000.");
  expect(whole?.calls).toEqual(Array(2).fill({ cost: { state: "billed", usd: 0.003 }, ...usage }));
  expect(results.find((one) => one.engine === model && one.case === "d013")?.text).toBe("There are £1,948,000.");
  const [title, headings, ...lines] = sheetOf(results).split("\n");
  expect(title).toBe("ask, demo company: 5 cases, 4 with an answer in the records");
  expect(headings).toMatch(/^engine +right +partly +refused rightly +refused wrongly +wrong +cost, USD +median +p95/);
  expect(lines).toEqual([
    expect.stringMatching(/^rules +4 +0 +1 +0 +0 +0 /),
    expect.stringMatching(/^openai\/\S+ +2 +0 +1 +1 +1 +0\.0\d+ billed.* +0 +2$/),
  ]);
});
