import type { RecordKind, WrittenKind } from "#features/records/contract.ts";
import { describedKind } from "#features/records/kinds/all.ts";
import { writtenKinds } from "#features/records/contract.ts";
import { recordSamplesAdded } from "#features/records/events.ts";
import { csvFile } from "#contract/csv.ts";
import { headingOf, lineOf } from "#features/records/imports/written-csv.ts";
import type { Sample } from "#features/records/samples/sample.ts";
import { sampleCompany } from "#features/records/samples/company.ts";
import { type Counts, upsert } from "#features/records/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/**
 * Adds the sample records, or shifts their days to today and converts them to the company's currency. Returns how many
 * were new, changed and unchanged.
 */
export function addSamples(ctx: Ctx, today = dayIn(ctx.now, ctx.timeZone)): Promise<Counts> {
  return write(ctx, async (tx) => {
    const samples = sampleCompany(today, tx.currency);
    const sum: Counts = { added: 0, changed: 0, unchanged: 0 };
    for (const kind of writtenKinds) {
      const from = { source: "sample", origin: "system", importId: null } as const;
      const counts = await upsert(tx, kind, samples[kind], from);
      for (const key of ["added", "changed", "unchanged"] as const) sum[key] += counts[key];
    }
    if (sum.added + sum.changed > 0)
      await record(tx, recordSamplesAdded({ id: null, title: "Sample data added", details: { ...sum } }));
    return sum;
  });
}

const isWritten = (kind: RecordKind): kind is WrittenKind => !describedKind(kind);

/** The sample company has none of the described kinds: its cash, revenue and headcount are figures of their own. */
export function exampleRows(ctx: Ctx, kind: RecordKind): Sample[] {
  if (isWritten(kind)) return sampleCompany(dayIn(ctx.now, ctx.timeZone), ctx.currency)[kind];
  return (describedKind(kind)?.examples ?? []).map((fields) => ({ externalId: "", fields }));
}

/** A CSV template of a kind, empty or filled with sample records. */
export function templateOf(ctx: Ctx, kind: RecordKind, isFilled: boolean): { fileName: string; csv: string } {
  const rows = isFilled ? exampleRows(ctx, kind) : [];
  return {
    fileName: `${kind}-${isFilled ? "sample" : "template"}.csv`,
    csv: csvFile([headingOf(kind), ...rows.map((row) => lineOf(kind, row))]),
  };
}
