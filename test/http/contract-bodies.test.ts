import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { changed, checksum } from "../checksum.ts";
import { bodyTrials, queryTrials, type Trial } from "../fuzz.ts";
import { isNightly } from "../nightly.ts";
import { badRefusals, faultsOf, sendAll } from "../refusals.ts";
import { allSamples, furnish, type Ground, nameOf } from "../samples.ts";
import { changedCalls } from "../unchanged-calls.ts";
import { openWorld, type Reply, type World } from "../world.ts";

const calls = await changedCalls(import.meta.filename, allSamples());

let world: World;
/** The company of reads and of what must be refused, neither of which changes it. */
let unchanging: Ground;
/** The company of what is taken and changes something, as long as every call is still answered on it. */
let changing: Ground | undefined;
/** Calls tried on one database. Every checksum reads all of it. */
const callsOfAWorld = 60;
let tried = 0;
beforeEach(async () => {
  tried += 1;
  if (tried % callsOfAWorld !== 1) return;
  await world?.close();
  world = await openWorld({ ROLE: "web" });
  unchanging = await furnish(world, "unchanging");
  changing = undefined;
});
afterAll(async () => {
  calls.remember();
  await world?.close();
});

/** Texts that are taken and not shown again by the call that took them. */
const unshown =
  /body\.(password|secret|currentPassword|apiKey|credentials|settings|timeZone|selectedRoles|points)|query\.(dateColumn|valueColumn|fileName|from|to|status|after|name|search|q)/;
/** Calls whose answer does not show what was sent. */
const silent = new RegExp(
  `^/api/(${[
    "login",
    "leads",
    "user/password",
    "password/reset",
    "privacy/(user/data-delete|closed-company/data-export)",
    "agents/[^/]+/(status|demotion|levels/.*)",
    "brain/(query|memories/[^/]+/mark|facts/[^/]+/mark)",
    "decision-service(/[^/]+/report)?",
    "shared/approval/settle",
    "tool-servers/[^/]+/try",
    "models/trial",
    "records/parties",
    "imports/[^/]+/choices",
    "decisions/(settle|[^/]+/undo|ledger/summary[?].*)",
  ].join("|")})$`,
);

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
      !silent.test(trial.path) &&
      !shows(reply.json, trial.text);
    const faults = reply.status === 200 ? (lost ? ["the text did not come back"] : []) : faultsOf(reply);
    return faults.map((fault) => `${trial.method} ${trial.path}: ${trial.name}: ${fault}: ${reply.text.slice(0, 200)}`);
  });
}

/** What is smuggled in is always tried; of the wrong values each place gets a twelfth of its own, and all of them nightly. */
const isTried = (call: string, { name }: Trial): boolean =>
  isNightly || name.startsWith("smuggled") || crc32(`${call} ${name}`) % 12 === 0;

/** Waits for what is written after its answer: a failed sign-in takes as long for a name that nobody has. */
async function written(): Promise<void> {
  for (let before = await checksum(world); ; ) {
    await sleep(300);
    const now = await checksum(world);
    if (changed(before, now).length === 0) return;
    before = now;
  }
}

describe("whatever is wrong with a request is refused in a sentence, and nothing changes", () => {
  test.for(calls.rows.map((row) => [nameOf(row.endpoint), row] as const))("%s", async ([call, row]) => {
    const trialsOn = (ground: Ground) => {
      const sample = row.good(ground);
      return [...bodyTrials(row.endpoint, sample), ...queryTrials(row.endpoint, sample)].filter((trial) =>
        isTried(call, trial),
      );
    };
    const clientOf = ({ member }: Ground) => (row.endpoint.access === "public" ? world.client() : member);
    const refused = trialsOn(unchanging).filter((trial) => trial.refused);
    expect(refused.length).toBeGreaterThan(10);
    const before = await checksum(world);
    expect(badRefusals(await sendAll(clientOf(unchanging), refused))).toEqual([]);
    expect(changed(before, await checksum(world))).toEqual([]);

    const isTaken = (trial: Trial) => !trial.refused;
    if (!trialsOn(unchanging).some(isTaken)) return calls.passed(row);
    const answersOn = (ground: Ground) => sendAll(clientOf(ground), trialsOn(ground).filter(isTaken));
    const used = row.writes ? changing : unchanging;
    const tried = used && (await answersOn(used));
    // Calls before this one may have taken away what it is about: then only a new company says what is wrong with a request.
    const isTakenNow = ({ reply }: { reply: Reply }) => reply.status === 200;
    const isClear = (isNightly ? tried?.every(isTakenNow) : tried?.some(isTakenNow)) || !row.writes;
    const ground = used && isClear ? used : await furnish(world);
    if (row.writes) changing = ground;
    const answered = tried && isClear ? tried : await answersOn(ground);
    const client = clientOf(ground);
    // What the schema takes may still be refused for what it means: then it has changed nothing either.
    expect(badAcceptances(answered)).toEqual([]);
    // By now one of the texts is the password.
    const isStill = ({ name }: Trial) => call !== "PUT /api/user/password" || !name.endsWith("body.currentPassword");
    const meant = answered
      .filter(({ trial, reply }) => ![200, 409].includes(reply.status) && isStill(trial))
      .map(({ trial }) => trial);
    if (meant.length === 0) return calls.passed(row);
    const between = await checksum(world);
    expect(badRefusals(await sendAll(client, meant))).toEqual([]);
    // The journal keeps who failed to sign in.
    const kept = call === "POST /api/login" ? ["journal", "journal_heads"] : [];
    expect(kept).toEqual(expect.arrayContaining(changed(between, await checksum(world))));
    if (kept.length > 0) await written();
    calls.passed(row);
  });
});
