import type { z } from "zod";
import type { Permitted } from "#agency/action.ts";
import type { Tx } from "#platform/context.ts";
import type { DeliveryKind } from "#platform/outbox/delivery.ts";
import { type DeliveryOptions, enqueue } from "#platform/outbox/enqueue.ts";

/**
 * The effect of an external action: a delivery under its grant, in the transaction that ends the run or releases the
 * decision. What no decision held back waits here for as long as it can be undone.
 */
export async function deliver<Payload extends z.ZodType>(
  tx: Tx,
  { grant, plan }: Pick<Permitted, "grant" | "plan">,
  kind: DeliveryKind<Payload>,
  payload: z.input<Payload>,
  options: Omit<DeliveryOptions, "intent" | "grant"> = {},
): Promise<string | null> {
  await grant.add();
  const intent = plan ? `decision:${plan.id}:${plan.place}` : `grant:${grant.id}`;
  const holdMs = plan ? 0 : tx.installation.undoSeconds * 1_000;
  return enqueue(tx, kind, payload, { holdMs, ...options, intent, grant: grant.id });
}
