import { cut } from "#contract/words.ts";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import * as messages from "#features/communications/service.ts";
import type { NewMessage } from "#features/communications/store.ts";
import type { PlannedEffect } from "#features/decisions/contract.ts";
import type { DecisionRow } from "#features/decisions/store.ts";
import { addTasks } from "#features/tasks/service.ts";
import type { NewTask } from "#features/tasks/store.ts";
import { dayIn, endOfDay } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { together } from "#platform/db/transaction.ts";

/**
 * Does what an approved decision planned, in the transaction that approves it: each effect once (unique by decision and
 * place) and under the approval's grant. A role the company has not filled leaves its task open to anybody.
 */
export async function carryOut(
  tx: Tx,
  decision: DecisionRow,
  grantId: string,
  executives: readonly { id: string; role: AgentRoleId }[],
): Promise<void> {
  const team = new Map(executives.map((agent) => [agent.role, agent.id]));
  const { effects } = decision.working;
  const tasks: NewTask[] = [];
  const said: NewMessage[] = [];
  for (const [effectIndex, effect] of effects.entries()) {
    const { id: decisionId, runId, origin } = decision;
    const place = { id: crypto.randomUUID(), decisionId, effectIndex, grantId, runId, origin };
    if (effect.kind === "task") tasks.push(taskOf(tx, decision, team, effect, place));
    else said.push(messageOf(decision, team, effect, place));
  }
  await together(
    tx,
    () => addTasks(tx, tasks),
    () => messages.send(tx, ...said),
  );
}

type Place = {
  id: string;
  decisionId: string;
  effectIndex: number;
  grantId: string;
  runId: string;
  origin: Origin;
};
type Team = ReadonlyMap<AgentRoleId, string>;

/** The end of the day the proposal's words name, or of tomorrow where that has passed by the time it is approved. */
function dueAt(tx: Tx, proposedAt: Date, days: number): Date {
  const after = (moment: Date, count: number) => dayIn(new Date(moment.getTime() + count * 86_400_000), tx.timeZone);
  const [planned, earliest] = [after(proposedAt, days), after(tx.now, 1)];
  return endOfDay(planned > earliest ? planned : earliest, tx.timeZone);
}

function taskOf(
  tx: Tx,
  decision: DecisionRow,
  team: Team,
  { title, description, priority, estimatedHours, role, dueInDays }: Extract<PlannedEffect, { kind: "task" }>,
  place: Place,
): NewTask {
  return {
    ...place,
    title: cut(title, 255),
    description,
    priority,
    estimatedHours,
    dueDate: dueAt(tx, decision.createdAt, dueInDays),
    assignedAgentId: team.get(role) ?? null,
    metadata: { type: "decision", decisionNumber: decision.number },
  };
}

function messageOf(
  decision: DecisionRow,
  team: Team,
  { to, subject, content }: Extract<PlannedEffect, { kind: "message" }>,
  place: Place,
): NewMessage {
  const receiverAgentId = to === "owner" ? null : (team.get(to) ?? null);
  return {
    ...place,
    senderAgentId: decision.agentId,
    receiverAgentId,
    recipient: receiverAgentId ? null : messages.owner,
    messageType: receiverAgentId ? "internal" : "owner",
    subject: cut(subject, 255),
    content,
  };
}
