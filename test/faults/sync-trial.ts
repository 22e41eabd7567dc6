import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { jobContext } from "#features/accounts/service.ts";
import { setUpCredentials } from "#features/integrations/contract.ts";
import { syncJob } from "#features/integrations/hastening/service.ts";
import { readConfig } from "#platform/config.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { openStripe, stripeKey } from "../outside/stripe.ts";
import { openOn } from "../world.ts";
import type { FaultOptions, FaultOutcome } from "./fault.ts";
import { type Server } from "./server.ts";
import { roomsWith } from "./syncing.ts";
import { openStage } from "./stage.ts";

type Options = Pick<FaultOptions, "seed" | "say"> & { records: number; kills: number };

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const megabytesOf = ({ pid }: Server): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

/** One instance reads a large account of Stripe for the first time and is killed at any moment, again and again. */
export async function syncTrial({ records, kills, seed, say }: Options): Promise<FaultOutcome> {
  await using stage = openStage("sync");
  const random = randomFrom(seed);
  const [place, stripe] = [await stage.place("postgres"), stage.keep(await openStripe())];
  // Older than the company, so that they come by the lists and not as events.
  const created = Math.floor(Date.now() / 1_000) - 40 * 86_400;
  stripe.quietly(() => {
    for (let at = 0; at < records; at += 1)
      stripe.add("customers", { name: `Customer ${at}`, email: null, created: created + Math.floor(at / 50) });
  });
  const env = { ...place.env, PRIVATE_ADDRESSES: "127.0.0.1", RATE_LIMIT_FACTOR: "100000" };
  const start = () =>
    stage.start({ ...env, ROLE: "jobs", STRIPE_AT: stripe.url, TRIAL_ROOMS: "./syncing.ts" }, [], {
      entry: "test/faults/delivering-instance.ts",
    });
  const config = readConfig({ ...env, PORT: "0", LOG_LEVEL: "fatal", ROLE: "web" });
  const writer = stage.keep(await openOn(config, roomsWith(stripe.url)));
  let instance: Server | null = null;
  const startedAt = performance.now();
  const member = await writer.member("sync");
  const company = member.user.companyId;
  const ctx = await jobContext(writer.boardroom.platform, mintCompany(company));
  const { id } = await member.call(setUpCredentials, {
    body: { integrationId: "stripe", credentials: { secret_key: stripeKey } },
  });
  const standing = () =>
    place.ask(async (ask) => {
      const [row] = await ask<{ count: number; ended: boolean }>(
        `SELECT (SELECT count(*)::int FROM customers WHERE company_id = '${company}') AS count,
             (SELECT last_sync_at IS NOT NULL FROM connections WHERE company_id = '${company}' AND id = ${id}) AS ended`,
      );
      return row ?? { count: 0, ended: false };
    });
  /** The lease of a dead instance lasts three minutes, and its job longer: both are let go at once. */
  const takeOver = async (): Promise<void> => {
    await place.ask((ask) => ask(`UPDATE connections SET sync_until = NULL WHERE company_id = '${company}'`));
    await write(ctx, (tx) => tx.jobs.send(tx.db, syncJob, tx.company, { id }));
  };
  const [memory, killedAt]: [number[], number[]] = [[], []];
  instance = await start();
  let nextKill = (records / (kills + 1)) * (0.5 + random());
  const until = performance.now() + 120_000 + records * 30;
  for (let { count, ended } = await standing(); !ended && performance.now() < until; ) {
    if (killedAt.length < kills && count >= nextKill) {
      instance.signal("SIGKILL");
      await instance.ended;
      killedAt.push((await standing()).count);
      say(`kill ${killedAt.length} of ${kills} at ${killedAt.at(-1)} records`);
      nextKill = Math.max(count + 1, (records / (kills + 1)) * (killedAt.length + 0.5 + random()));
      instance = await start();
      await takeOver();
    }
    if (count > records / 10) memory.push(megabytesOf(instance));
    await sleep(50 + random() * 100);
    ({ count, ended } = await standing());
  }
  const violations: string[] = [];
  const kept = await place.ask((ask) =>
    ask<{ id: string; name: string }>(
      `SELECT external_id AS id, name FROM customers WHERE company_id = '${company}' AND source = 'stripe'`,
    ),
  );
  if (!(await standing()).ended) violations.push("The reading never ended.");
  const held = new Map(stripe.objects("customers").map((one) => [one.id, String(one["name"])]));
  const wrong = kept.filter((one) => held.get(one.id) !== one.name);
  if (wrong.length > 0) violations.push(`${wrong.length} records are not as they are at Stripe.`);
  const doubled = kept.length - new Set(kept.map((one) => one.id)).size;
  if (doubled > 0) violations.push(`${doubled} records are there twice.`);
  if (kept.length - doubled < held.size) violations.push(`${held.size - kept.length + doubled} records are lost.`);
  const third = Math.ceil(memory.length / 3);
  const most = (all: readonly number[]) => Math.round(Math.max(0, ...all));
  const [early, late] = [most(memory.slice(0, third)), most(memory.slice(-third))];
  if (late > early * 1.3 + 50) violations.push(`Memory grew from ${early} to ${late} MB.`);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return {
    injected: `A first reading of ${records} customers of Stripe; ${kills} times kill -9 of the instance that reads, at any moment; the lease of the dead one is let go at once (seed ${seed}).`,
    hit: `killed with ${killedAt.join(", ")} records committed; ${stripe.journal.length} calls. ${seconds} s.`,
    figures: { memory: `resident at most ${early} MB in the first third, ${late} MB in the last.` },
    isVoid: killedAt.length < kills || killedAt.every((count) => count === 0 || count >= records),
    violations,
  };
}
