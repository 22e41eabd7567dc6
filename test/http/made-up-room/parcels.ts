import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { deliver } from "#agency/delivering.ts";
import { promptOf } from "#agency/prompt.ts";
import { defineSkill, type SkillHandler, defineSkillHandler } from "#agency/skill.ts";
import { noExposure } from "#contract/actions.ts";
import { endpoint } from "#contract/endpoint.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { route } from "#platform/http/route.ts";
import { dayOfMoment, queryField, type Subject } from "#platform/query/subject.ts";
import { defineListener, type Scheduled } from "#platform/jobs/background.ts";
import { event } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";
import { standIn } from "../../deliveries.ts";

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

const parcelSent = event(
  "parcel.sent",
  { resource: "parcel", feed: null, refreshes: [], details: z.strictObject({ to: z.string(), grantId: z.string() }) },
  (to: string, grantId: string) => ({ id: null, title: "Sent", details: { to, grantId } }),
);

/** The carrier, who recognizes a parcel by its id. */
export const courier = standIn("parcel");

/** Asks first: it reaches outside the company and costs money. */
const sendParcel = defineAction({
  id: "parcels_send",
  label: "Send a parcel",
  description: "Takes whom to send the parcel to and what the carrier costs.",
  effect: "external",
  approval: "by policy",
  cost: "zero",
  roles: ["Operations"],
  capability: null,
  input: z.strictObject({ to: z.string(), postage: z.number() }),
  output: z.null(),
  exposure: ({ to, postage }) => ({ ...noExposure, kind: "spend", amount: postage, counterparty: to }),
  summary: ({ to }) => `Send the parcel to ${to}`,
  run: async (tx, by, { to }) => {
    await deliver(tx, by, courier.kind, { to: "courier.example", text: to }, { label: "parcel" });
    await record(tx, parcelSent(to, by.grant.id));
    return null;
  },
});

const shipment = z.strictObject({ to: z.string(), postage: z.number() });

/** An executive packs a parcel; sending it follows from the finished run. */
export const packing = defineSkill({
  id: "parcels.packing",
  label: "Pack a parcel",
  roles: ["Operations"],
  capability: null,
  input: shipment,
  output: shipment,
  rules: async (_hands, asked) => asked,
  prompt: (agent) => promptOf(agent, "Pack it."),
});

const accept = (ctx: Ctx, { grams }: { grams: number }) =>
  write(ctx, async (tx) => {
    const id = crypto.randomUUID();
    await record(tx, parcelAccepted(id, grams));
    return { id };
  });

export const events = [parcelAccepted, parcelWeighed, parcelSent, shelfChecked];
export const actions: readonly Action[] = [sendParcel];
export const handlers: readonly SkillHandler[] = [
  defineSkillHandler({ skill: packing, deliver: async (_tx, run, packed) => void (await run.use(sendParcel, packed)) }),
];
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

/** Every agent carries a parcel of 1,500 g. */
export const parcelSubject: Subject = {
  id: "parcels",
  one: "parcel",
  many: "parcels",
  from: () => sql`agents r`,
  fields: [
    queryField("role", "Role", "text", "r.role"),
    queryField("weight", "Weight", "number", "1500"),
    dayOfMoment("acceptedOn", "Accepted", "r.created_at"),
  ],
  day: "acceptedOn",
  amount: "weight",
  columns: ["role"],
  search: ["role"],
  currency: null,
  href: null,
  origin: null,
};
