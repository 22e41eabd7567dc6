import { setTimeout as sleep } from "node:timers/promises";
import type { Agent } from "#features/agents/contract.ts";
import type { Decision } from "#features/decisions/contract.ts";
import type { Task } from "#features/tasks/contract.ts";
import { type Client, clientOf, type Reply } from "../world.ts";
import type { Promises } from "./promises.ts";

const clients = 5;
const nextStatus: Record<string, string> = { pending: "in_progress", in_progress: "completed", completed: "pending" };

export type Random = () => number;

/** A generator of numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a load stands on: a signed-in person and the agents. */
export type Ground = { cookie: string; agents: readonly Agent[] };

/**
 * Puts mixed writes on the server from several clients at once until it no longer answers. Each row belongs to one
 * client, so that its owner always knows what it must be.
 */
export async function putLoad(
  url: string | Conduct,
  ground: Ground,
  promises: Promises,
  random: Random,
  isOver: () => boolean = () => false,
): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, (_unused, at) => runClient(url, ground, promises, random, at, isOver)),
  );
}

/** How a load goes on although an answer is missing. */
export type Conduct = {
  /** The address a client writes to now. */
  place(client: number): string;
  isOver(): boolean;
};

/** The one refusal that a fault may cost a caller. */
export const isExcused = (reply: Reply): boolean =>
  reply.status === 503 &&
  reply.text === "Service temporarily unavailable" &&
  Number(reply.headers.get("retry-after")) > 0;

let marks = 0;

async function runClient(
  url: string | Conduct,
  ground: Ground,
  promises: Promises,
  random: Random,
  at: number,
  isOver: () => boolean,
): Promise<void> {
  const conduct = typeof url === "string" ? null : url;
  const own = <Value>(from: Map<string, Set<Value>>, wanted: (value: Value) => boolean): string[] =>
    [...from]
      .filter(([id, { size }]) => size === 1 && ownerOf(id) === at)
      .filter(([, [value]]) => value !== undefined && wanted(value))
      .map(([id]) => id);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const mark = () => `mark ${(marks += 1)}`;
  const send = (method: string, path: string, body: unknown) => {
    const client = clientOf(typeof url === "string" ? url : url.place(at));
    client.cookie = ground.cookie;
    return write(client, promises, { method, path, body }, conduct !== null);
  };

  async function addTask(): Promise<boolean> {
    const title = mark();
    promises.doubtful.add(title);
    // Unassigned: what an agent cannot do it gives back as pending.
    const body = { title, priority: pick(["low", "medium", "high"]) };
    const task = await send("POST", "/api/tasks", body);
    if (task) keepNew(promises.tasks, (task as Task).id, title);
    return task !== null;
  }

  async function moveTask(): Promise<boolean> {
    const id = pick(own(promises.tasks, (status) => status in nextStatus).slice(-50));
    const [before = ""] = promises.tasks.get(id ?? "") ?? [];
    const status = nextStatus[before];
    if (!id || !status) return addTask();
    return change(promises.tasks, id, status, () => send("PUT", `/api/tasks/${id}`, { status }));
  }

  async function propose(): Promise<boolean> {
    const subject = mark();
    promises.doubtful.add(subject);
    const proposal = pick([
      {
        role: "CFO",
        decisionType: "investment_evaluation",
        context: { investment: 500 + Math.floor(random() * 5_000), projectedReturn: 9_000, payback: 14 },
      },
      { role: "Sales", decisionType: "lead_qualification", context: { leadValue: 1_000 + Math.floor(random() * 1e5) } },
      { role: "CEO", decisionType: "market_expansion", context: { marketSize: 1e6 + Math.floor(random() * 1e6) } },
    ]);
    if (!proposal) return true;
    const { role, decisionType, context } = proposal;
    const agentId = ground.agents.find((agent) => agent.role === role)?.id;
    const body = { agentId, decisionType, context: { ...context, subject, purpose: subject } };
    const decision = await send("POST", "/api/agents/make-decision", body);
    if (decision) keepNew(promises.decisions, (decision as Decision).id, subject);
    return decision !== null;
  }

  async function settle(): Promise<boolean> {
    const id = pick(own(promises.decisions, (status) => status === "pending"));
    if (!id) return propose();
    const approved = random() < 0.8;
    return change(promises.decisions, id, approved ? "approved" : "rejected", () =>
      send("POST", `/api/decisions/${id}/approve`, { approved, ...(approved ? {} : { reason: "Not now" }) }),
    );
  }

  async function recordFigure(): Promise<boolean> {
    const day = new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 5_000))).toISOString().slice(0, 10);
    const metricName = `load_${at}`;
    const metricValue = Math.floor(random() * 1e6);
    return change(promises.metrics, `${metricName} ${day}`, metricValue, () =>
      send("POST", "/api/metrics", { source: "api", points: [{ metricName, metricValue, measurementDate: day }] }),
    );
  }

  async function setUpAgent(): Promise<boolean> {
    // One client alone, so that the last name is the one that stays.
    if (at !== 0) return addTask();
    const name = mark();
    const agent = { role: "Legal", name, capabilities: [], decisionAuthority: "low", budgetLimit: 1_000 };
    return change(promises.agents, "Legal", name, () =>
      send("POST", "/api/company/setup-agents", { selectedRoles: ["Legal"], agents: [agent] }),
    );
  }

  function keepNew(rows: Map<string, Set<string>>, id: string, title: string): void {
    promises.doubtful.delete(title);
    owners.set(id, at);
    rows.set(id, new Set(["pending"]));
  }

  const work = [addTask, moveTask, moveTask, propose, propose, settle, settle, recordFigure, setUpAgent];
  for (;;) {
    const isAnswered = await (pick(work) ?? addTask)();
    if (conduct ? conduct.isOver() : isOver() || !isAnswered) return;
    if (!isAnswered) await sleep(20);
  }
}

const owners = new Map<string, number>();
const ownerOf = (id: string): number | undefined => owners.get(id);

/** Between sending and the answer both the old value and the new are right; afterwards only the new one. */
async function change<Value>(
  rows: Map<string, Set<Value>>,
  id: string,
  value: Value,
  send: () => Promise<unknown>,
): Promise<boolean> {
  const before = rows.get(id) ?? new Set();
  // A new row may also be missing: nothing to hold against it until it was answered.
  if (before.size > 0) rows.set(id, new Set([...before, value]));
  const answer = await send();
  if (answer !== null) rows.set(id, new Set([value]));
  return answer !== null;
}

/** Sends a write and keeps count; null when the server went away before it answered. */
async function write(
  client: Client,
  promises: Promises,
  { method, path, body }: { method: string; path: string; body: unknown },
  mayBeAway: boolean,
): Promise<unknown> {
  promises.underWay += 1;
  try {
    const reply = await client.send(method, path, { body });
    if (reply.status === 200) {
      promises.acknowledged += 1;
      return reply.json;
    }
    if (mayBeAway && isExcused(reply)) {
      promises.unavailable += 1;
      return null;
    }
    promises.refusals.push(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return null;
  } catch {
    promises.unanswered += 1;
    return null;
  } finally {
    promises.underWay -= 1;
  }
}
