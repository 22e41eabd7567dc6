import type { Answer, Input } from "#contract/endpoint.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { inheritedOrigin } from "#contract/origins.ts";
import type { setField } from "#features/records/editing/contract.ts";
import { setFault } from "#features/records/editing/rules.ts";
import { recordChanged } from "#features/records/events.ts";
import { checked, settle } from "#features/records/fields/complete.ts";
import { fieldOf, kindNames } from "#features/records/fields/fields.ts";
import { originOfTyped, titleOf } from "#features/records/service.ts";
import * as store from "#features/records/store.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Sets one field; whoever comes second is told what it is by now. */
export function set(ctx: Ctx, id: string, given: Input<typeof setField>["body"]): Promise<Answer<typeof setField>> {
  const { kind, field, was, is } = given;
  return write(ctx, async (tx) => {
    const before = await store.find(tx, kind, id);
    if (!before) throw notFound();
    const fault = setFault(kind, field, was, is);
    if (fault) throw new AppError("unprocessable", fault);
    const { label, wordIn } = fieldOf(kind, field);
    const now = text(before.fields[field]);
    if (now !== text(was))
      throw new AppError("conflict", `${label} of ${titleOf(before)} is ${now ?? "empty"} by now. Reload to see it.`);
    const word = wordIn ? text(before.fields[wordIn]) : null;
    const parsed = checked(
      kind,
      settle(kind, { ...before.fields, [field]: text(is), ...(wordIn && { [wordIn]: given.word ?? null }) }),
    );
    if ("fault" in parsed) throw new AppError("unprocessable", parsed.fault);
    const origin = inheritedOrigin([before.origin, originOfTyped(ctx)]);
    await store.change(tx, kind, id, { fields: parsed.fields, custom: {}, origin, source: before.source });
    const details = { kind, source: before.source, fields: [field] };
    await record(tx, recordChanged({ id, title: `${kindNames[kind].one} changed`, details }));
    const change = { field, was: is, is: was, ...(wordIn && { word }) };
    return { kind, title: titleOf(before), change };
  });
}
