import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { route } from "#platform/http/route.ts";
import { defineListener, type Scheduled } from "#platform/jobs/background.ts";
import { event } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";

/** A room of its own, in one file: nothing else of the product knows it. */
export const acceptParcel = endpoint("POST", "/api/parcels", {
  summary: "Accepts a parcel.",
  body: z.strictObject({ grams: z.number() }),
  response: z.strictObject({ id: z.uuid() }),
  access: "member",
  rate: "normal",
});

const parcelAccepted = event(
  "parcel.accepted",
  {
    resource: "parcel",
    feed: "task",
    refreshes: ["parcels"],
    details: z.strictObject({ grams: z.number() }),
  },
  (id: string, grams: number) => ({
    id,
    title: `A parcel of ${grams} g`,
    details: { grams },
    line: { text: ["Accepted", { by: " by " }], href: "/parcels", impact: "low", status: "pending" },
  }),
);

const parcelWeighed = event(
  "parcel.weighed",
  { resource: "parcel", feed: null, refreshes: [], details: z.strictObject({ kilograms: z.number() }) },
  (id: string | null, kilograms: number) => ({ id, title: "Weighed", details: { kilograms } }),
);

const shelfChecked = event(
  "shelf.checked",
  { resource: "shelf", feed: null, refreshes: [], details: z.strictObject({ slot: z.string() }) },
  (slot: Date) => ({ id: null, title: "Checked", details: { slot: slot.toISOString() } }),
);

const accept = (ctx: Ctx, { grams }: { grams: number }) =>
  write(ctx, async (tx) => {
    const id = crypto.randomUUID();
    await record(tx, parcelAccepted(id, grams));
    return { id };
  });

export const events = [parcelAccepted, parcelWeighed, shelfChecked];
export const routes = [route(acceptParcel, (ctx, { body }) => accept(ctx, body))];

export const listeners = [
  defineListener({
    name: "parcel-weighing",
    on: [parcelAccepted],
    run: (tx, { id, details }) => record(tx, parcelWeighed(id, details.grams / 1_000)),
  }),
];

export const schedule: Scheduled[] = [
  { name: "shelf-check", every: { minutes: 60 }, run: (tx, slot) => record(tx, shelfChecked(slot)) },
];
