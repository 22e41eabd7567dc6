import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { changed, checksum, rowCounts } from "../checksum.ts";
import { otherSample, request } from "../fuzz.ts";
import { allSamples, furnish, type Ground, nameOf, type Sample } from "../samples.ts";
import { type Client, clientOf, openOn, type Reply, type World } from "../world.ts";
import { randomFrom } from "./load.ts";
import { until } from "./noise.ts";
import { openStage } from "./stage.ts";
import { type Fault, type FaultOutcome } from "./fault.ts";
import { type Kills, killRepeats } from "./repeat-kills.ts";

export type Deliveries = {
  instances: number;
  /** Different writes; requests sent for them; answers that came from the kept one. */
  writes: number;
  requests: number;
  repeated: number;
  /** Requests whose connection was cut; of them, how many had their effect all the same. */
  cut: number;
  landed: number;
  /** Repetitions that were told that the first one still runs, and came back. */
  waited: number;
  violations: string[];
};

type Row = ReturnType<typeof allSamples>[number];

export const told = ({ status, text }: Reply): string => `${status} ${text}`;
export const isRepeated = ({ headers }: Reply): boolean => headers.get("idempotent-replayed") === "true";
export const keyedRows = allSamples().filter(({ endpoint }) => endpoint.takesKey);

/** Delivers every write twice and five times at once with one key, cuts connections, and leaves keys away. */
export async function deliver(
  database: "embedded" | "postgres",
  rounds: number,
  seed: number,
  say: (line: string) => void = () => undefined,
  rows: readonly Row[] = keyedRows,
): Promise<Deliveries> {
  await using stage = openStage("repeats");
  const { folder } = stage;
  const postgres = database === "postgres" ? await stage.postgres({}) : null;
  const env = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100000", ROLE: "web", DATA_DIR: folder };
  const config = readConfig(postgres ? { ...env, DATABASE_URL: postgres.url } : env);
  const worlds: World[] = [stage.keep(await openOn(config))];
  if (postgres) worlds.push(stage.keep(await openOn(config)));
  const outcome: Deliveries = {
    instances: worlds.length,
    writes: 0,
    requests: 0,
    repeated: 0,
    cut: 0,
    landed: 0,
    waited: 0,
    violations: [],
  };
  const random = randomFrom(seed);
  for (let round = 1; round <= rounds; round += 1) {
    await everyWrite(worlds, outcome, rows);
    await withoutKeys(worlds, outcome);
    await cutOff(worlds, outcome, random);
    await socketsBack(worlds, outcome);
    say(`${database}: ${round} rounds, ${outcome.requests} requests, ${outcome.violations.length} violations`);
  }
  return outcome;
}

/** The person's browsers, one for each instance. */
function doorsOf(worlds: readonly World[], { member }: Ground): Client[] {
  return worlds.map(({ url }) => Object.assign(clientOf(url), { cookie: member.cookie }));
}

/** Sends a call under a key; one that is told to come back does. */
async function send(
  outcome: Deliveries,
  client: Client | undefined,
  row: Row,
  sample: Sample,
  key: string,
): Promise<Reply> {
  if (!client) throw new Error("There is no instance.");
  const { path, body, headers } = request(row.endpoint, sample);
  for (;;) {
    outcome.requests += 1;
    const all = key ? { ...headers, "idempotency-key": key } : headers;
    const reply = await client.send(row.endpoint.method, path, { body, headers: all });
    if (isRepeated(reply)) outcome.repeated += 1;
    if (reply.status !== 409 || !reply.text.includes("still running")) return reply;
    outcome.waited += 1;
    await sleep(200);
  }
}

/** What a call adds, table by table. */
async function growth(world: World, { member }: Ground, work: () => Promise<void>): Promise<string> {
  const before = await rowCounts(world, member.user.companyId);
  await work();
  const after = await rowCounts(world, member.user.companyId);
  const grown = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return JSON.stringify(grown.filter(([, by]) => by !== 0));
}

async function everyWrite(worlds: readonly World[], outcome: Deliveries, rows: readonly Row[]): Promise<void> {
  const [world] = worlds;
  if (!world) return;
  const grounds = { single: await furnish(world), twice: await furnish(world), five: await furnish(world) };
  for (const row of rows) {
    const fault = (sentence: string) => outcome.violations.push(`${nameOf(row.endpoint)}: ${sentence}`);
    outcome.writes += 2;
    const once = await growth(world, grounds.single, async () => {
      const reply = await send(outcome, grounds.single.member, row, row.good(grounds.single), "");
      if (reply.status !== 200) fault(`a single call was answered ${told(reply)}`);
    });
    for (const name of ["twice", "five"] as const) {
      const ground = grounds[name];
      const doors = doorsOf(worlds, ground);
      const at = (index: number) => doors[index % doors.length];
      const sample = row.good(ground);
      const key = `${name} ${nameOf(row.endpoint)}`;
      let replies: Reply[] = [];
      const grown = await growth(world, ground, async () => {
        if (name === "twice")
          replies = [await send(outcome, at(0), row, sample, key), await send(outcome, at(1), row, sample, key)];
        else replies = await Promise.all([0, 1, 2, 3, 4].map((index) => send(outcome, at(index), row, sample, key)));
      });
      if (replies.some(({ status }) => status !== 200)) fault(`${name} was answered ${replies.map(told).join(", ")}`);
      if (new Set(replies.map(told)).size > 1) fault(`${name} got different answers: ${replies.map(told).join(", ")}`);
      if (replies.filter((reply) => !isRepeated(reply)).length !== 1) fault(`${name} was done more than once`);
      if (grown !== once) fault(`${name} left ${grown}, a single call ${once}`);
      const before = await checksum(world, ground.member.user.companyId);
      const other = await send(outcome, at(1), row, otherSample(row.endpoint, sample), key);
      if (other.status !== 422) fault(`another body under the key was answered ${told(other)}`);
      const moved = changed(before, await checksum(world, ground.member.user.companyId));
      if (moved.length > 0) fault(`another body under the key changed ${moved.join(", ")}`);
    }
  }
}

/** Approvals and changes of status happen once without any key. */
async function withoutKeys(worlds: readonly World[], outcome: Deliveries): Promise<void> {
  const [world] = worlds;
  if (!world) return;
  const ground = await furnish(world);
  const doors = doorsOf(worlds, ground);
  for (const [path, method, records] of [
    ["/api/decisions/:id/approve", "POST", 1],
    ["/api/tasks/:id", "PUT", 1],
    ["/api/agents/:id/status", "PUT", 1],
    ["/api/agents/make-decision", "POST", 1],
    // Nothing natural protects these: the proof that the keys do.
    ["/api/tasks", "POST", 5],
    ["/api/authority/policies/:role", "PUT", 5],
  ] as const) {
    const row = keyedRows.find(({ endpoint }) => endpoint.path === path && endpoint.method === method);
    if (!row) throw new Error(`There is no ${method} ${path}.`);
    const sample = row.good(ground);
    const action = `SELECT count(*)::int AS count FROM journal WHERE company_id = $1 AND action = ANY($2)`;
    const actions = [
      "decision.approved",
      "task.updated",
      "agent.status_changed",
      "decision.proposed",
      "policy.changed",
    ];
    if (path === "/api/tasks") actions.push("task.created");
    const count = async () =>
      (await world.asOwner<{ count: number }>(action, [ground.member.user.companyId, actions]))[0]?.count ?? 0;
    const before = await count();
    await Promise.all([0, 1, 2, 3, 4].map((index) => send(outcome, doors[index % doors.length], row, sample, "")));
    const made = (await count()) - before;
    if (made !== records)
      outcome.violations.push(`${method} ${path} 5 times at once without a key: ${made} effects, not ${records}`);
  }
}

const cuts = 20;

/** Cuts the connection at a random moment and sends the same again through another door. */
async function cutOff(worlds: readonly World[], outcome: Deliveries, random: () => number): Promise<void> {
  const [world] = worlds;
  if (!world) return;
  const ground = await furnish(world);
  const row = keyedRows.find(({ endpoint }) => endpoint === createTask);
  if (!row) throw new Error("There is no POST /api/tasks.");
  const doors = doorsOf(worlds, ground);
  for (let index = 0; index < cuts; index += 1) {
    const sample = { body: { title: `cut ${index}` } };
    const key = `cut ${index}`;
    const body = JSON.stringify(sample.body);
    const cookie = ground.member.cookie ?? "";
    const headers = { "content-type": "application/json", cookie, "idempotency-key": key };
    outcome.requests += 1;
    const isCut = await fetch(`${world.url}/api/tasks`, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(1 + Math.floor(random() * 25)),
    }).then(
      async (response) => {
        await response.text().catch(() => undefined);
        return false;
      },
      () => true,
    );
    const at = () => doors[(index + 1) % doors.length];
    const again = [await send(outcome, at(), row, sample, key), await send(outcome, at(), row, sample, key)];
    if (isCut) outcome.cut += 1;
    if (isCut && isRepeated(again[0] as Reply)) outcome.landed += 1;
    if (new Set(again.map(told)).size > 1) outcome.violations.push(`after a cut: ${again.map(told).join(", ")}`);
    const found = await world.asOwner("SELECT 1 FROM tasks WHERE company_id = $1 AND title = $2", [
      ground.member.user.companyId,
      sample.body.title,
    ]);
    if (found.length !== 1) outcome.violations.push(`after a cut: ${found.length} tasks "${sample.body.title}"`);
  }
}

/** A socket that comes back is told nothing again, and a repeated call is not announced again. */
async function socketsBack(worlds: readonly World[], outcome: Deliveries): Promise<void> {
  const [world] = worlds;
  if (!world) return;
  const ground = await furnish(world);
  const { companyId } = ground.member.user;
  const post = () =>
    ground.member.send("POST", "/api/tasks", { body: { title: "Heard" }, headers: { "idempotency-key": "heard" } });
  for (let time = 1; time <= 3; time += 1) {
    const before = time > 1 ? await checksum(world, companyId) : {};
    const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
      headers: { cookie: ground.member.cookie ?? "", origin: world.url },
    });
    const heard: { type: string; id: string | null }[] = [];
    socket.on("message", (frame: Buffer) => heard.push(JSON.parse(frame.toString()) as (typeof heard)[number]));
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "join_company", companyId }));
    while (!heard.some(({ type }) => type === "joined")) await sleep(5);
    const { id: made } = (await post()).json as { id: string };
    const isTold = () => Promise.resolve(heard.some(({ id }) => id === made));
    if (time === 1) await until(isTold, true, 60_000);
    await sleep(100);
    socket.terminate();
    const wanted = time === 1 ? "joined,task.created" : "joined";
    // What furnished the company may still be on its way to the first one.
    const counted = heard
      .filter(({ type, id }) => time > 1 || type === "joined" || id === made)
      .map(({ type }) => type)
      .join();
    if (counted !== wanted) outcome.violations.push(`socket ${time} heard ${counted}, not ${wanted}`);
    const moved = time > 1 ? changed(before, await checksum(world, companyId)) : [];
    if (moved.length > 0) outcome.violations.push(`socket ${time} changed ${moved.join(", ")}`);
  }
}

/** A round takes as long as some dozen kills. */
const killsARound = 40;

export const fault: Fault = {
  id: "R15",
  title: "Duplicate delivery",
  promise:
    "A write sent again with its Idempotency-Key, one after the other or at once, to one instance or two, over a cut connection or after a kill -9 that took its answer, has one effect, and every copy gets the same status and body; another body is refused with 422; without a key approvals and changes of status happen once all the same; a socket that comes back repeats nothing.",
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      const rounds = Math.max(1, Math.round(runs / killsARound));
      say(`${database}: ${rounds} rounds of every write, ${runs} kills, seed ${seed}`);
      const deliveries = await deliver(database, rounds, seed, say);
      outcomes[database] = outcomeOf(rounds, deliveries, await killRepeats(database, runs, seed, say), seed);
    }
    return outcomes;
  },
};

function outcomeOf(rounds: number, deliveries: Deliveries, kills: Kills, seed: number): FaultOutcome {
  const { writes, requests, repeated, cut, landed, waited, instances } = deliveries;
  return {
    injected: `${rounds} ${rounds === 1 ? "round" : "rounds"} over ${instances} ${instances === 1 ? "instance" : "instances"}: every write of the contract 2 times apart and 5 times at once under one key and once with another body, 6 of them 5 times at once without a key, 20 connections cut 1 to 25 ms after sending, 2 sockets that come back; ${kills.kills} times kill -9 of ${kills.instances === 1 ? "the instance" : "one of 2 instances"} under 4 to 6 clients writing with keys (seed ${seed}), half of them when a commit is sent, half when a transaction has written.`,
    hit: `${writes} writes in ${requests} requests, ${repeated} answered from the kept answer, ${waited} told to wait first; ${cut} connections cut, ${landed} of them after the effect. Kills: ${kills.inside} inside a transaction that had written, ${kills.atCommit} between COMMIT and its answer; ${kills.unanswered} writes got no answer, and sent again ${kills.landed} found their effect and ${kills.done} had it then.`,
    figures: {
      recalled: `${kills.recalled} of ${kills.answered} answers from before a kill were asked for again after it.`,
      checked:
        "rows of every table against a company that made each call once; effects by their marks, kept answers, journal and ledger after the last kill.",
    },
    isVoid: repeated === 0 || cut === 0 || kills.unanswered === 0 || kills.landed === 0 || kills.done === 0,
    violations: [...deliveries.violations, ...kills.violations],
  };
}
