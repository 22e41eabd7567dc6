import { toSnakeCase } from "drizzle-orm/casing";
import {
  boolean,
  index,
  integer,
  numeric,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { Field } from "#features/records/fields/field.ts";
import {
  customer,
  dateColumn,
  head,
  headTags,
  inState,
  money,
  ofImport,
  share,
  unknownCustomer,
} from "#features/records/fields/tables.ts";
import { describedKinds, type DescribedKind } from "#features/records/kinds/all.ts";
import { isAlwaysSet } from "#features/records/kinds/schema.ts";
import { tag, type Tag, tags } from "#platform/db/registry.ts";

function columnOf({ type }: Field) {
  switch (type) {
    case "money":
      return money();
    case "number":
      return numeric({ precision: 20, scale: 4, mode: "number" });
    case "share":
      return share();
    case "whole":
      return integer();
    case "day":
      return dateColumn();
    case "flag":
      return boolean();
    default:
      return text();
  }
}

/**
 * The table of a described kind, named like the kind in snake case, with a tag for every column. Its type names only the columns that
 * every kind has.
 */
export function describedTable(id: DescribedKind, more: Record<string, PgColumnBuilderBase> = {}) {
  const kind = describedKinds[id];
  const name = toSnakeCase(id);
  const isLinked = kind.fields.some(({ name }) => name === "customerName");
  const own = Object.fromEntries(
    kind.fields.map((field) => [field.name, isAlwaysSet(kind, field) ? columnOf(field).notNull() : columnOf(field)]),
  );
  const all: ReturnType<typeof head> = { ...head(), ...own, ...(isLinked && customer()), ...more };
  const table = pgTable(name, all, (row) => {
    const columns = row as typeof row & Record<string, typeof row.id>;
    const at = (name: string) => columns[name] ?? row.id;
    const { status, newest } = kind.roles;
    return [
      primaryKey({ columns: [row.companyId, row.id] }),
      unique(`${name}_once`).on(row.companyId, row.source, row.externalId),
      ofImport(name, row),
      index(`${name}_newest`).on(row.companyId, row.updatedAt, row.id),
      ...(newest ? [index(`${name}_by_day`).on(row.companyId, at(newest), row.id)] : []),
      ...(status ? [inState(name, row, at(status))] : []),
      ...(isLinked
        ? [
            index(`${name}_of_customer`).on(row.companyId, at("customerId")),
            unknownCustomer(name, {
              companyId: row.companyId,
              customerKey: at("customerKey"),
              customerId: at("customerId"),
            }),
          ]
        : []),
    ];
  });
  const ofField = ({ personal }: Field): Tag => (personal ? tags.contact : tags.record);
  tag(table, {
    ...headTags,
    ...Object.fromEntries(kind.fields.map((field) => [field.name, ofField(field)])),
    ...(isLinked && { customerName: tags.contact, customerKey: tags.contact, customerId: tags.record }),
    ...Object.fromEntries(Object.keys(more).map((name) => [name, tags.record])),
  });
  return table;
}
