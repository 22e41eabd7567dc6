import type { Persona } from "#agency/persona.ts";
import { aliasedTable, and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { agentRoleIds } from "#contract/roles.ts";
import { parseWritten, type Written } from "#contract/written.ts";
import { type Agent, agent } from "#features/agents/contract.ts";
import { agents } from "#features/agents/tables.ts";
import type { Tx } from "#platform/context.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";
import { listing, view } from "#platform/db/view.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

export type AgentRow = typeof agents.$inferSelect;

/** An alias of the table, for joins in other features. */
export const agentsAs = (name: string) => aliasedTable(agents, name);

/** "Ana (CFO)": the agent with an id, also a retired one, in SQL; null if unknown. */
export const agentNameOf = (company: SQL, id: SQL): SQL =>
  sql`(SELECT ${agents.name} || ' (' || ${agents.role} || ')' FROM ${agents}
    WHERE ${agents.companyId} = ${company} AND ${agents.id} = ${id})`;

const matches = (tx: Tx, id: string) => inCompany(tx, agents, eq(agents.id, id));
const isServing = isNull(agents.retiredAt);
/** Serving, and no outside agent: it works here. */
const isOwn = sql`(${agents.retiredAt} IS NULL AND NOT ${agents.isOutside})`;

const agentView = view(agent, {
  ...pick(agents, "id name role companyId capabilities"),
  systemProps: {
    autonomyLevel: agents.autonomy,
    decisionAuthority: agents.authority,
    budgetLimit: agents.budget,
    ...pick(agents, "customInstructions reportsTo"),
  },
  ...pick(agents, "isOutside operatorId emailAddress status pausedByOversight performance lastActivity createdAt"),
});
const order = sql`array_position(${sql.raw(`ARRAY['${agentRoleIds.join("','")}']`)}, ${agents.role})`;
const servingWhere = (condition: SQL) =>
  listing(agentView, (db, selection) =>
    db
      .select(selection)
      .from(agents)
      .where(and(eq(agents.companyId, company), condition))
      .orderBy(order, agents.createdAt, agents.id),
  );
const servingAgents = servingWhere(isOwn);
const outsideAgents = servingWhere(sql`(${agents.retiredAt} IS NULL AND ${agents.isOutside})`);

export const listWritten = (tx: Tx): Promise<Written<Agent>[]> => servingAgents(tx, {});

/** Without retired and outside agents, in the order of the eight roles. */
export async function list(tx: Tx): Promise<Agent[]> {
  return (await servingAgents(tx, {})).map(parseWritten);
}

export const listOutsideWritten = (tx: Tx): Promise<Written<Agent>[]> => outsideAgents(tx, {});

/** All whom policy and oversight apply to: those who work here, then the outside ones. */
export async function listEveryone(tx: Tx): Promise<Agent[]> {
  const [own, outside] = await Promise.all([servingAgents(tx, {}), outsideAgents(tx, {})]);
  return [...own, ...outside].map(parseWritten);
}

/** With retired agents, for past events. */
export function listAll(tx: Tx): Promise<AgentRow[]> {
  return tx.db.select().from(agents).where(inCompany(tx, agents)).orderBy(order);
}

/** With retired agents. */
export function names(tx: Tx): Promise<Pick<AgentRow, "id" | "name" | "role">[]> {
  const { id, name, role } = agents;
  return tx.db.select({ id, name, role }).from(agents).where(inCompany(tx, agents));
}

/** Most recently retired first. */
export function listRetired(tx: Tx): Promise<AgentRow[]> {
  return tx.db
    .select()
    .from(agents)
    .where(inCompany(tx, agents, isNotNull(agents.retiredAt)))
    .orderBy(desc(agents.retiredAt), agents.id);
}

export async function find(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await servingById(tx, { id });
  return row ?? null;
}
const hasId = and(eq(agents.companyId, company), eq(agents.id, given("id")));
const servingById = prepared<AgentRow, { id: string }>((db) => db.select().from(agents).where(and(hasId, isServing)));
const byId = prepared<AgentRow, { id: string }>((db) => db.select().from(agents).where(hasId));
const byIdLocked = prepared<AgentRow, { id: string }>((db) => db.select().from(agents).where(hasId).for("update"));

/** Finds retired agents too. */
export async function findEver(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await byId(tx, { id });
  return row ?? null;
}

export async function ofRole(tx: Tx, role: AgentRow["role"]): Promise<{ id: string } | null> {
  const [row] = await servingInRole(tx, { role });
  return row ?? null;
}
const servingInRole = prepared<{ id: string }, { role: string }>((db) =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.companyId, company), eq(agents.role, given("role")), isOwn)),
);

/** Locks the row, retired or not, so that one agent's proposals run one at a time. */
export async function lock(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await byIdLocked(tx, { id });
  return row ?? null;
}

type Settings = Pick<
  typeof agents.$inferInsert,
  "name" | "role" | "capabilities" | "authority" | "budget" | "customInstructions" | "emailAddress" | "reportsTo"
> &
  Partial<Pick<AgentRow, "autonomy" | "isOutside" | "operatorId">>;

/** Null if the role is taken. */
export async function add(tx: Tx, settings: Settings): Promise<AgentRow | null> {
  const [row] = await tx.db
    .insert(agents)
    .values({ ...settings, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now, updatedAt: tx.now })
    .onConflictDoNothing({ target: [agents.companyId, agents.role], where: isOwn })
    .returning();
  return row ?? null;
}

/** Creates or updates the agent of a role. */
export async function put(tx: Tx, settings: Settings): Promise<{ agent: AgentRow; created: boolean }> {
  const [row] = await tx.db
    .insert(agents)
    .values({ ...settings, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now, updatedAt: tx.now })
    .onConflictDoUpdate({
      target: [agents.companyId, agents.role],
      targetWhere: isOwn,
      set: { ...settings, updatedAt: nextUpdatedAt(tx) },
    })
    .returning({ ...getTableColumns(agents), created: sql<boolean>`(xmax = 0)` });
  if (!row) throw new Error("The agent was not saved.");
  const { created, ...agent } = row;
  return { agent, created };
}

/** Always later than the previous change, because `updatedAt` detects conflicting edits. */
const nextUpdatedAt = (tx: Tx) =>
  sql`greatest(${tx.now.toISOString()}::timestamptz, ${agents.updatedAt} + interval '1 millisecond')`;

type Change = Omit<
  typeof agents.$inferInsert,
  "companyId" | "id" | "role" | "createdAt" | "updatedAt" | "lastActivity"
>;

export async function update(tx: Tx, id: string, change: Partial<Change>): Promise<AgentRow | null> {
  const [row] = await tx.db
    .update(agents)
    .set({ ...change, updatedAt: nextUpdatedAt(tx) })
    .where(matches(tx, id))
    .returning();
  return row ?? null;
}

/** Locks every serving agent's row in one order, so that two changes of reporting lines run one at a time. */
export function lockTeam(tx: Tx): Promise<AgentRow[]> {
  return tx.db
    .select()
    .from(agents)
    .where(inCompany(tx, agents, isServing))
    .orderBy(agents.id)
    .for("update");
}

/** Saves a score without changing `updatedAt`; false if it was the same. */
export async function setPerformance(tx: Tx, id: string, performance: number | null): Promise<boolean> {
  const rows = await tx.db
    .update(agents)
    .set({ performance })
    .where(and(matches(tx, id), sql`${agents.performance} IS DISTINCT FROM ${performance}::numeric`))
    .returning({ id: agents.id });
  return rows.length > 0;
}

/** Records activity without changing `updatedAt`. */
export async function touch(tx: Tx, id: string): Promise<void> {
  await setActivity(tx, { id, now: tx.now });
}
const setActivity = prepared<{ id: string }, { id: string; now: Date }>((db) =>
  db
    .update(agents)
    .set({ lastActivity: given("now") })
    .where(hasId)
    .returning({ id: agents.id }),
);

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
    isOutside: row.isOutside,
    operatorId: row.operatorId,
    emailAddress: row.emailAddress,
    status: row.status,
    pausedByOversight: row.pausedByOversight,
    performance: row.performance,
    lastActivity: row.lastActivity?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

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
