import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import type { Agent } from "#features/agents/contract.ts";
import { agentUpdated } from "#features/agents/events.ts";
import { reportingError } from "#features/agents/rules.ts";
import { working } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import type { changeReporting, listTeamWork } from "#features/identity/reporting/contract.ts";
import { completedSince } from "#features/tasks/track/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Changes a reporting line with the whole team locked, so that two concurrent changes cannot create a cycle. */
export function changeLine(
  ctx: Ctx,
  id: string,
  { reportsTo, was }: z.output<typeof changeReporting.body>,
): Promise<Agent> {
  return write(ctx, async (tx) => {
    const team = await agents.lockTeam(tx);
    const agent = team.find((one) => one.id === id);
    const lead = team.find((one) => one.id === reportsTo);
    if (!agent || (reportsTo !== null && !lead)) throw notFound();
    if (was !== null && !team.some((one) => one.id === was) && !(await agents.findEver(tx, was))) throw notFound();
    if (agent.reportsTo === reportsTo) return agents.toAgent(agent);
    if (agent.reportsTo !== was)
      throw new AppError("conflict", `Someone else just moved ${agent.name}. Look at the chart and try again.`);
    if (lead) await working(tx, lead.id);
    const error = reportingError(agent, reportsTo, team);
    if (error) throw new AppError("unprocessable", error);
    const after = await agents.update(tx, id, { reportsTo });
    const changes = { reportsTo: { from: agent.reportsTo, to: reportsTo } };
    await record(tx, agentUpdated(agent, { changes, fields: "reporting line", changesAuthority: false }));
    return agents.toAgent(after ?? agent);
  });
}

const weekMs = 7 * 86_400_000;

export async function teamWork(tx: Tx): Promise<z.output<typeof listTeamWork.response>> {
  const [team, done] = await Promise.all([
    agents.listEveryone(tx),
    completedSince(tx, new Date(tx.now.getTime() - weekMs)),
  ]);
  return team.map(({ id: agentId }) => ({ agentId, doneIn7Days: done.get(agentId) ?? 0 }));
}
