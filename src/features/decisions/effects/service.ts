import type { AgentRoleId } from "#contract/roles.ts";
import * as agents from "#features/agents/store.ts";
import { grantApproval } from "#features/authority/service.ts";
import * as messages from "#features/communications/service.ts";
import type { PlannedEffect } from "#features/decisions/contract.ts";
import type { DecisionRow } from "#features/decisions/store.ts";
import { addTask } from "#features/tasks/service.ts";
import type { Tx } from "#platform/context.ts";

/**
 * Does what an approved decision planned, in the transaction that approves it: each effect once (unique by decision and
 * place) and under the approval's grant. A role the company has not filled leaves its task open to anybody.
 */
export async function carryOut(tx: Tx, decision: DecisionRow): Promise<void> {
  const { id, agentId, exposure, authorization } = decision;
  const grantId = await grantApproval(tx, { id, agentId, exposure, policyVersion: authorization.policyVersion });
  const team = new Map((await agents.list(tx)).map((agent) => [agent.role, agent.id]));
  for (const [effectIndex, effect] of decision.working.effects.entries())
    await carryOutOne(tx, decision, team, effect, { decisionId: id, effectIndex, grantId });
}

async function carryOutOne(
  tx: Tx,
  decision: DecisionRow,
  team: ReadonlyMap<AgentRoleId, string>,
  effect: PlannedEffect,
  place: { decisionId: string; effectIndex: number; grantId: string },
): Promise<void> {
  if (effect.kind === "task") {
    const { title, description, priority, estimatedHours, role, dueInDays } = effect;
    const dueDate = new Date(tx.now.getTime() + dueInDays * 86_400_000);
    await addTask(tx, {
      ...place,
      title: title.slice(0, 255),
      description,
      priority,
      estimatedHours,
      dueDate,
      assignedAgentId: team.get(role) ?? null,
      metadata: { type: "decision", decisionNumber: decision.number },
    });
    return;
  }
  const receiverAgentId = effect.to === "owner" ? null : (team.get(effect.to) ?? null);
  await messages.send(tx, {
    ...place,
    senderAgentId: decision.agentId,
    receiverAgentId,
    recipient: receiverAgentId ? null : messages.owner,
    messageType: receiverAgentId ? "internal" : "owner",
    subject: effect.subject.slice(0, 255),
    content: effect.content,
  });
}
