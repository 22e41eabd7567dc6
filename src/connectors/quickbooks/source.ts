import { createHash } from "node:crypto";
import { z } from "zod";
import type { PullAbout, Pulled, Source } from "#connectors/connector.ts";
import { type Books, booksOf, type Listed } from "#connectors/quickbooks/books.ts";
import { accountOf, entities, type Entity, idOf, order, rowOf, whereOf } from "#connectors/quickbooks/objects.ts";
import { ledgerRows } from "#connectors/quickbooks/report.ts";
import { dayIn } from "#platform/clock.ts";

const at = { realm: z.string(), home: z.string() };
const times = {
  /** QuickBooks' clock: what changed since then is asked for. */
  since: z.string(),
  /** Our clock, in ms: when changes were read, and when balances, reports and counts were. */
  readAt: z.int(),
  checkedAt: z.int(),
  /** Changes that were followed and will be listed again. */
  seen: z.array(z.string()),
};
const cursorShape = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("all"), ...at, entity: z.enum(order), from: z.int(), startedAt: z.string() }),
  z.object({ phase: z.literal("changes"), ...at, ...times }),
  /** Something changed: what is worked out of it at QuickBooks is read. */
  z.object({ phase: z.literal("reports"), ...at, ...times }),
]);
type Cursor = z.infer<typeof cursorShape>;
type Changes = Extract<Cursor, { since: string }>;

const pageSize = 500;
const mostIds = 1_000;
const mostUnlisted = 20;
/** How many objects are asked for by their ids at once. */
const mostMissing = 100;
/** The answer of changes is cut off there. */
const mostChanges = 1_000;
const overlapMs = 5 * 60_000;
const dayMs = 86_400_000;
/** Changes are known for 30 days; a connection that slept longer is read anew. */
const changesKept = 29 * dayMs;
/** Faults of reports hold up the reading of changes no longer than this. */
const reportsMs = 10 * 60_000;
const years = [2, 1, 0];

/** What changes balances and the profit and loss without becoming a record. */
const signals = ["BillPayment", "JournalEntry", "Deposit", "Transfer", "Account"] as const;

const before = (time: string): string => new Date(Date.parse(time) - overlapMs).toISOString();
/** The entity of an id that is here; what is of none is looked for with the first of its kind. */
const entityOf = (id: string, target: string): Entity | undefined =>
  order.find((one) => id.startsWith(`${one}:`)) ?? order.find((one) => entities[one].target === target);
async function heldOf(entity: Entity, { held }: PullAbout): Promise<string[]> {
  const { target } = entities[entity];
  return (await held(target)).filter((id) => entityOf(id, target) === entity);
}

async function idsOf(books: Books, entity: Entity): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let from = 1; ; from += mostIds) {
    const page = await books.page(entity, whereOf(entity), { what: "Id", from, size: mostIds });
    for (const { Id } of page) ids.add(Id);
    if (page.length < mostIds) return ids;
  }
}

/** What is here and no more there, and what is there and was missed. `known`: it was all read just now. */
async function reconcile(
  books: Books,
  entity: Entity,
  about: PullAbout,
  home: string,
  known: readonly Listed[] | null,
) {
  const ids = known ? new Set(known.map(({ Id }) => Id)) : await idsOf(books, entity);
  const here = await heldOf(entity, about);
  const { target } = entities[entity];
  const listed = new Set([...ids].map((id) => idOf(entity, id)));
  const unlisted = here.filter((id) => !listed.has(id));
  // What more than half of them would be is more likely a fault of the service than a wish: it stays.
  const isTooMuch = unlisted.length > mostUnlisted && unlisted.length > here.length / 2;
  const gone = isTooMuch ? [] : unlisted.map((id) => ({ target, id }));
  const refused = isTooMuch
    ? [`QuickBooks no longer lists ${unlisted.length} of ${here.length} ${target}: they stay until you remove them.`]
    : [];
  const held = new Set(here);
  const missing = known ? [] : [...ids].filter((id) => !held.has(idOf(entity, id)));
  const rows: Pulled["rows"] = [];
  for (let first = 0; first < missing.length; first += mostMissing) {
    const some = missing.slice(first, first + mostMissing).map((id) => `'${id.replaceAll(/[^\w-]/g, "")}'`);
    const where = `${whereOf(entity) || " WHERE"}${whereOf(entity) && " AND"} Id IN (${some.join(", ")})`;
    for (const one of await books.page(entity, where, { size: mostMissing })) rows.push(rowOf(entity, one, home));
  }
  return { rows, gone, refused };
}

/** One page of everything of an entity. The last one also shows what was deleted, or moved over the pages, meanwhile. */
async function pullAll(books: Books, cursor: Extract<Cursor, { phase: "all" }>, about: PullAbout): Promise<Pulled> {
  const { entity, from, startedAt, realm, home } = cursor;
  const page = await books.page(entity, whereOf(entity), { from, size: pageSize });
  const rows = page.map((one) => rowOf(entity, one, home));
  if (page.length === pageSize)
    return { rows, gone: [], cursor: { ...cursor, from: from + pageSize } satisfies Cursor, isMore: true };
  // Rows of this page are not here yet.
  const isWhole = from === 1;
  const rest = await reconcile(books, entity, about, home, isWhole ? page : null);
  const ids = new Set(rows.map(({ row }) => row.externalId));
  const missed = rest.rows.filter(({ row }) => !ids.has(row.externalId));
  const next = order[order.indexOf(entity) + 1];
  const now = about.now.getTime();
  const done: Cursor = {
    phase: "reports",
    realm,
    home,
    since: before(startedAt),
    readAt: now,
    checkedAt: now,
    seen: [],
  };
  return {
    rows: [...rows, ...missed],
    gone: rest.gone,
    refused: rest.refused,
    cursor: next ? ({ ...cursor, entity: next, from: 1 } satisfies Cursor) : done,
    isMore: true,
  };
}

/** Changes of all entities; asked for one by one if there are too many. Null: too many even so. */
async function changesOf(books: Books, since: string) {
  const every = [...order, ...signals];
  const countOf = (byEntity: Map<string, Listed[]>) =>
    [...byEntity.values()].reduce((sum, some) => sum + some.length, 0);
  const first = await books.changes(every, since);
  if (countOf(first.byEntity) < mostChanges) return first;
  const byEntity = new Map<string, Listed[]>();
  for (const entity of every) {
    const own = (await books.changes([entity], since)).byEntity.get(entity) ?? [];
    if (own.length >= mostChanges) return null;
    byEntity.set(entity, own);
  }
  return { byEntity, time: first.time };
}

/** An object as it was listed. Its time is of whole seconds, in which it may change twice. */
const markOf = (entity: string, one: Listed): string =>
  createHash("sha256")
    .update(JSON.stringify([entity, one]))
    .digest("base64url")
    .slice(0, 16);

async function pullChanges(books: Books, cursor: Changes, about: PullAbout): Promise<Pulled | null> {
  const now = about.now.getTime();
  if (now - Date.parse(cursor.since) > changesKept) return null;
  const changes = await changesOf(books, cursor.since);
  if (!changes) return null;
  const { realm, home, checkedAt } = cursor;
  const since = before(changes.time);
  const seen = new Set(cursor.seen);
  const [rows, gone, marks]: [Pulled["rows"], Pulled["gone"], string[]] = [[], [], []];
  let isNew = false;
  for (const [name, all] of changes.byEntity)
    for (const one of all) {
      const mark = markOf(name, one);
      // Only those are listed again.
      if (Date.parse(one.MetaData?.LastUpdatedTime ?? changes.time) >= Date.parse(since)) marks.push(mark);
      if (seen.has(mark)) continue;
      isNew = true;
      const entity = order.find((known) => known === name);
      if (!entity) continue;
      if (one.status === "Deleted") gone.push({ target: entities[entity].target, id: idOf(entity, one.Id) });
      else rows.push(rowOf(entity, one, home));
    }
  const next: Changes = {
    phase: isNew || now - checkedAt >= dayMs ? "reports" : "changes",
    realm,
    home,
    since,
    readAt: now,
    checkedAt,
    seen: marks,
  };
  return { rows, gone, cursor: next, isMore: next.phase === "reports" };
}

/** Balances, the profit and loss by month, and once a day whether there are as many objects there as here. */
async function pullReports(books: Books, cursor: Changes, about: PullAbout): Promise<Pulled> {
  const { home } = cursor;
  const now = about.now.getTime();
  const accounts = await books.page("Account", " WHERE AccountType = 'Bank' AND Active IN (true, false)", {
    size: mostIds,
  });
  const rows: Pulled["rows"] = accounts.map((one) => accountOf(one, home, about.now));
  const today = dayIn(about.now, about.timeZone);
  const year = Number(today.slice(0, 4));
  for (const ago of years) {
    const until = ago === 0 ? today : `${year - ago}-12-31`;
    rows.push(...ledgerRows(await books.profitAndLoss(`${year - ago}-01-01`, until), home));
  }
  const gone: Pulled["gone"] = [];
  for (const target of ["bankAccounts", "ledger"]) {
    const ids = new Set(rows.map(({ row }) => row.externalId));
    // Months before those that were read stay.
    const isRead = (id: string) => target !== "ledger" || id.slice(-10) >= `${year - Math.max(...years)}-01-01`;
    for (const id of await about.held(target)) if (!ids.has(id) && isRead(id)) gone.push({ target, id });
  }
  const refused: string[] = [];
  const isDaily = now - cursor.checkedAt >= dayMs;
  if (isDaily)
    for (const entity of order) {
      const count = await books.count(entity, whereOf(entity));
      if (count === (await heldOf(entity, about)).length) continue;
      const found = await reconcile(books, entity, about, home, null);
      rows.push(...found.rows);
      gone.push(...found.gone);
      refused.push(...found.refused);
    }
  const next: Changes = { ...cursor, phase: "changes", checkedAt: isDaily ? now : cursor.checkedAt };
  return { rows, gone, refused, cursor: next, isMore: false };
}

/** QuickBooks' customers, vendors, documents, payments, bank balances, and profit and loss by month. */
export const quickbooksSource: Source = {
  targets: [...new Set(order.map((entity) => entities[entity].target)), "bankAccounts", "ledger"],
  everyMinutes: 15,
  reconciles: true,
  async pull(call, given, about) {
    const { realmId: realm = "" } = about.credentials;
    const books = booksOf(call, realm);
    const cursor = cursorShape.safeParse(given).data;
    const isSame = cursor?.realm === realm;
    if (isSame && cursor.phase === "all") return pullAll(books, cursor, about);
    if (isSame && cursor.phase === "reports" && about.now.getTime() - cursor.readAt < reportsMs)
      return pullReports(books, cursor, about);
    const changes = isSame && cursor.phase !== "all" ? await pullChanges(books, cursor, about) : null;
    if (changes) return changes;
    const [entity] = order;
    return pullAll(books, { phase: "all", realm, entity, from: 1, ...(await books.start()) }, about);
  },
};
