import { listAgents } from "#features/agents/contract.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { cpuSeconds } from "../../bench/processes.ts";
import { longTrials, sampled } from "../long-texts.ts";
import { type Postgres } from "../postgres.ts";
import { hire, type Member, signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { decisionSamples, recordSamples } from "./hostile-requests.ts";
import { isOverloaded } from "./noise.ts";
import { goodput, type Offer, offer, type Offered } from "./offered.ts";
import { openStage } from "./stage.ts";

const companies = 8;
const ordinary = 8;
const hostile = 64;
const leastShare = 0.8;
const shedWithinMs = 100;
const recoveredWithin = 10;
/** What the generator itself may be late before its times say nothing of the product. */
const noisyMs = 50;

export type OverloadOptions = {
  database: "embedded" | "postgres";
  /** How long it is offered too much; what goes before and after lasts a third of it. */
  seconds: number;
  times: number;
  say: (line: string) => void;
};

/** Measures what the product can do, offers a multiple of it in an open loop, and looks how it comes back. */
export async function overload({ database, seconds, times, say }: OverloadOptions): Promise<FaultOutcome> {
  await using stage = openStage("overload");
  const { folder } = stage;
  const postgres: Postgres | null = database === "postgres" ? await stage.postgres() : null;
  const env = { DATA_DIR: folder, LOG_LEVEL: "fatal", ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const server = await stage.start(env);
  const isNoisy = isOverloaded();
  const { requests } = await hostileMixOf(server.url);
  const pids = [server.pid, ...(postgres ? [postgres.pid] : [])];
  const put = async (how: Pick<Offer, "seconds" | "rate" | "concurrency">): Promise<Put> => {
    const [used, began] = [cpuSeconds(pids), performance.now()];
    const offered = await offer({ url: server.url, requests, ...how });
    return { ...offered, serverCores: (cpuSeconds(pids) - used) / ((performance.now() - began) / 1000) };
  };
  // Long enough that the programs run compiled.
  await put({ seconds: seconds / 2, concurrency: 32 });
  const before = await put({ seconds: seconds / 3, concurrency: 32 });
  const capacity = goodput(before);
  say(`${database}: ${Math.round(capacity)} answers a second before`);
  const during = await put({ seconds, rate: capacity * times });
  const after = await put({ seconds: Math.min(seconds, recoveredWithin), rate: capacity / 2 });
  const again = await put({ seconds: seconds / 3, concurrency: 32 });
  const peak = (capacity + goodput(again)) / 2;
  const peakCores = (before.serverCores + again.serverCores) / 2;
  say(`${database}: ${Math.round(goodput(during))} during, ${Math.round(goodput(again))} after`);

  const violations: string[] = [];
  const waived: string[] = [];
  const time = (isKept: boolean, sentence: string) => isKept || (isTimeless ? waived : violations).push(sentence);
  // Where the machine itself is overloaded nothing of this can be measured.
  const isTimeless = isNoisy || during.latestTickMs > noisyMs;
  const shed = during.answers.filter(({ status }) => status === 429 || status === 503);
  const share = goodput(during) / peak;
  const sharePerCore = goodput(during) / during.serverCores / (peak / peakCores);
  const said = `only ${percent(share)} of the best was done`;
  // On a small machine the generator takes processors the product had at its best; what it did with those it got, counts.
  const isStarved = during.serverCores < peakCores && sharePerCore >= leastShare;
  if (isStarved && share < leastShare)
    waived.push(`${said}, as the product got less of the processors than at its best`);
  else time(share >= leastShare, said);
  for (const { status, p99 } of shed) time(p99 < shedWithinMs, `1 of 100 was told ${status} only after ${p99} ms`);
  const slow = firstGoodSecond(after, capacity / 2);
  time(slow < after.seconds, `it was not back after ${after.seconds} s`);
  for (const text of Object.keys({ ...during.texts, ...after.texts }))
    if (!/^(503 Service temporarily unavailable$|429 Too many requests)/.test(text))
      violations.push(`it answered ${text}`);
  if (during.withoutRetryAfter > 0) violations.push(`${during.withoutRetryAfter} refusals without Retry-After`);
  const lost = during.broken + during.unanswered;
  time(lost === 0, `${lost} requests got no answer`);
  const shedCount = shed.reduce((sum, { count }) => sum + count, 0);
  return {
    injected: `${Math.round(capacity * times)} requests a second for ${seconds} s, whether or not answers came, over 1,000 open connections from a process of its own: ${times} times the ${Math.round(capacity)} answers a second that 32 callers got before; 3 of 4 reads, 1 of 4 a write, ${companies} companies, and after every ${ordinary} of them one with a text of 99 KB in one place, ${hostile} in turn.`,
    hit: `${during.sent} requests sent (${during.unsent} more were due and no connection was free); ${shedCount} turned away with 429 or 503; ${during.refused} hostile ones refused.`,
    figures: {
      goodput: `${Math.round(goodput(during))} a second, ${percent(share)} of the best (${Math.round(capacity)} before, ${Math.round(goodput(again))} after); by the second ${during.goodBySecond.join(" ")}.`,
      processor: `the product with its database had ${cores(peakCores)} at its best and ${cores(during.serverCores)} during, the generator ${cores((before.cores + again.cores) / 2)} and ${cores(during.cores)}. Per second of processor time ${percent(sharePerCore)} of the best was done, the refusals included.`,
      times: during.answers.map(timesOf).join("; "),
      after: `at half the capacity all was answered from second ${slow} on; ${after.answers.map(timesOf).join("; ")}.`,
      noise: `the generator itself was late by up to ${during.latestTickMs} ms${isNoisy ? ", the machine had more than twice its work before it began" : ""}; ${waived.length > 0 ? `not held against the product: ${waived.join("; ")}` : "nothing waived"}.`,
    },
    isVoid: (shedCount === 0 && !isTimeless) || during.refused === 0 || goodput(during) === 0,
    violations,
  };
}

type Put = Offered & { serverCores: number };

const cores = (number: number): string => `${number.toFixed(2)} cores`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const timesOf = ({ status, count, p50, p99, slowest }: Offered["answers"][number]): string =>
  `${count} × ${status}: p50 ${p50}, p99 ${p99}, slowest ${slowest} ms`;

/** The first second from which on nearly as much was answered as was asked. */
function firstGoodSecond({ goodBySecond, seconds }: Offered, rate: number): number {
  for (let second = seconds - 1; second >= 0; second -= 1)
    if ((goodBySecond[second] ?? 0) < 0.8 * rate) return second + 1;
  return 0;
}

/** Companies that work, and what they ask for in turn: 3 of 4 reads, 1 of 4 a write. */
export async function mixOf(url: string, count: number): Promise<{ members: Member[]; requests: Offer["requests"] }> {
  const members: Member[] = [];
  const mixes = await Promise.all(
    Array.from({ length: count }, async () => {
      const member = await signUp(url, "overload");
      const { cookie } = member;
      members.push(member);
      await hire(member, "CEO", "CFO");
      for (let at = 0; at < 10; at += 1) await member.send("POST", "/api/tasks", { body: { title: `Task ${at}` } });
      return [
        ...["/api/tasks", "/api/agents", "/api/dashboard"].map((path) => ({ method: "GET", path, cookie })),
        { method: "POST", path: "/api/tasks", cookie, body: { title: "A task under load" } },
      ];
    }),
  );
  return { members, requests: mixes.flat() };
}

/** The same with a text of 99 KB in one place of a task, a record, a question or a decision among them. */
async function hostileMixOf(url: string): Promise<{ requests: Offer["requests"] }> {
  const { members, requests } = await mixOf(url, companies);
  const [member] = members;
  if (!member) throw new Error("Nobody is there to send hostile requests.");
  const { cookie } = member;
  const samples = [
    { endpoint: createTask, sample: { body: { title: "A task", description: "What to do" } } },
    { endpoint: askAgents, sample: { body: { question: "How much is overdue?", urgency: "medium" } } },
    ...recordSamples(),
    ...(await decisionSamples(member, await member.call(listAgents))),
  ];
  const trials = samples.flatMap(({ endpoint, sample }) => longTrials(endpoint, sample, sampled));
  const step = Math.max(1, Math.floor(trials.length / hostile));
  return {
    requests: Array.from({ length: hostile }, (_, at) => [
      ...Array.from({ length: ordinary }, (_one, nth) => requests[(at * ordinary + nth) % requests.length] ?? []),
      ...trials.slice(at * step, at * step + 1).map(({ method, path, body = "{}" }) => ({
        method,
        path,
        cookie,
        body: JSON.parse(body) as unknown,
        isHostile: true,
      })),
    ]).flat(2),
  };
}
