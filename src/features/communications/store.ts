import { and, desc, eq, lt, or } from "drizzle-orm";
import { agentsAs } from "#features/agents/store.ts";
import type { Communication } from "#features/communications/contract.ts";
import { communications } from "#features/communications/tables.ts";
import type { Tx } from "#platform/context.ts";
import { bringBack, moveAway } from "#platform/kept/store.ts";

type Row = typeof communications.$inferSelect;

const page = 50;
const sender = agentsAs("sender");
const receiver = agentsAs("receiver");
const party = (table: typeof sender) => ({ id: table.id, name: table.name, role: table.role });

/** One page of what was said, newest first. */
export async function list(tx: Tx, after?: string, size = page): Promise<Communication[]> {
  const last = after ? await find(tx, after) : null;
  if (after && !last) return [];
  const beyond = last
    ? or(
        lt(communications.createdAt, last.createdAt),
        and(eq(communications.createdAt, last.createdAt), lt(communications.id, last.id)),
      )
    : undefined;
  const rows = await tx.db
    .select({ row: communications, sender: party(sender), receiver: party(receiver) })
    .from(communications)
    .leftJoin(sender, and(eq(sender.companyId, communications.companyId), eq(sender.id, communications.senderAgentId)))
    .leftJoin(
      receiver,
      and(eq(receiver.companyId, communications.companyId), eq(receiver.id, communications.receiverAgentId)),
    )
    .where(and(eq(communications.companyId, tx.company), beyond))
    .orderBy(desc(communications.createdAt), desc(communications.id))
    .limit(size);
  return rows.map(({ row, ...parties }) => {
    const { effectIndex: _place, grantId: _grant, createdAt, ...said } = row;
    return { ...said, ...parties, createdAt: createdAt.toISOString() };
  });
}

async function find(tx: Tx, id: string): Promise<Row | null> {
  const [row] = await tx.db
    .select()
    .from(communications)
    .where(and(eq(communications.companyId, tx.company), eq(communications.id, id)));
  return row ?? null;
}

export type NewMessage = Omit<typeof communications.$inferInsert, "companyId" | "id" | "createdAt">;

/** Adds messages; of the same decision and place there is only ever one. Gives their ids, in the same order. */
export async function add(tx: Tx, rows: readonly NewMessage[]): Promise<string[]> {
  const added = rows.map((row) => ({ ...row, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now }));
  if (added.length > 0) await tx.db.insert(communications).values(added);
  return added.map((row) => row.id);
}

/** The messages a decision led to. */
export function ofDecision(tx: Tx, decisionId: string): Promise<Row[]> {
  return tx.db
    .select()
    .from(communications)
    .where(and(eq(communications.companyId, tx.company), eq(communications.decisionId, decisionId)))
    .orderBy(communications.createdAt, communications.effectIndex);
}

/** Takes all of the company's messages away and keeps them in a bundle; gives how many. */
export const moveAllAway = (tx: Tx, bundle: string): Promise<number> =>
  moveAway(tx, bundle, communications, eq(communications.companyId, tx.company));

/** Puts the messages of a bundle back as they were; gives how many. */
export const bringAllBack = (tx: Tx, bundle: string): Promise<number> => bringBack(tx, bundle, communications);
