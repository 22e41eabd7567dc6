import { setTimeout as sleep } from "node:timers/promises";
import { hire, type Member, signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { askOwner, checkAll } from "./inspect.ts";
import { isExcused, putLoad, randomFrom } from "./load.ts";
import { noPromises } from "./promises.ts";
import { type CommitCut, startProxy, throughProxy } from "./proxy.ts";
import { openStage } from "./stage.ts";

/** How long a cut that was asked for may wait for a COMMIT. */
const patienceMs = 10_000;

/** Resets the connection of a COMMIT, before PostgreSQL has it or when it has answered: alone, and then under load. */
export async function cutCommits(options: {
  runs: number;
  seed: number;
  say: (line: string) => void;
}): Promise<FaultOutcome> {
  const { runs, seed, say } = options;
  await using stage = openStage("cuts");
  const { folder } = stage;
  const postgres = await stage.postgres();
  const { hostname, port } = new URL(postgres.url);
  const proxy = stage.keep(await startProxy({ host: hostname, port: Number(port) }));
  const env = { DATA_DIR: folder, DATABASE_URL: throughProxy(postgres.url, proxy), LOG_LEVEL: "fatal" };
  const server = await stage.start(env);
  const random = randomFrom(seed);
  const promises = noPromises();
  const violations: string[] = [];
  const { journal } = proxy;
  const hits = () => journal.cutBeforeCommit + journal.cutAfterCommit;
  const query = await stage.owner(postgres.superuserUrl);
  let alone = 0;
  const member = await signUp(server.url, "cuts");
  const ground = { cookie: member.cookie ?? "", agents: await hire(member, "CEO", "CFO", "Sales", "Legal") };

  for (const [at, where] of Array.from({ length: runs }, (_unused, place) => [place, sideOf(place)] as const)) {
    const before = hits();
    const title = `Cut ${where} ${at}`;
    // Its own COMMIT, not that of a job which happens to end now.
    proxy.cutCommits(where, 1, title);
    const reply = await member.send("POST", "/api/tasks", { body: { title } });
    if (hits() !== before + 1) violations.push(`the COMMIT of "${title}" was not cut`);
    if (!isExcused(reply)) violations.push(`"${title}" was answered ${reply.status} ${reply.text}`);
    const there = await countTitled(query.ask, member, title);
    if (there !== (where === "after" ? 1 : 0)) violations.push(`"${title}" is there ${there} times`);
    alone += 1;
  }

  let isOver = false;
  const load = putLoad({ place: () => server.url, isOver: () => isOver }, ground, promises, random);
  for (let run = 0; run < runs; run += 1) {
    await sleep(50 + random() * 200);
    const before = hits();
    proxy.cutCommits(sideOf(run), 1);
    for (const from = performance.now(); hits() === before && performance.now() - from < patienceMs; ) await sleep(5);
  }
  isOver = true;
  await load;
  say(`${hits()} COMMITs cut, ${promises.unavailable} writes answered 503, ${promises.acknowledged} acknowledged`);
  const back = await member.send("GET", "/api/tasks");
  if (back.status !== 200) violations.push(`after the cuts: ${back.status} ${back.text}`);
  const { landed, lost, violations: found } = await checkAll(query.ask, member.user.companyId, promises, 0);
  violations.push(...found);
  if (promises.unanswered > 0) violations.push(`${promises.unanswered} writes got no answer at all`);
  return {
    injected: `${runs} times the connection of a lone write's COMMIT reset by a proxy between the product and PostgreSQL, then ${runs} times of any COMMIT under 5 clients that write (seed ${seed}); by turns before PostgreSQL had it and when it had answered.`,
    hit: `by the proxy's journal ${journal.cutBeforeCommit} cut before and ${journal.cutAfterCommit} after the COMMIT, ${journal.connections} connections, ${journal.bytesUp + journal.bytesDown} bytes; ${alone} lone writes, each answered 503 and there just when PostgreSQL had the COMMIT; under load ${promises.unavailable} writes answered 503, ${promises.acknowledged} acknowledged; of the new rows answered 503 ${landed} were there, ${lost} were not.`,
    isVoid: journal.cutBeforeCommit === 0 || journal.cutAfterCommit === 0 || promises.unavailable === 0,
    violations,
  };
}

const sideOf = (at: number): CommitCut => (at % 2 === 0 ? "after" : "before");

/** The tasks of this title that are there, each with its line in the journal; a half one counts as many. */
async function countTitled(
  ask: Awaited<ReturnType<typeof askOwner>>["ask"],
  member: Member,
  title: string,
): Promise<number> {
  const [row] = await ask<{ tasks: number; lines: number }>(
    `SELECT count(DISTINCT t.id)::int AS tasks, count(j.seq)::int AS lines FROM tasks t
     LEFT JOIN journal j ON j.company_id = t.company_id AND j.resource_id = t.id::text AND j.action = 'task.created'
     WHERE t.company_id = $1 AND t.title = $2`,
    [member.user.companyId, title],
  );
  return row?.tasks === row?.lines ? (row?.tasks ?? 0) : Number.POSITIVE_INFINITY;
}
