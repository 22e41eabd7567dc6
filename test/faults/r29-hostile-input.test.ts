// Nightly: a sample of every call and import; contract-bodies refuses long texts daily, R29 tries all of them.
import { expect, test } from "vitest";
import { sampled } from "../long-texts.ts";
import { groundsOn } from "./hostile-ground.ts";
import { tryInputs } from "./hostile-input.ts";
import { askForUpgrades } from "./upgrades.ts";
import { openStage } from "./stage.ts";

test("no long text in any call or import makes /livez late", async () => {
  const outcome = await tryInputs("embedded", sampled);
  expect(outcome.violations).toEqual([]);
  expect(outcome.inputs).toBeGreaterThan(400);
  expect(outcome.asked).toBeGreaterThan(outcome.inputs / 2);
});

test("only /ws changes its protocol, for who is signed in, and no upgrade leaves a descriptor open", async () => {
  await using stage = openStage("upgrades");
  const grounds = stage.keep(await groundsOn("embedded"));
  const on = stage.keep(await grounds.open());
  const { violations, opened, upgrades } = await askForUpgrades(on, 1);
  expect(violations).toEqual([]);
  expect(opened).toBe(2);
  expect(upgrades).toBeGreaterThan(500);
});
