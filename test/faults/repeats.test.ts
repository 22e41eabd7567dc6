// Nightly: deliveries over cut connections and kills; idempotency holds the promise daily, R15 at length.
import { expect, test } from "vitest";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import { readConfig } from "#platform/config.ts";
import { faultsOf } from "../refusals.ts";
import { clientOf, openOn } from "../world.ts";
import { isNightly } from "../nightly.ts";
import { isOverloaded, until } from "./noise.ts";
import { killRepeats } from "./repeat-kills.ts";
import { deliver, keyedRows } from "./repeats.ts";
import { openStage } from "./stage.ts";

/** A sample; `npm run faults` delivers every write, and kills 200 times. */
const writes = keyedRows.filter(({ endpoint }) =>
  [createTask, updateTask, settleDecision].some((wanted) => wanted === endpoint),
);

/** On the embedded database `idempotency.test.ts` repeats writes, and `samples.test.ts` kills. */
const databases = isNightly ? (["embedded", "postgres"] as const) : (["postgres"] as const);

test.each(databases)("a write delivered again has one effect on %s", async (database) => {
  const outcome = await deliver(database, 1, 20_261_120, undefined, writes);
  expect(outcome.violations).toEqual([]);
  expect(outcome.repeated).toBeGreaterThan(30);
  expect(outcome.cut).toBeGreaterThan(0);
});

test.each(databases)("so has one whose answer a kill -9 took on %s", async (database) => {
  const outcome = await killRepeats(database, 2, 20_261_120);
  expect(outcome.violations).toEqual([]);
  expect(outcome.unanswered).toBeGreaterThan(0);
  expect(outcome.recalled).toBeGreaterThan(0);
});

test("a repetition that reaches another instance while the first one runs is told to come back", async () => {
  await using stage = openStage("repeats");
  const postgres = await stage.postgres({});
  const env = { PORT: "0", LOG_LEVEL: "fatal", ROLE: "web", DATA_DIR: stage.folder, DATABASE_URL: postgres.url };
  const open = async () => stage.keep(await openOn(readConfig(env)));
  const [here, there] = [await open(), await open()];
  const member = await here.member();
  const beside = Object.assign(clientOf(there.url), { cookie: member.cookie });
  const locks = () => there.asOwner("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted");
  /** Sends a call and, while it runs, its repetition. */
  const collide = async (title: string) => {
    const post = (client: typeof beside) =>
      client.send("POST", "/api/tasks", { body: { title }, headers: { "idempotency-key": title } });
    // Holds up every verb of this company, longer than a repetition waits.
    await here.asOwner("BEGIN");
    await here.asOwner("SELECT FROM journal_heads WHERE company_id = $1 FOR UPDATE", [member.user.companyId]);
    const first = post(member);
    await until(async () => (await locks()).length === 1, true, 4_000);
    const refused = await post(beside);
    await here.asOwner("ROLLBACK");
    return { title, post, first: await first, refused };
  };
  let { title, post, first, refused } = await collide("Once");
  // On a busy machine the first one may be given up before the repetition has waited long enough to be refused.
  for (let again = 1; again < 6 && isOverloaded() && first.status === 503 && refused.status !== 409; again += 1)
    ({ title, post, first, refused } = await collide(`Once more ${again}`));
  expect([refused.status, faultsOf(refused), refused.headers.get("retry-after")]).toEqual([409, [], "2"]);
  expect(refused.text).toMatch(/^The first request with this Idempotency-Key is still running\./);
  // Held up any longer the first one would have been given up with 503 itself.
  expect([200, 503]).toContain(first.status);
  const replies = [await post(beside), await post(member), await post(beside)];
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(await here.asOwner("SELECT 1 FROM tasks WHERE title = $1", [title])).toHaveLength(1);
});
