import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changed, checksum } from "../checksum.ts";
import { bodyTrials, queryTrials, type Trial } from "../fuzz.ts";
import { isNightly } from "../nightly.ts";
import { badRefusals, faultsOf, sendAll } from "../refusals.ts";
import { allSamples, furnish, nameOf } from "../samples.ts";
import { openWorld, type Reply, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

/** Texts that are taken and not shown again by the call that took them. */
const unshown =
  /body\.(password|timeZone|selectedRoles|points)|query\.(dateColumn|valueColumn|from|to|status|after|name|q)/;

/** Whether some text of the answer is exactly this one. */
function shows(answer: unknown, text: string): boolean {
  if (typeof answer === "string") return answer === text;
  if (typeof answer !== "object" || answer === null) return false;
  return Object.entries(answer).some(([key, inner]) => key === text || shows(inner, text));
}

function badAcceptances(answered: readonly { trial: Trial; reply: Reply }[]): string[] {
  return answered.flatMap(({ trial, reply }) => {
    const lost =
      reply.status === 200 &&
      trial.text !== undefined &&
      // A blank text may be kept as none.
      trial.text.trim() !== "" &&
      !unshown.test(trial.name) &&
      !/^\/api\/(login|user\/password)$/.test(trial.path) &&
      !shows(reply.json, trial.text);
    const faults = reply.status === 200 ? (lost ? ["the text did not come back"] : []) : faultsOf(reply);
    return faults.map((fault) => `${trial.method} ${trial.path}: ${trial.name}: ${fault}: ${reply.text.slice(0, 200)}`);
  });
}

/** What is smuggled in is always tried; of the wrong values each place gets a third of its own, and all of them nightly. */
const isTried = (call: string, { name }: Trial): boolean =>
  isNightly || name.startsWith("smuggled") || crc32(`${call} ${name}`) % 3 === 0;

describe("whatever is wrong with a request is refused in a sentence, and nothing changes", () => {
  test.for(allSamples().map((row) => [nameOf(row.endpoint), row] as const))("%s", async ([call, row]) => {
    const { member, ...ids } = await furnish(world);
    const sample = row.good({ member, ...ids });
    const trials = [...bodyTrials(row.endpoint, sample), ...queryTrials(row.endpoint, sample)].filter((trial) =>
      isTried(call, trial),
    );
    const refused = trials.filter((trial) => trial.refused);
    const accepted = trials.filter((trial) => !trial.refused);
    expect(refused.length).toBeGreaterThan(10);
    const client = row.endpoint.access === "public" ? world.client() : member;
    const before = await checksum(world);
    expect(badRefusals(await sendAll(client, refused))).toEqual([]);
    expect(changed(before, await checksum(world))).toEqual([]);

    // What the schema takes may still be refused for what it means: then it has changed nothing either.
    const answered = await sendAll(client, accepted);
    expect(badAcceptances(answered)).toEqual([]);
    // By now one of the texts is the password.
    const isStill = ({ name }: Trial) => call !== "PUT /api/user/password" || !name.endsWith("body.currentPassword");
    const meant = answered
      .filter(({ trial, reply }) => ![200, 409].includes(reply.status) && isStill(trial))
      .map(({ trial }) => trial);
    const between = await checksum(world);
    expect(badRefusals(await sendAll(client, meant))).toEqual([]);
    // The journal keeps who failed to sign in.
    const kept = call === "POST /api/login" ? ["journal", "journal_heads"] : [];
    expect(kept).toEqual(expect.arrayContaining(changed(between, await checksum(world))));
  });
});
