import { recordAdded, recordChanged } from "#features/records/events.ts";
import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
import type { addRecord, BusinessRecord, changeRecord, RecordKind } from "#features/records/contract.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { customFault, type CustomValues, fitCustom } from "#features/records/custom/rules.ts";
import * as customStore from "#features/records/custom/store.ts";
import { complete, type Fields, freeKey, mayRepeat, naturalKey, settle } from "#features/records/fields/complete.ts";
import { kindNames, roles } from "#features/records/fields/fields.ts";
import * as store from "#features/records/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** A person is trusted for what they type; a program may send anyone's text. */
export const originOfTyped = (ctx: Ctx): Origin => (person(ctx).role === "admin" ? "owner" : "staff");

/**
 * The values of custom fields as they are stored; refused if one does not fit its field. A record with an amount among
 * them gets a currency, as with an amount of its own.
 */
async function fittingCustom(
  tx: Tx,
  kind: RecordKind,
  given: CustomValues,
  fields: Fields,
  before: BusinessRecord | null,
): Promise<CustomValues> {
  if (Object.keys(given).length === 0) return {};
  const own = await customStore.active(tx, kind);
  const fault = customFault(own, given);
  if (fault) throw new AppError("unprocessable", fault);
  const { custom } = fitCustom(own, given);
  if (customStore.hasCurrency(kind) && own.some(({ key, type }) => type === "money" && (custom[key] ?? null) !== null))
    fields["currency"] ??= before?.fields["currency"] ?? tx.currency;
  return custom;
}

const withoutGaps = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));

/** Adds a record: a typed one must be new, one sent by a program may exist. */
export function add(ctx: Ctx, input: z.output<typeof addRecord.body>): Promise<BusinessRecord> {
  const { kind, source } = input;
  const fields = complete(kind, withoutGaps(input.fields));
  const { custom: given = {} } = input;
  return write(ctx, async (tx) => {
    const isTaken = async (key: string) => (await store.findByKey(tx, kind, source, key)) !== null;
    const natural = naturalKey(kind, fields);
    const numbered = source === "manual" && mayRepeat(kind) ? await freeKey(natural, isTaken) : natural;
    const externalId = input.externalId ?? numbered;
    const before = await store.findByKey(tx, kind, source, externalId);
    if (before && source === "manual")
      throw new AppError("conflict", `There is a ${kindNames[kind].one} like this already: open it to change it.`);
    const origin = source === "manual" ? originOfTyped(ctx) : "external";
    const custom = await fittingCustom(tx, kind, given, fields, before);
    const counts = await store.upsert(tx, kind, [{ externalId, fields, custom }], { source, origin, importId: null });
    const found = await store.findByKey(tx, kind, source, externalId);
    if (!found) throw new Error("The record was not written.");
    if (counts.unchanged === 0) {
      const isNew = counts.added > 0;
      const title = `${kindNames[kind].one} ${isNew ? "added" : "changed"}`;
      await record(tx, (isNew ? recordAdded : recordChanged)({ id: found.id, title, details: { kind, source } }));
    }
    return found;
  });
}

/** Updates a record. Its origin stays the least trusted of its texts. */
export function change(ctx: Ctx, recordId: string, input: z.output<typeof changeRecord.body>): Promise<BusinessRecord> {
  const { kind } = input;
  const fields: Fields = settle(kind, withoutGaps(input.fields));
  const { custom: given = {} } = input;
  return write(ctx, async (tx) => {
    const before = await store.find(tx, kind, recordId);
    if (!before) throw notFound();
    const custom = await fittingCustom(tx, kind, given, fields, before);
    // Without a currency in the input an amount keeps its own.
    if ("currency" in before.fields) fields["currency"] ??= before.fields["currency"] ?? null;
    const changed = [
      ...Object.keys(before.fields).filter((name) => (fields[name] ?? null) !== before.fields[name]),
      ...Object.keys(custom).flatMap((key) =>
        custom[key] === (before.custom[key] ?? null) ? [] : [`${customPrefix}${key}`],
      ),
    ];
    if (changed.length === 0) return before;
    const origin = inheritedOrigin([before.origin, originOfTyped(ctx)]);
    await store.change(tx, kind, recordId, { fields, custom, origin, source: before.source });
    const details = { kind, source: before.source, fields: changed };
    await record(tx, recordChanged({ id: recordId, title: `${kindNames[kind].one} changed`, details }));
    return (await store.find(tx, kind, recordId)) ?? before;
  });
}

export const titleOf = ({ kind, fields }: BusinessRecord): string => String(fields[roles[kind].title] ?? "");
