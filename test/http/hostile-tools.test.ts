import { afterAll, beforeAll, expect, test } from "vitest";
import { tryHostileServers } from "../hostile-tools/trial.ts";
import { isNightly } from "../nightly.ts";
import { behaviours } from "../outside/tools.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { openWorld, type World } from "../world.ts";

/** A sample; `npm run faults -- R39` tries 1,000 runs. */
const runs = isNightly ? 300 : 50;
let world: World;
let model: StandIn;
beforeAll(async () => {
  model = await openStandIn();
  const env = { AI_PROVIDER: "vllm", VLLM_BASE_URL: model.url, AI_MODEL: "obedient" };
  world = await openWorld({ ...env, PRIVATE_ADDRESSES: "127.0.0.1", UNDO_SECONDS: "0" });
});
afterAll(async () => {
  await world?.close();
  await model?.close();
});

test(`two hostile servers and an obedient model have no forbidden effect in ${runs} runs`, {
  timeout: 1_200_000,
}, async () => {
  const trial = await tryHostileServers({ world, model }, { runs, seed: isNightly ? Date.now() % 2 ** 31 : 39 });
  expect(trial.violations).toEqual([]);
  // It did call, it did ask, and the servers did misbehave.
  expect(trial.calls).toBeGreaterThan(runs / 5);
  expect(trial.pending).toBeGreaterThan(5);
  expect(trial.tried).toBeGreaterThan(runs);
  expect(trial.met.size).toBeGreaterThanOrEqual(behaviours.length / 3);
});
