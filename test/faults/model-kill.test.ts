// Nightly: servers are killed inside model calls; http/model-budgets and model-budget hold the promise daily.
import { answers, uses } from "../modelled.ts";
import { expect, test } from "vitest";
import { askAgents } from "#features/conversations/contract.ts";
import { getModelSettings } from "#features/models/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { openStandIn } from "../outside/model/stand-in.ts";
import { clientOf, hire, signUp } from "../world.ts";
import { ageAll } from "./check-runs.ts";
import { openStage } from "./stage.ts";

test("kill -9 inside a model call: what was paid is not paid again, what was open is unknown, and the run finishes", async () => {
  await using stage = openStage("model-kill");
  const place = await stage.place("postgres");
  const standIn = stage.keep(await openStandIn());
  const model = { AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url };
  const start = () => stage.start({ ...place.env, ...model, LOG_LEVEL: "fatal" });
  const usage = { input: 1_000, output: 100 };
  let isKilled = false;
  standIn.answer(({ messages }) => {
    if (messages.every(({ role }) => role !== "tool"))
      return { ...uses({ tool: "explore_subjects", input: {} }), usage };
    return { ...answers("Nothing is known."), usage, wait: isKilled ? 0 : 600_000 };
  });
  let server = await start();
  const member = await signUp(server.url, "kills");
  await hire(member, "CFO");
  const { runId } = await member.call(askAgents, {
    body: { question: "Is the moon made of cheese?", urgency: "high" },
  });
  await expect.poll(() => standIn.journal.length, { timeout: 60_000 }).toBe(2);
  const open = async () => (await member.call(getRun, { params: { id: runId } })).run.steps.at(-1);
  await expect.poll(open, { timeout: 60_000 }).toMatchObject({ status: "running" });
  server.signal("SIGKILL");
  await server.ended;
  isKilled = true;
  await place.ask(async (ask) => {
    // A call lasts 15 minutes at most.
    await ask("UPDATE model_calls SET asked_at = asked_at - interval '16 minutes' WHERE settled_at IS NULL");
    await ageAll(ask);
  });
  server = await start();
  const again = Object.assign(clientOf(server.url), { cookie: member.cookie });
  const runOf = async () => (await again.call(getRun, { params: { id: runId } })).run;
  await expect.poll(async () => (await runOf()).status, { timeout: 120_000 }).toBe("done");
  expect(standIn.journal.filter(({ messages }) => messages.every(({ role }) => role !== "tool"))).toHaveLength(1);
  expect(standIn.journal).toHaveLength(3);
  const { engine, degraded, cost } = await runOf();
  expect([engine, degraded, cost]).toEqual(["openai/gpt-6.1-terra", false, { state: "unknown", usd: null }]);
  const { rows, most } = await place.ask(async (ask) => ({
    rows: await ask("SELECT cost_state, cost::float8, failure FROM model_calls ORDER BY asked_at"),
    most: await ask<{ largest: number }>("SELECT largest::float8 FROM model_calls WHERE failure = 'lost'"),
  }));
  expect(rows).toEqual([
    { cost_state: "unknown", cost: null, failure: "lost" },
    { cost_state: "billed", cost: 0.0015, failure: null },
    { cost_state: "billed", cost: 0.0015, failure: null },
  ]);
  const { budget, usage: month } = await again.call(getModelSettings);
  expect(budget.counted).toBeCloseTo(0.003 + (most[0]?.largest ?? 0), 8);
  expect(month.engines.reduce((sum, { unknown }) => sum + unknown, 0)).toBe(1);
});
