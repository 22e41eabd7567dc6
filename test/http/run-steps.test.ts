import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { limits } from "#agency/run/limits.ts";
import { assign } from "#agency/run/start.ts";
import { type SkillHandler, defineSkillHandler, type RunSession } from "#agency/skill.ts";
import { defineAction } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";
import { getRun } from "#features/runs/contract.ts";
import { write } from "#platform/db/transaction.ts";
import { groundIn, jobOf, skillOf } from "../working.ts";
import { openWorld, type World } from "../world.ts";

/** What the page of a run shows of its steps, and what is done of them again after a crash. */
let world: World;
const usual = { ...limits };
beforeAll(async () => {
  // Its own workers know none of these skills and would take their runs.
  world = await openWorld({ ROLE: "web" });
});
afterEach(() => void Object.assign(limits, usual));
afterAll(() => world.close());

/** Assigns a skill of the test's own; gives how to work on it once, and how its page stands. */
async function assigned(rules: (session: RunSession) => Promise<string>) {
  const { ctx, agent, member } = await groundIn(world);
  const skill = skillOf("test.steps", rules);
  const notBefore = new Date("2199-01-01");
  const asked = { agent, skill, input: { about: "it" }, origin: "owner", trigger: "person", notBefore } as const;
  const runId = await write(ctx, (tx) => assign(tx, asked));
  await world.asOwner("UPDATE agent_runs SET not_before = NULL WHERE id = $1", [runId]);
  const handlers: SkillHandler[] = [defineSkillHandler({ skill })];
  const job = jobOf(handlers);
  return {
    agent,
    attempt: () => job.run(world.boardroom.platform, ctx.company, { runId }),
    page: async () => (await member.call(getRun, { params: { id: runId } })).run,
  };
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof assigned>>["page"]>>;
const stepsOf = ({ steps }: Page) => steps.map(({ title, status, detail }) => [title, status, detail]);

/** How often each piece of work was done. */
function counted() {
  const times: Record<string, number> = {};
  const work = <T>(title: string, result: T) => {
    return async (): Promise<Exclude<T, Error>> => {
      times[title] = (times[title] ?? 0) + 1;
      if (result instanceof Error) throw result;
      return result as Exclude<T, Error>;
    };
  };
  return { times, work };
}

const refused = new AppError("forbidden", "That is not for you.");
const told = (error: unknown): string =>
  error instanceof AppError ? `${error.code}: ${error.message}` : `a surprise: ${(error as Error).message}`;

test("a step that failed and was passed over stays on the run's page, in its place", async () => {
  const { work } = counted();
  const run = await assigned(async (session) => {
    await session.step("First", work("First", 1));
    const second = await session.step("Second", work("Second", refused)).catch(told);
    const third = await session.step("Third", work("Third", new Error("secret"))).catch(told);
    await session.step("Fourth", work("Fourth", 4));
    return `${second}, ${third}`;
  });
  await run.attempt();
  const page = await run.page();
  expect(page.status).toBe("done");
  expect(stepsOf(page)).toEqual([
    ["First", "done", null],
    ["Second", "failed", "That is not for you."],
    ["Third", "failed", "Something went wrong."],
    ["Fourth", "done", null],
  ]);
  expect(page.steps.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

test("after a crash a step that was passed over fails again as it did, and nothing behind it is done twice", async () => {
  const { times, work } = counted();
  const heard: string[] = [];
  let broken = false;
  const run = await assigned(async (session) => {
    await session.step("First", work("First", 1));
    // Tried again both would go well: then the steps behind them would be other ones.
    const [second, third] = broken ? ["fine", "fine"] : [refused, new Error("secret")];
    heard.push(await session.step("Second", work("Second", second)).catch(told));
    heard.push(await session.step("Third", work("Third", third)).catch(told));
    await session.step("Fourth", work("Fourth", 4));
    const last = broken ? "done" : new Error("The process is gone.");
    broken = true;
    return session.step("Last", work("Last", last));
  });
  await expect(run.attempt()).rejects.toThrow("gone");
  await run.attempt();
  expect(heard).toEqual([
    "forbidden: That is not for you.",
    "a surprise: secret",
    "forbidden: That is not for you.",
    "a surprise: Something went wrong.",
  ]);
  expect(times).toEqual({ First: 1, Second: 1, Third: 1, Fourth: 1, Last: 2 });
  expect(stepsOf(await run.page()).map(([title, status]) => [title, status])).toEqual([
    ["First", "done"],
    ["Second", "failed"],
    ["Third", "failed"],
    ["Fourth", "done"],
    ["Last", "done"],
  ]);
});

test("what a later attempt does otherwise takes the place of all that was behind it", async () => {
  const { times, work } = counted();
  let attempts = 0;
  const run = await assigned(async (session) => {
    attempts += 1;
    await session.step("First", work("First", 1));
    await session.step(attempts === 1 ? "As it was" : "As it is", work("Second", 2));
    await session.step("Third", work("Third", 3));
    if (attempts === 1) await session.step("Last", work("Last", new Error("The process is gone.")));
    return "done";
  });
  await expect(run.attempt()).rejects.toThrow("gone");
  await run.attempt();
  expect(stepsOf(await run.page()).map(([title, status]) => [title, status])).toEqual([
    ["First", "done"],
    ["As it is", "done"],
    ["Third", "done"],
  ]);
  expect(times).toMatchObject({ First: 1, Second: 2, Third: 2 });
});

/** An action that is not the CFO's. */
const forbidden = defineAction({
  id: "test_forbidden",
  label: "Do what is forbidden",
  description: "Is refused.",
  effect: "read",
  cost: "zero",
  roles: ["CEO"],
  capability: null,
  input: z.strictObject({ about: z.string() }),
  output: z.null(),
  run: async () => null,
});

test("who asks for a forbidden action again and again is stopped, whatever they ask it for and heed", async () => {
  let asked = 0;
  const run = await assigned(async (session) => {
    while (asked < 1_000) {
      asked += 1;
      await session.use(forbidden, { about: `${asked}` }).catch(() => undefined);
    }
    return "never heeded";
  });
  await run.attempt();
  const page = await run.page();
  expect([page.status, page.sentence]).toEqual([
    "failed",
    'Stopped: "Do what is forbidden" gave the same result twice and was about to repeat.',
  ]);
  expect(stepsOf(page)).toEqual(
    Array(2).fill(["Do what is forbidden", "failed", "Do what is forbidden belongs to the CEO, not to the CFO"]),
  );
  expect(page.steps.map(({ action }) => action)).toEqual(["test_forbidden", "test_forbidden"]);
  // It is over, and whoever goes on all the same is given nothing any more.
  expect(asked).toBeLessThanOrEqual(4);
});

test("a tool that is given what it does not take is a failed step, and counts as one", async () => {
  const open = { ...forbidden, roles: ["CFO"] as const };
  const run = await assigned(async (session) => {
    for (let time = 0; time < 20; time += 1)
      await session.use(open, { about: time } as unknown as { about: string }).catch(() => undefined);
    return "never heeded";
  });
  await run.attempt();
  const page = await run.page();
  expect(page.status).toBe("failed");
  expect(page.steps.map(({ status }) => status)).toEqual(["failed", "failed"]);
});

test("failed steps count among those a run may take, and no catch goes on behind the last", async () => {
  let asked = 0;
  const run = await assigned(async (session) => {
    while (asked < 1_000) {
      asked += 1;
      await session.step(`Try ${asked}`, () => Promise.reject(refused)).catch(() => undefined);
    }
    return "never heeded";
  });
  await run.attempt();
  const page = await run.page();
  expect([page.status, page.sentence]).toEqual(["failed", `Stopped: the run took more than ${limits.steps} steps.`]);
  expect(page.steps).toHaveLength(limits.steps);
  expect(asked).toBeLessThanOrEqual(limits.steps + 2);
});
