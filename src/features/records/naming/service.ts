import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { pluralize } from "#contract/format.ts";
import { partiesCreated, partiesUndone } from "#features/records/events.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import type { createParties, PartyKind, PartyProposals } from "#features/records/naming/contract.ts";
import { nameFold } from "#features/records/naming/name-key.ts";
import * as store from "#features/records/naming/store.ts";
import { removeBatch } from "#features/records/removals/service.ts";
import { linkNames } from "#features/records/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** What to do about the names on records that are not among the customers or vendors. */
export async function propose(tx: Tx, kind: PartyKind): Promise<PartyProposals> {
  const names = await store.namesOnRecords(tx, kind);
  const rowsOf = new Map(names.map(({ name, rows }) => [name, rows]));
  const found = await store.proposeParties(
    tx,
    kind,
    names.map(({ name }) => name),
  );
  const named = (name: string) => ({ name, rows: rowsOf.get(name) ?? 0 });
  return {
    create: found.create.map(named),
    similar: found.similar.map(({ name, existing }) => ({ ...named(name), existing })),
    nobody: found.nobody.map(named),
  };
}

type Asked = z.output<typeof createParties.body>;

/** Creates customers or vendors from names and links other names to them: one change, which can be undone as one. */
export function create(ctx: Ctx, { kind, names, same }: Asked): Promise<z.infer<typeof createParties.response>> {
  return write(ctx, async (tx) => {
    const id = crypto.randomUUID();
    const onRecords = await store.namesOnRecords(tx, kind);
    const sourceOf = new Map(onRecords.map(({ name, source }) => [name, source]));
    let created = 0;
    for (const [source, some] of Map.groupBy(names, (name) => sourceOf.get(name) ?? "manual"))
      created += await store.createParties(tx, kind, some, { source, importId: id });
    const parties = await store.partiesByFold(tx, kind, [
      ...same.map(({ as }) => as),
      ...onRecords.map(({ name }) => name),
    ]);
    const linked = same.map(({ name, as }) => {
      const partyId = parties.get(nameFold(as));
      if (!partyId) throw new AppError("unprocessable", `There is no ${kindNames[kind].one} called ${as}.`);
      return { name, partyId };
    });
    await store.nameParty(tx, kind, linked, id);
    // Names that were known all along: an earlier version compared them letter by letter.
    const known = onRecords.flatMap(({ name }) => parties.get(nameFold(name)) ?? []);
    await linkNames(tx, kind, [...new Set(known)]);
    if (created + linked.length === 0)
      throw new AppError("conflict", `There is nothing to create: these ${kindNames[kind].many} are there already.`);
    const title = `${pluralize(created, kindNames[kind].one, kindNames[kind].many)} created from names`;
    await record(tx, partiesCreated({ id: null, title, details: { kind, created, linked: linked.length, batch: id } }));
    return { id, created, linked: linked.length };
  });
}

/** Undoes one creation: what it created goes, as a removal that can be brought back, and the other names are unlinked. */
export function undo(ctx: Ctx, id: string): Promise<{ removed: number }> {
  return write(ctx, async (tx) => {
    const names = await store.forgetNames(tx, id);
    const removed = await removeBatch(tx, { label: "Customers or vendors from names", importId: id });
    if (!names && removed === 0) throw notFound();
    if (names) {
      const title = `${pluralize(names.names, "name")} of ${kindNames[names.kind].many} unlinked`;
      await record(
        tx,
        partiesUndone({ id: null, title, details: { kind: names.kind, names: names.names, batch: id } }),
      );
    }
    return { removed };
  });
}
