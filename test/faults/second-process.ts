import { spawnSync } from "node:child_process";
import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillFolder, signUp } from "../world.ts";
import { holdTimes, until } from "./noise.ts";
import { type How, isReady, launch, type Server, startServer } from "./server.ts";
import { contents, startRefused } from "./starts.ts";
import { openStage } from "./stage.ts";
import { type Fault, type FaultOutcome } from "./fault.ts";

export const refusedWithinMs = 3_000;
/** How long a machine that is busy with other things may take to become ready. */
const patience = 180_000;
const inUse = /^The data folder \S+ is in use by another Boardroom \(process \d+ on \S+\)\./;
/** Whoever has just taken a folder has not yet written who it is. */
const justTaken = /^The data folder \S+ is in use by another Boardroom(?: \(process \d+ on \S+\))?\./;
const spaces = ["uts", "net", "pid"] as const;
type Space = (typeof spaces)[number];

/** From where the second process comes: the spaces it does not share with the first. */
export const places = {
  "beside the first": [],
  "under another host name": ["uts"],
  "another host name, another network": ["uts", "net"],
  "as from another container": ["uts", "net", "pid"],
} as const satisfies Record<string, readonly Space[]>;
export type Place = keyof typeof places;

export type SecondOutcome = {
  /** Starts that were refused while the first stood still. */
  refused: number;
  /** Of them, those that really ran in spaces of their own, as they said themselves. */
  apart: number;
  slowestMs: number;
  late: string;
  /** Pairs that started on a free folder at the same moment. */
  pairs: number;
  /** Null where this machine does not let anybody leave a space. */
  violations: string[] | null;
};

/** Says where it is, then becomes the product. */
const elsewhere = (apart: readonly Space[]): How => {
  if (apart.length === 0) return {};
  const flags = apart.flatMap((space) => (space === "pid" ? ["--pid", "--fork", "--kill-child"] : [`--${space}`]));
  const links = spaces.map((space) => `/proc/self/ns/${space}`).join(" ");
  const ready = apart.includes("net") ? "ip link set lo up && " : "";
  return {
    through: ["unshare", ...flags, "sh", "-c", `hostname elsewhere && ${ready}readlink ${links} && exec "$@"`, "sh"],
  };
};

export const canLeave = (place: Place): boolean => {
  const [program, ...words] = elsewhere(places[place]).through ?? ["true"];
  return spawnSync(program ?? "true", [...words, "true"]).status === 0;
};

export type First = { server: Server; env: { DATA_DIR: string }; close(): Promise<void> };

/** A process on a folder with rows. */
export async function startFirst(): Promise<First> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-second-"));
  const env = { DATA_DIR: join(folder, "data") };
  fillFolder(env.DATA_DIR);
  const server = await startServer(env);
  await signUp(server.url);
  return {
    server,
    env,
    async close() {
      server.signal("SIGKILL");
      await server.ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function besideFirst<T>(work: (first: First) => Promise<T>): Promise<T> {
  const first = await startFirst();
  try {
    return await work(first);
  } finally {
    await first.close();
  }
}

/** Starts a second process on the folder of the first, and pairs on a free one. */
export async function startSecond(
  { server: first, env }: First,
  place: Place,
  starts: number,
  pairs: number,
): Promise<SecondOutcome> {
  const apart = places[place];
  const outcome: SecondOutcome = { refused: 0, apart: 0, slowestMs: 0, late: "", pairs: 0, violations: [] };
  if (!canLeave(place)) return { ...outcome, violations: null };
  const violations = outcome.violations ?? [];
  const times = holdTimes(violations);
  for (let time = 1; time <= starts; time += 1) {
    // Standing still the first one writes nothing either, so that any change would be the second one's.
    first.signal("SIGSTOP");
    const before = contents(env.DATA_DIR);
    const second = await startRefused(env, elsewhere(apart));
    const after = contents(env.DATA_DIR);
    first.signal("SIGCONT");
    violations.push(...second.faults);
    if (!second.sentences.some((sentence) => inUse.test(sentence))) violations.push(`it says: ${second.complaint}`);
    else outcome.refused += 1;
    times.hold("refused", second.tookMs, refusedWithinMs);
    if (JSON.stringify(before) !== JSON.stringify(after)) violations.push("the second one changed the folder");
    outcome.slowestMs = Math.max(outcome.slowestMs, second.tookMs);
    if (isApart(second.output, apart)) outcome.apart += 1;
    else violations.push("the second one did not run in spaces of its own");
    if ((await until(() => isReady(first.url), true, patience)) >= patience)
      violations.push("the first one is no longer ready");
  }
  for (let pair = 1; pair <= pairs; pair += 1) violations.push(...(await startPair(elsewhere(apart))));
  outcome.pairs = pairs;
  outcome.late = times.said();
  return outcome;
}

function isApart(output: string, apart: readonly Space[]): boolean {
  return apart.every((space) => {
    const said = new RegExp(`^${space}:\\[\\d+\\]$`, "m").exec(output)?.[0];
    return said !== undefined && said !== readlinkSync(`/proc/self/ns/${space}`);
  });
}

/** Two that find a free folder at the same moment: one gets it, the other says why not. */
async function startPair(how: How): Promise<string[]> {
  await using stage = openStage("pair");
  const { folder } = stage;
  fillFolder(folder);
  const both = [launch({ DATA_DIR: folder }), launch({ DATA_DIR: folder }, [], how)];
  for (const { child, ended } of both) stage.after(() => (child.kill("SIGKILL"), ended));
  const ends = both.map(({ ended, child }) => ended.then((end) => ({ end, child })));
  const loser = await Promise.race(ends);
  if (loser.end.code !== 1 || !justTaken.test(loser.end.complaint))
    return [`of two at the same moment one ended with ${loser.end.code}: ${loser.end.complaint}`];
  const winner = both.find(({ child }) => child !== loser.child);
  const wins = () => Promise.resolve(winner?.output().includes("is ready") ?? false);
  return (await until(wins, true, patience)) < patience ? [] : ["of two at the same moment none became ready"];
}

export const fault: Fault = {
  id: "R3",
  title: "a second process on the embedded folder",
  promise: `It is refused within ${refusedWithinMs} ms with one sentence that names the first one, writes not one byte, and the first one goes on; of two that start at the same moment one wins.`,
  async run({ runs, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("embedded")) return outcomes;
    const times = Math.min(runs, 20);
    const pairs = Math.min(runs, 10);
    for (const place of Object.keys(places) as Place[]) {
      say(`${place}: ${times} starts, ${pairs} pairs`);
      const outcome = await besideFirst((first) => startSecond(first, place, times, pairs));
      const { refused, apart, slowestMs, late, pairs: made, violations } = outcome;
      if (violations === null) {
        outcomes[place] = {
          injected: "Nothing: this machine lets nobody leave its name spaces (unshare takes root).",
          hit: "no start.",
          isVoid: true,
          violations: [],
        };
        continue;
      }
      outcomes[place] = {
        injected: `${times} starts on a folder whose process stands still (SIGSTOP, so that every change would be the second one's), and ${made} pairs on a free folder. Spaces left with unshare: ${places[place].join(", ") || "none"}.`,
        hit: `${refused} refused, slowest ${Math.round(slowestMs)} ms from the start of the process${late}; ${apart} of them told other spaces than ours by /proc/self/ns before they became the product.`,
        isVoid: refused === 0 || apart < times,
        violations,
      };
    }
    return outcomes;
  },
};
