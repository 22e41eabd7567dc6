import { z } from "zod";
import * as product from "#app/rooms.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import { write } from "#platform/db/transaction.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { defineDelivery } from "#platform/outbox/delivery.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";
import { openService } from "../test/outside/service.ts";
import { onBoth, type Side } from "./both.ts";
import { atMost, type Report } from "./report.ts";

const deliveries = 300;
/** As many times each side is measured, in turns. */
const rounds = 5;

const parcel = defineDelivery({
  kind: "parcel",
  title: "Parcel",
  payload: z.strictObject({ url: z.string() }),
  class: "keyed",
  destination: ({ url }) => new URL(url).host,
  send: (ctx, { url }, { id }) =>
    ctx.http.call(ctx, { url, method: "POST", body: id }).then(outcomeOfAnswer, outcomeOfFault),
});

/** Goal 29: a delivery through the outbox, from the commit of its cause to the receiver, over a bare fetch. */
export async function measure(): Promise<Report> {
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  /** When an id arrived, or arrives. */
  const arrival = (id: string): PromiseWithResolvers<number> => {
    const known = arrivals.get(id) ?? Promise.withResolvers<number>();
    arrivals.set(id, known);
    return known;
  };
  const receiver = await openService(({ text }) => {
    arrival(text).resolve(performance.now());
    return { body: "taken" };
  });
  const url = `${receiver.url}/`;

  async function bare(): Promise<number> {
    const id = crypto.randomUUID();
    const started = performance.now();
    await (await fetch(url, { method: "POST", body: id })).text();
    return (await arrival(id).promise) - started;
  }
  async function through({ ctx, member }: Side): Promise<number> {
    let committed = 0;
    const id = await write(ctx, async (tx) => {
      const answer = personAuthorization();
      const grant = newGrant(tx, { grantedBy: "person", personId: member.user.id, effect: "parcel", answer });
      await grant.add();
      tx.db.onEnd(() => (committed = performance.now()));
      return enqueue(tx, parcel, { url }, { intent: crypto.randomUUID(), grant: grant.id });
    });
    return (await arrival(id ?? "").promise) - committed;
  }

  const sides = await onBoth(
    async (side) => {
      const times = { bare: [] as number[], through: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        for (let at = 0; at < deliveries / rounds; at += 1) times.bare.push(await bare());
        for (let at = 0; at < deliveries / rounds; at += 1) times.through.push(await through(side));
      }
      return { name: side.name, ...times };
    },
    "all",
    { PRIVATE_ADDRESSES: "127.0.0.1" },
    { ...product, deliveries: [...product.deliveries, parcel] },
  );
  await receiver.close();
  const half = (times: readonly number[]) =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  return {
    title: `29  A delivery from the commit of its cause to the receiver, over a bare fetch, ${deliveries} of each in turns`,
    lines: sides.map(
      (side) =>
        `${side.name}: bare p50 ${half(side.bare).toFixed(2)} ms, through the outbox p50 ${half(side.through).toFixed(2)} ms`,
    ),
    goals: sides.map((side) =>
      atMost(`${side.name}: overhead p50`, Number((half(side.through) - half(side.bare)).toFixed(2)), 5, "ms"),
    ),
  };
}
