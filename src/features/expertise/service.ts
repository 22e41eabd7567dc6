import { work } from "#agency/work.ts";
import { notFound } from "#contract/errors.ts";
import * as agents from "#features/agents/store.ts";
import { briefing } from "#features/expertise/skills.ts";
import { type Ctx, originOf } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** Lets an executive report what they know, in the background; gives the run. */
export function startBriefing(ctx: Ctx, agentId: string): Promise<{ runId: string }> {
  return write(ctx, async (tx) => {
    const agent = await agents.find(tx, agentId);
    if (!agent) throw notFound();
    const assignment = { agent, skill: briefing, input: {}, origin: originOf(tx), trigger: "person" } as const;
    return { runId: await work(tx, assignment, "queue") };
  });
}
