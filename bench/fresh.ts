import { setTimeout as sleep } from "node:timers/promises";
import { median, percentiles } from "./compare.ts";
import { company, type Engine, type Ground, openGround, proposer } from "./ground.ts";
import { cpuSeconds } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

const rounds = 5;
const perRound = 20;
/** Another checkout to measure in turns with this one: its folder. */
const beside = process.env["BESIDE"];

type Kind = "proposal" | "approval" | "task";
const kinds: readonly Kind[] = ["proposal", "approval", "task"];
type Times = Record<Kind, { ms: number[]; cpu: number[] }>;

/**
 * Part of goal 32: proposals, approvals and tasks one after the other in a fresh company, with the sentence encoder on:
 * from the call to the answer, and the processor time of the whole tree until all work that follows has ended.
 */
export async function measure(engine: Engine): Promise<Report> {
  await using own = await openGround(engine);
  await using other = beside ? await openGround(engine, [], beside) : null;
  const grounds = [own, ...(other ? [other] : [])];
  const sides = await Promise.all(grounds.map(open));
  const found = sides.map(
    (): Times => ({
      proposal: { ms: [], cpu: [] },
      approval: { ms: [], cpu: [] },
      task: { ms: [], cpu: [] },
    }),
  );
  for (let round = -1; round < rounds; round += 1)
    for (const [at, side] of sides.entries()) {
      const times = await side();
      for (const kind of kinds) {
        if (round < 0) continue;
        found[at]?.[kind].ms.push(...times[kind].ms);
        found[at]?.[kind].cpu.push(...times[kind].cpu);
      }
    }
  const of = (times: Times | undefined, kind: Kind) => {
    const { p50, p99 } = percentiles(times?.[kind].ms ?? []);
    return { p50, p99, cpu: median(times?.[kind].cpu ?? []) };
  };
  return {
    title: `fresh  In a fresh company with the encoder on, ${perRound} of each one after the other, ${rounds} rounds`,
    lines: kinds.flatMap((kind) => {
      const line = (name: string, { p50, p99, cpu }: ReturnType<typeof of>) =>
        `${kind.padEnd(8)}  ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(1)} ms of processor time with all that follows`;
      return [line("ours", of(found[0], kind)), ...(beside ? [line(beside, of(found[1], kind))] : [])];
    }),
    goals: beside
      ? (["proposal", "approval"] as const).map((kind) =>
          atMost(
            `processor time of ${kind === "proposal" ? "a proposal" : "an approval"} × ${beside}`,
            of(found[0], kind).cpu / of(found[1], kind).cpu,
            0.5,
            "×",
          ),
        )
      : [],
  };
}

/** One round on this ground. */
async function open(ground: Ground): Promise<() => Promise<Times>> {
  const { server, pids } = ground;
  const member = await company(server.url, "fresh");
  const propose = await proposer(member, "CFO");
  await idle(ground);
  const send = async (path: string, body: object): Promise<void> => {
    const { status, text } = await member.send("POST", path, { body });
    if (status !== 200) throw new Error(`Void: ${path} was answered ${status}: ${text}`);
  };
  let made = 0;
  return async () => {
    const ids: string[] = [];
    const calls: Record<Kind, (at: number) => Promise<void>> = {
      proposal: async () => void ids.push(await propose()),
      approval: (at) => send(`/api/decisions/${ids[at]}/approve`, { approved: true }),
      task: () => send("/api/tasks", { title: `Call supplier ${(made += 1)}`, priority: "medium" }),
    };
    const times: Times = {
      proposal: { ms: [], cpu: [] },
      approval: { ms: [], cpu: [] },
      task: { ms: [], cpu: [] },
    };
    for (const kind of kinds) {
      const before = cpuSeconds(pids);
      for (let at = 0; at < perRound; at += 1) {
        const started = performance.now();
        await calls[kind](at);
        times[kind].ms.push(performance.now() - started);
      }
      await idle(ground);
      times[kind].cpu.push(((cpuSeconds(pids) - before) / perRound) * 1_000);
    }
    return times;
  };
}

/** Waits until no job is queued, due within the minute or running. */
async function idle({ asOwner }: Ground): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const [row] = await asOwner<{ busy: number }>(
      `SELECT ((SELECT count(*) FROM pgboss.job WHERE state < 'completed' AND start_after < now() + interval '1 minute')
        + (SELECT count(*) FROM job_slots WHERE next_at < now() + interval '1 minute'))::int AS busy`,
    );
    quiet = row?.busy === 0 ? quiet + 1 : 0;
    await sleep(200);
  }
}
