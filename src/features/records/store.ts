import { eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Origin } from "#contract/origins.ts";
import { parseWritten, Written } from "#contract/written.ts";
import {
  type BusinessRecord,
  type RecordFields,
  type RecordKind,
  recordKinds,
  type RecordSource,
} from "#features/records/contract.ts";
import { byHand, categorize } from "#features/records/categories/store.ts";
import type { CustomValues } from "#features/records/custom/rules.ts";
import { shownCustom, withoutNumbers } from "#features/records/custom/store.ts";
import { touch } from "#features/records/figures/store.ts";
import { type Fields, settle } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { keepBefore } from "#features/records/imports/store.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as tables from "#features/records/tables.ts";
import { seesConfidential, type Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type Counts = { added: number; changed: number; unchanged: number };
/** With the external ids of the rows that were written. */
type Upserted = Counts & { written: ReadonlyMap<string, "added" | "changed"> };
/** `custom`: values of the company's own fields that fit them, by key; null clears one, and what is absent stays. */
export type Row = { externalId: string; fields: Fields; custom?: CustomValues | undefined };

export const tableOf = {
  customers: tables.customers,
  vendors: tables.vendors,
  deals: tables.deals,
  invoices: tables.invoices,
  contracts: tables.contracts,
  subscriptions: tables.subscriptions,
  tickets: tables.tickets,
  people: tables.people,
  pay: tables.pay,
  bankAccounts: tables.bankAccounts,
  transactions: tables.transactions,
  ledger: tables.ledger,
  payments: tables.payments,
  entries: tables.entries,
} as const satisfies Record<RecordKind, unknown>;

/** Column names of each kind; cached, because a file asks for them a million times. */
export const columnsOf = Object.fromEntries(
  recordKinds.map((kind) => [
    kind,
    new Map(
      Object.entries(getTableColumns(tableOf[kind])).map(([field, { name, keyAsName }]) => [
        field,
        keyAsName ? toSnakeCase(name) : name,
      ]),
    ),
  ]),
) as Record<RecordKind, Map<string, string>>;

export const changeableColumns = (kind: RecordKind): string[] =>
  [...columnsOf[kind].values()].filter((name) => name !== "company_id" && name !== "id");

/**
 * The rows of a kind as `r`, as the caller may see them. What a person costs is read by members and admins only; for
 * viewers and agents it is unknown, and they see sums of many (decision 95).
 */
export function rowsFor(tx: Pick<Tx, "actor" | "reader" | "company">, kind: RecordKind): SQL {
  const hidden = fieldsOf[kind].flatMap(({ name, confidential }) => (confidential ? [columnOf(kind, name)] : []));
  if (hidden.length === 0 || seesConfidential(tx)) return sql`${id(kind)} r`;
  const columns = [...columnsOf[kind].values()].map((column) =>
    hidden.includes(column)
      ? sql.raw(`NULL::numeric AS "${column}"`)
      : column === "custom"
        ? sql`${withoutNumbers(tx.company, kind)} AS custom`
        : sql.raw(`"${column}"`),
  );
  return sql`(SELECT ${sql.join(columns, sql`, `)} FROM ${id(kind)}) r`;
}

export function columnOf(kind: RecordKind, field: string): string {
  const column = columnsOf[kind].get(field);
  if (column === undefined) throw new Error(`${kind} have no column ${field}.`);
  return column;
}
const has = (kind: RecordKind, field: string): boolean => columnsOf[kind].has(field);
export const tableNameOf = (kind: RecordKind): string => getTableName(tableOf[kind]);
const tableNames = new Map<string, string>(recordKinds.map((kind) => [kind, tableNameOf(kind)]));
export const id = (name: string): SQL => sql.raw(`"${tableNames.get(name) ?? name}"`);
const joined = (parts: readonly string[]): SQL => sql.raw(parts.join(", "));

/**
 * What is left of a name to compare once its keys are equal: its legal form, as accents and punctuation are gone from
 * the key already.
 */
const folded = (name: SQL): SQL => sql`regexp_replace(lower(normalize(${name}, NFKD)), '[^a-z0-9]+', '', 'g')`;
/** Whether two names, whose keys are equal, are the same in any spelling. */
export const isSame = (one: SQL, other: SQL): SQL => sql`${folded(one)} = ${folded(other)}`;

/**
 * The record a name refers to: by the id of its own source, otherwise the oldest with that name in any spelling,
 * otherwise the one a person has said it means.
 */
const linkedId = (tx: Tx, party: "customer" | "vendor", source: SQL): SQL => {
  const table = id(`${party}s`);
  const name = sql`g.${id(`${party}_name`)}`;
  const key = sql`g.${id(`${party}_key`)}`;
  return sql`coalesce(
    (SELECT p.id FROM ${table} p WHERE p.company_id = ${tx.company}::uuid AND p.source = ${source} AND p.external_id = ${name}),
    (SELECT p.id FROM ${table} p WHERE p.company_id = ${tx.company}::uuid AND p.name_key = ${key} AND ${isSame(sql`p.name`, name)}
     ORDER BY p.created_at, p.id LIMIT 1),
    (SELECT p.id FROM party_names a JOIN ${table} p ON p.company_id = a.company_id AND p.id = a.party_id
     WHERE a.company_id = ${tx.company}::uuid AND a.kind = ${`${party}s`} AND a.name_key = ${key} AND ${isSame(sql`a.name`, name)} LIMIT 1))`;
};

const parties = ["customer", "vendor"] as const;
const partiesOf = (kind: RecordKind) => parties.filter((party) => has(kind, `${party}Id`));

const keysOf = (kind: RecordKind): { field: string; key: string }[] => {
  if (kind === "customers" || kind === "vendors") return [{ field: "name", key: "name_key" }];
  return partiesOf(kind).map((party) => ({ field: `${party}Name`, key: `${party}_key` }));
};
const nameKeys = (kind: RecordKind, fields: Fields): Record<string, string | null> =>
  Object.fromEntries(
    keysOf(kind).map(({ field, key }) => [key, fields[field] ? nameKey(String(fields[field])) : null]),
  );

const amountsOf = (kind: RecordKind): string[] =>
  has(kind, "currency")
    ? fieldsOf[kind].flatMap(({ name, type }) => (type === "money" ? [columnOf(kind, name)] : []))
    : [];
const isWithoutAmount = (kind: RecordKind, row: string): SQL | null => {
  const isNone = amountsOf(kind).map((column) => `${row}"${column}" IS NULL`);
  return isNone.length > 0 ? sql.raw(`(${isNone.join(" AND ")})`) : null;
};

/**
 * The currency of a row \`g\` to be written: its own, otherwise the existing row's, otherwise the company's. An amount
 * always has one, so that it keeps its meaning if the company's currency changes.
 */
const currencyOf = (tx: Tx, kind: RecordKind, source: SQL, own: string): SQL => {
  const isNone = isWithoutAmount(kind, "g.");
  if (!isNone) return sql`g."currency"`;
  return sql`CASE WHEN ${isNone} THEN g."currency" ELSE coalesce(g."currency",
    (SELECT was."currency" FROM ${id(kind)} was WHERE was.company_id = ${tx.company}::uuid AND was.source = ${source}
      AND was.external_id = g.external_id), ${own}) END`;
};

const isFollowing = (given: readonly string[], name: string): boolean =>
  name === "document" && given.includes("amount");
/** The values of custom fields of a row `g` to be written: the existing row's with the given ones. */
const mergedCustom = (tx: Tx, kind: RecordKind, source: SQL): SQL => sql`jsonb_strip_nulls(coalesce(
    (SELECT was.custom FROM ${id(kind)} was WHERE was.company_id = ${tx.company}::uuid AND was.source = ${source}
      AND was.external_id = g.external_id), '{}'::jsonb) || g.custom)`;

/**
 * Upserts rows of one source by external id; existing rows change only in the given fields. Links names to records in
 * both directions. Returns how many rows were new, changed and unchanged.
 */
export async function upsert(
  tx: Tx,
  kind: RecordKind,
  rows: readonly Row[],
  from: {
    source: RecordSource;
    origin: Origin;
    importId: string | null;
    given?: readonly string[];
    after?: number;
    /** The currency of amounts without one; by default the company's. */
    currency?: string | null;
  },
): Promise<Upserted> {
  if (rows.length === 0) return { added: 0, changed: 0, unchanged: 0, written: new Map() };
  const all = fieldsOf[kind].map(({ name }) => name);
  const given = all.filter((name) => !from.given || from.given.includes(name) || isFollowing(from.given, name));
  const named = (fields: readonly string[]) => fields.map((field) => `"${columnOf(kind, field)}"`);
  const links = partiesOf(kind).map((party) => `"${party}_id"`);
  const keys = keysOf(kind);
  // The link is resolved again if the name was given.
  const set = [
    ...named(given),
    ...partiesOf(kind).flatMap((party) => (given.includes(`${party}Name`) ? [`"${party}_id"`] : [])),
    ...keys.flatMap(({ field, key }) => (given.includes(field) ? [`"${key}"`] : [])),
  ];
  const table = id(tableNameOf(kind));
  const setsMoney = given.some((name) => amountsOf(kind).includes(columnOf(kind, name)));
  if (setsMoney && !set.includes('"currency"')) set.push('"currency"');
  const hasRules = has(kind, "ruleId");
  if (hasRules && given.includes("category")) set.push('"rule_id"');
  // Input without a currency keeps the existing one, and an empty due day the one that is known.
  const after = (name: string) => {
    if (name === '"currency"' || (kind === "invoices" && name === '"due_on"'))
      return `coalesce(excluded.${name}, t.${name})`;
    // A person's category stays, and so does any other if the file has none.
    if (hasRules && name === '"category"')
      return `CASE WHEN t.rule_id = '${byHand}' THEN t.category ELSE coalesce(excluded.category, t.category) END`;
    if (name === '"rule_id"')
      return `CASE WHEN t.rule_id = '${byHand}' OR excluded.category IS NULL THEN t.rule_id END`;
    return settled[name] ?? `excluded.${name}`;
  };
  // What was paid in part and is now paid has nothing open.
  const settled: Record<string, string> =
    kind === "invoices" && given.includes("status") && !given.includes("openAmount")
      ? {
          '"open_amount"':
            "CASE WHEN excluded.status = 'paid' AND t.open_amount IS NOT NULL THEN 0 ELSE t.open_amount END",
        }
      : {};
  set.push(...Object.keys(settled));
  const hasCustom = rows.some(({ custom }) => custom && Object.keys(custom).length > 0);
  if (hasCustom) set.push('"custom"');
  // Missing fields are inserted as NULL by default.
  const columns = all.map((field) => ({ field, column: columnOf(kind, field) }));
  const json = JSON.stringify(
    rows.map(({ externalId, fields: own, custom }) => {
      const fields = settle(kind, own);
      const row: Record<string, unknown> = { external_id: externalId };
      if (hasCustom) row["custom"] = custom ?? {};
      for (const { field, column } of columns)
        if ((fields[field] ?? null) !== null) row[column] = fields[field] ?? null;
      for (const { field, key } of keys) if (fields[field]) row[key] = nameKey(String(fields[field]));
      return row;
    }),
  );
  const source = sql`${from.source}`;
  const ids = rows.map(({ externalId }) => externalId);
  const forgetUnchanged = from.importId
    ? await keepBefore(tx, kind, { importId: from.importId, source: from.source, ids })
    : null;
  const { rows: result } = await tx.db.execute<{ id: string; externalId: string; isNew: boolean }>(sql`
    INSERT INTO ${table} AS t (company_id, id, source, external_id, origin, import_id, created_at, updated_at,
      ${joined([...named(all), ...keys.map(({ key }) => key), ...links, ...(hasCustom ? ['"custom"'] : [])])})
    SELECT ${tx.company}::uuid, gen_random_uuid(), ${source}, g.external_id, ${from.origin}, ${from.importId}::uuid,
      ${tx.now.toISOString()}::timestamptz,
      -- The first line of a file is its newest row: one after the other, they are listed as they stood.
      ${tx.now.toISOString()}::timestamptz - (g.place + ${from.after ?? 0}::int) * interval '1 microsecond',
      ${sql.join(
        [...named(all), ...keys.map(({ key }) => key)].map((name) =>
          name === '"currency"' ? currencyOf(tx, kind, source, from.currency ?? tx.currency) : sql.raw(`g.${name}`),
        ),
        sql`, `,
      )}
      ${sql.join(partiesOf(kind).map((party) => sql`, ${linkedId(tx, party, source)}`))}
      ${hasCustom ? sql`, ${mergedCustom(tx, kind, source)}` : sql``}
    FROM (SELECT f.*, row_number() OVER () AS place FROM json_populate_recordset(NULL::${table}, ${json}::json) AS f) AS g
    ON CONFLICT (company_id, source, external_id) DO UPDATE SET
      ${joined([...set, '"origin"', '"updated_at"'].map((name) => `${name} = ${after(name)}`))}
      WHERE (${joined(set.map((name) => `t.${name}`))}) IS DISTINCT FROM (${joined(set.map(after))})
    RETURNING t.id, t.external_id AS "externalId", (t.xmax = 0) AS "isNew"`);
  const added = result.filter((row) => row.isNew).length;
  if (kind === "customers" || kind === "vendors")
    await linkNames(
      tx,
      kind,
      result.map((row) => row.id),
    );
  if (hasRules)
    await categorize(
      tx,
      result.map((row) => row.id),
    );
  await forgetUnchanged?.();
  await touch(tx, kind, result.length);
  const written = new Map(
    result.map(({ externalId, isNew }) => [externalId, isNew ? ("added" as const) : ("changed" as const)]),
  );
  return { added, changed: result.length - added, unchanged: rows.length - result.length, written };
}

export async function linkNames(tx: Tx, kind: "customers" | "vendors", ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const party = kind === "customers" ? "customer" : "vendor";
  const [name, key] = [sql`t.${id(`${party}_name`)}`, sql`t.${id(`${party}_key`)}`];
  const link = id(`${party}_id`);
  const { rows } = await tx.db.execute<{ id: string; externalId: string }>(sql`
    SELECT id, external_id AS "externalId" FROM ${id(kind)}
    WHERE company_id = ${tx.company}::uuid AND id = ANY(${uuids(ids)})`);
  const json = JSON.stringify(rows.map((row) => ({ id: row.id, key: nameKey(row.externalId) })));
  const unknown = sql`t.company_id = ${tx.company}::uuid AND t.${link} IS NULL AND p.company_id = ${tx.company}::uuid`;
  for (const other of recordKinds.filter((each) => has(each, `${party}Id`))) {
    await tx.db.execute(sql`
      UPDATE ${id(other)} t SET ${link} = p.id FROM ${id(kind)} p
      WHERE ${unknown} AND p.id = ANY(${uuids(ids)}) AND ${key} = p.name_key AND ${isSame(name, sql`p.name`)}`);
    await tx.db.execute(sql`
      UPDATE ${id(other)} t SET ${link} = a.party_id FROM party_names a, ${id(kind)} p
      WHERE ${unknown} AND p.id = ANY(${uuids(ids)}) AND a.company_id = p.company_id AND a.kind = ${kind} AND a.party_id = p.id
        AND ${key} = a.name_key AND ${isSame(name, sql`a.name`)}`);
    await tx.db.execute(sql`
      UPDATE ${id(other)} t SET ${link} = p.id
      FROM jsonb_to_recordset(${json}::jsonb) AS i (id uuid, key text), ${id(kind)} p
      WHERE ${unknown} AND p.id = i.id AND ${key} = i.key AND ${name} = p.external_id AND t.source = p.source`);
  }
}

export const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(",")}}`}::uuid[]`;

const instant = (column: string): string => `to_char(r.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row \`r\` as JSON that matches the schema of its kind. */
export function shown(tx: Tx, kind: RecordKind): SQL {
  const fields = fieldsOf[kind].map(({ name }) => `'${name}', r."${columnOf(kind, name)}"`).join(", ");
  const link = (party: "customer" | "vendor") => (has(kind, `${party}Id`) ? `r.${party}_id` : "NULL");
  const head = sql.raw(`'kind', '${kind}', 'id', r.id, 'source', r.source, 'externalId', r.external_id,
    'origin', r.origin, 'customerId', ${link("customer")}, 'vendorId', ${link("vendor")},
    'createdAt', ${instant("created_at")}, 'updatedAt', ${instant("updated_at")}`);
  return sql`json_build_object(${head}, 'fields', json_build_object(${sql.raw(fields)}),
    'custom', ${shownCustom(tx, kind)})::text`;
}

export async function find(tx: Tx, kind: RecordKind, recordId: string): Promise<BusinessRecord | null> {
  return findBy(tx, kind, sql`r.id = ${recordId}::uuid`);
}

export async function findByKey(
  tx: Tx,
  kind: RecordKind,
  source: RecordSource,
  externalId: string,
): Promise<BusinessRecord | null> {
  return findBy(tx, kind, sql`r.source = ${source} AND r.external_id = ${externalId}`);
}

async function findBy(tx: Tx, kind: RecordKind, condition: SQL): Promise<BusinessRecord | null> {
  const { rows } = await tx.db.execute<{ json: string }>(sql`
    SELECT ${shown(tx, kind)} AS json FROM ${rowsFor(tx, kind)} WHERE r.company_id = ${tx.company}::uuid AND ${condition}`);
  return rows[0] ? parseWritten(new Written<BusinessRecord>(rows[0].json)) : null;
}

export async function change(
  tx: Tx,
  kind: RecordKind,
  recordId: string,
  to: { fields: Fields; custom: CustomValues; origin: Origin; source: RecordSource },
): Promise<boolean> {
  const all = fieldsOf[kind].map(({ name }) => name);
  const json = JSON.stringify(
    Object.fromEntries([
      ...all.map((field) => [columnOf(kind, field), to.fields[field] ?? null]),
      ...Object.entries(nameKeys(kind, to.fields)),
    ]),
  );
  const isNone = isWithoutAmount(kind, "g.");
  const set = all.map((field) =>
    field === "currency" && isNone
      ? sql`"currency" = CASE WHEN ${isNone} THEN g."currency" ELSE coalesce(g."currency", ${tx.currency}) END`
      : sql.raw(`"${columnOf(kind, field)}" = g."${columnOf(kind, field)}"`),
  );
  const keys = keysOf(kind).map(({ key }) => sql.raw(`"${key}" = g."${key}"`));
  const links = partiesOf(kind).map((party) => sql`${id(`${party}_id`)} = ${linkedId(tx, party, sql`${to.source}`)}`);
  if (has(kind, "ruleId"))
    links.push(sql`rule_id = CASE WHEN t.category IS NOT DISTINCT FROM g.category THEN t.rule_id
      WHEN g.category IS NOT NULL THEN ${byHand}::uuid END`);
  const { rowCount } = await tx.db.execute(sql`
    UPDATE ${id(kind)} t SET ${sql.join([...set, ...keys, ...links], sql`, `)}, origin = ${to.origin},
      custom = jsonb_strip_nulls(t.custom || ${JSON.stringify(to.custom)}::jsonb),
      updated_at = ${tx.now.toISOString()}::timestamptz
    FROM jsonb_populate_record(NULL::${id(kind)}, ${json}::jsonb) AS g
    WHERE t.company_id = ${tx.company}::uuid AND t.id = ${recordId}::uuid`);
  await touch(tx, kind, rowCount ?? 0);
  if (rowCount && (kind === "customers" || kind === "vendors")) await linkNames(tx, kind, [recordId]);
  return (rowCount ?? 0) > 0;
}

export async function unlink(tx: Tx, kind: RecordKind, ids: readonly string[]): Promise<void> {
  if (kind !== "customers" && kind !== "vendors") return;
  const link = id(kind === "customers" ? "customer_id" : "vendor_id");
  for (const other of recordKinds.filter((each) => has(each, kind === "customers" ? "customerId" : "vendorId")))
    await tx.db.execute(sql`
      UPDATE ${id(other)} SET ${link} = NULL WHERE company_id = ${tx.company}::uuid AND ${link} = ANY(${uuids(ids)})`);
}

/** Resolves names again after rows were restored: the named records may have changed since. */
export async function relink(tx: Tx, kind: RecordKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (kind === "customers" || kind === "vendors") return linkNames(tx, kind, ids);
  const links = partiesOf(kind).map((party) => sql`${id(`${party}_id`)} = ${linkedId(tx, party, sql`g.source`)}`);
  await tx.db.execute(sql`
    UPDATE ${id(kind)} AS g SET ${sql.join(links, sql`, `)}
    WHERE g.company_id = ${tx.company}::uuid AND g.id = ANY(${uuids(ids)})`);
}

/** Sets this currency on amounts without one, which earlier versions wrote. */
export async function nameCurrency(tx: Tx, currency: string): Promise<void> {
  for (const kind of recordKinds) if (await any(tx, kind)) await touch(tx, kind, 1);
  for (const kind of recordKinds) {
    const isNone = isWithoutAmount(kind, "");
    if (!isNone) continue;
    await tx.db.execute(sql`
      UPDATE ${id(kind)} SET "currency" = ${currency}
      WHERE company_id = ${tx.company}::uuid AND "currency" IS NULL AND NOT ${isNone}`);
  }
}

export async function any(tx: Tx, kind: RecordKind): Promise<boolean> {
  const table = tableOf[kind];
  const rows = await tx.db.select({ one: sql`1` }).from(table).where(inCompany(tx, table)).limit(1);
  return rows.length > 0;
}

export async function anything(tx: Tx): Promise<boolean> {
  const kinds = recordKinds.map((kind) => sql`EXISTS (SELECT FROM ${id(kind)} WHERE company_id = ${tx.company}::uuid)`);
  const { rows } = await tx.db.execute<{ some: boolean }>(sql`SELECT ${sql.join(kinds, sql` OR `)} AS some`);
  return rows[0]?.some === true;
}

/** Whether the company has any receivable, or any payable. */
export async function anyInvoice(tx: Tx, direction: RecordFields["invoices"]["direction"]): Promise<boolean> {
  const rows = await tx.db
    .select({ one: sql`1` })
    .from(tables.invoices)
    .where(inCompany(tx, tables.invoices, eq(tables.invoices.direction, direction)))
    .limit(1);
  return rows.length > 0;
}
