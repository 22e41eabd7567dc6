import type { Facts } from "#features/imports/planning/choices.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { partyKinds } from "#features/records/naming/contract.ts";
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

/** Creates the customers and vendors that rows name and nobody has yet; they go with the import's undo. */
export async function createParties(tx: Tx, rows: readonly { fields: Fields }[], importId: string): Promise<number> {
  let created = 0;
  for (const kind of partyKinds) {
    const field = kind === "customers" ? "customerName" : "vendorName";
    const names = new Set(rows.map(({ fields }) => fields[field]).filter((name) => typeof name === "string"));
    const some = [...names].filter((name) => !isNobody(name));
    if (some.length > 0) created += await naming.createParties(tx, kind, some, { source: "csv", importId });
  }
  return created;
}
