import type { $Type, NotNull } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import {
  boolean,
  date,
  index,
  type IndexBuilder,
  integer,
  jsonb,
  numeric,
  type ExtraConfigColumn,
  type PgColumn,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { RecordSource } from "#features/records/contract.ts";
import type { Field } from "#features/records/fields/field.ts";
import { type Always, type FieldIn, type KindId, kindOf, type ValueIn } from "#features/records/kinds/all.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, type Tag, tags } from "#platform/db/registry.ts";

/** A record's key and source. */
const head = () => ({
  companyId: companyId(),
  id: uuid().notNull(),
  source: text().$type<RecordSource>().notNull(),
  externalId: text().notNull(),
  origin: text().$type<Origin>().notNull(),
  /** The import that created it. */
  importId: uuid(),
  /** Values of the company's own fields by key. */
  custom: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
});

const words = () => text();
const decimal =
  (precision: number, scale: number) =>
  ({ digits: [all, behind] = [precision, scale] }: Field) =>
    numeric({ precision: all, scale: behind, mode: "number" });
const columnOf = {
  line: words,
  text: words,
  email: words,
  choice: words,
  // Some currencies have three decimals.
  money: decimal(20, 3),
  number: decimal(20, 4),
  share: decimal(5, 4),
  whole: ({ column }: Field) => (column ? integer(column) : integer()),
  day: () => date({ mode: "string" }),
  flag: () => boolean(),
};
type BuilderOf<F extends Field> = F["type"] extends "choice"
  ? $Type<ReturnType<typeof words>, ValueIn<F>>
  : ReturnType<(typeof columnOf)[F["type"]]>;
type Own<Id extends KindId> = {
  [F in FieldIn<Id> as F["name"]]: F extends Always ? NotNull<BuilderOf<F>> : BuilderOf<F>;
};
/** A party as written, its search key, and the record it was matched to. */
type Party<Name extends string> = Record<`${Name}Key`, ReturnType<typeof words>> &
  Record<`${Name}Id`, ReturnType<typeof uuid>>;
type Parties<Id extends KindId> = ("customerName" extends FieldIn<Id>["name"] ? Party<"customer"> : unknown) &
  ("vendorName" extends FieldIn<Id>["name"] ? Party<"vendor"> : unknown);
type All<Id extends KindId, More> = ReturnType<typeof head> & Omit<Own<Id>, keyof More> & Parties<Id> & More;

type Indexes = {
  /** Further columns by the end of the index's name, with spaces between. */
  by?: Readonly<Record<string, string>>;
  /** Columns of a view's condition behind the order of rows in a status, so that the index alone excludes others. */
  state?: string;
  more?: (column: (name: string) => ExtraConfigColumn) => IndexBuilder[];
};

/** The table of a kind, named like the kind in snake case, with a tag for every column. */
export function recordTable<Id extends KindId, More extends Record<string, PgColumnBuilderBase> = Record<never, never>>(
  id: Id,
  { by = {}, state = "", more }: Indexes = {},
  further: More = {} as More,
) {
  const { fields, roles } = kindOf(id);
  const name = toSnakeCase(id);
  const parties = ["customer", "vendor"].filter((party) => fields.some((field) => field.name === `${party}Name`));
  const own = fields.map((field) => {
    const column: PgColumnBuilderBase & { notNull?: () => PgColumnBuilderBase } = columnOf[field.type](field);
    return [field.name, field.required || field.always ? column.notNull?.() : column] as const;
  });
  const linked = parties.flatMap((party) => [[`${party}Key`, text()] as const, [`${party}Id`, uuid()] as const]);
  const all = { ...head(), ...Object.fromEntries([...own, ...linked]), ...further } as unknown as All<Id, More>;
  const table = pgTable(name, all as All<Id, More> & Record<string, PgColumnBuilderBase>, (row) => {
    const at = (field: string): ExtraConfigColumn => {
      const column = (row as unknown as Record<string, ExtraConfigColumn>)[field];
      if (!column) throw new Error(`${id} have no column ${field}.`);
      return column;
    };
    const [company, rowId] = [at("companyId"), at("id")];
    const named = (names: string) => names.split(" ").filter(Boolean).map(at);
    const dated = roles.newest && !by["by_day"] ? [index(`${name}_by_day`).on(company, at(roles.newest), rowId)] : [];
    return [
      primaryKey({ columns: [company, rowId] as unknown as [PgColumn, PgColumn] }),
      unique(`${name}_once`).on(company, at("source"), at("externalId")),
      // For undoing an import; most companies have few.
      index(`${name}_of_import`).on(company, at("importId")),
      index(`${name}_newest`).on(company, at("updatedAt"), rowId),
      ...dated,
      ...(roles.status && state !== "own"
        ? [index(`${name}_in_state`).on(company, at(roles.status), at("updatedAt"), rowId, ...named(state))]
        : []),
      // Names without a matching record, for when one is added. Compared by a lower case key column: with row-level
      // security PostgreSQL would not use an index over lower().
      ...parties.flatMap((party) => [
        index(`${name}_of_${party}`).on(company, at(`${party}Id`)),
        index(`${name}_unknown_${party}`)
          .on(company, at(`${party}Key`))
          .where(sql`${at(`${party}Id`)} IS NULL`),
      ]),
      ...Object.entries(by).map(([end, names]) => index(`${name}_${end}`).on(company, ...named(names))),
      ...(more?.(at) ?? []),
    ];
  });
  const named = (isPersonal: boolean) =>
    fields.flatMap(({ name: field, personal = false }) => (personal === isPersonal ? [field] : []));
  const tagged: Record<string, Tag> = {
    ...columns(tags.key, "companyId id"),
    ...columns(tags.record, "source externalId origin importId createdAt updatedAt"),
    ...columns(
      tags.record,
      ...named(false),
      ...parties.map((party) => `${party}Id`),
      ...Object.keys(further).filter((one) => one !== "nameKey"),
    ),
    ...columns(tags.contact, "custom"),
    ...columns(
      tags.contact,
      ...named(true),
      ...parties.map((party) => `${party}Key`),
      ...("nameKey" in further ? ["nameKey"] : []),
    ),
  };
  tag(table, tagged);
  return table;
}
