import type { Connector } from "#connectors/connector.ts";
import { heldDocuments, removeDocuments } from "#features/brain/documents/external/service.ts";
import * as sources from "#features/metrics/sources/store.ts";
import { type RecordSource, recordSources } from "#features/records/contract.ts";
import { takeEvents } from "#features/records/calendar/service.ts";
import { idsSince as eventsSince } from "#features/records/calendar/store.ts";
import { removeOfSource } from "#features/records/removals/service.ts";
import type { Tx } from "#platform/context.ts";

const isRecordSource = (id: string): id is RecordSource => recordSources.some((one) => one === id);

export const sourceOf = (connector: string): RecordSource => {
  if (!isRecordSource(connector)) throw new Error(`Records cannot come from ${connector}.`);
  return connector;
};

/** Removes what was read from a service. */
export async function wipeRecords(tx: Tx, { id, name, source }: Connector): Promise<void> {
  await sources.forget(tx, id);
  const left = await heldDocuments(tx, id);
  if (left.length > 0) await removeDocuments(tx, id, left);
  const dates = await eventsSince(tx, id, new Date(0));
  if (dates.length > 0) await takeEvents(tx, id, [], dates);
  if (source && isRecordSource(id)) await removeOfSource(tx, name, id);
}
