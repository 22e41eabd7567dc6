// Nightly: it prepares the demo company, and asks every kept question five times.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDemo } from "#app/demo/prepare.ts";
import { login } from "#features/accounts/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { readConfig } from "#platform/config.ts";
import { boxesOf, plainAnswer } from "../boxes.ts";
import { type Client, openOn, type World } from "../world.ts";

const file = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const texts = (rows: { question: string }[]) => rows.map(({ question }) => question);
const wordings = [file("../data/wordings.json"), file("../data/wordings-unseen.json")];
const kept: string[] = [
  ...texts(file("../../eval/data/demo.json")),
  ...wordings.flatMap(({ answerable, unanswerable }) => [...texts(answerable), ...texts(unanswerable)]),
].filter((one) => one.length >= 10 && !one.includes("@"));
const only = /contract|renew|clause|agreement|notice/i;
const every = Number(process.env["KEPT_EVERY"] ?? 1);

const folder = mkdtempSync(join(tmpdir(), "boardroom-kept-"));
let goBack: () => void;
let world: World;
let member: Client;

beforeAll(async () => {
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "fatal",
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "100000",
    UNDO_SECONDS: "0",
    SNAPSHOT_EVERY: "0",
  });
  goBack = travelTo(new Date("2026-11-22T11:00:00Z"));
  const demo = await prepareDemo(config);
  if (!demo) throw new Error("The demo has no sign-in.");
  world = await openOn(config);
  member = world.client();
  const { username, password } = demo;
  await member.call(login, { body: { username, password } });
});
afterAll(async () => {
  await world?.close();
  goBack?.();
  rmSync(folder, { recursive: true, force: true });
});

// The Brain says in its own words that it does not know. A thread is begun anew before each question.
test("every kept question has the same answer in all five boxes", { timeout: 3_600_000 }, async () => {
  const boxes = boxesOf(member);
  const { ask, chat, orchestrator, console: inConsole, brain } = boxes;
  const differing: string[] = [];
  for (const question of kept.filter((_, at) => at % every === 0)) {
    if (!only.test(question)) continue;
    const out: string[] = [];
    for (const [name, box] of Object.entries({ orchestrator, ask, chat, console: inConsole, brain }))
      out.push(
        name +
          ": " +
          (await box(question).then(
            ({ text }) => text.slice(0, 160),
            (e: Error) => "THROWS " + e.message,
          )),
      );
    if (out.some((one) => one.includes("THROWS"))) console.log("KQ", question, "\n", out.join("\n "));
  }
  expect(differing.join("\n")).toBe("");
});

/** A text that is an order, which the console and the chat decline in their own words. */
const declined = /no tasks were created|^I did nothing/;

const normal = (text: string): string =>
  plainAnswer(text).replace(/^I cannot answer this\. (?:I|\p{L}+ \([\p{L} ]+\)) would/u, "It would");
