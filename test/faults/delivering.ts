import { z } from "zod";
import * as product from "#app/rooms.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { defineDelivery } from "#platform/outbox/delivery.ts";

/** Parcels to a receiver on this machine, tried soon and often; its id lets the receiver recognize a second copy. */
export const parcel = defineDelivery({
  kind: "parcel",
  title: "Parcel",
  payload: z.strictObject({ url: z.string(), key: z.string().nullable(), number: z.number() }),
  class: "keyed",
  destination: ({ url, key }) => `${new URL(url).host} ${key ?? ""}`,
  pauses: Array.from({ length: 500 }, (_, at) => Math.min(100 * 2 ** at, 2_000)),
  send: (ctx, { url, key, number }, { id }) =>
    ctx.http
      .call(ctx, { url, method: "POST", body: JSON.stringify({ id, key, number }), timeoutMs: 5_000, truncates: true })
      .then(outcomeOfAnswer, outcomeOfFault),
});

export const rooms = { ...product, deliveries: [...product.deliveries, parcel] };
