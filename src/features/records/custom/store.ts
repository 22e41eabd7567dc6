import { and, asc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { type RecordKind, recordFields } from "#features/records/contract.ts";
import { type CustomField, customPrefix, type CustomType } from "#features/records/custom/contract.ts";
import { recordCustomFields as fields } from "#features/records/custom/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Added, SubjectField } from "#platform/query/subject.ts";

export type FieldRow = typeof fields.$inferSelect;

const keptMs = 24 * 3_600_000;
/** Until when a field removed at this moment can be brought back. */
export const keptUntil = (removedAt: Date): Date => new Date(removedAt.getTime() + keptMs);

const ofKind = (tx: Tx, kind: RecordKind) => inCompany(tx, fields, eq(fields.kind, kind));
const withKey = (tx: Tx, kind: RecordKind, key: string) => and(ofKind(tx, kind), eq(fields.key, key));

/** Whether each record of a kind has a currency of its own, which is then that of all its amounts. */
export const hasCurrency = (kind: RecordKind): boolean => "currency" in recordFields[kind].shape;

export function all(tx: Tx, kind: RecordKind): Promise<FieldRow[]> {
  return tx.db.select().from(fields).where(ofKind(tx, kind)).orderBy(asc(fields.place), asc(fields.key));
}

const toField = ({ key, label, type, choices, currency, hidden, inList, removedAt }: FieldRow): CustomField => ({
  key,
  label,
  type,
  choices,
  currency,
  hidden,
  inList,
  removedUntil: removedAt && keptUntil(removedAt).toISOString(),
});

/** The fields in use in their order, then those that can be brought back. */
export async function list(tx: Tx, kind: RecordKind): Promise<CustomField[]> {
  const rows = await tx.db
    .select()
    .from(fields)
    .where(
      and(ofKind(tx, kind), or(isNull(fields.removedAt), gt(fields.removedAt, new Date(tx.now.getTime() - keptMs)))),
    )
    .orderBy(sql`${fields.removedAt} IS NOT NULL`, asc(fields.place), asc(fields.key));
  return rows.map(toField);
}

/** The fields in use, hidden ones too. */
export const active = async (tx: Tx, kind: RecordKind): Promise<CustomField[]> =>
  (await list(tx, kind)).filter(({ removedUntil }) => removedUntil === null);

/** The fields in use of all kinds, in one statement. */
async function activeOfAll(tx: Tx): Promise<FieldRow[]> {
  return tx.db
    .select()
    .from(fields)
    .where(inCompany(tx, fields, isNull(fields.removedAt)))
    .orderBy(asc(fields.place), asc(fields.key));
}

export async function add(tx: Tx, row: Omit<FieldRow, "companyId" | "removedAt">): Promise<void> {
  await tx.db.insert(fields).values({ ...row, companyId: tx.company, removedAt: null });
}

export async function update(
  tx: Tx,
  kind: RecordKind,
  key: string,
  change: Partial<Omit<FieldRow, "companyId" | "kind" | "key">>,
): Promise<void> {
  await tx.db
    .update(fields)
    .set(change)
    .where(withKey(tx, kind, key));
}

/** The values as SQL over the row `r`, each in the type of its field; what is not of that type counts as none. */
export function valueOf({ key, type }: { key: string; type: CustomType }): SQL {
  const value = sql`r.custom -> ${key}::text`;
  const words = sql`r.custom ->> ${key}::text`;
  if (type === "flag") return sql`(CASE WHEN jsonb_typeof(${value}) = 'boolean' THEN (${words})::boolean END)`;
  if (type === "day")
    return sql`(CASE WHEN ${words} ~ '^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$' THEN (${words})::date END)`;
  if (type === "text" || type === "choice") return sql`(CASE WHEN jsonb_typeof(${value}) = 'string' THEN ${words} END)`;
  return sql`(CASE WHEN jsonb_typeof(${value}) = 'number' THEN (${words})::numeric END)`;
}

/** The values of the row `r` that fields in use have, as JSON. The fields are read once per statement. */
export const shownCustom = (tx: Tx, kind: RecordKind): SQL => sql`(CASE WHEN r.custom = '{}'::jsonb THEN r.custom ELSE
  (SELECT coalesce(jsonb_object_agg(one.key, one.value), '{}'::jsonb) FROM jsonb_each(r.custom) one
    WHERE one.key = ANY(ARRAY(SELECT f.key FROM record_custom_fields f
      WHERE f.company_id = ${tx.company}::uuid AND f.kind = ${kind} AND f.removed_at IS NULL))) END)`;

/** The column `custom` without numbers, which may say what a person costs, as the built-in fields do. */
export const withoutNumbers = (company: Tx["company"], kind: RecordKind): SQL => sql`(custom - ARRAY(
  SELECT f.key FROM record_custom_fields f
  WHERE f.company_id = ${company}::uuid AND f.kind = ${kind} AND f.type IN ('money', 'number')))`;

const queryTypes = {
  text: "text",
  number: "number",
  money: "money",
  percent: "share",
  day: "day",
  flag: "flag",
  choice: "choice",
} as const satisfies Record<CustomType, SubjectField["type"]>;

const queryFieldOf = ({ key, label, type, choices, hidden }: CustomField): SubjectField => ({
  name: `${customPrefix}${key}`,
  label,
  type: queryTypes[type],
  ...(type === "choice" && { choices: choices.map((value) => ({ value, label: value })) }),
  ...(hidden && { isHidden: true }),
  sql: () => valueOf({ key, type }),
});

/** The fields in use by kind, hidden ones too. */
export const activeByKind = async (tx: Tx): Promise<Map<string, CustomField[]>> =>
  new Map([...Map.groupBy(await activeOfAll(tx), ({ kind }) => kind)].map(([kind, rows]) => [kind, rows.map(toField)]));

export async function added(tx: Tx): Promise<Map<string, Added>> {
  const byKind = new Map<string, FieldRow[]>();
  for (const row of await activeOfAll(tx)) byKind.set(row.kind, [...(byKind.get(row.kind) ?? []), row]);
  return new Map(
    [...byKind].map(([kind, rows]) => {
      const [unit] = rows.flatMap(({ currency }) => currency ?? []);
      return [
        kind,
        { fields: rows.map((row) => queryFieldOf(toField(row))), currency: unit ? () => sql`${unit}::text` : null },
      ];
    }),
  );
}
