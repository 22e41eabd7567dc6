import type { Facts } from "#features/imports/planning/choices.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { partyKinds } from "#features/records/naming/contract.ts";
import { nameFold } from "#features/records/naming/name-key.ts";
import { isNobody } from "#features/records/naming/rules.ts";
import * as naming from "#features/records/naming/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** Which names in a file belong to no customer or vendor yet, and which may mean a known one. */
export async function proposeParties(ctx: Ctx, names: Facts["names"]): Promise<NonNullable<Facts["parties"]>> {
  const [customers, vendors] = await read(ctx, (tx) =>
    Promise.all(partyKinds.map((kind) => naming.proposeParties(tx, kind, names[kind].names))),
  );
  const { create, similar } = customers ?? { create: [], similar: [] };
  return {
    customers: { create, similar },
    vendors: { create: vendors?.create ?? [], similar: vendors?.similar ?? [] },
  };
}

/**
 * Creates the customers and vendors that the rows just written name and nobody has yet, and remembers which names mean
 * another one's. Both go with the import's undo. Returns how many were created.
 */
export async function createParties(
  tx: Tx,
  rows: readonly { fields: Fields }[],
  importId: string,
  { sameNames, createParties: creates }: Pick<Plan, "sameNames" | "createParties">,
): Promise<number> {
  let created = 0;
  for (const kind of partyKinds) {
    const field = kind === "customers" ? "customerName" : "vendorName";
    const names = [...new Set(rows.map(({ fields }) => fields[field]).filter((name) => typeof name === "string"))];
    const others = names.filter((name) => name in sameNames[kind]);
    // What a name means may stand further below.
    const some = names.filter((name) => !isNobody(name)).map((name) => sameNames[kind][name] ?? name);
    if (creates && some.length > 0) created += await naming.createParties(tx, kind, some, { source: "csv", importId });
    if (others.length > 0) await nameOthers(tx, kind, others, sameNames[kind], importId);
  }
  return created;
}

async function nameOthers(
  tx: Tx,
  kind: (typeof partyKinds)[number],
  names: readonly string[],
  same: Readonly<Record<string, string>>,
  importId: string,
): Promise<void> {
  const known = await naming.partiesByFold(tx, kind, [...names, ...names.map((name) => same[name] ?? "")]);
  const linked = names.flatMap((name) => {
    const partyId = known.get(nameFold(same[name] ?? ""));
    return partyId && !known.has(nameFold(name)) ? [{ name, partyId }] : [];
  });
  await naming.nameParty(tx, kind, linked, importId);
}
