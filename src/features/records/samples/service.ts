import { type RecordKind, sampledKinds } from "#features/records/contract.ts";
import { kindOf } from "#features/records/kinds/all.ts";
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
    for (const kind of sampledKinds) {
      const from = { source: "sample", origin: "system", importId: null } as const;
      const counts = await upsert(tx, kind, samples[kind], from);
      for (const key of ["added", "changed", "unchanged"] as const) sum[key] += counts[key];
    }
    if (sum.added + sum.changed > 0)
      await record(tx, recordSamplesAdded({ id: null, title: "Sample data added", details: { ...sum } }));
    return sum;
  });
}

/** The sample company has no cash, revenue and headcount but as figures of their own. */
export function exampleRows(ctx: Ctx, kind: RecordKind): Sample[] {
  const sampled = sampledKinds.find((one) => one === kind);
  if (sampled) return sampleCompany(dayIn(ctx.now, ctx.timeZone), ctx.currency)[sampled];
  return (kindOf(kind).examples ?? []).map((fields) => ({ externalId: "", fields }));
}

export function templateOf(ctx: Ctx, kind: RecordKind, isFilled: boolean): { fileName: string; csv: string } {
  const rows = isFilled ? exampleRows(ctx, kind) : [];
  return {
    fileName: `${kind}-${isFilled ? "sample" : "template"}.csv`,
    csv: csvFile([headingOf(kind), ...rows.map((row) => lineOf(kind, row))]),
  };
}
