import { setTimeout as sleep } from "node:timers/promises";
import { jobContext } from "#features/accounts/service.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import { cancelDelivery } from "#features/outbox/contract.ts";
import { readConfig } from "#platform/config.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";
import { openOn } from "../world.ts";
import { openClock, openService } from "../outside/service.ts";
import { parcel, rooms, speed } from "./delivering.ts";
import type { FaultOptions, FaultOutcome } from "./fault.ts";
import { type Server } from "./server.ts";
import { openStage } from "./stage.ts";

type Options = Pick<FaultOptions, "seed" | "say"> & { deliveries: number; kills: number; downMs: number };

const keys = 20;
/** Of how many deliveries one has no order, and one can still be cancelled for a moment. */
const [freeOneOf, heldOneOf] = [3, 25];

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A receiver that takes every id once, loses 5% of its answers, refuses 5% of the calls, and can be down for a while. */
async function openReceiver(random: () => number) {
  const taken = new Map<string, { key: string | null; number: number }>();
  let copies = 0;
  const service = await openService(
    ({ text }) => {
      const { id, key, number } = JSON.parse(text) as { id: string; key: string | null; number: number };
      if (taken.has(id)) copies += 1;
      else taken.set(id, { key, number });
      return { body: "taken" };
    },
    { clock: openClock(speed) },
  );
  const trouble = () => {
    service.fail({ kind: "refuse", status: 503 }, { on: () => random() < 0.05 });
    service.fail({ kind: "lost response" }, { on: () => random() < 0.05 });
  };
  trouble();
  return {
    ...service,
    taken,
    down(forMs: number) {
      service.heal();
      service.fail({ kind: "reset" }, { forMs });
      trouble();
    },
    counts() {
      const of = (kind: string) => service.journal.filter(({ fault }) => fault === kind).length;
      const { length: calls } = service.journal;
      return { calls, copies, lost: of("lost response"), refused: of("refuse"), turnedAway: of("reset") };
    },
  };
}

/** Two instances deliver while they are killed in turn, answers are lost, and the receiver is down for a while. */
export async function deliveriesTrial({ deliveries, kills, downMs, seed, say }: Options): Promise<FaultOutcome> {
  await using stage = openStage("deliveries");
  const random = randomFrom(seed);
  const [place, receiver] = [await stage.place("postgres"), stage.keep(await openReceiver(random))];
  const env = { ...place.env, PRIVATE_ADDRESSES: "127.0.0.1", RATE_LIMIT_FACTOR: "100000" };
  const startInstance = () =>
    stage.start({ ...env, ROLE: "jobs" }, [], { entry: "test/faults/delivering-instance.ts" });
  const writer = stage.keep(await openOn(readConfig({ ...env, PORT: "0", LOG_LEVEL: "fatal", ROLE: "web" }), rooms));
  const instances: Server[] = [];
  const cancelled = new Set<string>();
  const intents = new Map<string, { key: string | null; number: number }>();
  const startedAt = performance.now();
  // Destinations rest as much shorter as everything else waits.
  const resting = setInterval(() => {
    void place
      .ask((ask) =>
        ask(
          `UPDATE delivery_destinations SET closed_until = now() + (closed_until - now()) / ${speed}
           WHERE closed_until > now() + interval '30 seconds'`,
        ),
      )
      .catch(() => undefined);
  }, 500);
  stage.after(() => clearInterval(resting));
  instances.push(await startInstance(), await startInstance());
  const member = await writer.member("deliveries");
  const ctx = await jobContext(writer.boardroom.platform, mintCompany(member.user.companyId));
  const cancelling: Promise<unknown>[] = [];
  const cancel = async (id: string): Promise<void> => {
    await sleep(random() * 1_500);
    const { status } = await member.send("POST", cancelDelivery.path.replace(":id", id));
    if (status === 200) cancelled.add(id);
  };
  let done = 0;
  const writing = (async () => {
    for (let number = 0; number < deliveries; number += 1) {
      // As long as the instances are killed.
      while (number > (deliveries * (done + 1)) / kills) await sleep(50);
      await write(ctx, async (tx) => {
        const grant = newGrant(tx, {
          grantedBy: "person",
          personId: member.user.id,
          effect: "parcel",
          answer: personAuthorization(),
        });
        await grant.add();
        const key = number % freeOneOf === 0 ? null : `key ${number % keys}`;
        const holdMs = key === null && number % heldOneOf === 0 ? 1_000 : 0;
        const payload = { url: `${receiver.url}/`, key, number };
        const id = await enqueue(tx, parcel, payload, {
          intent: String(number),
          grant: grant.id,
          holdMs,
          ...(key && { order: key }),
        });
        if (!id) throw new Error("An intent was written twice.");
        intents.set(id, { key, number });
        if (holdMs > 0) cancelling.push(cancel(id));
      });
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(2_000 + random() * 2_000);
    if (kill === Math.floor(kills / 2)) receiver.down(downMs);
    const at = kill % 2;
    instances[at]?.signal("SIGKILL");
    await instances[at]?.ended;
    done += 1;
    say(`kill ${done} of ${kills}, ${receiver.taken.size} arrived`);
    instances[at] = await startInstance();
  }
  await writing;
  await Promise.all(cancelling);
  const open = () =>
    place.ask((ask) =>
      ask<{ status: string; count: number }>(
        "SELECT status, count(*)::int AS count FROM deliveries WHERE kind = 'parcel' AND status NOT IN ('sent', 'cancelled') GROUP BY 1",
      ),
    );
  const until = performance.now() + downMs / speed + 180_000 + deliveries * 60;
  while ((await open()).length > 0 && performance.now() < until) await sleep(1_000);
  const violations: string[] = [];
  for (const { status, count } of await open()) violations.push(`${count} deliveries are still ${status}.`);
  const missing = [...intents.keys()].filter((id) => !cancelled.has(id) && !receiver.taken.has(id));
  if (missing.length > 0) violations.push(`${missing.length} deliveries never arrived.`);
  const late = [...cancelled].filter((id) => receiver.taken.has(id));
  if (late.length > 0) violations.push(`${late.length} deliveries arrived although they were cancelled.`);
  const last = new Map<string, number>();
  let disordered = 0;
  for (const { key, number } of receiver.taken.values()) {
    if (key !== null && number < (last.get(key) ?? -1)) disordered += 1;
    if (key !== null) last.set(key, number);
  }
  if (disordered > 0) violations.push(`${disordered} deliveries arrived before an earlier one of their key.`);
  const strange = [...receiver.taken.keys()].filter((id) => !intents.has(id));
  if (strange.length > 0) violations.push(`${strange.length} ids arrived that were never written.`);
  const { calls, copies, lost, refused, turnedAway } = receiver.counts();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return {
    injected: `${deliveries} deliveries, two thirds in ${keys} orders; ${kills} times kill -9 of one of two instances in turn; 5% of the answers lost, 5% 503; the receiver down for ${downMs / 60_000} minutes, on a clock ${speed} times as fast as ours, by which pauses between attempts and rests of destinations go as well (seed ${seed}).`,
    hit: `${calls} calls, ${lost} answers lost, ${refused} refused, ${turnedAway} turned away while it was down, ${copies} copies recognized by their id; ${cancelled.size} cancelled in time. ${seconds} s.`,
    isVoid: done === 0 || lost === 0 || turnedAway === 0 || cancelled.size === 0,
    violations,
  };
}
