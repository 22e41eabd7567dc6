import { setTimeout as sleep } from "node:timers/promises";
import { hire, signUp } from "../world.ts";
import { ageAll, ageBesideOthers, checkRuns, countRuns, countUnfinished, noteRuns } from "./check-runs.ts";
import type { FaultOutcome } from "./fault.ts";
import { instancesOn } from "./instances.ts";
import { randomFrom } from "./load.ts";
import { askOnAndOn, noRunPromises } from "./run-load.ts";
import { type Server, startServer } from "./server.ts";
import { openStage } from "./stage.ts";

export type RunKillOptions = { runs: number; seed: number; say: (line: string) => void };

const roles = ["CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal"] as const;
const latestKillMs = 2_500;
/** How long the runs that are left may stand still. */
const patienceMs = 60_000;

/** Kills the only server again and again while it answers questions and briefs, then holds every run against what was promised. */
export async function killRuns(database: "embedded" | "postgres", options: RunKillOptions): Promise<FaultOutcome> {
  const { runs, seed, say } = options;
  await using stage = openStage("runs");
  const place = await stage.place(database);
  const random = randomFrom(seed);
  const promises = noRunPromises();
  let server: Server = await stage.start({ ...place.env, LOG_LEVEL: "fatal" });
  let underWay = 0;
  const kill = async (): Promise<void> => {
    server.signal("SIGKILL");
    await server.ended;
  };
  const member = await signUp(server.url, "runs");
  const agents = (await hire(member, ...roles)).map(({ id }) => id);
  const ground = { cookie: member.cookie ?? "", agents };
  await kill();
  await place.ask(noteRuns);
  for (let run = 1; run <= runs; run += 1) {
    server = await stage.start({ ...place.env, LOG_LEVEL: "fatal" });
    let isOver = false;
    const load = askOnAndOn(
      () => server.url,
      ground,
      promises,
      random,
      () => isOver,
    );
    await sleep(500 + random() * latestKillMs);
    isOver = true;
    await kill();
    await load;
    underWay += await place.ask(async (ask) => {
      const [row] = await ask<{ count: number }>(
        "SELECT count(*)::int AS count FROM agent_runs WHERE status = 'running' AND lease_until > clock_timestamp()",
      );
      await ageAll(ask);
      return row?.count ?? 0;
    });
    if (run % 10 === 0) say(`${database}: ${run} kills, ${promises.questions.length} questions, ${underWay} runs hit`);
  }
  await drain();
  const company = member.user.companyId;
  const [violations, found] = await place.ask(
    async (ask) => [await checkRuns(ask, company, promises), await countRuns(ask, company)] as const,
  );
  return {
    injected: `${runs} times kill -9 of the only server at a random moment of 0.5 to ${0.5 + latestKillMs / 1000} s after its start (seed ${seed}), 3 clients asking eight executives questions and for briefings without a pause. The clocks of dead leases were moved on by a minute after each kill.`,
    hit: `${promises.questions.length} questions and ${promises.briefings.length} briefings acknowledged, ${promises.unanswered} got no answer; the kills found ${underWay} runs under way.`,
    figures: {
      runs: `${found.done} done, ${found.failed} given up in words after more than five attempts; ${found.again} taken up more than once; ${found.steps} steps ended, each once.`,
      checked:
        "by triggers in the database that note every taking of a run, end of a step and closing of a task; then every row and the journal's chain.",
    },
    isVoid: promises.questions.length === 0 || underWay === 0,
    violations,
  };

  /** Lets the server work off what is left; on an embedded folder it has to end before anybody may look. */
  async function drain(): Promise<void> {
    let [left, movedAt] = [-1, performance.now()];
    while (left !== 0 && performance.now() - movedAt < patienceMs) {
      server = await startServer({ ...place.env, LOG_LEVEL: "fatal" });
      // Soon after its start it looks for those that the queue has given up.
      await sleep(left < 0 ? 6_000 : 20_000);
      server.signal("SIGTERM");
      await server.ended;
      const now = await place.ask(async (ask) => {
        await ageAll(ask);
        return countUnfinished(ask);
      });
      if (now !== left) movedAt = performance.now();
      left = now;
      say(`${database}: ${left} runs are left`);
    }
  }
}

/** Kills two instances in turn while both answer; nobody may work on a run that is somebody else's, and both take their share. */
export async function killRunInstances({ runs, seed, say }: RunKillOptions): Promise<FaultOutcome> {
  await using stage = openStage("runs");
  const postgres = await stage.postgres();
  const query = await stage.owner(postgres.superuserUrl);
  const { ask } = query;
  const instances = instancesOn(postgres.url, stage);
  const names = ["instance-1", "instance-2"] as const;
  const promises = noRunPromises();
  const violations: string[] = [];
  let underWay = 0;
  let isOver = false;
  stage.after(() => (isOver = true));
  await Promise.all(names.map((name) => instances.start(name)));
  const members = [];
  for (let at = 0; at < 3; at += 1) {
    const member = await signUp(instances.place(at), "runs");
    members.push({ member, agents: (await hire(member, ...roles)).map(({ id }) => id), promises: noRunPromises() });
  }
  await noteRuns(ask);
  const loads = members.map(({ member, agents, promises: own }, at) =>
    askOnAndOn(instances.place, { cookie: member.cookie ?? "", agents }, own, randomFrom(seed + at), () => isOver),
  );
  await sleep(3_000);
  for (let run = 0; run < runs; run += 1) {
    const name = names[run % names.length] ?? names[0];
    await instances.kill(name, async () => {
      const [row] = await ask<{ count: number }>(
        `SELECT count(*)::int AS count FROM agent_runs r WHERE status = 'running' AND $1 =
             (SELECT instance FROM faults.takes t WHERE t.run = r.id ORDER BY at DESC LIMIT 1)`,
        [name],
      );
      const isHit = (row?.count ?? 0) > 0;
      if (isHit) underWay += 1;
      return isHit;
    });
    await instances.start(name);
    await ageBesideOthers(ask);
    await sleep(700);
    if ((run + 1) % 10 === 0) say(`2 instances: ${run + 1} kills, ${underWay} of them at a run`);
  }
  isOver = true;
  await Promise.all(loads);
  for (let left = -1, movedAt = performance.now(); left !== 0 && performance.now() - movedAt < patienceMs; ) {
    await sleep(1_000);
    await ageBesideOthers(ask);
    const now = await countUnfinished(ask);
    if (now !== left) movedAt = performance.now();
    left = now;
  }
  for (const { member, promises: own } of members) {
    violations.push(...(await checkRuns(ask, member.user.companyId, own)));
    promises.questions.push(...own.questions);
    promises.briefings.push(...own.briefings);
    promises.unanswered += own.unanswered;
  }
  const shares = await ask<{ instance: string; count: number }>(
    "SELECT instance, count(*)::int AS count FROM faults.takes GROUP BY 1 ORDER BY 1",
  );
  if (shares.length < names.length) violations.push("one of the instances took no run at all");
  return {
    injected: `${runs} times kill -9 of one of two instances in turn (seed ${seed}), while 3 clients of each of 3 companies ask both; the clocks of dead leases were moved on by a minute after each kill.`,
    hit: `standing still before the kill, ${underWay} of them were at a run, as the database shows; ${promises.questions.length} questions and ${promises.briefings.length} briefings acknowledged, ${promises.unanswered} got no answer.`,
    figures: { shares: `runs taken up: ${shares.map(({ instance, count }) => `${instance} ${count}`).join(", ")}.` },
    isVoid: promises.questions.length === 0 || underWay === 0,
    violations,
  };
}
