import { agencyOf } from "#agency/agency.ts";
import type { Persona } from "#agency/persona.ts";
import { Interrupted } from "#agency/run/steps/steps.ts";
import * as runs from "#agency/run/store.ts";
import { work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import { formatNumber, pluralize } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import type { CycleCheck, CycleItem } from "#features/orchestrator/autopilot/contract.ts";
import { tasksPerCycle, unseen } from "#features/orchestrator/autopilot/rules.ts";
import { spentToday } from "#features/orchestrator/autopilot/service.ts";
import * as store from "#features/orchestrator/autopilot/store.ts";
import type { Finding } from "#features/orchestrator/monitor/findings.ts";
import { sweep } from "#features/orchestrator/monitor/service.ts";
import { assignmentOf } from "#features/orchestrator/working/service.ts";
import { isHeld, stuckReason } from "#features/tasks/rules.ts";
import { giveBack, putBack, startByAgent } from "#features/tasks/working/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";

export const agentsStopped = "agents are stopped";

export type Looked = {
  findings: Finding[];
  checks: CycleCheck[];
  pending: Awaited<ReturnType<typeof tasks.pending>>;
  agents: Persona[];
};
export type Ended = {
  status: "done" | "skipped" | "failed";
  sentence: string | null;
  did: CycleItem[];
  left: CycleItem[];
  /** Tasks are left that the next cycle can start. */
  hasMore?: boolean;
};

const mostPending = 100;

export const sentenceOf = (error: unknown): string =>
  error instanceof AppError || error instanceof Interrupted ? error.message : "Something went wrong.";

/** What a cycle has done so far: not empty if an earlier attempt was interrupted. */
export const progressOf = ({ did, left }: store.CycleRow) => ({ did: [...did], left: [...left] });

/** The cycle has ended or another attempt has taken it over, so this attempt starts nothing more. */
export class TakenOver extends Error {}

export async function look(tx: Tx): Promise<Looked> {
  const { findings, checks } = await sweep(tx);
  const start = performance.now();
  const agents = await team(tx);
  const active = agents.filter(({ status }) => status === "active").map(({ id }) => id);
  const pending = await tasks.pending(tx, active, mostPending);
  const ready = pending.ready.length;
  const tasksCheck = {
    name: "Pending tasks",
    items: pending.amount,
    found: ready > 0 ? `${ready} for agents` : "Nothing",
    ms: Math.round(performance.now() - start),
  };
  return { findings, checks: [tasksCheck, ...checks], pending, agents };
}

/** Why no agent starts a pending task now. */
function waitReason(task: tasks.TaskRow, agents: readonly Persona[]): { text: string; needsYou: boolean } {
  if (task.metadata["type"] === "user_question") return { text: "Its agent is answering it.", needsYou: false };
  if (task.assignedUserId) return { text: "It is assigned to a person.", needsYou: false };
  const agent = agents.find(({ id }) => id === task.assignedAgentId);
  if (!agent) return { text: "No agent is assigned.", needsYou: true };
  if (agent.status !== "active") return { text: `${agent.name} is ${agent.status}.`, needsYou: true };
  return { text: firstLine(stuckReason(task) ?? "It needs a person."), needsYou: true };
}

function roleOf(task: tasks.TaskRow, agents: readonly Persona[]): Pick<CycleItem, "role"> {
  const agent = agents.find(({ id }) => id === task.assignedAgentId);
  return agent ? { role: agent.role } : {};
}

const firstLine = (text: string): string => shorten(text.split("\n")[0] ?? "", 200);
const taskHref = ({ id }: { id: string }): string => `/?task=${id}`;

/** One item for each plan whose tasks wait for it. */
function plansOf(waiting: readonly tasks.TaskRow[]): CycleItem[] {
  const plans = Map.groupBy(waiting.filter(isHeld), ({ metadata }) => String(metadata["awaitsPlan"]));
  return [...plans].map(([planId, held]) => ({
    title: `${pluralize(held.length, "task")} of a plan that is not accepted`,
    text: `${held.length === 1 ? "It starts" : "They start"} when you accept the plan.`,
    href: `/console?plan=${planId}`,
    needsYou: true,
  }));
}

/** Gives the first ready tasks to their agents, one after the other, and says what is left and why. */
export async function act(ctx: Ctx, begun: store.CycleRow, { findings, pending, agents }: Looked): Promise<Ended> {
  const [settings, spent, held] = await read(
    ctx,
    async (tx) => [await store.find(tx), await spentToday(tx), await agencyOf(tx).isHeld(tx)] as const,
  );
  const ended: Ended = { ...progressOf(begun), status: "done", sentence: null };
  const skip = (sentence: string): Ended => ({ ...ended, status: "skipped", sentence });
  if (!settings?.enabled) return skip(switchedOff);
  if (held) return skip(agentsStopped);
  const isNewFinding = new Set(
    unseen(
      findings.map(({ fingerprint }) => fingerprint),
      settings.seen,
    ),
  );
  const { ready, others } = pending;
  if (ready.length === 0 && isNewFinding.size === 0 && begun.runs === 0) return skip("nothing new");
  const places = Math.max(0, Math.min(tasksPerCycle - begun.runs, settings.dailyCap - spent.runs));
  let firstError: string | null = null;
  for (const task of ready.slice(0, places)) {
    const agent = agents.find(({ id }) => id === task.assignedAgentId);
    if (!agent) continue;
    const worked = await workOn(ctx, begun, ended, task, agent);
    if (worked === "taken") continue;
    if ("skipped" in worked) return skip(worked.skipped);
    const { isDone, error, ...item } = worked;
    (isDone ? ended.did : ended.left).push(item);
    firstError ??= error;
    if (!(await write(ctx, (tx) => store.saveProgress(tx, begun, ended)))) throw new TakenOver();
  }
  const isCapped = settings.dailyCap <= spent.runs + places;
  ended.hasMore = ready.length > places && !isCapped;
  // A task that a finding links to is not listed twice.
  const unnamed = others.filter(({ id }) => !findings.some(({ href }) => href?.includes(id)));
  const waiting = [
    ...ready.slice(places).map((task, at) => ({
      title: task.title,
      text: isCapped
        ? `The daily cap of ${pluralize(settings.dailyCap, "run")} is reached.`
        : `${at < tasksPerCycle ? "The next cycle" : "A later cycle"} will start it.`,
      href: taskHref(task),
      needsYou: false,
      ...roleOf(task, agents),
    })),
    ...unnamed
      .filter((task) => !isHeld(task))
      .map((task) => ({
        title: task.title,
        ...waitReason(task, agents),
        href: taskHref(task),
        ...roleOf(task, agents),
      })),
    ...plansOf(unnamed),
  ];
  const found = findings.map(({ fingerprint, trigger, observation, insight, href }) => ({
    title: observation,
    text: `${trigger}${isNewFinding.has(fingerprint) ? ", new" : ""}. ${insight}`,
    href,
    needsYou: true,
  }));
  const combined = ready.length - Math.min(ready.length, places) + unnamed.length - waiting.length;
  const amount = pending.amount - Math.min(ready.length, places) - (others.length - unnamed.length) - combined;
  ended.left.push(
    ...listItems(waiting, amount, "pending task", "/orchestrator?tab=tasks"),
    ...listItems(found, found.length, "finding", "/orchestrator?tab=reflections"),
  );
  if (firstError !== null && ended.did.length === 0) return { ...ended, status: "failed", sentence: firstError };
  return ended;
}

/** Items of a kind a cycle lists. */
const mostListed = 30;

/** The first items, those that need a person before the others, and how many more there are. */
function listItems(items: readonly CycleItem[], amount: number, word: string, href: string): CycleItem[] {
  const listed = items.toSorted((a, b) => Number(b.needsYou) - Number(a.needsYou)).slice(0, mostListed);
  const more = amount - listed.length;
  if (more <= 0) return listed;
  return [
    ...listed,
    {
      title: `${formatNumber(more)} more ${more === 1 ? word : `${word}s`}`,
      text: "Not listed here.",
      href,
      needsYou: false,
    },
  ];
}

const switchedOff = "switched off";

/** Why a task's run did not begin: the cycle must stop, or the agent may no longer start the task. */
class NotBegun extends Error {
  readonly why: "taken" | { skipped: string };
  constructor(why: "taken" | { skipped: string }) {
    super("The run did not begin.");
    this.why = why;
  }
}

type Worked = CycleItem & { isDone: boolean; error: string | null };

/** Has an agent work on a task. The task starts with its run, and the cycle knows of it from then on. */
async function workOn(
  ctx: Ctx,
  begun: store.CycleRow,
  ended: Ended,
  task: tasks.TaskRow,
  agent: Persona,
): Promise<Worked | "taken" | { skipped: string }> {
  const acting: Ctx = { ...ctx, actor: { kind: "agent", id: agent.id }, now: now() };
  const item = { title: task.title, href: taskHref(task), role: agent.role };
  const opened: { runId?: string } = {};
  try {
    const assignment = assignmentOf(task, agent, "schedule", acting.now);
    const { output } = await work(acting, assignment, "wait", async (tx, id) => {
      if (!(await store.find(tx))?.enabled) throw new NotBegun({ skipped: switchedOff });
      if (!(await startByAgent(tx, task, id))) throw new NotBegun("taken");
      const underWay = {
        ...item,
        text: `${agent.name} was working on it when the cycle was interrupted.`,
        needsYou: false,
      };
      if (!(await store.saveProgress(tx, begun, { ...ended, left: [...ended.left, underWay] }))) throw new TakenOver();
      await store.count(tx, begun.id, { runs: 1 });
      opened.runId = id;
    });
    const { kind, text } = output;
    const after = await write(ctx, async (tx) => {
      await countCost(tx, begun, opened.runId);
      return tasks.find(tx, task.id);
    });
    const { result, resultRunId } = after?.metadata ?? {};
    const isUsed = result === text || (resultRunId !== undefined && resultRunId === opened.runId);
    const shown = { ...item, isDone: kind !== "stuck", error: null };
    if (kind === "stuck") return { ...shown, text: firstLine(text), needsYou: true };
    const refusal = !isUsed && kind === "proposal" && after?.status === "pending" ? stuckReason(after) : null;
    if (refusal !== null) return { ...shown, isDone: false, text: firstLine(refusal), needsYou: true };
    if (!isUsed) {
      const unused = `The task changed while ${agent.name} worked on it. The result was not used.`;
      return { ...shown, isDone: false, text: unused, needsYou: false };
    }
    return {
      ...shown,
      text: `${doneWords[kind]} by ${agent.name}: ${firstLine(typeof result === "string" ? result : text)}`,
      needsYou: false,
    };
  } catch (error) {
    if (error instanceof NotBegun) return error.why;
    if (error instanceof TakenOver) throw error;
    const { runId } = opened;
    const sentence = sentenceOf(error);
    const isStopped = await write({ ...ctx, now: now() }, async (tx) => {
      await countCost(tx, begun, runId);
      const isHeldNow = await agencyOf(tx).isHeld(tx);
      if (runId)
        await (isHeldNow ? putBack(tx, task.id, agentsStopped, runId) : giveBack(tx, task.id, sentence, runId));
      return isHeldNow;
    });
    if (isStopped) return { skipped: agentsStopped };
    return { ...item, isDone: false, error: sentence, text: sentence, needsYou: true };
  }
}

async function countCost(tx: Tx, { id }: store.CycleRow, runId: string | undefined): Promise<void> {
  const run = runId === undefined ? null : await runs.find(tx, runId);
  if (run?.costUsd) await store.count(tx, id, { usd: run.costUsd });
}

const doneWords = { draft: "Drafted", list: "Listed", proposal: "Worked out", answer: "Answered" } as const;
