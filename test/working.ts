import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type Hands } from "#agency/skill.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as agents from "#features/agents/store.ts";
import { take } from "#features/decisions/asking/service.ts";
import { type Ctx, type JobSender, mintCompany } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { hire, type Member, type World } from "./world.ts";

/** What the agency is given of the product: who an agent is, the gate of writes, and how work without a person begins. */
export const standing = { persona: agents.find, take, context: jobContext };

export type Rules = (hands: Hands) => Promise<string>;

/** A skill of a test's own. */
export const skillOf = (id: string, rules: Rules) =>
  defineSkill({
    id,
    label: "A test",
    roles: agentRoleIds,
    capability: null,
    input: z.strictObject({ about: z.string() }),
    output: z.string(),
    rules,
    prompt: (agent, { about }, origin) => promptOf(agent, "Do it.", untrusted(about, { origin, source: "a test" })),
  });

/** A new company with a CFO and a Sales, and its context for work, with the world's own queue or another. */
export async function groundIn(
  world: World,
  jobs: JobSender = world.boardroom.platform.jobs,
): Promise<{ member: Member; ctx: Ctx; agent: Persona; other: Persona }> {
  const member = await world.member();
  const hired = await hire(member, "CFO", "Sales");
  const ctx = await jobContext({ ...world.boardroom.platform, jobs }, mintCompany(member.user.companyId));
  const [agent, other] = await read(ctx, async (tx) => {
    const rows: (Persona | null)[] = [];
    for (const { id } of hired) rows.push(await agents.find(tx, id));
    return rows;
  });
  if (!agent || !other) throw new Error("Nobody was hired.");
  return { member, ctx, agent, other };
}
