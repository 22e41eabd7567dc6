import fastify from "fastify";
import { expect, test } from "vitest";
import { AppError } from "#contract/errors.ts";
import { readConfig } from "#platform/config.ts";
import { openLimits } from "#platform/http/limits.ts";

/** Makes this many guesses at once; returns their outcomes. */
async function all(amounts: readonly number[], attempt: (at: number) => Promise<string | null>): Promise<string[][]> {
  const app = fastify();
  const limits = await openLimits(app, readConfig({}), () => undefined);
  let at = 0;
  const places = [["signInDevice", "target"]] as const;
  app.get("/:amount", async (request) => {
    const { amount } = request.params as { amount: string };
    const tries = Array.from({ length: Number(amount) }, () => limits.guess(request, places, () => attempt(at++)));
    const ends = await Promise.allSettled(tries);
    return ends.map((end) =>
      end.status === "fulfilled" ? (end.value ?? "wrong") : end.reason instanceof AppError ? end.reason.code : "broke",
    );
  });
  const ends: string[][] = [];
  for (const amount of amounts) ends.push((await app.inject(`/${amount}`)).json<string[]>());
  await app.close();
  return ends;
}

test("of sixty simultaneous guesses ten are tried and the rest refused", async () => {
  let tried = 0;
  const [ends = []] = await all([60], async () => {
    tried += 1;
    return null;
  });
  expect(tried).toBe(10);
  expect(ends.slice(0, 10)).toEqual(Array(10).fill("wrong"));
  expect(ends.slice(10)).toEqual(Array(50).fill("too_many"));
});

test("an attempt refused for lack of capacity does not count as a guess", async () => {
  const [unseen, after] = await all([10, 1], async (at) => {
    if (at < 10) throw new AppError("unavailable", "Try again in a moment");
    return "in";
  });
  expect(unseen).toEqual(Array(10).fill("unavailable"));
  expect(after).toEqual(["in"]);
});
