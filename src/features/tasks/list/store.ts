import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import { parseWritten, type Written } from "#contract/written.ts";
import { peopleAs } from "#features/accounts/store.ts";
import { agentsAs } from "#features/agents/store.ts";
import { type Task, type TaskLine, type TaskStatus, task, taskLine } from "#features/tasks/contract.ts";
import { closedOf, effectOrderOf, heldBy, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inTurn, type Place, placeOf, valueOf } from "#platform/db/cursor.ts";
import { company } from "#platform/db/prepared.ts";
import * as views from "#platform/db/view.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const page = 50;

const finisher = peopleAs("finisher");
const assignee = agentsAs("assignee");
const holder = peopleAs("holder");

const lineColumns = {
  ...pick(tasks, "id title description"),
  assignedAgent: views.optional({ id: assignee.id, name: assignee.name, role: assignee.role }),
  assignedPerson: views.optional({ id: holder.id, name: holder.username }),
  ...pick(tasks, "status priority dueDate completionDate"),
  completedBy: finisher.username,
  createdAt: tasks.createdAt,
  planId: views.written("text", heldBy(tasks.metadata)),
};
const fullView = views.view(task, {
  ...lineColumns,
  ...pick(
    tasks,
    "companyId assignedAgentId assignedUserId estimatedHours actualHours decisionId runId origin metadata",
  ),
});

const params = {
  id: sql.placeholder("id"),
  status: sql.placeholder("status"),
  ids: sql.placeholder("ids"),
};
/** The end of the previous page. */
const last = {
  closed: valueOf("int", sql.placeholder("closed")),
  createdAt: valueOf("instant", sql.placeholder("createdAt")),
  turn: valueOf("int", sql.placeholder("turn")),
  id: valueOf("id", params.id),
};
type Params = { [name in keyof typeof params | keyof typeof last]?: string | undefined };
const isClosed = closedOf(tasks.status);
/** Tasks of one decision are equally old and keep the order of its effects. */
const effectOrder = effectOrderOf(tasks.effectIndex);
const newest = [desc(tasks.createdAt), desc(effectOrder), desc(tasks.id)];
/** Compares the time alone too: with row-level security the index does not serve the row comparison. */
const older = sql`${tasks.createdAt} <= ${last.createdAt}
  AND (${tasks.createdAt}, ${effectOrder}, ${tasks.id}) < (${last.createdAt}, ${last.turn}, ${last.id})`;

const hasStatus = sql`${tasks.status} = ${params.status}`;
const openFirst = [isClosed, ...newest];
/** The list's prepared statements for one view. */
function listsOf<Row>(of: views.View<Row>) {
  const ordered = views.placed(of, [isClosed, tasks.createdAt, effectOrder, tasks.id]);
  const pagesWhere = (order: SQL[], ...conditions: SQL[]) =>
    views.listing<Row, Params, views.Placed<Row>>(ordered, (db, selection) =>
      db
        .select(selection)
        .from(tasks)
        .leftJoin(assignee, and(eq(assignee.companyId, tasks.companyId), eq(assignee.id, tasks.assignedAgentId)))
        .leftJoin(holder, and(eq(holder.companyId, tasks.companyId), eq(holder.id, tasks.assignedUserId)))
        .leftJoin(finisher, and(eq(finisher.companyId, tasks.companyId), eq(finisher.id, tasks.completedBy)))
        .where(and(eq(tasks.companyId, company), ...conditions))
        .orderBy(...order)
        .limit(views.length(page + 1)),
    );
  return {
    first: pagesWhere(openFirst),
    firstOfStatus: pagesWhere(newest, hasStatus),
    olderOfGroup: pagesWhere(openFirst, sql`${isClosed} = ${last.closed}`, older),
    nextGroup: pagesWhere(openFirst, sql`${isClosed} > ${last.closed}`),
    olderOfStatus: pagesWhere(newest, hasStatus, older),
    one: pagesWhere([], sql`${tasks.id} = ${params.id}`),
    some: pagesWhere([], sql`${tasks.id} = ANY(${params.ids}::uuid[])`),
  };
}
type Lists<Row> = ReturnType<typeof listsOf<Row>>;
const fullLists: Lists<Task> = listsOf(fullView);
const lineLists: Lists<TaskLine> = listsOf(views.view(taskLine, lineColumns));

type Query = { status?: TaskStatus | undefined; shape?: "lines" | undefined; cursor?: string | undefined };

/** Open tasks first, the newest first in each group. */
export async function list(
  tx: Tx,
  { status, shape, cursor }: Query,
): Promise<Page<Written<Task[]> | Written<TaskLine[]>>> {
  const asked = { company: tx.company, list: "tasks", status };
  const place = cursor ? placeOf(cursor, asked, ["int", "instant", "int", "id"]) : null;
  return shape === "lines"
    ? views.writtenPage(await rowsOf(tx, lineLists, status, place), page, asked)
    : views.writtenPage(await rowsOf(tx, fullLists, status, place), page, asked);
}

function rowsOf<Row>(
  tx: Tx,
  lists: Lists<Row>,
  status: TaskStatus | undefined,
  place: Place | null,
): Promise<views.Placed<Row>[]> {
  if (!place) return status ? lists.firstOfStatus(tx, { status }) : lists.first(tx, {});
  const [closed, createdAt, turn, id] = place;
  if (status) return lists.olderOfStatus(tx, { status, createdAt, turn, id });
  return inTurn(
    page + 1,
    () => lists.olderOfGroup(tx, { closed, createdAt, turn, id }),
    () => lists.nextGroup(tx, { closed }),
  );
}

export async function show(tx: Tx, id: string): Promise<Written<Task> | null> {
  const [row] = await fullLists.one(tx, { id });
  return row ?? null;
}

/** Tasks by id as lists show them, in the order of the ids; at most a page of them. */
export async function linesOf(tx: Tx, ids: readonly string[]): Promise<TaskLine[]> {
  if (ids.length === 0) return [];
  const rows = await lineLists.some(tx, { ids: `{${ids.slice(0, page).join(",")}}` });
  const byId = new Map(rows.map((row) => parseWritten<TaskLine>(row)).map((task) => [task.id, task]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Extra = { estimatedHours: number | null; stuck: string | null; hasResult: boolean };

/** Tasks with their estimates and how far their agent got: open ones first, then the newest. */
export async function detailedLines(tx: Tx, most: number): Promise<(TaskLine & Extra)[]> {
  const rows = await tx.db
    .select({
      ...pick(tasks, "id estimatedHours"),
      stuck: sql<string | null>`${tasks.metadata} ->> 'stuck'`,
      hasResult: sql<boolean>`jsonb_exists(${tasks.metadata}, 'result')`,
    })
    .from(tasks)
    .where(inCompany(tx, tasks))
    .orderBy(...openFirst)
    .limit(most);
  const lines = await linesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const none: Extra = { estimatedHours: null, stuck: null, hasResult: false };
  return lines.map((line) => ({ ...none, ...line, ...byId.get(line.id) }));
}
