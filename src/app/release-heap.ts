import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back the memory that loading left behind: V8 does not compact a heap by itself when the program then idles. */
export function releaseHeap(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
