import type { Facts } from "#features/imports/planning/choices.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { naturalKey } from "#features/records/fields/complete.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import { upsert } from "#features/records/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const kinds = ["customers", "vendors"] as const;
type Kind = (typeof kinds)[number];

/** Which of the names in a file belong to no customer or vendor yet. */
export async function existingParties(ctx: Ctx, names: Facts["names"]): Promise<NonNullable<Facts["parties"]>> {
  const of = async (kind: Kind) => {
    const create = await read(ctx, (tx) => unknownNames(tx, kind, names[kind].names));
    return { create, similar: [] };
  };
  return { customers: await of("customers"), vendors: await of("vendors") };
}

async function unknownNames(tx: Tx, kind: Kind, names: readonly string[]): Promise<string[]> {
  const keys = [...new Set(names.map(nameKey))];
  const known = new Set<string>();
  for (let at = 0; at < keys.length; at += 1_000) {
    const found = await naming.listed(tx, keys.slice(at, at + 1_000));
    for (const { key, kind: of } of found) if (`${of}s` === kind) known.add(key);
  }
  const seen = new Set<string>();
  return names.filter((name) => {
    const key = nameKey(name);
    if (known.has(key) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Creates the customers and vendors that rows name and nobody has yet; they go with the import's undo. */
export async function createParties(
  tx: Tx,
  rows: readonly { fields: Fields }[],
  from: { importId: string; after: number },
): Promise<number> {
  let created = 0;
  for (const kind of kinds) {
    const field = kind === "customers" ? "customerName" : "vendorName";
    const names = [...new Set(rows.map(({ fields }) => fields[field]).filter((name) => typeof name === "string"))];
    if (names.length === 0) continue;
    const create = await unknownNames(tx, kind, names);
    const made = create.map((name) => {
      const fields: Fields = { name, status: "active" };
      return { externalId: naturalKey(kind, fields), fields };
    });
    const { added } = await upsert(tx, kind, made, { source: "csv", origin: "external", given: ["name"], ...from });
    created += added;
  }
  return created;
}
