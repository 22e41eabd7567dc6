import type { z } from "zod";
import { isForModel, originOfWords, work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import { formatLine } from "#contract/report.ts";
import type { Written } from "#contract/written.ts";
import { leaderOf } from "#features/agents/rules.ts";
import { team } from "#features/agents/store.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { type InitiativeStatus, initiativeStatuses } from "#features/initiatives/contract.ts";
import * as initiatives from "#features/initiatives/store.ts";
import { planFor } from "#features/mind/service.ts";
import { recall, remember } from "#features/brain/service.ts";
import { show as showAutoPilot } from "#features/orchestrator/autopilot/service.ts";
import * as memories from "#features/brain/store.ts";
import type { OrchestratorDashboard, QueryAnswer, queryOrchestrator } from "#features/orchestrator/contract.ts";
import { queryAnswered } from "#features/orchestrator/events.ts";
import { orchestration } from "#features/orchestrator/skills.ts";
import * as store from "#features/orchestrator/store.ts";
import type { Task, TaskStatus } from "#features/tasks/contract.ts";
import { detailedLines } from "#features/tasks/list/store.ts";
import * as loads from "#features/tasks/load/store.ts";
import { changeTask } from "#features/tasks/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { momentOf, now } from "#platform/clock.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const shownMemories = 50;
const shownTasks = 50;

export async function dashboard(tx: Tx, about: string): Promise<OrchestratorDashboard> {
  const { today } = todayOf(tx);
  const all = await initiatives.list(tx);
  const totals = await loads.totals(tx);
  const counts = await initiatives.countByStatus(tx);
  const initiativesOf = (...statuses: InitiativeStatus[]): number =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    stats: {
      activeTasks: totals.open,
      listedTasks: await loads.countListed(tx),
      activeInitiatives: initiativesOf("active"),
      pendingInitiatives: initiativesOf("pending"),
      openInitiatives: initiativesOf("pending", "active", "paused"),
      totalInitiatives: initiativesOf(...initiativeStatuses),
      totalMemories: await memories.amount(tx),
      totalReflections: await store.amount(tx),
      inProgress: await tasks.countInProgress(tx),
      overdue: totals.overdue,
      newMemories: await memories.amount(tx, new Date(tx.now.getTime() - 7 * 86_400_000)),
      newReflections: await store.amount(tx, momentOf(today, "00:00:00", tx.timeZone)),
    },
    autoPilot: await showAutoPilot(tx),
    tasks: await detailedLines(tx, shownTasks),
    initiatives: all,
    memory: await recall(tx, about, shownMemories),
    reflections: await store.list(tx),
  };
}

/** How much an answer matters later. */
const importance = { low: 3, medium: 5, high: 7, urgent: 9 } as const;

/** Answers a query from the company's rows and remembers the answer. */
export async function ask(
  ctx: Ctx,
  { query: asked, priority }: z.output<typeof queryOrchestrator.body>,
  caller: Parameters<typeof planFor>[2],
): Promise<QueryAnswer> {
  const agent = leaderOf(await read(ctx, team));
  if (!agent) throw new AppError("conflict", "No agent is active. Add agents on the dashboard first.");
  const plan = await planFor(ctx, asked, caller);
  const input = { query: asked, askedAt: ctx.now.toISOString(), plan };
  const assignment = { agent, skill: orchestration, input, origin: originOf(ctx), trigger: "person" } as const;
  const made = (await isForModel(ctx, assignment)) ? await work(ctx, assignment, "wait") : null;
  return write(made ? { ...ctx, now: now() } : ctx, async (tx) => {
    const done = made ?? (await work(tx, assignment, "wait"));
    const { output, engine, cost, runId } = done;
    const summary = formatLine(output.line, output.figures);
    if (output.answered && !plan)
      await remember(tx, {
        contentType: "answer",
        content: `${asked}\n${summary}`,
        importance: importance[priority],
        tags: [output.title.toLowerCase(), priority],
        sourceType: "run",
        sourceId: runId,
        origin: originOfWords(tx, done),
      });
    await record(tx, queryAnswered(runId, agent.id, summary, { priority, answered: output.answered }));
    return { ...output, query: asked, summary, engine, cost, runId };
  });
}

export const moveTask = (ctx: Ctx, id: string, status: TaskStatus): Promise<Written<Task>> =>
  changeTask(ctx, id, { status });
