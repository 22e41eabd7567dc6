import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { type Currency, required, lengths } from "#contract/words.ts";
import { mostCustomFields, type RecordKind } from "#features/records/contract.ts";
import type { addCustomField, changeCustomField, CustomField, CustomType } from "#features/records/custom/contract.ts";
import { mostChoices } from "#features/records/custom/contract.ts";
import { customFieldAdded, customFieldChanged, customFieldRemoved } from "#features/records/custom/events.ts";
import {
  choicesFrom,
  conversionFault,
  type CustomShape,
  foldLabel,
  fullSentence,
  keyOf,
  readTyped,
  writeTyped,
} from "#features/records/custom/rules.ts";
import * as store from "#features/records/custom/store.ts";
import * as values from "#features/records/custom/values/store.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { recordSubjects } from "#features/records/query/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Takes a removed field's values out of the records once it cannot be brought back any more. */
export const forgetFieldJob = { name: "record-field-forget" };

/** How many distinct values, in how many records, a change of type may convert; and records per transaction of a job. */
const limits = { values: 10_000, records: 50_000, portion: 1_000 };

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Labels of a kind's other fields, folded: those of lists and files, and those that queries derive. */
const builtIn = new Map(
  recordSubjects.map(({ id, fields }) => [
    id,
    new Map([...fields.map(({ label }) => label), "External id"].map((label) => [foldLabel(label), label])),
  ]),
);

/** Whether a kind has a field of its own called so, whatever fields the company adds. */
export const isBuiltIn = (kind: RecordKind, label: string): boolean =>
  builtIn.get(kind)?.has(foldLabel(label)) === true;

/** Why a kind cannot have a field of this name, whatever other fields the company has; null if it can. */
export function labelFault(kind: RecordKind, label: string): string | null {
  const name = builtIn.get(kind)?.get(foldLabel(label));
  return name ? `${upper(kindNames[kind].many)} have a field "${name}" already. Use that one, or another name` : null;
}

const nameOf = (field: { label: string; type: CustomType }) => ({ label: field.label, type: field.type });

/** The field in use, and the company's fields of the kind. */
async function findActive(tx: Tx, kind: RecordKind, key: string) {
  const rows = await store.all(tx, kind);
  const row = rows.find((one) => one.key === key && one.removedAt === null);
  if (!row) throw notFound();
  return { row, rows };
}

function refuseLabel(kind: RecordKind, label: string, rows: readonly store.FieldRow[], own?: string): void {
  const fault = labelFault(kind, label);
  if (fault) throw new AppError("conflict", fault);
  const same = rows.find((one) => one.removedAt === null && one.key !== own && one.labelKey === foldLabel(label));
  if (same) throw new AppError("conflict", `There is a field "${same.label}" already. Use another name`);
}

const countActive = (rows: readonly store.FieldRow[]): number => rows.filter((one) => one.removedAt === null).length;

/** Choices a person gave; refused without any. */
function chosen(type: CustomType, choices: readonly string[] | undefined): string[] {
  if (type !== "choice") return [];
  const found = choicesFrom(choices ?? []) ?? [];
  if (found.length === 0) throw new AppError("unprocessable", "Name at least one choice");
  return found;
}

/** The new row of a field, which takes the last place. */
const mostShown = 4;

async function insert(
  tx: Tx,
  kind: RecordKind,
  rows: readonly store.FieldRow[],
  { label, type, choices }: { label: string } & CustomShape,
): Promise<string> {
  if (countActive(rows) >= mostCustomFields) throw new AppError("conflict", fullSentence);
  const key = keyOf(label, new Set(rows.map((one) => one.key)));
  await store.add(tx, {
    kind,
    key,
    label,
    labelKey: foldLabel(label),
    type,
    choices,
    currency: currencyOf(tx, kind, type, rows),
    place: Math.max(0, ...rows.map(({ place }) => place)) + 1,
    hidden: false,
    // The lines of an own table have little else to show.
    inList: kind === "entries" && rows.filter(({ inList }) => inList).length < mostShown,
  });
  await record(tx, customFieldAdded({ kind, key, title: `Field "${label}" added`, details: nameOf({ label, type }) }));
  return key;
}

/** Of records without a currency, all fields of amounts have one: that of the first, by default the company's. */
const currencyOf = (tx: Tx, kind: RecordKind, type: CustomType, rows: readonly store.FieldRow[]): Currency | null =>
  type !== "money" || store.hasCurrency(kind)
    ? null
    : ((rows.find((one) => one.currency !== null && one.removedAt === null)?.currency ?? tx.currency) as Currency);

export function add(
  ctx: Ctx,
  kind: RecordKind,
  { label, type, choices }: z.output<typeof addCustomField.body>,
): Promise<CustomField[]> {
  return write(ctx, async (tx) => {
    const rows = await store.all(tx, kind);
    refuseLabel(kind, label, rows);
    await insert(tx, kind, rows, { label, type, choices: chosen(type, choices) });
    return store.list(tx, kind);
  });
}

/**
 * Makes sure that the kind has fields with these labels, and returns their keys in the same order. A field that exists
 * keeps its type; of a choice, choices it lacks are added. Choices too many for a choice make it a text.
 */
export async function ensureCustomFields(
  tx: Tx,
  kind: RecordKind,
  wanted: readonly { label: string; type: CustomType; choices?: readonly string[] }[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const { label: given, type, choices } of wanted) {
    const label = required(lengths.name, "Give the field a name").safeParse(given);
    if (!label.success) throw new AppError("unprocessable", label.error.issues[0]?.message ?? "Give the field a name");
    const rows = await store.all(tx, kind);
    const known = rows.find((one) => one.removedAt === null && one.labelKey === foldLabel(label.data));
    const named = choices && choicesFrom([...(known?.choices ?? []), ...choices]);
    if (!known) {
      refuseLabel(kind, label.data, rows);
      const shape: CustomShape =
        type === "choice" && !named?.length ? { type: "text", choices: [] } : { type, choices: named ?? [] };
      keys.push(
        await insert(tx, kind, rows, { label: label.data, ...shape, ...(type !== "choice" && { choices: [] }) }),
      );
      continue;
    }
    keys.push(known.key);
    if (known.type !== "choice" || !choices) continue;
    const change = named ? { choices: named } : { type: "text" as const, choices: [] };
    if (named?.length === known.choices.length) continue;
    await store.update(tx, kind, known.key, change);
    const details = { ...nameOf({ ...known, ...change }), changed: Object.keys(change) };
    await record(tx, customFieldChanged({ kind, key: known.key, title: `Field "${known.label}" changed`, details }));
  }
  return keys;
}

export function change(
  ctx: Ctx,
  kind: RecordKind,
  key: string,
  asked: z.output<typeof changeCustomField.body>,
): Promise<CustomField[]> {
  return write(ctx, async (tx) => {
    const { row, rows } = await findActive(tx, kind, key);
    if (asked.label !== undefined) refuseLabel(kind, asked.label, rows, key);
    const shape = asked.type || asked.choices ? await reshape(tx, kind, row, asked) : null;
    const next: Partial<store.FieldRow> = {
      ...(asked.label !== undefined && { label: asked.label, labelKey: foldLabel(asked.label) }),
      ...(shape && {
        ...shape,
        currency: shape.type === row.type ? row.currency : currencyOf(tx, kind, shape.type, rows),
      }),
      ...(asked.hidden !== undefined && { hidden: asked.hidden }),
      ...(asked.inList !== undefined && { inList: asked.inList }),
    };
    const changed = Object.entries(next).flatMap(([name, value]) =>
      !["labelKey", "currency"].includes(name) &&
      JSON.stringify(value) !== JSON.stringify(row[name as keyof typeof row])
        ? [name]
        : [],
    );
    if (changed.length === 0) return store.list(tx, kind);
    const after = { ...row, ...next };
    await store.update(tx, kind, key, next);
    const details = { ...nameOf(after), changed };
    await record(tx, customFieldChanged({ kind, key, title: `Field "${after.label}" changed`, details }));
    return store.list(tx, kind);
  });
}

/** The new type and choices, once every value fits; converts the values. */
async function reshape(
  tx: Tx,
  kind: RecordKind,
  row: store.FieldRow,
  { type = row.type, choices }: z.output<typeof changeCustomField.body>,
): Promise<CustomShape> {
  if (type === row.type && type !== "choice") return { type, choices: [] };
  const found = await values.distinctValues(tx, kind, row.key, { most: limits.values, mostRows: limits.records });
  if (!found)
    throw new AppError("conflict", `"${row.label}" has too many values to change its type. Add a new field instead`);
  const texts = found.map(({ value, amount }) => ({ value, text: writeTyped(row.type, value), amount }));
  const shape: CustomShape = {
    type,
    choices: chosen(type, choices ?? (type === row.type ? row.choices : choicesOfValues(texts))),
  };
  const fault = conversionFault(shape, texts);
  if (fault) throw new AppError("conflict", fault);
  const pairs = texts.flatMap(({ value, text }) => {
    const fit = readTyped(shape, text);
    return fit && "value" in fit && fit.value !== value ? [{ from: value, to: fit.value }] : [];
  });
  await values.convert(tx, kind, row.key, pairs);
  return shape;
}

function choicesOfValues(texts: readonly { text: string }[]): string[] {
  const found = choicesFrom(texts.map(({ text }) => text));
  if (!found) throw new AppError("conflict", `A choice has at most ${mostChoices} values. Leave it as text`);
  return found;
}

export function order(ctx: Ctx, kind: RecordKind, keys: readonly string[]): Promise<CustomField[]> {
  return write(ctx, async (tx) => {
    const rows = (await store.all(tx, kind)).filter(({ removedAt }) => removedAt === null);
    const isWhole = new Set(keys).size === rows.length && rows.every(({ key }) => keys.includes(key));
    if (!isWhole || keys.length !== rows.length)
      throw new AppError("conflict", "The fields have changed since. Order them again");
    const moved = keys.flatMap((key, at) => (rows[at]?.key === key ? [] : [{ key, place: at + 1 }]));
    if (moved.length === 0) return store.list(tx, kind);
    for (const [at, key] of keys.entries()) await store.update(tx, kind, key, { place: at + 1 });
    const title = `Fields of ${kindNames[kind].many} reordered`;
    await record(tx, customFieldChanged({ kind, key: null, title, details: { keys: [...keys] } }));
    return store.list(tx, kind);
  });
}

export function remove(ctx: Ctx, kind: RecordKind, key: string): Promise<CustomField[]> {
  return write(ctx, async (tx) => {
    if (!(await removeField(tx, kind, key))) throw notFound();
    return store.list(tx, kind);
  });
}

export async function removeField(tx: Tx, kind: RecordKind, key: string): Promise<boolean> {
  const row = (await store.all(tx, kind)).find((one) => one.key === key && one.removedAt === null);
  if (!row) return false;
  await store.update(tx, kind, key, { removedAt: tx.now });
  await tx.jobs.send(tx.db, forgetFieldJob, tx.company, { kind, key }, { at: store.keptUntil(tx.now) });
  await record(tx, customFieldRemoved({ kind, key, title: `Field "${row.label}" removed`, details: nameOf(row) }));
  return true;
}

/** Brings a field back with its values, as long as another has not taken its name or place. */
export function restore(ctx: Ctx, kind: RecordKind, key: string): Promise<CustomField[]> {
  return write(ctx, async (tx) => {
    const rows = await store.all(tx, kind);
    const row = rows.find((one) => one.key === key);
    if (!row || (row.removedAt && row.labelKey === "")) throw notFound();
    if (!row.removedAt) throw new AppError("conflict", "This field is in use already");
    if (store.keptUntil(row.removedAt) <= tx.now)
      throw new AppError("conflict", "This field can't be brought back any more: 24 hours have passed");
    refuseLabel(kind, row.label, rows);
    if (countActive(rows) >= mostCustomFields) throw new AppError("conflict", fullSentence);
    await store.update(tx, kind, key, { removedAt: null });
    await record(tx, customFieldAdded({ kind, key, title: `Field "${row.label}" brought back`, details: nameOf(row) }));
    return store.list(tx, kind);
  });
}

/** Takes the values of a removed field out of the records, and its label out of its row. */
export async function forget(ctx: Ctx, kind: RecordKind, key: string): Promise<void> {
  for (let isLast = false; !isLast; ) {
    isLast = await write(ctx, async (tx) => {
      const row = (await store.all(tx, kind)).find((one) => one.key === key);
      if (!row?.removedAt) return true;
      // Removed again since, or the queue's clock is ahead of this one.
      const until = store.keptUntil(row.removedAt);
      if (until > tx.now) {
        await tx.jobs.send(tx.db, forgetFieldJob, tx.company, { kind, key }, { at: until });
        return true;
      }
      if (!(await values.clearPortion(tx, kind, key, limits.portion))) return false;
      await store.update(tx, kind, key, { label: key, labelKey: "", choices: [] });
      return true;
    });
  }
}
