import { setTimeout as sleep } from "node:timers/promises";
import { dayIn } from "#platform/clock.ts";

/** The days the tests speak of: where their companies are, and where a day is written without a place. */
const zones = ["Europe/London", "UTC"];
const nearMs = 5 * 60_000;

/** A file of tests that begins on one day and ends on the next would not know which is meant by today. */
for (const zone of zones) {
  const today = dayIn(new Date(), zone);
  if (dayIn(new Date(Date.now() + nearMs), zone) === today) continue;
  console.log(`The day is nearly over (${zone}): waiting for the next one.`);
  while (dayIn(new Date(), zone) === today) await sleep(1_000);
}
