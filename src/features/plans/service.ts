import { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import type { Persona } from "#agency/persona.ts";
import * as runs from "#agency/run/store.ts";
import { work } from "#agency/work.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { formatLine } from "#contract/report.ts";
import { roleTitle } from "#contract/roles.ts";
import * as accounts from "#features/accounts/store.ts";
import { team } from "#features/agents/store.ts";
import { personGrant } from "#features/authority/service.ts";
import * as proposals from "#features/decisions/proposal/service.ts";
import * as decisionVerbs from "#features/decisions/service.ts";
import * as decisions from "#features/decisions/store.ts";
import * as initiativeVerbs from "#features/initiatives/service.ts";
import * as initiatives from "#features/initiatives/store.ts";
import type { Plan, PlanLine } from "#features/plans/contract.ts";
import {
  commandNotPlanned,
  planAccepted,
  planDiscarded,
  planExpired,
  planItemDropped,
  planProposed,
  planUndone,
} from "#features/plans/events.ts";
import * as rules from "#features/plans/rules.ts";
import { type Planned, planning } from "#features/plans/skills.ts";
import * as store from "#features/plans/store.ts";
import { createTaskId, markHeld } from "#features/tasks/rules.ts";
import * as taskVerbs from "#features/tasks/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn, endOfDay } from "#platform/clock.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export const expiryJob = { name: "plan-expiry" };

/** Turns a command into a plan; the same command within two minutes gives the same plan. */
export function execute(ctx: Ctx, prompt: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    const repeated = await store.findRepeated(tx, rules.promptKey(prompt), rules.repeatSince(tx.now));
    if (repeated) return loadPlan(tx, repeated);
    const agent = leaderOf(await team(tx));
    if (!agent) throw new AppError("conflict", "No agent is active. Add agents on the dashboard first.");
    const origin = originOf(tx);
    const made = await work(tx, { agent, skill: planning, input: { prompt }, origin, trigger: "person" }, "wait");
    return loadPlan(tx, await save(tx, prompt, agent, made));
  });
}

/** Who plans: the CEO, or the first agent at work. */
const leaderOf = (all: readonly Persona[]): Persona | undefined => {
  const active = all.filter(({ status }) => status === "active");
  return active.find(({ role }) => role === "CEO") ?? active[0];
};

type Made = Awaited<ReturnType<typeof work<typeof planning.input, typeof planning.output>>>;

async function save(tx: Tx, prompt: string, agent: Persona, made: Made): Promise<string> {
  const { output, runId, engine, evidence, cost } = made;
  const { id: createdBy } = person(tx);
  const id = crypto.randomUUID();
  const isEmpty = output.tasks.length + output.proposals.length === 0;
  const expiresAt = rules.expiryOf(tx.now);
  const plan = { id, prompt, agentId: agent.id };
  const counts = {
    tasks: output.tasks.length,
    initiatives: output.initiatives.length,
    proposals: output.proposals.length,
  };
  await record(tx, isEmpty ? commandNotPlanned({ ...plan, playbook: output.playbook }) : planProposed(plan, counts));
  const items = isEmpty ? [] : await createItems(tx, id, output);
  const { playbook, line, figures, missing, examples } = output;
  await store.add(
    tx,
    {
      ...plan,
      promptKey: rules.promptKey(prompt),
      playbook,
      status: isEmpty ? "empty" : "proposed",
      line,
      figures,
      missing,
      examples,
      facts: evidence,
      engine,
      cost,
      runId,
      origin: originOf(tx),
      createdBy,
      expiresAt,
    },
    items,
  );
  if (!isEmpty) await tx.jobs.send(tx.db, expiryJob, tx.company, { planId: id }, { at: expiresAt });
  return id;
}

/** Creates the plan's tasks and initiatives, or links those that are open already. */
async function createItems(tx: Tx, planId: string, drafted: Planned): Promise<store.NewItem[]> {
  const [openTasks, openInitiatives, agents] = [
    await tasks.openTitles(tx),
    await initiatives.openTitles(tx),
    await team(tx),
  ];
  const origin = originOf(tx);
  const ownerOf = (role: Persona["role"]): Persona | null =>
    agents.find((one) => one.role === role && one.status === "active") ?? leaderOf(agents) ?? null;
  const grant = personGrant(tx, "task");
  const items: store.NewItem[] = [];
  const added: tasks.NewTask[] = [];
  const linkedTasks = rules.linkOpen(drafted.tasks, openTasks);
  for (const [at, { role, title, reason, priority, dueOn, hours, href }] of drafted.tasks.entries()) {
    const open = linkedTasks[at] ?? null;
    const taskId = open?.id ?? crypto.randomUUID();
    if (!open)
      added.push({
        id: taskId,
        title,
        description: reason,
        priority,
        assignedAgentId: ownerOf(role)?.id ?? null,
        dueDate: endOfDay(dueOn, tx.timeZone),
        estimatedHours: hours,
        grantId: grant.id,
        origin,
        metadata: markHeld({ type: "plan", planId, ...(href && { source: href }) }, planId),
      });
    items.push({
      id: crypto.randomUUID(),
      content: { kind: "task", reason, href },
      taskId,
      isLinked: open !== null,
    });
  }
  if (added.length > 0) {
    await grant.add();
    await taskVerbs.addTasks(tx, added);
  }
  const linkedInitiatives = rules.linkOpen(drafted.initiatives, openInitiatives);
  for (const [at, { role, title, description, priority, targetOn }] of drafted.initiatives.entries()) {
    const open = linkedInitiatives[at] ?? null;
    const initiativeId = open?.id ?? crypto.randomUUID();
    if (!open)
      await initiativeVerbs.addInitiative(
        tx,
        {
          id: initiativeId,
          title,
          description,
          priority,
          status: "pending",
          ownerAgentId: ownerOf(role)?.id ?? null,
          startDate: dayIn(tx.now, tx.timeZone),
          targetDate: targetOn,
          createdBy: person(tx).id,
          origin,
        },
        planId,
      );
    // An initiative that is open already gets the tasks once the plan is accepted.
    if (!open) await initiatives.addTasks(tx, initiativeId, taskIds(items));
    items.push({
      id: crypto.randomUUID(),
      content: { kind: "initiative" },
      initiativeId,
      isLinked: open !== null,
    });
  }
  for (const one of drafted.recommendations)
    items.push({ id: crypto.randomUUID(), content: { kind: "recommendation", ...one } });
  for (const one of drafted.proposals)
    items.push({ id: crypto.randomUUID(), content: { kind: "proposal", refused: null, ...one } });
  return items;
}

type Loaded = { row: store.PlanRow; items: store.ItemRow[] };

async function lockPlan(tx: Tx, id: string): Promise<Loaded> {
  const row = await store.lock(tx, id);
  if (!row) throw notFound();
  return { row, items: await store.itemsOf(tx, [id]) };
}

/** A plan that still waits to be accepted. */
async function openPlan(tx: Tx, id: string): Promise<Loaded> {
  const loaded = await lockPlan(tx, id);
  const fault = rules.openFault(loaded.row.status);
  if (fault) throw new AppError("conflict", fault);
  if (loaded.row.expiresAt <= tx.now) throw new AppError("conflict", "This plan has expired. Send the command again.");
  return loaded;
}

/** The tasks of a plan, without those that a proposal created. */
const taskIds = (items: readonly Pick<store.NewItem, "taskId" | "content">[]): string[] =>
  items.flatMap(({ taskId, content }) => (content.kind === "task" ? (taskId ?? []) : []));
const initiativeIds = (items: readonly store.ItemRow[]): string[] =>
  items.flatMap(({ initiativeId, isLinked }) => (initiativeId && !isLinked ? [initiativeId] : []));
/** The tasks that the policy let agents create at once for a plan's proposals. */
const createdTasks = (items: readonly store.ItemRow[]): string[] =>
  items.flatMap(({ taskId, content }) => (content.kind === "proposal" ? (taskId ?? []) : []));
const ownTasks = (items: readonly store.ItemRow[]): string[] => taskIds(items.filter(({ isLinked }) => !isLinked));

/** Starts the plan's initiatives, lets agents work on its tasks, and turns its proposals into pending decisions. */
export function accept(ctx: Ctx, id: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    const { row, items } = await openPlan(tx, id);
    const kept = items.filter(({ isDropped }) => !isDropped);
    if (kept.length === 0) throw new AppError("conflict", "Every part of this plan is dropped. Discard it instead.");
    await store.update(tx, id, { status: "accepted", acceptedAt: tx.now, acceptedBy: person(tx).id });
    await record(
      tx,
      planAccepted(row, {
        tasks: taskIds(kept).length,
        initiatives: kept.filter(({ content }) => content.kind === "initiative").length,
        proposals: kept.filter(({ content }) => content.kind === "proposal").length,
      }),
    );
    const taken = await takeOver(tx, kept);
    await tasks.hold(tx, ownTasks([...items, ...taken]), null);
    await initiativeVerbs.moveTogether(tx, initiativeIds([...kept, ...taken]), "pending", "active", id);
    for (const { initiativeId, isLinked } of kept)
      if (initiativeId && isLinked) await initiatives.addTasks(tx, initiativeId, taskIds(kept));
    for (const item of kept) if (item.content.kind === "proposal") await propose(tx, row, item, item.content);
    return loadPlan(tx, id);
  });
}

/**
 * Makes the tasks and initiatives that a plan links its own, where they belong to a plan that nobody accepted. Returns
 * those, as own items.
 */
async function takeOver(tx: Tx, kept: readonly store.ItemRow[]): Promise<store.ItemRow[]> {
  const taken: store.ItemRow[] = [];
  for (const item of kept.filter(({ isLinked }) => isLinked)) {
    const owner = (await store.sharing(tx, item)).find((one) => !one.isLinked && one.status === "proposed");
    if (!owner || owner.isDropped) continue;
    await store.updateItem(tx, owner.id, { isLinked: true });
    await store.updateItem(tx, item.id, { isLinked: false });
    taken.push({ ...item, isLinked: false });
  }
  return taken;
}

/** Leaves what another plan links to that plan, an accepted one first. Returns the items that stay the plan's own. */
async function handOver(tx: Tx, items: readonly store.ItemRow[]): Promise<store.ItemRow[]> {
  const left: store.ItemRow[] = [];
  for (const item of items) {
    const heir =
      item.isLinked || item.isDropped || item.content.kind === "proposal"
        ? undefined
        : (await store.sharing(tx, item)).find(
            ({ isLinked, isDropped, status }) =>
              isLinked && !isDropped && (status === "accepted" || status === "proposed"),
          );
    if (!heir) {
      left.push(item);
      continue;
    }
    await store.updateItem(tx, item.id, { isLinked: true });
    await store.updateItem(tx, heir.id, { isLinked: false });
    if (item.taskId) await tasks.hold(tx, [item.taskId], heir.status === "accepted" ? null : heir.planId);
    if (item.initiativeId && heir.status === "proposed")
      await initiativeVerbs.moveTogether(tx, [item.initiativeId], "active", "pending", heir.planId);
    left.push({ ...item, isLinked: true });
  }
  return left;
}

/** What the action that creates a task gives. */
const createdTask = z.strictObject({ taskId: z.uuid() });

type ProposalContent = Extract<store.ItemRow["content"], { kind: "proposal" }>;

/** Has the role's agent propose; what the policy refuses is kept with its reason. */
async function propose(tx: Tx, row: store.PlanRow, item: store.ItemRow, content: ProposalContent): Promise<void> {
  const keep = ({ refused = null, ...made }: { decisionId?: string; taskId?: string; refused?: string | null }) =>
    store.updateItem(tx, item.id, { ...made, content: { ...content, refused } });
  const agents = await team(tx);
  const owner = agents.find(({ role, status }) => role === content.role && status === "active");
  const agent = owner ?? (content.decision ? undefined : leaderOf(agents));
  if (!agent) return keep({ refused: `You have no active ${roleTitle(content.role)}.` });
  const cause = { runId: row.runId, origin: row.origin, engine: row.engine };
  const before = new Set((await decisions.ofRun(tx, row.runId)).map(({ id }) => id));
  try {
    if (content.decision) {
      const { type: decisionType, context } = content.decision;
      const { refused } = await proposals.proposeFrom(tx, agent.id, cause, [
        { decisionType, context, reason: content.reason },
      ]);
      const made = (await decisions.ofRun(tx, row.runId)).find(({ id }) => !before.has(id));
      return await keep(
        made ? { decisionId: made.id } : { refused: refused[0] ?? "The same proposal is already pending or approved." },
      );
    }
    const action = agencyOf(tx).actions.get(createTaskId);
    if (!action || action.effect === "read") throw new Error("Tasks cannot be created.");
    const { title, reason, dueInDays, hours, role } = content;
    const input = { title, description: reason, priority: "medium", role, dueInDays, estimatedHours: hours };
    const { decisionId, output } = await agencyOf(tx).take(tx, { agent, ...cause }, action, action.input.parse(input));
    if (!decisionId) return await keep(createdTask.parse(output));
    const made = (await decisions.ofRun(tx, row.runId)).some(({ id }) => id === decisionId && !before.has(id));
    // Of a proposal that was pending already, undoing this plan must not take anything back.
    return await keep(made ? { decisionId } : { refused: "The same proposal is already pending." });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return keep({ refused: error.message });
  }
}

/** Makes an accepted plan proposed again. */
export function undo(ctx: Ctx, id: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    const { row, items } = await lockPlan(tx, id);
    // Nobody starts a task in between.
    await tasks.lockAll(tx, [...ownTasks(items), ...createdTasks(items)]);
    const fault = rules.undoFault(row.status, await progressOf(tx, items), person(tx).role);
    if (fault) throw new AppError(fault.code, fault.sentence);
    const expiresAt = rules.expiryOf(tx.now);
    await store.update(tx, id, { status: "proposed", acceptedAt: null, acceptedBy: null, expiresAt });
    await record(tx, planUndone(row));
    const left = await handOver(tx, items);
    await tasks.hold(tx, ownTasks(left), id);
    await initiativeVerbs.moveTogether(tx, initiativeIds(left), "active", "pending", id);
    for (const { initiativeId, isLinked } of left)
      if (initiativeId && isLinked) await initiatives.removeTasks(tx, initiativeId, ownTasks(left));
    for (const item of items) {
      if (item.content.kind !== "proposal") continue;
      if (item.decisionId) await decisionVerbs.withdraw(tx, item.decisionId, "Its plan was undone.");
      await taskVerbs.cancelHeld(tx, createdTasks([item]), "Its plan was undone", id);
      const content = { ...item.content, refused: null };
      await store.updateItem(tx, item.id, { decisionId: null, taskId: null, content });
    }
    await tx.jobs.send(tx.db, expiryJob, tx.company, { planId: id }, { at: expiresAt });
    return loadPlan(tx, id);
  });
}

/** What stands in the way of undoing: its own tasks that were started, and proposals that were decided. */
async function progressOf(tx: Tx, items: readonly store.ItemRow[]): Promise<rules.Progress> {
  const created = createdTasks(items);
  const started = (await tasks.linesOf(tx, [...ownTasks(items), ...created])).filter(
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

async function close(tx: Tx, { row, items: all }: Loaded, status: "discarded" | "expired"): Promise<void> {
  await store.update(tx, row.id, { status });
  const items = await handOver(tx, all);
  await record(tx, status === "discarded" ? planDiscarded(row) : planExpired(row));
  const reason = status === "discarded" ? "Its plan was discarded" : "Its plan expired";
  await taskVerbs.cancelHeld(tx, ownTasks(items), reason, row.id);
  await initiativeVerbs.moveTogether(tx, initiativeIds(items), "pending", "cancelled", row.id);
}

export function discard(ctx: Ctx, id: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    await close(tx, await openPlan(tx, id), "discarded");
    return loadPlan(tx, id);
  });
}

/** Closes a plan that was not accepted in time. */
export function expire(ctx: Ctx, id: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.lock(tx, id);
    if (row?.status !== "proposed") return;
    // The queue uses the database's clock, which may be ahead; an undone plan has more time.
    if (row.expiresAt > tx.now)
      return tx.jobs.send(tx.db, expiryJob, tx.company, { planId: id }, { at: row.expiresAt });
    await close(tx, { row, items: await store.itemsOf(tx, [id]) }, "expired");
  });
}

/** Drops a part of a plan or takes it back; its own task or initiative is cancelled or restarted with it. */
export function dropItem(ctx: Ctx, id: string, itemId: string, isDropped: boolean): Promise<Plan> {
  return write(ctx, async (tx) => {
    const { row, items } = await openPlan(tx, id);
    const item = items.find((one) => one.id === itemId);
    if (!item) throw notFound();
    if (item.isDropped !== isDropped) {
      await store.updateItem(tx, item.id, { isDropped });
      await record(tx, planItemDropped(row, await titleOf(tx, item), isDropped));
      const [own] = isDropped ? await handOver(tx, [item]) : [item];
      if (own?.taskId && !own.isLinked) await dropTask(tx, own.taskId, isDropped);
      if (own?.initiativeId && !own.isLinked) {
        const [from, to] = isDropped ? (["pending", "cancelled"] as const) : (["cancelled", "pending"] as const);
        await initiativeVerbs.moveTogether(tx, [own.initiativeId], from, to, id);
      }
    }
    return loadPlan(tx, id);
  });
}

async function titleOf(tx: Tx, { content, taskId, initiativeId }: store.ItemRow): Promise<string> {
  if ("title" in content) return content.title;
  const [row] = taskId
    ? await tasks.linesOf(tx, [taskId])
    : await initiatives.list(tx, initiativeId ? [initiativeId] : []);
  return row?.title ?? content.kind;
}

/** A task that a person already moved stays as it is. */
async function dropTask(tx: Tx, taskId: string, isDropped: boolean): Promise<void> {
  const [from, to] = isDropped ? (["pending", "cancelled"] as const) : (["cancelled", "pending"] as const);
  const task = await tasks.find(tx, taskId);
  if (task?.status === from) await taskVerbs.changeTask(tx, taskId, { status: to });
}

export async function loadPlan(tx: Tx, id: string): Promise<Plan> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  const items = await store.itemsOf(tx, [id]);
  const lines = new Map((await tasks.linesOf(tx, taskIds(items))).map((task) => [task.id, task]));
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
      });
    } else if (content.kind === "initiative") {
      const initiative = found.get(initiativeId ?? "");
      if (initiative) plan.initiatives.push({ item, isDropped, isLinked, ...initiative });
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

/** The last plans with how far their tasks are, and how many plans wait in all. */
export async function list(tx: Tx): Promise<{ plans: PlanLine[]; waiting: number }> {
  const rows = await store.list(tx);
  const items = await store.itemsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const statuses = await tasks.statusesOf(tx, taskIds(items));
  const lines: PlanLine[] = [];
  for (const { id, prompt, status, createdAt, acceptedAt } of rows) {
    const own = items.filter(({ planId, isDropped }) => planId === id && !isDropped);
    const of = taskIds(own).flatMap((taskId) => statuses.get(taskId) ?? []);
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
  return { plans: lines, waiting: await store.countWaiting(tx) };
}
