import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Decision } from "#features/decisions/contract.ts";
import type { Task } from "#features/tasks/contract.ts";
import { type Client, clientOf, hire, type Reply, signUp } from "../world.ts";
import { embeddedStore, postgresStore, untilDriverIs } from "./kill-loop.ts";
import { checkLedger, type Query } from "./ledger.ts";
import { type Random, randomFrom } from "./load.ts";
import { noPromises } from "./promises.ts";
import { until } from "./noise.ts";
import { isRepeated, told } from "./repeats.ts";
import { type Server } from "./server.ts";
import { states } from "./watch-transactions.ts";
import { openStage } from "./stage.ts";

export type Kills = {
  kills: number;
  instances: number;
  /** Writes answered at the first try; writes whose answer a kill took. */
  answered: number;
  unanswered: number;
  /** Of the latter, what the repetition found: the effect with its kept answer, or nothing, so that it was done then. */
  landed: number;
  done: number;
  inside: number;
  atCommit: number;
  /** Answers from before a kill that were asked for again after it. */
  recalled: number;
  violations: string[];
};

/** A write under its key, and how its effect is found. */
type Write = { method: string; path: string; body: unknown; key: string; upload?: boolean; mark: string };

const watcher = new URL("./watch-transactions.ts", import.meta.url).href;
const clientsAtVictim = 4;
const clientsBeside = 2;
/** How long a machine that is busy with other things may take for the first answers. */
const patienceMs = 60_000;

/** Kills a server in the middle of writes that carry keys, sends what got no answer again, and counts the effects. */
export async function killRepeats(
  database: "embedded" | "postgres",
  runs: number,
  seed: number,
  say: (line: string) => void = () => undefined,
): Promise<Kills> {
  await using stage = openStage("repeats");
  const { folder } = stage;
  const watchFile = join(folder, "transactions");
  const store = database === "embedded" ? embeddedStore(folder) : await postgresStore(stage);
  const random = randomFrom(seed);
  const startVictim = () => stage.start({ ...store.env, WATCH_TRANSACTIONS: watchFile }, ["--import", watcher]);
  let victim = await startVictim();
  const beside = database === "postgres" ? await stage.start(store.env) : null;
  const outcome: Kills = {
    kills: 0,
    instances: beside ? 2 : 1,
    answered: 0,
    unanswered: 0,
    landed: 0,
    done: 0,
    inside: 0,
    atCommit: 0,
    recalled: 0,
    violations: [],
  };
  const member = await signUp(victim.url, "repeats");
  const agents = await hire(member, "CEO", "CFO", "Sales", "Legal");
  const doorTo = (server: Server) => Object.assign(clientOf(server.url), { cookie: member.cookie });
  const marks: string[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const load = makeLoad(random, agents.find(({ role }) => role === "CFO")?.id ?? "");
    const clients = [
      ...Array.from({ length: clientsAtVictim }, () => load.run(doorTo(victim))),
      ...(beside ? Array.from({ length: clientsBeside }, () => load.run(doorTo(beside))) : []),
    ];
    await sleep(200 + random() * 800);
    // What was answered before the kill is asked for again after it.
    await until(() => Promise.resolve(load.answered.length > 0), true, patienceMs);
    await untilDriverIs([run % 2 === 0 ? states.written : states.ending], watchFile, 300);
    const found = await store.freezeAndKill(victim, watchFile);
    load.isOver = true;
    await Promise.all([victim.ended, ...clients]);
    outcome.kills += 1;
    outcome.inside += found.inside > 0 ? 1 : 0;
    outcome.atCommit += found.atCommit > 0 ? 1 : 0;
    outcome.answered += load.answered.length;
    outcome.unanswered += load.unanswered.length;
    outcome.violations.push(...load.refusals);

    const [early, late] = [[] as Write[], [] as Write[]];
    for (const [index, write] of load.unanswered.entries()) (beside && index % 2 === 0 ? early : late).push(write);
    // The other instance gets the same at once, while the database may still be busy with the dead one's transaction.
    if (beside) await Promise.all(early.map((write) => repeat(doorTo(beside), write, outcome)));
    victim = await startVictim();
    await Promise.all(late.map((write) => repeat(doorTo(victim), write, outcome)));
    for (const { write, reply } of load.answered.slice(-10)) {
      const again = await sendWrite(doorTo(victim), write);
      outcome.recalled += 1;
      if (told(again) !== told(reply) || !isRepeated(again))
        outcome.violations.push(`${write.mark} was answered ${told(reply)}, after the kill ${told(again)}`);
    }
    marks.push(...load.answered.map(({ write }) => write.mark), ...load.unanswered.map(({ mark }) => mark));
    if (run % 20 === 0 || run === runs)
      say(
        `${database}: ${run} kills, ${outcome.unanswered} writes without an answer, ${outcome.landed} of them landed, ${outcome.violations.length} violations`,
      );
  }
  await store.freezeAndKill(victim, watchFile);
  outcome.violations.push(...(await store.inspect((query) => recount(query, member.user.companyId, marks))));
  return outcome;
}

async function sendWrite(client: Client, { method, path, body, key, upload }: Write): Promise<Reply> {
  const headers = { "idempotency-key": key, ...(upload ? { "content-type": "text/csv" } : {}) };
  return client.send(method, path, { body, headers });
}

/** Sends what got no answer again, three times: all must get one and the same, whether its effect was there or not. */
async function repeat(client: Client, write: Write, outcome: Kills): Promise<void> {
  const replies: Reply[] = [];
  for (let tries = 0; replies.length < 3 && tries < 300; tries += 1) {
    const reply = await sendWrite(client, write);
    const isEarly = reply.status === 503 || (reply.status === 409 && reply.text.includes("still running"));
    if (isEarly) await sleep(200);
    else replies.push(reply);
  }
  const [first] = replies;
  if (!first) return void outcome.violations.push(`${write.mark} never got an answer again`);
  outcome[isRepeated(first) ? "landed" : "done"] += 1;
  if (first.status !== 200) outcome.violations.push(`${write.mark} sent again was answered ${told(first)}`);
  if (new Set(replies.map(told)).size > 1)
    outcome.violations.push(`${write.mark} sent again was answered ${replies.map(told).join(", ")}`);
}

let made = 0;

type Load = {
  answered: { write: Write; reply: Reply }[];
  unanswered: Write[];
  refusals: string[];
  isOver: boolean;
  /** Writes as one client until the load is over or the server is gone. */
  run(client: Client): Promise<void>;
};

/** Writes of several clients, each under a key of its own; most of them nothing but the key protects. */
function makeLoad(random: Random, cfo: string): Load {
  const [tasks, decisions]: string[][] = [[], []];
  const load: Load = { answered: [], unanswered: [], refusals: [], isOver: false, run };

  async function run(client: Client): Promise<void> {
    while (!load.isOver) {
      const write = next();
      try {
        const reply = await sendWrite(client, write);
        if (reply.status === 200) keep(write, reply);
        else load.refusals.push(`${write.mark} was answered ${told(reply)}`);
      } catch {
        load.unanswered.push(write);
        return;
      }
    }
  }

  function keep(write: Write, reply: Reply): void {
    load.answered.push({ write, reply });
    if (write.path === "/api/tasks") tasks?.push((reply.json as Task).id);
    if (write.path === "/api/agents/make-decision") decisions?.push((reply.json as Decision).id);
  }

  function next(): Write {
    const mark = `mark ${(made += 1)}`;
    const write = (method: string, path: string, body: unknown, found = mark): Write => ({
      method,
      path,
      body,
      mark: found,
      key: crypto.randomUUID(),
    });
    const importFile = (): Write => {
      const query = new URLSearchParams({
        fileName: mark,
        metricName: "sales",
        dateColumn: "date",
        valueColumn: "revenue",
        dateFormat: "YYYY-MM-DD",
      });
      return {
        ...write("POST", `/api/metrics/imports?${query.toString()}`, "date,revenue\n2026-11-01,5\n"),
        upload: true,
      };
    };
    const context = { investment: 500, projectedReturn: 9_000, payback: 14, subject: mark, purpose: mark };
    const proposal = { agentId: cfo, decisionType: "investment_evaluation", context };
    const policy = { perDecision: 60_000, discountPercent: 5, note: mark };
    const approve = (id: string) => write("POST", `/api/decisions/${id}/approve`, { approved: true }, `approve ${id}`);
    const complete = (id: string) => write("PUT", `/api/tasks/${id}`, { status: "completed" }, `complete ${id}`);
    const kinds: (() => Write | undefined)[] = [
      () => write("PUT", "/api/authority/policies/CFO", policy),
      () => write("POST", "/api/company/initialize-agents", {}, "initialize"),
      () => write("POST", "/api/agents/make-decision", proposal),
      () => decisions?.splice(0, 1).map(approve)[0],
      () => tasks?.splice(0, 1).map(complete)[0],
      importFile,
    ];
    // Also where there is nothing to approve or complete yet.
    return kinds[Math.floor(random() * (kinds.length + 1))]?.() ?? write("POST", "/api/tasks", { title: mark });
  }
  return load;
}

const effects = `
  SELECT title AS mark FROM tasks WHERE company_id = $1 AND title LIKE 'mark %'
  UNION ALL SELECT note FROM policies WHERE company_id = $1 AND note LIKE 'mark %'
  UNION ALL SELECT file_name FROM imports WHERE company_id = $1
  UNION ALL SELECT context->>'subject' FROM decisions WHERE company_id = $1
  UNION ALL SELECT 'initialize' FROM journal WHERE company_id = $1 AND action = 'workforce.initialized'
  UNION ALL SELECT 'approve ' || resource_id FROM journal WHERE company_id = $1 AND action = 'decision.approved'
  UNION ALL SELECT 'complete ' || resource_id FROM journal WHERE company_id = $1 AND action = 'task.updated'`;

/** Holds the effects against the writes: as many of each as were sent under keys, a kept answer each, a sound ledger. */
async function recount(query: Query, company: string, marks: readonly string[]): Promise<string[]> {
  const { violations } = await checkLedger(query, company, noPromises(), 0);
  const found = Map.groupBy(await query<{ mark: string }>(effects, [company]), ({ mark }) => mark);
  const sent = Map.groupBy(marks, (mark) => mark);
  for (const mark of new Set([...found.keys(), ...sent.keys()])) {
    const [times, wanted] = [found.get(mark)?.length ?? 0, sent.get(mark)?.length ?? 0];
    if (times !== wanted) violations.push(`${mark} was sent under ${wanted} keys and has ${times} effects`);
  }
  const [kept] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM idempotency_keys WHERE company_id = $1",
    [company],
  );
  if (kept?.count !== marks.length)
    violations.push(`${marks.length} keys were sent and ${kept?.count} answers are kept`);
  return violations;
}
