import { type RecordKind, sampledKinds } from "#features/records/contract.ts";
import { complete, type Fields } from "#features/records/fields/complete.ts";
import { kindOf } from "#features/records/kinds/all.ts";
import { sampleCompany } from "#features/records/samples/company.ts";

/** A good row of any kind. */
export function exampleRow(kind: RecordKind): { externalId: string; fields: Fields } {
  const written = sampledKinds.find((one) => one === kind);
  const row = written && sampleCompany("2026-11-20", "GBP")[written][0];
  return row ?? { externalId: `example-${kind}`, fields: complete(kind, kindOf(kind).examples?.[0] ?? {}) };
}
