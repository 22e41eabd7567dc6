import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { serverTools, toolServers } from "#features/tools/tables.ts";
import type { Tx } from "#platform/context.ts";
import { deliveries } from "#platform/outbox/tables.ts";

export type ServerRow = typeof toolServers.$inferSelect;
export type ToolRow = typeof serverTools.$inferSelect;
type NewTool = Omit<typeof serverTools.$inferInsert, "companyId" | "serverId">;

const own = (tx: Tx, id: string) => and(eq(toolServers.companyId, tx.company), eq(toolServers.id, id));
const ofServer = (tx: Tx, id: string) => and(eq(serverTools.companyId, tx.company), eq(serverTools.serverId, id));
const oneTool = (tx: Tx, { serverId, tool }: { serverId: string; tool: string }) =>
  and(ofServer(tx, serverId), eq(serverTools.name, tool));

export const list = (tx: Tx): Promise<ServerRow[]> =>
  tx.db.select().from(toolServers).where(eq(toolServers.companyId, tx.company)).orderBy(asc(toolServers.createdAt));

export async function find(tx: Tx, id: string): Promise<ServerRow | null> {
  const [row] = await tx.db.select().from(toolServers).where(own(tx, id));
  return row ?? null;
}

export async function add(tx: Tx, row: Omit<ServerRow, "companyId" | "problem" | "checkedAt" | "createdAt">) {
  const when = { checkedAt: tx.now, createdAt: tx.now };
  await tx.db.insert(toolServers).values({ ...row, ...when, companyId: tx.company });
}

export async function change(tx: Tx, id: string, set: Partial<ServerRow>): Promise<void> {
  await tx.db.update(toolServers).set(set).where(own(tx, id));
}

/** Removes a server, and cancels what has not been sent there. */
export async function remove(tx: Tx, id: string): Promise<void> {
  const open = inArray(deliveries.status, ["held", "failed", "unknown"]);
  await tx.db
    .update(deliveries)
    .set({ status: "cancelled", sealed: null, dueAt: null, settledAt: tx.now })
    .where(and(eq(deliveries.companyId, tx.company), eq(deliveries.about, id), open));
  await tx.db.delete(toolServers).where(own(tx, id));
}

export const toolsOf = (tx: Tx, serverId: string): Promise<ToolRow[]> =>
  tx.db.select().from(serverTools).where(ofServer(tx, serverId)).orderBy(asc(serverTools.name));

export async function findTool(tx: Tx, which: { serverId: string; tool: string }): Promise<ToolRow | null> {
  const [row] = await tx.db.select().from(serverTools).where(oneTool(tx, which));
  return row ?? null;
}

/** The tools an executive may use, with the names of their servers. */
export const toolsFor = (tx: Tx, agentId: string) =>
  tx.db
    .select({ tool: serverTools, server: toolServers.name })
    .from(serverTools)
    .innerJoin(
      toolServers,
      and(eq(toolServers.companyId, serverTools.companyId), eq(toolServers.id, serverTools.serverId)),
    )
    .where(and(eq(serverTools.companyId, tx.company), sql`${serverTools.uses} ? ${agentId}::text`))
    .orderBy(asc(toolServers.createdAt), asc(serverTools.name));

export async function putTool(tx: Tx, serverId: string, row: NewTool): Promise<void> {
  await tx.db
    .insert(serverTools)
    .values({ ...row, companyId: tx.company, serverId })
    .onConflictDoUpdate({ target: [serverTools.companyId, serverTools.serverId, serverTools.name], set: row });
}

export async function changeTool(
  tx: Tx,
  which: { serverId: string; tool: string },
  set: Partial<ToolRow>,
): Promise<void> {
  await tx.db.update(serverTools).set(set).where(oneTool(tx, which));
}

export async function removeTools(tx: Tx, serverId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.db.delete(serverTools).where(and(ofServer(tx, serverId), inArray(serverTools.name, [...names])));
}
