import { AppError, notFound } from "#contract/errors.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import type { BusinessRecord } from "#features/records/contract.ts";
import { recordChanged } from "#features/records/events.ts";
import { checked, settle } from "#features/records/fields/complete.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import type * as calls from "#features/records/finishing/contract.ts";
import type { FinishId } from "#features/records/finishing/contract.ts";
import { finishes } from "#features/records/finishing/rules.ts";
import { titleOf } from "#features/records/service.ts";
import * as store from "#features/records/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Sets fields of records that are in one of these states; whoever comes second is told. */
async function setFields(
  tx: Tx,
  as: FinishId,
  rows: readonly { id: string; fields: BusinessRecord["fields"] }[],
  states: readonly string[],
): Promise<BusinessRecord[]> {
  const { kind, field } = finishes[as];
  const found: BusinessRecord[] = [];
  for (const { id, fields } of rows) {
    const before = await store.find(tx, kind, id);
    if (!before) throw notFound();
    const state = String(before.fields[field]);
    if (!states.includes(state))
      throw new AppError("conflict", `${titleOf(before)} is ${state} by now. Reload to see the rest.`);
    const parsed = checked(kind, settle(kind, { ...before.fields, ...fields }));
    if ("fault" in parsed) throw new AppError("unprocessable", parsed.fault);
    const { origin, source } = before;
    await store.change(tx, kind, id, { fields: parsed.fields, custom: {}, origin, source });
    const details = { kind, source, fields: Object.keys(fields) };
    await record(tx, recordChanged({ id, title: `${kindNames[kind].one} changed`, details }));
    found.push(before);
  }
  return found;
}

export function finish(
  ctx: Ctx,
  { as, ids }: Input<typeof calls.finishRecords>["body"],
): Promise<Answer<typeof calls.finishRecords>> {
  const { field, from, day, ...more } = finishes[as];
  const clears = "clears" in more ? more.clears : null;
  return write(ctx, async (tx) => {
    const fields = { [field]: as, [day]: dayIn(tx.now, tx.timeZone), ...(clears && { [clears]: 0 }) };
    const rows = [...new Set(ids)].map((id) => ({ id, fields }));
    const before = await setFields(tx, as, rows, from);
    const was = ({ id, fields: all }: BusinessRecord) => ({
      id,
      fields: Object.fromEntries(Object.keys(fields).map((name) => [name, all[name] as string | number | null])),
    });
    return { as, before: before.map(was) };
  });
}

export function reopen(
  ctx: Ctx,
  { as, before }: Input<typeof calls.reopenRecords>["body"],
): Promise<Answer<typeof calls.reopenRecords>> {
  const { field, from, day, ...more } = finishes[as];
  const known: readonly string[] = [field, day, ...("clears" in more ? [more.clears] : [])];
  for (const { fields } of before)
    if (
      !Object.keys(fields).every((name) => known.includes(name)) ||
      !(from as readonly unknown[]).includes(fields[field])
    )
      throw new AppError("unprocessable", "These are not the fields it had before.");
  return write(ctx, async (tx) => {
    const done = await setFields(tx, as, before, [as]);
    return { reopened: done.map(({ id }) => id) };
  });
}
