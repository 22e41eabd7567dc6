import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import { type Written, writtenList } from "#contract/written.ts";
import { agentsAs } from "#features/agents/store.ts";
import { type Communication, communication } from "#features/communications/contract.ts";
import { communications } from "#features/communications/tables.ts";
import type { Tx } from "#platform/context.ts";
import { placeOf, valueOf } from "#platform/db/cursor.ts";
import { inserting } from "#platform/db/inserting.ts";
import { company } from "#platform/db/prepared.ts";
import { length, listing, optional, type Placed, placed, view, writtenPage } from "#platform/db/view.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

type Row = typeof communications.$inferSelect;

const page = 50;
const sender = agentsAs("sender");
const receiver = agentsAs("receiver");
const party = (table: typeof sender) => optional({ id: table.id, name: table.name, role: table.role });
const communicationView = view(communication, {
  ...pick(communications, "id companyId senderAgentId receiverAgentId"),
  sender: party(sender),
  receiver: party(receiver),
  ...pick(
    communications,
    "recipient recipientEmail subject content messageType status decisionId runId origin createdAt",
  ),
});
const ordered = placed(communicationView, [communications.createdAt, communications.id]);
type Last = { createdAt?: string | undefined; id?: string | undefined };
const before = sql`(${communications.createdAt}, ${communications.id})
  < (${valueOf("instant", sql.placeholder("createdAt"))}, ${valueOf("id", sql.placeholder("id"))})`;
const pageQuery = (size: number, ...conditions: SQL[]) =>
  listing<Communication, Last, Placed<Communication>>(ordered, (db, selection) =>
    db
      .select(selection)
      .from(communications)
      .leftJoin(
        sender,
        and(eq(sender.companyId, communications.companyId), eq(sender.id, communications.senderAgentId)),
      )
      .leftJoin(
        receiver,
        and(eq(receiver.companyId, communications.companyId), eq(receiver.id, communications.receiverAgentId)),
      )
      .where(and(eq(communications.companyId, company), ...conditions))
      .orderBy(desc(communications.createdAt), desc(communications.id))
      .limit(length(size)),
  );
const newest = pageQuery(page + 1);
const older = pageQuery(page + 1, before);
const newest20 = pageQuery(20);

/** Newest first. */
export async function list(tx: Tx, cursor: string | undefined): Promise<Page<Written<Communication[]>>> {
  const key = { company: tx.company, list: "communications" };
  if (!cursor) return writtenPage(await newest(tx, {}), page, key);
  const [createdAt, id] = placeOf(cursor, key, ["instant", "id"]);
  return writtenPage(await older(tx, { createdAt, id }), page, key);
}

/** The newest 20. */
export async function latest(tx: Tx): Promise<Written<Communication[]>> {
  return writtenList(await newest20(tx, {}));
}

export type NewMessage = Omit<typeof communications.$inferInsert, "companyId" | "createdAt">;

/** Each of a decision's effects can send only one message (`communications_once_per_effect`). */
export function add(tx: Tx, rows: readonly NewMessage[]): Promise<void> {
  return insert(
    tx,
    rows.map((row) => ({ ...row, createdAt: tx.now })),
  );
}
const insert = inserting(communications);

export function ofDecision(tx: Tx, decisionId: string): Promise<Row[]> {
  return tx.db
    .select()
    .from(communications)
    .where(inCompany(tx, communications, eq(communications.decisionId, decisionId)))
    .orderBy(communications.createdAt, communications.effectIndex);
}

export type RunMessage = Pick<Row, "id" | "subject" | "content" | "status" | "decisionId"> & {
  sender: Pick<NonNullable<Communication["sender"]>, "id" | "name" | "role"> | null;
  receiver: RunMessage["sender"];
  recipient: string | null;
};

export function ofRun(tx: Tx, runId: string, senderId?: string): Promise<RunMessage[]> {
  const { id, subject, content, status, decisionId, recipient, companyId, createdAt } = communications;
  const partyColumns = ({ id: agentId, name, role }: typeof sender) => ({ id: agentId, name, role });
  return tx.db
    .select({
      id,
      subject,
      content,
      status,
      decisionId,
      recipient,
      sender: partyColumns(sender),
      receiver: partyColumns(receiver),
    })
    .from(communications)
    .leftJoin(sender, and(eq(sender.companyId, companyId), eq(sender.id, communications.senderAgentId)))
    .leftJoin(receiver, and(eq(receiver.companyId, companyId), eq(receiver.id, communications.receiverAgentId)))
    .where(
      and(
        eq(companyId, tx.company),
        eq(communications.runId, runId),
        senderId ? eq(communications.senderAgentId, senderId) : undefined,
      ),
    )
    .orderBy(createdAt);
}
