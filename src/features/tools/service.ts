import type { z } from "zod";
import { listTools, ToolFault, type ToolServer as Address } from "#connectors/mcp/client.ts";
import type { Listed } from "#connectors/mcp/listed.ts";
import { AppError, notFound } from "#contract/errors.ts";
import * as agents from "#features/agents/store.ts";
import type { addToolServer, chooseTool, ToolServer, ToolsPage } from "#features/tools/contract.ts";
import * as events from "#features/tools/events.ts";
import { fieldsOf } from "#features/tools/rules.ts";
import * as store from "#features/tools/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { openFor, sealFor } from "#platform/http/signature.ts";
import { record } from "#platform/journal/record.ts";

const mostServers = 20;

/** How a server is reached. */
export const opened = ({ secrets }: Pick<Ctx, "secrets">, row: store.ServerRow): Address => ({
  address: openFor(secrets, row, row.address).toString(),
  secret: row.secret && openFor(secrets, row, row.secret).toString(),
});

async function show(tx: Tx, row: store.ServerRow): Promise<ToolServer> {
  const { id, name, problem, leftOut, checkedAt } = row;
  return {
    id,
    name,
    address: opened(tx, row).address,
    hasSecret: row.secret !== null,
    problem,
    leftOut,
    checkedAt: checkedAt.toISOString(),
    tools: (await store.toolsOf(tx, id)).map(({ input, uses, companyId: _, serverId: _server, ...tool }) => ({
      ...tool,
      fields: fieldsOf(input),
      uses: Object.entries(uses).map(([agentId, mode]) => ({ agentId, mode })),
    })),
  };
}

export async function pageOf(tx: Tx): Promise<ToolsPage> {
  const servers: ToolServer[] = [];
  for (const row of await store.list(tx)) servers.push(await show(tx, row));
  const team = await agents.team(tx);
  return { servers, agents: team.map(({ id, name, role }) => ({ id, name, role })) };
}

export async function needed(tx: Tx, id: string): Promise<store.ServerRow> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  return row;
}

/** Notes what a server lists now: what it changed goes back to asking, and what it no longer has is forgotten. */
async function noteTools(tx: Tx, row: store.ServerRow, tools: readonly Listed[]): Promise<void> {
  const known = new Map((await store.toolsOf(tx, row.id)).map((tool) => [tool.name, tool]));
  const changed: string[] = [];
  for (const { output: _, ...tool } of tools) {
    const before = known.get(tool.name);
    known.delete(tool.name);
    if (before?.print === tool.print) continue;
    const uses = Object.fromEntries(Object.keys(before?.uses ?? {}).map((agentId) => [agentId, "ask" as const]));
    const isChanged = Object.keys(uses).length > 0;
    if (isChanged) changed.push(tool.name);
    await store.putTool(tx, row.id, { ...tool, uses, isChanged });
  }
  await store.removeTools(tx, row.id, [...known.keys()]);
  if (changed.length > 0) await record(tx, events.toolsChanged(row, { changed }));
}

/** Asks a server what it lists now; a fault stays with it as a sentence. */
export async function refresh(ctx: Ctx, { id, ...row }: store.ServerRow): Promise<string | null> {
  const found = await listTools(ctx, opened(ctx, { id, ...row })).catch((error: unknown) => {
    if (error instanceof ToolFault) return error.message;
    throw error;
  });
  return write({ ...ctx, now: now() }, async (tx) => {
    const current = await store.find(tx, id);
    if (!current) return null;
    const isFault = typeof found === "string";
    const set = isFault ? { problem: found } : { problem: null, leftOut: found.leftOut };
    await store.change(tx, id, { ...set, checkedAt: tx.now });
    if (!isFault) await noteTools(tx, current, found.tools);
    await record(tx, events.toolServerTested(current, isFault ? { problem: found } : {}));
    return set.problem;
  });
}

export async function add(ctx: Ctx, { name, address, secret }: z.output<typeof addToolServer.body>) {
  const refusal = ctx.http.refusal(address);
  if (refusal) throw new AppError("unprocessable", refusal, { field: "address" });
  await read(ctx, (tx) => requireNew(tx, name));
  const found = await listTools(ctx, { address, secret: secret ?? null }).catch((error: unknown) => {
    if (!(error instanceof ToolFault)) throw error;
    throw new AppError("unprocessable", error.message, { field: "address" });
  });
  return write({ ...ctx, now: now() }, async (tx) => {
    await requireNew(tx, name);
    const place = { companyId: tx.company, id: crypto.randomUUID() };
    const sealed = {
      address: sealFor(tx.secrets, place, address),
      secret: secret === undefined ? null : sealFor(tx.secrets, place, secret),
    };
    await store.add(tx, { id: place.id, name, host: new URL(address).host, leftOut: found.leftOut, ...sealed });
    const row = await needed(tx, place.id);
    await noteTools(tx, row, found.tools);
    await record(tx, events.toolServerAdded(row));
    return show(tx, row);
  });
}

async function requireNew(tx: Tx, name: string): Promise<void> {
  const all = await store.list(tx);
  if (all.length >= mostServers) throw new AppError("unprocessable", `There are ${mostServers} servers already.`);
  if (all.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new AppError("unprocessable", `There is a server named ${name} already.`, { field: "name" });
}

export async function test(ctx: Ctx, id: string): Promise<ToolServer> {
  await refresh(ctx, await read(ctx, (tx) => needed(tx, id)));
  return read(ctx, async (tx) => show(tx, await needed(tx, id)));
}

/** Chooses for one tool as it was looked at. */
export function choose(ctx: Ctx, id: string, given: z.output<typeof chooseTool.body>): Promise<ToolServer> {
  const { tool, print, reads, cost } = given;
  return write(ctx, async (tx) => {
    const row = await needed(tx, id);
    const found = await store.findTool(tx, { serverId: id, tool });
    if (!found) throw notFound();
    if (found.print !== print) throw new AppError("conflict", "The server changed this tool. Look at it again.");
    const team = new Map((await agents.team(tx)).map((agent) => [agent.id, agent.name]));
    if (given.uses.some(({ agentId }) => !team.has(agentId))) throw notFound();
    const chosen = given.uses.flatMap(({ agentId, mode }) => (mode === "off" ? [] : [[agentId, mode] as const]));
    const uses = Object.fromEntries(chosen);
    await store.changeTool(tx, { serverId: id, tool }, { reads, cost, uses, isChanged: false });
    const named = (mode: string) =>
      chosen.filter(([, one]) => one === mode).map(([agentId]) => team.get(agentId) ?? "");
    await record(tx, events.toolChosen(row, { tool, reads, cost, allowed: named("allowed"), asks: named("ask") }));
    return show(tx, row);
  });
}

export function remove(ctx: Ctx, id: string): Promise<{ removed: boolean }> {
  return write(ctx, async (tx) => {
    const row = await needed(tx, id);
    await store.remove(tx, id);
    await record(tx, events.toolServerRemoved(row));
    return { removed: true };
  });
}
