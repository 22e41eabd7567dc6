import { agencyOf } from "#agency/agency.ts";
import * as runs from "#agency/run/store.ts";
import type { PlannedAction } from "#contract/actions.ts";
import { notFound } from "#contract/errors.ts";
import { type Written, writtenObject } from "#contract/written.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as exposures from "#features/authority/store.ts";
import * as communications from "#features/communications/store.ts";
import { notifyId } from "#features/communications/rules.ts";
import { argumentOf } from "#features/decisions/argument/service.ts";
import type { Decision, DecisionPage } from "#features/decisions/contract.ts";
import * as lists from "#features/decisions/list/store.ts";
import * as store from "#features/decisions/store.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { linesAbout } from "#platform/journal/store.ts";

/** One decision with its calculation, effects, budget and journal. */
export async function page(tx: Tx, id: string): Promise<DecisionPage> {
  const [row, decision, createdTasks, messages, people, team] = await Promise.all([
    store.find(tx, id),
    lists.show(tx, id),
    tasks.ofDecision(tx, id),
    communications.ofDecision(tx, id),
    accounts.usernames(tx),
    agents.listAll(tx),
  ]);
  if (!row || !decision) throw notFound();
  const effects = [
    ...createdTasks.map((task) => ({ kind: "task" as const, id: task.id, title: task.title, status: task.status })),
    ...messages.map((message) => ({
      kind: "message" as const,
      id: message.id,
      title: message.subject,
      status: message.status,
    })),
  ];
  const hasRun = row.status === "approved" && !row.undoUntil && !row.isTest;
  const otherActions = await Promise.all(
    row.working.effects
      .filter(({ action }) => hasRun && !actionsWithRows.includes(action))
      .map(async (effect) => ({
        kind: "action" as const,
        id,
        title: effect.summary,
        status: (await standingOf(tx, effect)) ?? "done",
      })),
  );
  const proposer = team.find((agent) => agent.id === row.agentId);
  const [lines, budget, argued, run] = await Promise.all([
    linesAbout(tx, [id, ...effects.map((effect) => effect.id)]),
    budgetOf(tx, row, proposer),
    argumentOf(tx, row),
    runs.findReadable(tx, row.runId),
  ]);
  const labels = new Map(team.map((agent) => [agent.id, `${agent.name} (${agent.role})`]));
  const names = new Map(team.map((agent) => [agent.id, agent.name]));
  const actorOf = (line: (typeof lines)[number]): string => {
    const asker = line.details["requestedBy"];
    const person = typeof asker === "string" ? asker : line.actorKind === "user" ? (line.actorId ?? "") : null;
    if (person !== null) return people.get(person) ?? "a former member";
    return line.actorKind === "agent" ? (names.get(line.agentId ?? "") ?? row.agentName) : "Boardroom";
  };
  return {
    decision,
    working: row.working,
    isRunReadable: run !== null,
    argued,
    effects: [...effects, ...otherActions],
    budget,
    journal: lines.map((line) => ({
      agent: line.agentId ? (labels.get(line.agentId) ?? null) : null,
      seq: line.seq,
      at: line.at.toISOString(),
      action: line.action,
      title: line.title,
      actor: actorOf(line),
      details: { ...withoutLine(line.details), ...receiverOf(messages, line.resourceId, labels) },
    })),
  };
}

/** Actions whose result is a task or message of its own. */
const actionsWithRows: readonly string[] = [createTaskId, notifyId];

async function standingOf(tx: Tx, { action: id, input }: PlannedAction): Promise<string | null> {
  const action = agencyOf(tx).actions.get(id);
  const given = action?.input.safeParse(input);
  return action && "standing" in action && given?.success ? ((await action.standing?.(tx, given.data)) ?? null) : null;
}

const withoutLine = ({ line: _, ...details }: Record<string, unknown>) => details;

export async function card(tx: Tx, id: string): Promise<Written<Pick<DecisionPage, "decision">>> {
  const decision = await lists.showWritten(tx, id);
  if (!decision) throw notFound();
  return writtenObject<Pick<DecisionPage, "decision">>({ decision });
}

/** The recipient of a message: "Marcus (CFO)" or the owner. */
function receiverOf(
  messages: readonly { id: string; receiverAgentId: string | null; recipient: string | null }[],
  id: string | null,
  labels: ReadonlyMap<string, string>,
): { told?: string } {
  const message = messages.find((candidate) => candidate.id === id);
  if (!message) return {};
  return { told: labels.get(message.receiverAgentId ?? "") ?? message.recipient ?? "a former agent" };
}

async function budgetOf(
  tx: Tx,
  row: store.DecisionRow,
  agent: { id: string; budget: number } | undefined,
): Promise<DecisionPage["budget"]> {
  if (!agent || row.isTest || row.exposure.kind === "none" || row.exposure.kind === "discount") return null;
  const year = Number(dayIn(row.createdAt, tx.timeZone).slice(0, 4));
  const ledger = (await exposures.yearLedgers(tx, year)).get(agent.id) ?? { reservedThisYear: 0, committedThisYear: 0 };
  // An approved amount stays reserved until the decision's effects run.
  const isOpen = row.status === "pending" || (row.status === "approved" && row.undoUntil !== null);
  const open = isOpen ? row.exposure.amount : 0;
  const { reservedThisYear: reserved, committedThisYear: committed } = ledger;
  return { yearBudget: agent.budget, reserved, committed, after: committed + open };
}

export async function loadDecision(tx: Tx, id: string): Promise<Decision> {
  const decision = await lists.show(tx, id);
  if (!decision) throw notFound();
  return decision;
}
