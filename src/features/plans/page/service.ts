import * as runs from "#agency/run/store.ts";
import { notFound } from "#contract/errors.ts";
import { formatLine } from "#contract/report.ts";
import * as accounts from "#features/accounts/store.ts";
import * as decisionVerbs from "#features/decisions/service.ts";
import * as decisions from "#features/decisions/store.ts";
import * as initiatives from "#features/initiatives/store.ts";
import type { Plan, PlanLine } from "#features/plans/contract.ts";
import { answered } from "#features/plans/reasoning/planned.ts";
import * as rules from "#features/plans/rules.ts";
import { newTitleOf } from "#features/plans/restating/service.ts";
import * as store from "#features/plans/store.ts";
import * as taskLists from "#features/tasks/list/store.ts";
import * as tasks from "#features/tasks/store.ts";
import { person, type Tx } from "#platform/context.ts";

export async function loadPlan(tx: Tx, id: string): Promise<Plan> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  const items = await store.itemsOf(tx, [id]);
  const lines = new Map((await taskLists.linesOf(tx, rules.taskIds(items))).map((task) => [task.id, task]));
  const found = new Map(
    (
      await initiatives.list(
        tx,
        items.flatMap(({ initiativeId }) => initiativeId ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  const plan: Plan = {
    id: row.id,
    prompt: row.prompt,
    status: row.status,
    isAnswer: row.playbook === answered,
    summary: formatLine(row.line, row.figures),
    line: row.line,
    figures: row.figures,
    missing: row.missing,
    tasks: [],
    initiatives: [],
    recommendations: [],
    proposals: [],
    examples: row.examples,
    engine: row.engine,
    runId: (await runs.find(tx, row.runId))?.id ?? null,
    cost: row.cost,
    evidence: row.facts,
    createdBy: (await accounts.usernames(tx)).get(row.createdBy) ?? "a former member",
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    undoFault: rules.undoFault(row.status, await progressOf(tx, items), person(tx).role)?.sentence ?? null,
  };
  for (const { id: item, isDropped, isLinked, taskId, initiativeId, decisionId, content } of items) {
    if (content.kind === "task") {
      const task = lines.get(taskId ?? "");
      if (!task) continue;
      const { assignedAgent, assignedPerson, title, status, priority, dueDate } = task;
      const assignedTo = assignedAgent?.name ?? assignedPerson?.name ?? "Unassigned";
      plan.tasks.push({
        item,
        isDropped: isDropped || (!isLinked && row.status === "proposed" && status === "cancelled"),
        isLinked,
        id: task.id,
        title,
        assignedTo,
        assignedAgent,
        assignedPerson,
        status,
        priority,
        dueDate,
        reason: content.reason,
        href: content.href,
        newTitle: newTitleOf(row.status, content, title),
      });
    } else if (content.kind === "initiative") {
      const initiative = found.get(initiativeId ?? "");
      if (initiative)
        plan.initiatives.push({
          item,
          isDropped,
          isLinked,
          newTitle: newTitleOf(row.status, content, initiative.title),
          ...initiative,
        });
    } else if (content.kind === "recommendation") {
      const { type, title, description, priority } = content;
      plan.recommendations.push({ item, isDropped, type, title, description, priority });
    } else {
      const decision = decisionId ? await decisions.find(tx, decisionId) : null;
      const { title, reason, role, refused } = content;
      plan.proposals.push({
        item,
        isDropped,
        title,
        description: reason,
        role,
        decisionId: decision?.id ?? null,
        taskId,
        status: decision?.status ?? (taskId ? "approved" : null),
        refused: decisionId && !decision ? "A reset deleted it." : refused,
      });
    }
  }
  return plan;
}

/** A page of plans with the progress of their tasks, and how many plans are pending in total. */
export async function list(
  tx: Tx,
  cursor: string | undefined,
): Promise<{ plans: PlanLine[]; nextCursor: string | null; waiting: number }> {
  const { rows, nextCursor } = await store.list(tx, cursor);
  const items = await store.itemsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const statuses = await tasks.statusesOf(tx, rules.taskIds(items));
  const lines: PlanLine[] = [];
  for (const { id, prompt, status, createdAt, acceptedAt } of rows) {
    const own = items.filter(({ planId, isDropped }) => planId === id && !isDropped);
    const of = rules.taskIds(own).flatMap((taskId) => statuses.get(taskId) ?? []);
    lines.push({
      id,
      prompt,
      status,
      createdAt: createdAt.toISOString(),
      acceptedAt: acceptedAt?.toISOString() ?? null,
      undoFault:
        rules.undoFault(status, status === "accepted" ? await progressOf(tx, own) : rules.noProgress, person(tx).role)
          ?.sentence ?? null,
      tasks: {
        all: of.length,
        started: of.filter((one) => one === "in_progress" || one === "completed").length,
        done: of.filter((one) => one === "completed").length,
      },
    });
  }
  return { plans: lines, nextCursor, waiting: await store.countWaiting(tx) };
}

/** What prevents undoing: its own tasks that were started, and proposals that were decided. */
export async function progressOf(tx: Tx, items: readonly store.ItemRow[]): Promise<rules.Progress> {
  const created = rules.createdTasks(items);
  const started = (await taskLists.linesOf(tx, [...rules.ownTasks(items), ...created])).filter(
    ({ status }) => status === "in_progress" || status === "completed",
  );
  const decided: string[] = [];
  let hasProposals = created.length > 0;
  for (const { decisionId } of items) {
    const decision = decisionId ? await decisions.find(tx, decisionId) : null;
    if (!decision) continue;
    hasProposals = true;
    if (!decisionVerbs.canWithdraw(decision, tx.now)) decided.push(decision.title);
  }
  return { started: started.map(({ title }) => title), decided, hasProposals };
}
