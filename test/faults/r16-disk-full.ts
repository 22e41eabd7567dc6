import { type DiskOutcome, fillDisk, type Kind, notReadyWithinMs, readyWithinMs } from "./disk-full.ts";
import type { Fault, FaultOutcome } from "./fault.ts";
import { mountSmallDisk } from "./small-disk.ts";

const diskMb = 300;
const kinds: Record<Kind, { database: "embedded" | "postgres"; part: string; how: string }> = {
  guarded: {
    database: "embedded",
    part: "embedded",
    how: "The product as it is: it looks at its disk and stops writing below 50 MB.",
  },
  bare: {
    database: "embedded",
    part: "embedded, without the threshold",
    how: "DISK_STOP_MB=0, so that the database itself meets the full disk.",
  },
  postgres: {
    database: "postgres",
    part: "postgres",
    how: "PostgreSQL's own folder lies on the disk; the product cannot see it.",
  },
};

export const fault: Fault = {
  id: "R16",
  title: "the disk is full",
  promise: `Within ${notReadyWithinMs} ms it says that it is not ready; every write is answered 503 with a sentence and Retry-After, reads are answered or told to come back; within ${readyWithinMs} ms after there is room again it is ready, and no acknowledged row is lost. On a disk that is full from the start it ends with one sentence.`,
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    const rounds = Math.min(runs, 10);
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { database, part, how } = kinds[kind];
      if (!databases.includes(database)) continue;
      const disk = mountSmallDisk(diskMb);
      if (!disk) {
        const injected = "Nothing: a disk of its own takes root, who may mount one.";
        outcomes[part] = { injected, hit: "nothing.", isVoid: true, violations: [] };
        continue;
      }
      try {
        say(`${part}: ${rounds} times full, seed ${seed}`);
        outcomes[part] = told(kind, how, rounds, await fillDisk(kind, disk, { rounds, fullMs: 10_000, seed }, say));
      } finally {
        disk.remove();
      }
    }
    return outcomes;
  },
};

function told(kind: Kind, how: string, rounds: number, outcome: DiskOutcome): FaultOutcome {
  const { acknowledged, refused, noRoom, replaced, supervised, startRefusedMs, late, violations } = outcome;
  const slowest = (all: number[]) => `slowest ${Math.round(Math.max(...all))} ms`;
  const reads = Object.entries(outcome.reads)
    .map(([status, count]) => `${count} times ${status}`)
    .join(", ");
  return {
    injected: `${rounds} times the store's disk (${diskMb} MB, in memory) was filled to the last byte under load and kept full for 10 s. ${how}`,
    hit: `${refused} writes of the load were refused while ${acknowledged} were acknowledged before and after; ${noRoom} lines of the product's log in which the store itself found no room; its engine was replaced ${replaced} times${supervised > 0 ? `; PostgreSQL itself gave up ${supervised} times for want of room and was started again once there was some, as its supervisor would` : ""}.`,
    figures: {
      reads: `while the disk was full they were answered ${reads}.`,
      times: `not ready: ${slowest(outcome.notReadyMs)}; ready again: ${slowest(outcome.readyMs)}${
        startRefusedMs.length > 0
          ? `; a start on the full disk, with rows and without: ended, ${slowest(startRefusedMs)}`
          : ""
      }${late}.`,
      words: [...outcome.sentences].join("\n"),
    },
    isVoid: acknowledged === 0 || refused === 0 || (kind !== "guarded" && noRoom === 0),
    violations,
  };
}
