// Nightly: instances are started and killed again and again; test/http/mailroom.test.ts holds each promise daily.
import { expect, test } from "vitest";
import { mailTrial } from "./mail-trial.ts";

/** A sample; `npm run faults -- R35` does it with 1,000 emails and 30 kills. */
test("every email is answered once at most, and as it deserves, through kills and lost answers", async () => {
  const outcome = await mailTrial({ mails: 100, kills: 9, seed: 20_261_127, say: () => undefined });
  expect(outcome.violations).toEqual([]);
  expect(outcome.isVoid, outcome.hit).toBe(false);
}, 900_000);
