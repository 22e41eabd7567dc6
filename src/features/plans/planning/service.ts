import type { Persona } from "#agency/persona.ts";
import { isForModel, originOfWords, work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import { leaderOf } from "#features/agents/rules.ts";
import { team } from "#features/agents/store.ts";
import { personGrant } from "#features/authority/service.ts";
import * as initiativeVerbs from "#features/initiatives/service.ts";
import * as initiatives from "#features/initiatives/store.ts";
import type { Plan } from "#features/plans/contract.ts";
import { commandNotPlanned, planProposed } from "#features/plans/events.ts";
import { loadPlan } from "#features/plans/page/service.ts";
import { restating } from "#features/plans/restating/service.ts";
import * as rules from "#features/plans/rules.ts";
import type { Planned } from "#features/plans/reasoning/planned.ts";
import { exampleVectors, planning } from "#features/plans/skills.ts";
import * as store from "#features/plans/store.ts";
import { markHeld } from "#features/tasks/rules.ts";
import * as taskVerbs from "#features/tasks/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn, endOfDay, now } from "#platform/clock.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export const expiryJob = { name: "plan-expiry" };

/** Turns a command into a plan; the same command within two minutes gives the same plan. */
export async function execute(ctx: Ctx, prompt: string): Promise<Plan> {
  // Computed once in a process, and not within a transaction.
  await exampleVectors(ctx);
  const leader = await read(ctx, async (tx) => ((await repeated(tx, prompt)) ? null : leaderOf(await team(tx))));
  const isByModel = leader && (await isForModel(ctx, { skill: planning, agent: leader }));
  const made = isByModel ? { agent: leader, work: await begin(ctx, leader, prompt) } : null;
  return write(made ? { ...ctx, now: now() } : ctx, async (tx) => {
    const known = await repeated(tx, prompt);
    if (known) return loadPlan(tx, known);
    const agent = made?.agent ?? leaderOf(await team(tx));
    if (!agent) throw new AppError("conflict", "No agent is active. Add agents on the dashboard first.");
    return loadPlan(tx, await save(tx, prompt, agent, made?.work ?? (await begin(tx, agent, prompt))));
  });
}

const repeated = (tx: Tx, prompt: string): Promise<string | null> =>
  store.findRepeated(tx, rules.promptKey(prompt), rules.repeatSince(tx.now));

const begin = (ctx: Ctx, agent: Persona, prompt: string) =>
  work(ctx, { agent, skill: planning, input: { prompt }, origin: originOf(ctx), trigger: "person" }, "wait");

type Made = Awaited<ReturnType<typeof begin>>;

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
  const origin = originOfWords(tx, made);
  const items = isEmpty ? [] : await createItems(tx, id, output, origin);
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
      origin,
      createdBy,
      expiresAt,
    },
    items,
  );
  if (!isEmpty) await tx.jobs.send(tx.db, expiryJob, tx.company, { planId: id }, { at: expiresAt });
  return id;
}

/** Creates the plan's tasks and initiatives, or links those that are open already. */
async function createItems(tx: Tx, planId: string, drafted: Planned, origin: Origin): Promise<store.NewItem[]> {
  const [openTasks, openInitiatives, agents] = [
    await tasks.openTitles(tx),
    await initiatives.openTitles(tx),
    await team(tx),
  ];
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
      content: {
        kind: "task",
        reason,
        href,
        ...(open && restating(open, { title, description: reason })),
      },
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
    if (!open) await initiatives.addTasks(tx, initiativeId, rules.taskIds(items));
    items.push({
      id: crypto.randomUUID(),
      content: { kind: "initiative", ...(open && restating(open, { title, description })) },
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
