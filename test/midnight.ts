import { setTimeout as sleep } from "node:timers/promises";
import { dayIn } from "#platform/clock.ts";

/** The days the tests speak of: where their companies are, and where a day is written without a place. */
const zones = ["Europe/London", "UTC"];
const nearMs = 5 * 60_000;
/** The hour of the scheduled jobs, which write into every company. */
const morningMs = 8 * 3_600_000;

/** A file of tests that begins on one day and ends on the next would not know which is meant by today. */
for (const zone of zones)
  for (const hour of [0, morningMs]) {
    const dayAt = (moment: number): string => dayIn(new Date(moment - hour), zone);
    const today = dayAt(Date.now());
    if (dayAt(Date.now() + nearMs) === today) continue;
    console.log(`The day or its scheduled jobs begin soon (${zone}): waiting until they have.`);
    while (dayAt(Date.now()) === today) await sleep(1_000);
  }
