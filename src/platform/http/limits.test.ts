import fastify from "fastify";
import { expect, test } from "vitest";
import { AppError } from "#contract/errors.ts";
import { readConfig } from "#platform/config.ts";
import { openLimits } from "#platform/http/limits.ts";

test("sixty guesses in one and the same moment: ten are tried, the others are refused", async () => {
  const app = fastify();
  const limits = await openLimits(app, readConfig({}), () => undefined);
  let tried = 0;
  const guess = async (): Promise<void> => {
    tried += 1;
    throw new AppError("unauthorized", "Invalid username or password");
  };
  app.get("/", async (request) => {
    const all = Array.from({ length: 60 }, () => limits.signIn(request, "target", guess));
    const ends = await Promise.allSettled(all);
    return ends.map((end) => (end.status === "rejected" && end.reason instanceof AppError ? end.reason.code : "in"));
  });
  const ends = (await app.inject("/")).json<string[]>();
  expect(tried).toBe(10);
  expect(ends.slice(0, 10)).toEqual(Array(10).fill("unauthorized"));
  expect(ends.slice(10)).toEqual(Array(50).fill("too_many"));
  await app.close();
});
