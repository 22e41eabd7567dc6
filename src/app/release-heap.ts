import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees the memory that loading left behind: V8 does not compact the heap of an idle program by itself. */
export function releaseHeap(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
