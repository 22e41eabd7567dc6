import { setTimeout as sleep } from "node:timers/promises";
import { clientOf, hire, type Member, signUp, testContexts } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { openNoticeListener } from "./hear.ts";
import { checkAll } from "./inspect.ts";
import { type Instances, instancesOn } from "./instances.ts";
import type { Query } from "./ledger.ts";
import { type Ground, putLoad, randomFrom } from "./load.ts";
import {
  checkJobs,
  countOpen,
  jobsOf,
  type ManyJobs,
  makeDue,
  noteJobs,
  putJobs,
  takenAgainAfter,
} from "./many-jobs.ts";
import { timekeeper } from "./noise.ts";
import { noPromises } from "./promises.ts";
import { openStage } from "./stage.ts";

export type InstanceOptions = {
  /** How many instances. */
  count: number;
  runs: number;
  seed: number;
  jobs: number;
  /** Milliseconds between two kills. */
  everyMs: number;
  /** Move the clock of dead leases on instead of waiting for them: for samples. */
  hurry?: boolean;
  say: (line: string) => void;
};

const takenAgainMs = 65_000;
/** How long a machine that is busy with other things may take. */
const patienceMs = 120_000;
/** Jobs that a sample puts anew around each kill: those from before may all be done. */
const further = 40;
const fairShare = [0.3, 0.7] as const;
/** With fewer effects than this a share says nothing. */
const fewest = 40;

/** Kills the instances in turn under load while they work off many jobs, and counts from the database what came of it. */
export async function instanceLoop(options: InstanceOptions): Promise<FaultOutcome> {
  const { count, runs, seed, everyMs, hurry = false, say } = options;
  await using stage = openStage("instances");
  const postgres = await stage.postgres();
  const query = await stage.owner(postgres.superuserUrl);
  const { ask } = query;
  const instances = instancesOn(postgres.url, stage);
  const names = Array.from({ length: count }, (_unused, at) => `instance-${at + 1}`);
  const promises = noPromises();
  const clock = timekeeper();
  const violations: string[] = [];
  /** The jobs the killed were at, and when they were killed. */
  const orphans = new Map<string, Date>();
  let insideTransaction = 0;
  let jobsAtWork = 0;
  const door = await instances.start("door", { ROLE: "web" });
  const member = await signUp(door.url, "instances");
  const ground: Ground = {
    cookie: member.cookie ?? "",
    agents: await hire(member, "CEO", "CFO", "Sales", "Legal"),
  };
  const jobs = await putJobs(door.url, options.jobs);
  await instances.kill("door");
  await noteJobs(ask);
  await makeDue(ask, jobs);
  say(`${jobs.imports.length} imports and ${jobs.decisions.length} decisions to close are queued`);

  await Promise.all(names.map((name) => instances.start(name)));
  const heardMs = await hear(instances, member, ground);
  let isOver = false;
  const load = putLoad({ place: instances.place, isOver: () => isOver }, ground, promises, randomFrom(seed));
  await sleep(everyMs);
  const shares = await ask<{ instance: string; count: number }>(
    "SELECT instance, count(*)::int AS count FROM faults.effects GROUP BY 1 ORDER BY 1",
  );
  const all = shares.reduce((sum, { count: done }) => sum + done, 0);
  if (count === 2 && all >= fewest)
    clock.hold(
      shares.length === count && shares.every(({ count: done }) => isFair(done / all)),
      `two instances shared the jobs ${shares.map(({ count: done }) => done).join(" to ")}`,
    );

  for (let run = 0; run < runs; run += 1) {
    const name = names[run % count] ?? "";
    let isInside = false;
    let own: string[] = [];
    const beside = instances.living.get(names[(run + 1) % count] ?? "");
    const more = hurry && beside ? putJobs(beside.url, further) : null;
    await instances.kill(name, async () => {
      isInside = await hasWritten(ask, name);
      own = (await jobsOf(ask, name)).filter((id) => !orphans.has(id));
      return own.length > 0;
    });
    if (isInside) insideTransaction += 1;
    if (own.length > 0) jobsAtWork += 1;
    await ended(ask, name);
    // What it had sent before it stood still may have ended a job after that.
    const left = await jobsOf(ask, name);
    for (const id of own.filter((one) => left.includes(one))) orphans.set(id, new Date());
    if (more) await takeIn(ask, jobs, await more);
    await instances.start(name);
    if (hurry) await ageLeases(ask);
    if (run < runs - 1) await sleep(everyMs);
    if ((run + 1) % 10 === 0)
      say(`${run + 1} kills, ${promises.acknowledged} writes acknowledged, ${await countOpen(ask)} jobs open`);
  }
  isOver = true;
  await load;
  await drain(ask, hurry, say);
  violations.push(...(await checkJobs(ask, jobs)));

  const again = await takenAgainAfter(ask, orphans);
  const slowest = Math.max(0, ...again.map((ms) => ms ?? 0));
  if (again.includes(null)) violations.push("a job of the dead was never taken again");
  clock.hold(
    slowest <= takenAgainMs,
    `a job of the dead was taken again only ${Math.round(slowest)} ms after the kill`,
  );
  const own = await checkAll(ask, member.user.companyId, promises, 0);
  violations.push(...own.violations);
  for (const company of jobs.companies)
    violations.push(...(await checkAll(ask, company.user.companyId, noPromises(), 0)).violations);
  const parts = shares.map(({ count: done }) => `${Math.round((100 * done) / Math.max(1, all))} %`).join(", ");
  return {
    injected: `${runs} times kill -9 of one of ${count} instances in turn, ${everyMs / 1000} s after the last was up again (seed ${seed}), while 5 clients write to all of them and move to those that live; ${jobs.imports.length} imports and ${jobs.decisions.length} decisions that run out, of ${jobs.companies.length} companies.`,
    hit: `standing still before the kill, ${insideTransaction} of them were inside a transaction that had written and ${jobsAtWork} at a job, as the database shows; the ${orphans.size} jobs of the dead were taken again; ${promises.acknowledged} writes acknowledged, ${promises.unanswered} got no answer, ${promises.unavailable} were answered 503; of the new rows among them ${own.landed} were there, ${own.lost} were not.`,
    figures: {
      jobs: `${jobs.imports.length + jobs.decisions.length} put, counted in the database by the connection that wrote their effect; ${all} in the first ${everyMs / 1000} s by all, shared ${parts}.`,
      again: `a job of a dead instance was taken again at most ${Math.round(slowest / 1000)} s after the kill${hurry ? " (the lease's clock was moved on)" : ""}; ${clock.waived()}.`,
      socket: `a tab on one instance heard of a proposal and an approval made on another after ${heardMs.map(Math.round).join(" and ")} ms.`,
    },
    isVoid: promises.acknowledged === 0 || orphans.size === 0,
    violations: [...violations, ...clock.violations],
  };
}

/** Adds jobs to those that are held against what was promised. */
async function takeIn(ask: Query, jobs: ManyJobs, more: ManyJobs): Promise<void> {
  await makeDue(ask, more);
  jobs.companies.push(...more.companies);
  jobs.imports.push(...more.imports);
  jobs.decisions.push(...more.decisions);
}

const isFair = (share: number): boolean => share >= fairShare[0] && share <= fairShare[1];

/** Whether an instance that stands still is inside a transaction that has written. */
async function hasWritten(ask: Query, name: string): Promise<boolean> {
  const [open] = await ask<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1 AND backend_xid IS NOT NULL",
    [name],
  );
  return (open?.count ?? 0) > 0;
}

/** Waits until the database has none of a dead instance's connections any more. */
async function ended(ask: Query, name: string): Promise<void> {
  const open = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1";
  while (((await ask<{ count: number }>(open, [name]))[0]?.count ?? 0) > 0) await sleep(20);
}

/** Decides on one instance, listens on another; gives after how many milliseconds each was heard. */
async function hear(instances: Instances, member: Member, { agents }: Ground): Promise<number[]> {
  const [here, there] = [...instances.living.values()];
  if (!here || !there) return [];
  const notices = await openNoticeListener(here.url, member);
  const elsewhere = Object.assign(clientOf(there.url), { cookie: member.cookie });
  const agentId = agents.find(({ role }) => role === "CFO")?.id;
  const heardAfter = async (started: number, type: string, id: string): Promise<number> => {
    while (performance.now() - started < patienceMs) {
      const found = notices.heard.find((message) => message.type === type && message.id === id);
      if (found) return found.at - started;
      await sleep(5);
    }
    throw new Error(`${type} was not heard on another instance.`);
  };
  const proposedAt = performance.now();
  const reply = await elsewhere.send("POST", "/api/agents/make-decision", { body: { agentId, ...testContexts.CFO } });
  const { id } = reply.json as { id: string };
  const proposed = await heardAfter(proposedAt, "decision_pending", id);
  const approvedAt = performance.now();
  await elsewhere.send("POST", `/api/decisions/${id}/approve`, { body: { approved: true } });
  const approved = await heardAfter(approvedAt, "decision.approved", id);
  notices.close();
  return [proposed, approved];
}

/** Waits until the queue has nothing more that is due; gives up when it stands still. */
async function drain(ask: Query, hurry: boolean, say: (line: string) => void): Promise<void> {
  let before = await countOpen(ask);
  for (
    let movedAt = performance.now();
    before > 0 && performance.now() - movedAt < (hurry ? patienceMs : 2 * takenAgainMs);
  ) {
    await sleep(500);
    if (hurry) await ageLeases(ask);
    const open = await countOpen(ask);
    if (open !== before) movedAt = performance.now();
    before = open;
  }
  say(`${before} jobs are left`);
}

/** Makes a minute pass for what a dead process held: its lease, the next look at it, and the pause before it is tried again. */
async function ageLeases(ask: Query): Promise<void> {
  await ask(
    "UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '30 seconds' WHERE state = 'active' AND heartbeat_on < now() - interval '3 seconds'",
  );
  await ask("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
}
