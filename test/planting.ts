import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Registered, registry } from "#platform/db/registry.ts";
import type { World } from "./world.ts";

/** A column's name in the database. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A value that fits a column, with the planted text wherever a text fits. */
export function planted(column: PgColumn, text: string): string | null {
  const type = column.getSQLType();
  if (type === "uuid") return crypto.randomUUID();
  if (type === "text") return text;
  if (type.endsWith("[]")) return type === "text[]" ? `{"${text}"}` : "{}";
  if (type === "jsonb") return JSON.stringify({ text });
  if (type === "bytea") return `\\x${Buffer.from(text).toString("hex")}`;
  if (/^(?:int|big|small|numeric|double|real)/.test(type)) return "1";
  if (type === "boolean") return "false";
  if (type.startsWith("timestamp")) return new Date().toISOString();
  if (type === "date") return "2026-11-24";
  return null;
}

export const columnsOf = ({ table }: Pick<Registered, "table">): [string, PgColumn][] =>
  Object.entries(getTableColumns(table) as Record<string, PgColumn>);

/** Plants a row in a table; other values are given by name. */
export async function plant(
  world: Pick<World, "asOwner">,
  one: Registered,
  given: Record<string, string | null>,
  text: string,
): Promise<void> {
  const row = columnsOf(one).map(([name, column]) => {
    const stored = column.keyAsName ? snake(name) : column.name;
    return [stored, name in given ? given[name] : planted(column, text)] as const;
  });
  const places = row.map((_, at) => `$${at + 1}`).join(", ");
  const columns = row.map(([name]) => `"${name}"`).join(", ");
  await world.asOwner(
    `INSERT INTO ${getTableName(one.table)} (${columns}) VALUES (${places})`,
    row.map(([, value]) => value),
  );
}

export const named = (name: string): Registered => {
  const found = registry.find(({ table }) => getTableName(table) === name);
  if (!found) throw new Error(name);
  return found;
};
