import type { Origin } from "#contract/origins.ts";
import { cut } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import * as messages from "#features/communications/service.ts";
import type { NewMessage } from "#features/communications/store.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { decisionProposed } from "#features/decisions/events.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export const expiryJob = { name: "decision-expiry" };

/** A decision without the columns that follow from its agent and the time. */
export type Pending = Omit<
  Parameters<typeof store.add>[1],
  "number" | "expiresAt" | "agentId" | "agentName" | "agentRole" | "status" | "requiresApproval"
> & { id: string; runId: string; origin: Origin; authorization: Authorization };

/** Adds a pending decision, notifies the CEO and the owner, and queues its expiry. */
export async function addPending(
  tx: Tx,
  agent: agents.AgentRow,
  team: readonly Agent[],
  pending: Pending,
  forecasts: readonly Forecast[] = [],
): Promise<void> {
  const number = await store.nextNumber(tx);
  const expiresAt = new Date(rules.expiresAt(tx.now.toISOString()));
  const row = {
    ...pending,
    number,
    expiresAt,
    agentId: agent.id,
    agentName: agent.name,
    agentRole: agent.role,
    status: "pending" as const,
    requiresApproval: true,
  };
  const { bound, reasons } = pending.authorization;
  const { verdict } = pending.working;
  const entry = decisionProposed(row, { type: row.decisionType, verdict, confidence: row.confidence, bound, reasons });
  await batch(
    tx,
    () => store.add(tx, row),
    () => store.addForecasts(tx, row.id, forecasts),
    () => agents.touch(tx, agent.id),
    () => record(tx, entry),
    () => notifyApprovers(tx, agent, team, row),
    () => tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: row.id }, { at: expiresAt }),
  );
}

/** Messages the CEO, and the owner if a limit is exceeded. */
async function notifyApprovers(
  tx: Tx,
  agent: agents.AgentRow,
  team: readonly Agent[],
  {
    id,
    title,
    recommendation,
    authorization,
    runId,
    origin,
  }: Pick<Pending, "id" | "title" | "recommendation" | "authorization" | "runId" | "origin">,
): Promise<void> {
  const { reasons, limits, policyVersion } = authorization;
  const overLimit = limits.length > 0;
  const grant = authority.noticeGrant(tx, agent, id, policyVersion);
  const subject = cut(overLimit ? `Over limit: ${title}` : title, 255);
  const content = [recommendation, ...reasons].join("\n");
  const message = { senderAgentId: agent.id, subject, content, decisionId: id, grantId: grant.id, runId, origin };
  const ceo = team.find(({ role }) => role === "CEO");
  const notices: NewMessage[] = [];
  if (ceo && ceo.id !== agent.id)
    notices.push({ ...message, id: crypto.randomUUID(), receiverAgentId: ceo.id, messageType: "internal" });
  if (overLimit) notices.push({ ...message, id: crypto.randomUUID(), recipient: messages.owner, messageType: "owner" });
  await batch(tx, grant.add, () => messages.send(tx, ...notices));
}
