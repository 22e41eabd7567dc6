import { type SQL, sql } from "drizzle-orm";
import { addDays } from "#contract/days.ts";
import type { Page } from "#contract/cursor.ts";
import { Written, writtenList, writtenObject } from "#contract/written.ts";
import { type BusinessRecord, type RecordKind, recordFields, recordKinds } from "#features/records/contract.ts";
import { fieldOf, fieldsOf, roles } from "#features/records/fields/fields.ts";
import type { Condition } from "#features/records/fields/views.ts";
import {
  mostCounted,
  type Filter as Given,
  type OwnWord,
  type RecordList,
  type Sort,
} from "#features/records/list/contract.ts";
import { dayOf, isOfOpen, viewOf } from "#features/records/list/rules.ts";
import type { CustomField } from "#features/records/custom/contract.ts";
import { customNamed } from "#features/records/custom/rules.ts";
import { valueOf as customValue } from "#features/records/custom/store.ts";
import { columnOf, id, rowsFor, shown } from "#features/records/store.ts";
import { owedIn } from "#features/records/states/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { type Kind, pageOf, type Place, placeOf, valueOf } from "#platform/db/cursor.ts";
import { once } from "#platform/db/database.ts";
import { batch } from "#platform/db/transaction.ts";

/** `own`: the company's own fields, if a filter or order names one. */
type Filter = Given & { own?: readonly CustomField[] };

const pageSize = 50;
const exportSize = 5_000;

const column = (kind: RecordKind, field: string): SQL => sql.raw(`r."${columnOf(kind, field)}"`);

/** A day of a row in SQL, including derived ones; must match the rules. */
function dayColumn(kind: RecordKind, day: string): SQL {
  if (day === "movedOn") return sql`coalesce(r.last_activity_on, r.opened_on)`;
  if (day === "noticeBy") return sql`(r.ends_on - coalesce(r.notice_days, 0))`;
  return column(kind, day);
}

const allOf = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);

export function inView(kind: RecordKind, condition: Condition, today: string): SQL[] {
  if ("any" in condition) {
    const each = condition.any.map((all) => sql`(${allOf(all.flatMap((one) => inView(kind, one, today)))})`);
    return [sql`(${sql.join(each, sql` OR `)})`];
  }
  if ("in" in condition) return [sql`${column(kind, condition.field)} IN ${[...condition.in]}`];
  if ("known" in condition) return [filled(kind, condition.field, condition.known)];
  if ("owed" in condition)
    return [sql`${owedIn("r")} ${sql.raw({ some: "<>", due: ">", credit: "<" }[condition.owed])} 0`];
  const day = dayColumn(kind, condition.day);
  const { before, from, until } = condition;
  const limit = (days: number) => sql`${addDays(today, days)}::date`;
  return [
    ...(before === undefined ? [] : [sql`${day} < ${limit(before)}`]),
    ...(from === undefined ? [] : [sql`${day} >= ${limit(from)}`]),
    ...(until === undefined ? [] : [sql`${day} <= ${limit(until)}`]),
  ];
}

const literal = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const isFilled = (value: SQL, asked: boolean): SQL => sql`${value} ${sql.raw(asked ? "IS NOT NULL" : "IS NULL")}`;
const filled = (kind: RecordKind, name: string, asked: boolean): SQL => isFilled(column(kind, name), asked);

function byField(tx: Tx, kind: RecordKind, filter: Filter): SQL[] {
  const { ownerName, currency, field, is, known, unknown, from, to, own = [] } = filter;
  const day = (from ?? to) === undefined ? null : dayOf(kind, filter.day, own);
  const value = (name: string): SQL => {
    const custom = customNamed(own, name);
    return custom ? customValue(custom) : column(kind, name);
  };
  const same = (name: string, words: string) =>
    customNamed(own, name)?.type === "flag"
      ? sql`${value(name)} = ${/^(?:yes|true)$/i.test(words.trim())}`
      : sql`lower(trim(${value(name)})) = lower(trim(${words}::text))`;
  const dayValue = (name: string): SQL => (customNamed(own, name) ? value(name) : dayColumn(kind, name));
  return [
    ...(ownerName ? [same("ownerName", ownerName)] : []),
    ...(field && is ? [same(field, is)] : []),
    ...(currency ? [sql`coalesce(r.currency, ${tx.currency}) = ${currency}`] : []),
    ...(known ? [isFilled(value(known), true)] : []),
    ...(unknown ? [isFilled(value(unknown), false)] : []),
    ...(day && from ? [sql`${dayValue(day.name)} >= ${from}::date`] : []),
    ...(day && to ? [sql`${dayValue(day.name)} <= ${to}::date`] : []),
  ];
}

/** The conditions of a filter; `state` limits its view to one of its statuses. */
function where(tx: Tx, kind: RecordKind, filter: Filter, state?: string): SQL {
  const { title: _title, status, type, search } = roles[kind];
  const view = viewOf(kind, filter.view);
  const today = dayIn(tx.now, tx.timeZone);
  const conditions = [
    sql`r.company_id = ${tx.company}::uuid`,
    ...(filter.q?.trim()
      ? [
          sql`(${sql.join(
            search.map((field) => sql`lower(${column(kind, field)}) LIKE ${literal(filter.q ?? "")}`),
            sql` OR `,
          )})`,
        ]
      : []),
    ...(filter.status && status ? [sql`${column(kind, status)} = ${filter.status}`] : []),
    ...(filter.type && type ? [sql`${column(kind, type)} = ${filter.type}`] : []),
    ...(filter.customerId ? [sql`r.customer_id = ${filter.customerId}::uuid`] : []),
    ...(filter.vendorId ? [sql`r.vendor_id = ${filter.vendorId}::uuid`] : []),
    ...byField(tx, kind, filter),
    ...(view?.all ?? []).flatMap((condition) =>
      state !== undefined && status && isOfState(kind, condition)
        ? [sql`${column(kind, status)} = ${state}`]
        : inView(kind, condition, today),
    ),
  ];
  return allOf(conditions);
}

type Order = {
  by: SQL;
  of: Kind;
  descending: boolean;
  /** Its index begins with the type, so each type is a separate scan. */
  perType?: boolean;
};
/** A row without a name comes first. */
const named = (kind: RecordKind, title: string): SQL =>
  fieldOf(kind, title).required ? column(kind, title) : sql`coalesce(${column(kind, title)}, '')`;

/** Nulls last. */
function orderOf(kind: RecordKind, sort: Sort, own: readonly CustomField[]): Order {
  const custom = customNamed(own, sort);
  if (custom) return customOrder(custom);
  const { title, money, day } = roles[kind];
  if (sort === "name") return { by: sql`lower(${named(kind, title)})`, of: "text", descending: false };
  if (sort === "amount" && money)
    return { by: sql`coalesce(${column(kind, money)}, -1e15)`, of: "amount", descending: true };
  if (sort === "day" && day)
    return { by: sql`coalesce(${column(kind, day)}, 'infinity'::date)`, of: "day", descending: false };
  return newestFirst(kind);
}
/** By a custom field: numbers the largest first, days and texts in order, as of built-in fields. */
function customOrder(field: CustomField): Order {
  const value = customValue(field);
  if (field.type === "day") return { by: sql`coalesce(${value}, 'infinity'::date)`, of: "day", descending: false };
  if (isNumber(field.type)) return { by: sql`coalesce(round(${value}, 4), -1e16)`, of: "amount", descending: true };
  // A cursor holds the start of a long text; the id settles what is equal.
  const text = sql`CASE WHEN ${value} IS NULL THEN '1' ELSE '0' || left(lower((${value})::text), 200) END`;
  return { by: text, of: "text", descending: false };
}
const isNumber = (type: CustomField["type"]): boolean => ["number", "money", "percent"].includes(type);

function newestFirst(kind: RecordKind): Order {
  const { newest } = roles[kind];
  return newest
    ? { by: column(kind, newest), of: "day", descending: true, perType: true }
    : { ...lastChangedLast, descending: true };
}
const lastChangedLast: Order = { by: sql`r.updated_at`, of: "instant", descending: false };

/**
 * The first rows of a filter. Each status of a view is read separately, because the index orders rows within a status;
 * together they would all have to be sorted.
 */
function firstOf(
  tx: Tx,
  kind: RecordKind,
  filter: Filter,
  { order, after = sql``, size, perType }: { order: SQL; after?: SQL; size: number; perType?: boolean | undefined },
): SQL {
  const from = (given: Filter, state?: string) =>
    sql`SELECT r.* FROM ${rowsFor(tx, kind)} WHERE ${where(tx, kind, given, state)} ${after} ${order} LIMIT ${size}`;
  const states = filter.status ? [] : statesOf(kind, filter);
  const types = perType && !filter.type ? typesOf(kind) : [];
  const parts =
    states.length > 0
      ? states.map((state) => sql`(${from(filter, state)})`)
      : types.map((type) => sql`(${from({ ...filter, type })})`);
  if (parts.length === 0) return from(filter);
  return sql`SELECT r.* FROM (${sql.join(parts, sql` UNION ALL `)}) r ${order} LIMIT ${size}`;
}

function typesOf(kind: RecordKind): readonly string[] {
  const { type } = roles[kind];
  return type === undefined ? [] : (fieldOf(kind, type).choices ?? []);
}

const isOfState = (kind: RecordKind, condition: Condition): condition is Extract<Condition, { in: unknown }> =>
  "in" in condition && condition.field === roles[kind].status;

const statesOf = (kind: RecordKind, filter: Filter): readonly string[] =>
  (viewOf(kind, filter.view)?.all ?? []).flatMap((condition) => (isOfState(kind, condition) ? condition.in : []));

type Found = { json: string; id: string; place: Place };

async function rowsOf(
  tx: Tx,
  kind: RecordKind,
  filter: Filter,
  { order: { by, of, descending, perType }, last, size }: { order: Order; last?: Place | undefined; size: number },
): Promise<Found[]> {
  const direction = sql.raw(descending ? "DESC" : "ASC");
  const order = sql`ORDER BY ${by} ${direction}, r.id ${direction}`;
  const [value = "", rowId = ""] = last ?? [];
  const after = last
    ? sql`AND (${by}, r.id) ${sql.raw(descending ? "<" : ">")} (${valueOf(of, value)}, ${valueOf("id", rowId)})`
    : sql``;
  const { rows } = await tx.db.execute<{ json: string; id: string; value: string }>(sql`${sql.raw(once)}
    SELECT ${shown(tx, kind)} AS json, r.id, (${by})::text AS value
    FROM (${firstOf(tx, kind, filter, { order, after, size, perType })}) r ${order}`);
  return rows.map(({ json, id, value }) => ({ json, id, place: [value, id] }));
}

type Sum = NonNullable<RecordList["sums"]>[number];

/** Counts up to a limit, and sums the amounts of the counted rows. */
export async function totalsOf(
  tx: Tx,
  kind: RecordKind,
  filter: Filter,
): Promise<{ total: number; sums: Sum[] | null }> {
  const { money, sum } = roles[kind];
  const isSummed = money !== undefined && sum !== undefined;
  const chosen = isSummed
    ? sql`${sum.by ? column(kind, sum.by) : sql`NULL`} AS of, coalesce(r.currency, ${tx.currency}) AS currency, ${isOfOpen(kind, filter) ? owedIn("r") : column(kind, money)} AS amount`
    : sql`NULL AS of, NULL AS currency, NULL::numeric AS amount`;
  // Ordered by the matching index: with any other order the database may scan all rows.
  const { view, status, type: _type, own: _own, ...more } = filter;
  const isByState = (view ?? status) && !Object.values(more).some(Boolean);
  const order = isByState ? sql`ORDER BY r.updated_at DESC, r.id DESC` : sql``;
  const { rows } = await tx.db.execute<
    Omit<Sum, "amount"> & { amount: number | null; total: number }
  >(sql`${sql.raw(once)}
    SELECT of, currency, sum(amount) AS amount, count(*)::int AS total
    FROM (SELECT ${chosen} FROM (${firstOf(tx, kind, filter, { order, size: mostCounted + 1 })}) r) r
    GROUP BY of, currency ORDER BY 4 DESC, 1, 2`);
  const total = rows.reduce((all, row) => all + row.total, 0);
  if (!isSummed) return { total, sums: [] };
  if (total > mostCounted) return { total, sums: null };
  return {
    total,
    sums: rows.flatMap(({ total: _total, amount, ...by }) => (amount === null ? [] : [{ ...by, amount }])),
  };
}

const written = (rows: readonly { json: string }[]): Written<BusinessRecord[]> =>
  writtenList(rows.map(({ json }) => new Written<BusinessRecord>(json)));

/** A page of a list with the totals of its filter. */
export async function list(
  tx: Tx,
  kind: RecordKind,
  { sort = "newest", cursor, ...given }: Given & { sort?: Sort | undefined; cursor?: string | undefined },
  own: readonly CustomField[] = [],
): Promise<Written<RecordList>> {
  const asked = { company: tx.company, list: "records", kind, sort, ...given };
  const filter = { ...given, own };
  const order = orderOf(kind, sort, own);
  const last = cursor ? placeOf(cursor, asked, [order.of, "id"]) : undefined;
  const [found, { total, sums }] = await batch(
    tx,
    () => rowsOf(tx, kind, filter, { order, last, size: pageSize + 1 }),
    () => totalsOf(tx, kind, filter),
  );
  const { rows, nextCursor } = pageOf(found, pageSize, asked, ({ place }) => place);
  return writtenObject<RecordList>({ rows: written(rows), nextCursor, total, sums });
}

/**
 * The next rows of an export, by last change: a row changed during the export moves to the end and is sent again
 * instead of missed.
 */
export async function exported(
  tx: Tx,
  kind: RecordKind,
  { cursor, ...given }: Given & { cursor?: string | undefined },
  own: readonly CustomField[] = [],
): Promise<Page<BusinessRecord[]>> {
  const asked = { company: tx.company, list: "export", kind, ...given };
  const filter = { ...given, own };
  const last = cursor ? placeOf(cursor, asked, [lastChangedLast.of, "id"]) : undefined;
  const found = await rowsOf(tx, kind, filter, { order: lastChangedLast, last, size: exportSize + 1 });
  const { rows, nextCursor } = pageOf(found, exportSize, asked, ({ place }) => place);
  return { rows: rows.map(({ json }) => JSON.parse(json) as BusinessRecord), nextCursor };
}

const has = (kind: RecordKind, party: "customer" | "vendor"): boolean => `${party}Name` in recordFields[kind].shape;

/** The newest rows of a customer or vendor, of each kind that has one. */
export async function related(
  tx: Tx,
  kind: RecordKind,
  recordId: string,
): Promise<Written<{ kind: RecordKind; total: number; rows: BusinessRecord[] }>[]> {
  if (kind !== "customers" && kind !== "vendors") return [];
  const party = kind === "customers" ? "customer" : "vendor";
  const filter = { [`${party}Id`]: recordId };
  const found = [];
  for (const other of recordKinds.filter((each) => has(each, party))) {
    const [rows, { total }] = await batch(
      tx,
      () => rowsOf(tx, other, filter, { order: newestFirst(other), size: 20 }),
      () => totalsOf(tx, other, filter),
    );
    if (total > 0) found.push(writtenObject({ kind: other, total, rows: written(rows) }));
  }
  return found;
}

export async function nameOf(
  tx: Tx,
  kind: "customers" | "vendors",
  recordId: string | null,
): Promise<{ id: string; name: string } | null> {
  if (recordId === null) return null;
  const { rows } = await tx.db.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM ${id(kind)} WHERE company_id = ${tx.company}::uuid AND id = ${recordId}::uuid`,
  );
  return rows[0] ?? null;
}

export async function counts(tx: Tx): Promise<{ counts: { kind: RecordKind; total: number }[]; samples: number }> {
  const part = (kind: RecordKind) => sql`
    SELECT ${kind} AS kind,
      (SELECT count(*)::int FROM (SELECT FROM ${id(kind)} WHERE company_id = ${tx.company}::uuid LIMIT ${mostCounted + 1}) r) AS total,
      (SELECT count(*)::int FROM ${id(kind)} WHERE company_id = ${tx.company}::uuid AND source = 'sample') AS samples`;
  const { rows } = await tx.db.execute<{ kind: RecordKind; total: number; samples: number }>(
    sql.join(recordKinds.map(part), sql` UNION ALL `),
  );
  return {
    counts: rows.map(({ kind, total }) => ({ kind, total })),
    samples: rows.reduce((sum, { samples }) => sum + samples, 0),
  };
}

const mostWords = 100;

/** The company's own words for choices, by the order of the choices; what most rows are called first. */
export async function ownWords(tx: Tx): Promise<OwnWord[]> {
  const parts = recordKinds.flatMap((kind) =>
    fieldsOf[kind].flatMap(({ name, wordIn, choices = [] }) => {
      if (wordIn === undefined) return [];
      const word = sql`trim(${column(kind, wordIn)})`;
      const place = sql`array_position(ARRAY[${sql.join(
        choices.map((choice) => sql`${choice}::text`),
        sql`, `,
      )}], ${column(kind, name)})`;
      return [
        sql`SELECT ${kind}::text AS kind, ${wordIn}::text AS field, ${column(kind, name)} AS choice, ${word} AS word, count(*)::int AS rows, ${place} AS place
          FROM ${id(kind)} r WHERE r.company_id = ${tx.company}::uuid AND ${column(kind, wordIn)} IS NOT NULL GROUP BY 3, 4`,
      ];
    }),
  );
  const { rows } = await tx.db.execute<OwnWord>(sql`
    SELECT kind, field, choice, word, rows FROM (${sql.join(parts, sql` UNION ALL `)}) w
    WHERE word <> '' ORDER BY kind, place, rows DESC, word LIMIT ${mostWords}`);
  return rows;
}

export async function sampleKinds(tx: Tx): Promise<RecordKind[]> {
  const part = (kind: RecordKind) => sql`
    SELECT ${kind} AS kind
    WHERE EXISTS (SELECT FROM ${id(kind)} WHERE company_id = ${tx.company}::uuid AND source = 'sample')`;
  const { rows } = await tx.db.execute<{ kind: RecordKind }>(sql.join(recordKinds.map(part), sql` UNION ALL `));
  return rows.map(({ kind }) => kind);
}
