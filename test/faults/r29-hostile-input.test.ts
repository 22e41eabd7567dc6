// Nightly: a sample of every call and import; contract-bodies refuses long texts daily, R29 tries all of them.
import { expect, test } from "vitest";
import { sampled } from "../long-texts.ts";
import { groundsOn } from "./hostile-ground.ts";
import { tryInputs } from "./hostile-input.ts";
import { askForUpgrades } from "./upgrades.ts";

test("no long text in any call or import makes /livez late", async () => {
  const outcome = await tryInputs("embedded", sampled);
  expect(outcome.violations).toEqual([]);
  expect(outcome.inputs).toBeGreaterThan(400);
  expect(outcome.asked).toBeGreaterThan(outcome.inputs / 2);
});

test("only /ws changes its protocol, for who is signed in, and no upgrade leaves a descriptor open", async () => {
  const grounds = await groundsOn("embedded");
  const on = await grounds.open();
  try {
    const { violations, opened, upgrades } = await askForUpgrades(on, 1);
    expect(violations).toEqual([]);
    expect(opened).toBe(2);
    expect(upgrades).toBeGreaterThan(500);
  } finally {
    await on.close();
    await grounds.close();
  }
});
