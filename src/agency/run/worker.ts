import { agencyOf } from "#agency/agency.ts";
import type { Persona } from "#agency/persona.ts";
import type { RunRow } from "#agency/run/store.ts";
import type { SkillHandler } from "#agency/skill.ts";
import type { Tx } from "#platform/context.ts";

export type Worker = { agent: Persona; handler: SkillHandler };

/** The agent and its handler; null if either no longer exists. */
export async function findWorker(tx: Tx, row: RunRow): Promise<Worker | null> {
  const { skillHandlers, persona } = agencyOf(tx);
  const [handler, agent] = [skillHandlers.get(row.skill), await persona(tx, row.agentId)];
  return handler && agent ? { handler, agent } : null;
}
