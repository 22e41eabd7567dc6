import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { work } from "#agency/work.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { hasSessionSince } from "#features/accounts/sessions/store.ts";
import * as agents from "#features/agents/store.ts";
import type { listAsks } from "#features/expertise/contract.ts";
import { briefing, dailyBrief, latestBrief, topics } from "#features/expertise/skills.ts";
import { mayRead } from "#features/expertise/topics/skills.ts";
import type { Topic } from "#features/expertise/topics/topic.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** An example of every question, except those the agent may not read about. */
export async function asks(tx: Tx): Promise<z.infer<typeof listAsks.response>> {
  const team = await agents.team(tx);
  const isForbidden = (topic: Topic): boolean =>
    team.some((agent) => agent.role === topic.role && agent.status === "active" && !mayRead(agent, topic));
  return topics
    .filter((topic) => !isForbidden(topic))
    .flatMap(({ role, title, asks }) => asks.map(({ example }) => ({ role, topic: title, example })));
}

export function startBriefing(ctx: Ctx, agentId: string): Promise<{ runId: string }> {
  return write(ctx, async (tx) => {
    const agent = await agents.find(tx, agentId);
    if (!agent || agent.isOutside) throw notFound();
    const assignment = { agent, skill: briefing, input: {}, origin: originOf(tx), trigger: "person" } as const;
    return { runId: await work(tx, assignment, "queue") };
  });
}

const activeCeo = async (tx: Tx) =>
  (await agents.team(tx)).find(({ role, status }) => role === "CEO" && status === "active");

export const dailyBriefOf = async (tx: Tx) => ({ brief: await latestBrief(tx, (await activeCeo(tx))?.id) });

export function startDailyBrief(ctx: Ctx): Promise<{ runId: string }> {
  return write(ctx, async (tx) => {
    const agent = await activeCeo(tx);
    if (!agent) throw new AppError("conflict", "There is no active CEO to write a brief");
    const assignment = { agent, skill: dailyBrief, input: {}, origin: originOf(tx), trigger: "person" } as const;
    return { runId: await work(tx, assignment, "queue") };
  });
}

/** To save cost, no daily brief is written after this many days without a sign-in. */
const idleDays = 7;

export async function startBriefOfDay(tx: Tx): Promise<void> {
  if (!(await hasSessionSince(tx, new Date(tx.now.getTime() - idleDays * 86_400_000)))) return;
  if (await agencyOf(tx).isHeld(tx)) return;
  const agent = await activeCeo(tx);
  if (agent) await work(tx, { agent, skill: dailyBrief, input: {}, origin: "system", trigger: "schedule" }, "queue");
}
