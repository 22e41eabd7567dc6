import { agencyOf } from "#agency/agency.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Agent, AgentStatus, AutonomyLevel } from "#features/agents/contract.ts";
import { agentAutonomyChanged, agentStatusChanged } from "#features/agents/events.ts";
import { reportingMoves } from "#features/agents/rules.ts";
import * as store from "#features/agents/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Locks an agent's row until the transaction ends; throws if the agent is retired. */
export async function serving(tx: Tx, id: string): Promise<store.AgentRow> {
  const agent = await store.lock(tx, id);
  if (!agent) throw notFound();
  if (agent.retiredAt) throw new AppError("conflict", `${agent.name} (${agent.role}) is retired.`);
  return agent;
}

/** A serving agent that works here; throws for an outside one, which only its own program speaks for. */
export async function working(tx: Tx, id: string): Promise<store.AgentRow> {
  const agent = await serving(tx, id);
  if (agent.isOutside)
    throw new AppError("conflict", `${agent.name} (${agent.role}) is an outside agent, which does no work here.`);
  return agent;
}

type Change = { byOversight?: boolean; reason?: string | undefined };

export function setStatus(
  ctx: Ctx,
  id: string,
  status: AgentStatus,
  { byOversight = false, reason }: Change = {},
): Promise<Agent> {
  return write(ctx, async (tx) => {
    const before = await serving(tx, id);
    if (before.pausedByOversight && !byOversight && !reason) {
      const why = status === "active" ? "it may work again" : `you set it to ${status}`;
      throw new AppError("unprocessable", `Oversight paused ${before.name}. Write why ${why}.`);
    }
    // A person who sets the status oversight set takes it over: it no longer counts as oversight's.
    if (before.status === status && (byOversight || !before.pausedByOversight)) return store.toAgent(before);
    const after = await store.update(tx, id, { status, pausedByOversight: byOversight });
    await record(tx, agentStatusChanged(before, status, reason));
    await agencyOf(tx).recheckApprovals(tx);
    return store.toAgent(after ?? before);
  });
}

export function setAutonomy(
  ctx: Ctx,
  id: string,
  autonomy: AutonomyLevel,
  { byOversight = false } = {},
): Promise<Agent> {
  return write(ctx, async (tx) => {
    const before = await serving(tx, id);
    if (before.autonomy === autonomy && (byOversight || !before.loweredByOversight)) return store.toAgent(before);
    const after = await store.update(tx, id, { autonomy, loweredByOversight: byOversight });
    await record(tx, agentAutonomyChanged(before, autonomy));
    await agencyOf(tx).recheckApprovals(tx);
    return store.toAgent(after ?? before);
  });
}

/** Fixes reporting lines after agents joined or retired; returns how many changed. */
export async function repairReportingLines(tx: Tx, joined: ReadonlySet<string> = new Set()): Promise<number> {
  // An outside agent leads no one, also in the role of the CEO.
  const team = (await store.listEveryone(tx)).filter(({ isOutside, role }) => !isOutside || role !== "CEO");
  const moves = reportingMoves(
    team.map(({ id, role, systemProps: { reportsTo } }) => ({ id, role, reportsTo })),
    joined,
  );
  for (const { id, reportsTo } of moves) await store.update(tx, id, { reportsTo });
  return moves.length;
}
