import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { work } from "#agency/work.ts";
import { takenFrom } from "#connectors/mcp/listed.ts";
import type { Answer } from "#contract/endpoint.ts";
import { AppError, notFound } from "#contract/errors.ts";
import * as decisions from "#features/decisions/store.ts";
import { trying } from "#features/tools/calling/service.ts";
import type { tryTool } from "#features/tools/contract.ts";
import { needed } from "#features/tools/service.ts";
import * as store from "#features/tools/store.ts";
import { type Ctx, originOf } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** Has an executive use a tool that a person names. */
export async function tryByHand(
  ctx: Ctx,
  serverId: string,
  { tool, agentId, arguments: given }: z.output<typeof tryTool.body>,
): Promise<Answer<typeof tryTool>> {
  const { row, server, agent } = await read(ctx, async (tx) => ({
    server: await needed(tx, serverId),
    row: await store.findTool(tx, { serverId, tool }),
    agent: await agencyOf(tx).persona(tx, agentId),
  }));
  if (!row || !agent) throw notFound();
  const checked = takenFrom(row.input).safeParse(given);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new AppError("invalid", `${issue?.path.join(".") || "The arguments"}: ${issue?.message ?? "wrong"}`);
  }
  const { print, cost } = row;
  const input = { serverId, server: server.name, tool, print, cost, arguments: given };
  const asked = { agent, skill: trying, input, origin: originOf(ctx), trigger: "person" } as const;
  const { runId, output } = await work(ctx, asked, "wait");
  const [decision] = output ? [] : await read(ctx, (tx) => decisions.ofRun(tx, runId));
  const { text = null, ms = null, bytes = null } = output ?? {};
  return { runId, text, ms, bytes, decisionId: decision?.id ?? null };
}
