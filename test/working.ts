import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { type Agency, agencyOf, handlersBySkill } from "#agency/agency.ts";
import { runJob } from "#agency/run/job.ts";
import { defineSkill, type SkillHandler, type RunSession } from "#agency/skill.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as agents from "#features/agents/store.ts";
import { type Ctx, type JobSender, mintCompany, type Platform } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { hire, type Member, type World } from "./world.ts";

/** A platform whose agency is another one in these parts. */
export const withAgency = (platform: Platform, other: Partial<Agency>): Platform => ({
  ...platform,
  agency: { ...agencyOf(platform), ...other },
});

/** The job that works on runs, for these handlers alone, in an agency that is another one in these parts. */
export function jobOf(handlers: readonly SkillHandler[], other: Partial<Agency> = {}): ReturnType<typeof runJob> {
  const job = runJob();
  const at = (platform: Platform) => withAgency(platform, { skillHandlers: handlersBySkill(handlers), ...other });
  return {
    ...job,
    run: (platform, ...rest) => job.run(at(platform), ...rest),
    begin: (platform, ...rest) => job.begin?.(at(platform), ...rest) ?? Promise.resolve(),
    dead: (platform, ...rest) => job.dead?.(at(platform), ...rest) ?? Promise.resolve(),
  };
}

export type Rules = (session: RunSession) => Promise<string>;

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
