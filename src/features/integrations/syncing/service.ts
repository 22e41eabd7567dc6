import { connectorOf } from "#connectors/connector.ts";
import { notFound } from "#contract/errors.ts";
import * as store from "#features/integrations/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** Takes over what changed at a connected service. */
export async function syncNow(ctx: Ctx, id: number): Promise<{ success: boolean; message: string }> {
  const row = await read(ctx, (tx) => store.find(tx, id));
  if (!row) throw notFound();
  return { success: false, message: `${connectorOf(ctx, row.connector)?.name ?? row.connector} cannot be synced yet.` };
}
