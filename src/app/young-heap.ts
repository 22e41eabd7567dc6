import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** The size of both semi-spaces of the young generation. */
const most = 16 * 2 ** 20;

/** Keeps the young generation at its minimum during startup: loading would grow it by 100 MiB that stay allocated. */
export const keepYoungHeapSmall = (): void => setFlagsFromString("--semi-space-growth-factor=1");

/** Lets each semi-space grow to 8 MiB under load: small ones are collected seven times as often. */
export function growYoungHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  const watch = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if (!young || young.space_size < most) return;
    keepYoungHeapSmall();
    watch.disconnect();
  });
  watch.observe({ entryTypes: ["gc"] });
}
