import type { Connector } from "#connectors/connector.ts";
import * as sources from "#features/metrics/sources/store.ts";
import { type RecordSource, recordSources } from "#features/records/contract.ts";
import { removeOfSource } from "#features/records/removals/service.ts";
import type { Tx } from "#platform/context.ts";

export const sourceOf = (connector: string): RecordSource => {
  const source = recordSources.find((one) => one === connector);
  if (!source) throw new Error(`Records cannot come from ${connector}.`);
  return source;
};

/** Removes what was read from a service. */
export async function wipeRecords(tx: Tx, { id, name, source }: Connector): Promise<void> {
  await sources.forget(tx, id);
  if (source) await removeOfSource(tx, name, sourceOf(id));
}
