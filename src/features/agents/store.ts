import type { Persona } from "#agency/persona.ts";
import { aliasedTable, and, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { agentRoleIds } from "#contract/roles.ts";
import { opened, type Written } from "#contract/written.ts";
import { type Agent, agent } from "#features/agents/contract.ts";
import { agents } from "#features/agents/tables.ts";
import type { Tx } from "#platform/context.ts";
import { company } from "#platform/db/prepared.ts";
import { listing, view } from "#platform/db/view.ts";

export type AgentRow = typeof agents.$inferSelect;

/** The agents under another name, for lists of other rooms that show who is meant. */
export const agentsAs = (name: string) => aliasedTable(agents, name);

const mine = (tx: Tx, id: string) => and(eq(agents.companyId, tx.company), eq(agents.id, id));
const serves = isNull(agents.retiredAt);

const shown = view(agent, {
  id: agents.id,
  name: agents.name,
  role: agents.role,
  companyId: agents.companyId,
  capabilities: agents.capabilities,
  systemProps: {
    autonomyLevel: agents.autonomy,
    decisionAuthority: agents.authority,
    budgetLimit: agents.budget,
    customInstructions: agents.customInstructions,
    reportsTo: agents.reportsTo,
  },
  emailAddress: agents.emailAddress,
  status: agents.status,
  performance: agents.performance,
  lastActivity: agents.lastActivity,
  createdAt: agents.createdAt,
});
const order = sql`array_position(${sql.raw(`ARRAY['${agentRoleIds.join("','")}']`)}, ${agents.role})`;
const serving = listing(shown, (db, selection) =>
  db
    .select(selection)
    .from(agents)
    .where(and(eq(agents.companyId, company), serves))
    .orderBy(order),
);

/** The executives who serve, in the order of the eight roles, written. */
export const listWritten = (tx: Tx): Promise<Written<Agent>[]> => serving(tx, {});

/** The executives who serve, in the order of the eight roles. */
export async function list(tx: Tx): Promise<Agent[]> {
  return (await serving(tx, {})).map(opened);
}

/** Everybody who serves or ever did, for what tells of the past. */
export function everybody(tx: Tx): Promise<AgentRow[]> {
  return tx.db.select().from(agents).where(eq(agents.companyId, tx.company)).orderBy(order);
}

/** Name and role of everybody who serves or ever did. */
export function names(tx: Tx): Promise<Pick<AgentRow, "id" | "name" | "role">[]> {
  const { id, name, role } = agents;
  return tx.db.select({ id, name, role }).from(agents).where(eq(agents.companyId, tx.company));
}

/** Those who were retired, the last one first. */
export function listRetired(tx: Tx): Promise<AgentRow[]> {
  return tx.db
    .select()
    .from(agents)
    .where(and(eq(agents.companyId, tx.company), isNotNull(agents.retiredAt)))
    .orderBy(desc(agents.retiredAt), agents.id);
}

/** Finds an executive who serves. */
export async function find(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await tx.db
    .select()
    .from(agents)
    .where(and(mine(tx, id), serves));
  return row ?? null;
}

/** Finds an executive who serves or ever did. */
export async function findEver(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await tx.db.select().from(agents).where(mine(tx, id));
  return row ?? null;
}

/** The serving agent of a role, or null. */
export async function ofRole(tx: Tx, role: AgentRow["role"]): Promise<{ id: string } | null> {
  const [row] = await tx.db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.companyId, tx.company), eq(agents.role, role), serves));
  return row ?? null;
}

/**
 * Finds an executive who serves or ever did and holds its row until the verb ends: proposals of one agent take turns.
 * Who must not be retired is asked for by `serving` in the service.
 */
export async function lock(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await tx.db.select().from(agents).where(mine(tx, id)).for("update");
  return row ?? null;
}

type Settings = Pick<
  typeof agents.$inferInsert,
  "name" | "role" | "capabilities" | "authority" | "budget" | "customInstructions" | "emailAddress" | "reportsTo"
>;

/** Adds the executive of a role; null where somebody serves in it already. */
export async function add(tx: Tx, settings: Settings): Promise<AgentRow | null> {
  const [row] = await tx.db
    .insert(agents)
    .values({ ...settings, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now, updatedAt: tx.now })
    .onConflictDoNothing({ target: [agents.companyId, agents.role], where: serves })
    .returning();
  return row ?? null;
}

/** Creates the agent of a role or updates the one there is; gives it and whether it is new. */
export async function put(tx: Tx, settings: Settings): Promise<{ agent: AgentRow; created: boolean }> {
  const [row] = await tx.db
    .insert(agents)
    .values({ ...settings, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now, updatedAt: tx.now })
    .onConflictDoUpdate({
      target: [agents.companyId, agents.role],
      targetWhere: serves,
      set: { ...settings, updatedAt: later(tx) },
    })
    .returning({ ...getTableColumns(agents), created: sql<boolean>`(xmax = 0)` });
  if (!row) throw new Error("The agent was not written.");
  const { created, ...agent } = row;
  return { agent, created };
}

/** Later than the change before, whatever the clocks say: the moment is what two people's changes are told apart by. */
const later = (tx: Tx) =>
  sql`greatest(${tx.now.toISOString()}::timestamptz, ${agents.updatedAt} + interval '1 millisecond')`;

type Change = Omit<
  typeof agents.$inferInsert,
  "companyId" | "id" | "role" | "createdAt" | "updatedAt" | "lastActivity"
>;

/** Changes what people set on an executive; a later look at `updatedAt` tells. */
export async function update(tx: Tx, id: string, change: Partial<Change>): Promise<AgentRow | null> {
  const [row] = await tx.db
    .update(agents)
    .set({ ...change, updatedAt: later(tx) })
    .where(mine(tx, id))
    .returning();
  return row ?? null;
}

/** Notes that an executive did something; nobody's change of its settings is in the way of that. */
export async function touch(tx: Tx, id: string): Promise<void> {
  await tx.db.update(agents).set({ lastActivity: tx.now }).where(mine(tx, id));
}

/** A row as the browser knows it. */
export function toAgent(row: AgentRow): Agent {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    companyId: row.companyId,
    capabilities: row.capabilities,
    systemProps: {
      autonomyLevel: row.autonomy,
      decisionAuthority: row.authority,
      budgetLimit: row.budget,
      customInstructions: row.customInstructions,
      reportsTo: row.reportsTo,
    },
    emailAddress: row.emailAddress,
    status: row.status,
    performance: row.performance,
    lastActivity: row.lastActivity?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Every executive of the company as the agency knows them. */
export async function team(tx: Tx): Promise<Persona[]> {
  return (await list(tx)).map(({ id, name, role, status, capabilities, systemProps }) => ({
    id,
    name,
    role,
    status,
    capabilities,
    customInstructions: systemProps.customInstructions,
  }));
}
