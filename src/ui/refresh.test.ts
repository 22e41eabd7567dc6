import { QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { queryClient, refresh } from "./query.ts";

test("a change refetches what is read of its subject, and what is made of it", async () => {
  const read: string[] = [];
  for (const [subject, madeOf] of [
    ["decisions", []],
    ["today", ["decisions", "tasks"]],
    ["agents", []],
  ] as const) {
    const queryFn = () => read.push(subject);
    const observer = new QueryObserver(queryClient, { queryKey: ["GET", subject], queryFn, meta: { madeOf } });
    onTestFinished(observer.subscribe(() => undefined));
  }
  await expect.poll(() => read.length).toBe(3);
  read.length = 0;
  await refresh("decisions");
  expect(read.toSorted()).toEqual(["decisions", "today"]);
});
