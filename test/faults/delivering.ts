import { z } from "zod";
import * as product from "#app/rooms.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { defineDelivery } from "#platform/outbox/delivery.ts";

/** How many times faster than the product everything waits in the trial: an hour takes a minute. */
export const speed = 60;
const pausesMs = [30_000, 120_000, 600_000, ...Array.from({ length: 72 }, () => 3_600_000)];

/** Parcels to a receiver on this machine, tried for three days; its id lets the receiver recognize a second copy. */
export const parcel = defineDelivery({
  kind: "parcel",
  title: "Parcel",
  payload: z.strictObject({ url: z.string(), key: z.string().nullable(), number: z.number() }),
  class: "keyed",
  destination: ({ url, key }) => `${new URL(url).host} ${key ?? ""}`,
  pauses: pausesMs.map((ms) => ms / speed),
  send: (ctx, { url, key, number }, { id }) =>
    ctx.http
      .call(ctx, { url, method: "POST", body: JSON.stringify({ id, key, number }), timeoutMs: 5_000, truncates: true })
      .then(outcomeOfAnswer, outcomeOfFault),
});

export const rooms = { ...product, deliveries: [...product.deliveries, parcel] };
