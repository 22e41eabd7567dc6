import { hostileImports } from "./hostile-imports.ts";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { collecting, type Parts, partsMiB, residentMiB, settledMiB, telling } from "../../bench/processes.ts";
import { sampled } from "../long-texts.ts";
import type { FaultOutcome } from "./fault.ts";
import { groundsOn } from "./hostile-ground.ts";
import { hostileRequests } from "./hostile-requests.ts";
import { isDone, putImport } from "./many-jobs.ts";
import { isOverloaded, until } from "./noise.ts";
import { goodput, offer, type Offered } from "./offered.ts";
import { mixOf } from "./overload.ts";
import { openTab } from "./slow-consumers.ts";
import { describeHeld, held, heldAfter, keepAskingForUpgrades } from "./upgrades.ts";
import { openStage } from "./stage.ts";

const companies = 10;
const socketsEach = 10;
const perSecond = 50;
const windows = 10;
/** The load goes on so long before anything is measured, as a share of the time it is measured. */
const warmUp = 1 / 2;
/** MiB the collected process may grow by: more than what collecting leaves at random, less than a leak of these inputs takes. */
const growthMiB = 32;
/** What the last tenth of the answers may be slower than the first by, in its own times and in milliseconds. */
const slower = 2;
const slackMs = 50;

/** Keeps a server at work with requests, sockets, jobs, hostile upgrades and texts; looks at what it holds before and after. */
export async function soak(
  database: "embedded" | "postgres",
  seconds: number,
  say: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  await using stage = openStage("soak");
  const grounds = stage.keep(await groundsOn(database));
  const parts = join(stage.folder, "parts");
  const on = stage.keep(await grounds.open([...collecting, ...telling], { MEMORY_PARTS: parts }));
  const { server } = on;
  const violations: string[] = [];
  const { members, requests } = await mixOf(server.url, companies);
  const load = (time: number) =>
    offer({ url: server.url, requests, seconds: time, rate: perSecond, concurrency: perSecond });
  const inputs = [...(await hostileRequests(on, sampled)), ...hostileImports(on, sampled)];
  const done = { inputs: 0, jobs: 0 };
  const keepSending = async (isOver: () => boolean): Promise<void> => {
    for (; !isOver(); done.inputs += 1) {
      const input = inputs[done.inputs % inputs.length];
      const fault = await input?.send().catch(() => null);
      if (fault) violations.push(`${input?.name}: ${fault}`);
      await sleep(200);
    }
  };
  const keepImporting = async (isOver: () => boolean): Promise<void> => {
    for (; !isOver(); done.jobs += 1) {
      const member = members[done.jobs % members.length];
      if (!member) return;
      const id = await putImport(member, done.jobs);
      await until(() => isDone(member, id), true, 60_000);
      await sleep(500);
    }
  };
  /** Starts the hostile texts and the imports; the returned function ends them. */
  const startOthers = () => {
    let isOver = false;
    const others = [keepSending(() => isOver), keepImporting(() => isOver)];
    return async () => {
      isOver = true;
      await Promise.all(others);
    };
  };
  const stopWarming = startOthers();
  await load(seconds * warmUp);
  await stopWarming();
  const before = held(server);
  const collectedBefore = await settledMiB(server.pid);
  const partsBefore = partsMiB(server.pid, parts);
  say(`${database}: warm with ${Math.round(collectedBefore)} MiB, ${describeHeld(before)}`);

  const tabs = await Promise.all(
    Array.from({ length: companies * socketsEach }, (_, at) => openTab(server.url, members[at % companies])),
  );
  const upgrades = keepAskingForUpgrades(server.url);
  const warmed = { ...done };
  const stopOthers = startOthers();
  const offered: Offered[] = [];
  const resident: number[] = [];
  let most = held(server);
  for (let window = 1; window <= windows; window += 1) {
    offered.push(await load(seconds / windows));
    resident.push(residentMiB(server.pid));
    const now = held(server);
    if (now.descriptors > most.descriptors) most = now;
    say(`${database}: ${window} of ${windows}, ${Math.round(resident.at(-1) ?? 0)} MiB, ${describeHeld(now)}`);
  }
  await stopOthers();
  const asked = await upgrades.stop();
  violations.push(...asked.violations);
  const deaf = tabs.filter((tab) => tab.heard() === 0).length;
  if (deaf > 0) violations.push(`${deaf} sockets heard nothing`);
  for (const { socket } of tabs) socket.terminate();
  const after = await heldAfter(server, before, violations);
  const collectedAfter = await settledMiB(server.pid);
  const partsAfter = partsMiB(server.pid, parts);
  const growth = collectedAfter - collectedBefore;
  // The embedded database keeps its rows and compiled code in the process; they are not the server's to give back.
  const ofJavaScript = ({ heaps, buffers }: Parts): number => heaps + buffers;
  const leaked = database === "embedded" ? ofJavaScript(partsAfter) - ofJavaScript(partsBefore) : growth;
  if (leaked > growthMiB) violations.push(`the collected process grew by ${Math.round(leaked)} MiB`);

  const p99 = (one: Offered | undefined) => Math.max(0, ...(one?.answers ?? []).map((answer) => answer.p99));
  const [first, last] = [p99(offered[0]), p99(offered.at(-1))];
  const isSlower = last > slower * first + slackMs;
  if (isSlower && !isOverloaded()) violations.push(`p99 was ${first} ms at the start and ${last} ms at the end`);
  const sum = (of: (one: Offered) => number) => offered.reduce((total, one) => total + of(one), 0);
  const bad = offered.flatMap(({ texts }) => Object.keys(texts));
  if (bad.length > 0) violations.push(`the load was answered ${bad.slice(0, 3).join("; ")}`);
  const lost = sum(({ broken, unanswered }) => broken + unanswered);
  if (lost > 0) violations.push(`${lost} requests got no answer`);
  const mean = Math.round(sum(goodput) / windows);
  return {
    injected: `${seconds} s of ${perSecond} requests a second, 3 of 4 reads, with ${tabs.length} sockets, an import of figures after the other, 9 upgrades of undecodable addresses every 100 ms, and long texts in every place of every call and import, one after the other; ${Math.round(seconds * warmUp)} s of the same before, without the sockets and upgrades. 2 hours were not tried.`,
    hit: `${sum(({ sent }) => sent)} requests, ${mean} a second answered; ${done.jobs - warmed.jobs} imports; ${asked.answered} upgrades refused; ${done.inputs - warmed.inputs} long texts of ${inputs.length}.`,
    figures: {
      held: `${describeHeld(before)} before, ${describeHeld(most)} at the most, ${describeHeld(after)} afterwards.`,
      memory: `${Math.round(collectedBefore)} MiB before and ${Math.round(collectedAfter)} MiB after, both at rest and collected: ${slope(growth, seconds)}; under load in tenths ${resident.map(Math.round).join(" ")} MiB, its second half ${slope(slopeOf(resident.slice(windows / 2)) * windows, seconds)}. The rows written stay, so it is no measure of 5 MiB an hour.`,
      parts: `of the collected process, before and after: ${describeParts(partsBefore, partsAfter)}.`,
      times: `p99 ${first} ms in the first tenth, ${last} ms in the last${isSlower ? " (on a machine with more than twice its work, not held against it)" : ""}.`,
    },
    isVoid: done.jobs === warmed.jobs || done.inputs === warmed.inputs || asked.answered === 0,
    violations,
  };
}

const describeParts = (before: Parts, after: Parts): string =>
  (
    [
      ["heaps of JavaScript", "heaps"],
      ["array buffers", "buffers"],
      ["linear memory of the database", "linear"],
      ["the program from its files", "files"],
      ["compiled code and what the allocator keeps", "rest"],
    ] as const
  )
    .map(([name, part]) => `${name} ${Math.round(before[part])} and ${Math.round(after[part])} MiB`)
    .join(", ");

const slope = (mebibytes: number, seconds: number): string => {
  const hourly = Math.round((mebibytes / seconds) * 3_600);
  return `${hourly < 0 ? "" : "+"}${hourly} MiB an hour`;
};

/** How much the values rise from one to the next, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const spread = values.reduce((total, _value, at) => total + (at - middle) ** 2, 0);
  return values.reduce((total, value, at) => total + (at - middle) * value, 0) / spread;
}
