import { z } from "zod";
import { now } from "#platform/clock.ts";
import {
  type CompanyId,
  type Ctx,
  type DeliveredEvent,
  mintCompany,
  type Platform,
  type Tx,
} from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { defineJob, type Job } from "#platform/jobs.ts";
import { type Every, nextSlot } from "#platform/jobs/slots.ts";
import * as store from "#platform/jobs/store.ts";
import { type EventType, requireDistinct } from "#platform/journal/event.ts";

/**
 * Work that follows events, in its own transaction; delivered at least once, it takes effect once. It blocks the
 * company's other writes, so anything longer than a second belongs in a job.
 */
export type Listener<Details = unknown> = {
  name: string;
  on: readonly EventType<Details>[];
  run(tx: Tx, event: DeliveredEvent<Details>): Promise<void>;
};

/** Work on a schedule, in one transaction, once per company and slot across all instances. */
export type Scheduled = { name: string; every: Every; run(tx: Tx, slot: Date): Promise<void> };

/** @public Not used by the product yet; a test's made-up room shows that it works. */
export const defineListener = <Details>(listener: Listener<Details>): Listener => listener;

type Context = (platform: Platform, company: CompanyId) => Promise<Ctx>;

/** All rooms' background work as jobs, and how events and the clock reach it. */
export type Background = {
  jobs: readonly Job<z.ZodType, Platform>[];
  listeners: ReadonlyMap<string, readonly string[]>;
  schedule: readonly Scheduled[];
  context: Context;
};

/** `begins` is the event that creates a company: its schedule runs from then on. */
export function background(
  rooms: {
    jobs: readonly Job<z.ZodType, Platform>[];
    listeners: readonly Listener[];
    schedule: readonly Scheduled[];
  },
  context: Context,
  begins: EventType,
): Background {
  const { schedule } = rooms;
  const startClock: Listener = {
    name: "clock-start",
    on: [begins],
    run: (tx) => store.addSlots(tx, firstSlots(schedule, tx)),
  };
  const listeners = schedule.length > 0 ? [...rooms.listeners, startClock] : rooms.listeners;
  requireDistinct(
    "jobs",
    [...rooms.jobs, ...listeners, ...schedule].map(({ name }) => name),
  );
  const byType = Map.groupBy(
    listeners.flatMap(({ name, on }) => on.map(({ type }) => ({ type, name }))),
    ({ type }) => type,
  );
  return {
    jobs: [
      ...rooms.jobs,
      ...listeners.map((listener) => listenerJob(listener, context)),
      ...schedule.map((scheduled) => slotJob(scheduled, context)),
    ],
    listeners: new Map([...byType].map(([type, all]) => [type, all.map(({ name }) => name)])),
    schedule,
    context,
  };
}

const receivedEvent = z.object({
  seq: z.number(),
  type: z.string(),
  id: z.string().nullable(),
  agentId: z.string().nullable(),
  details: z.unknown(),
});

function listenerJob(listener: Listener, context: Context): Job<z.ZodType, Platform> {
  const { name, on } = listener;
  return defineJob({
    name,
    input: receivedEvent,
    async run(platform: Platform, company, event: z.infer<typeof receivedEvent>) {
      const kind = on.find(({ type }) => type === event.type);
      if (!kind) return;
      const details = kind.details.parse(event.details);
      await write(await context(platform, company), async (tx) => {
        if (await store.claim(tx, name, String(event.seq))) await listener.run(tx, { ...event, details });
      });
    },
  });
}

const slotInput = z.object({ slot: z.iso.datetime() });

function slotJob(scheduled: Scheduled, context: Context): Job<z.ZodType, Platform> {
  const { name } = scheduled;
  return defineJob({
    name,
    input: slotInput,
    async run(platform: Platform, company, { slot }: z.infer<typeof slotInput>) {
      await write(await context(platform, company), async (tx) => {
        if (await store.claim(tx, name, slot)) await scheduled.run(tx, new Date(slot));
      });
    },
  });
}

const firstSlots = (schedule: readonly Scheduled[], { company, timeZone, now: moment }: Ctx) =>
  schedule.map(({ name, every }) => ({ job: name, nextAt: nextSlot(every, moment, { id: company, timeZone }) }));

type ConnectOwner = Parameters<typeof store.dueSlots>[0];

/** Adds missing slots for companies older than a scheduled job, and deletes the slots of removed jobs. */
export async function startClocks(
  { schedule, context }: Background,
  connectOwner: ConnectOwner,
  platform: Platform,
): Promise<void> {
  const names = schedule.map(({ name }) => name);
  await store.dropOtherSlots(connectOwner, names);
  if (names.length === 0) return;
  await forEachSafely(await store.companiesWithoutSlots(connectOwner, names), platform, async (company) => {
    const ctx = await context(platform, mintCompany(company));
    await write(ctx, (tx) => store.addSlots(tx, firstSlots(schedule, tx)));
  });
}

/** Queues every due slot that no other instance has queued; returns how many. */
export async function queueDue(
  { schedule, context }: Background,
  connectOwner: ConnectOwner,
  platform: Platform,
  isOver: () => boolean = () => false,
): Promise<number> {
  const everyOf = new Map(schedule.map(({ name, every }) => [name, every]));
  let queued = 0;
  await forEachSafely(
    await store.dueSlots(connectOwner, [...everyOf.keys()], now()),
    platform,
    async ({ company, job, nextAt }) => {
      const every = everyOf.get(job);
      if (!every || isOver()) return;
      await write(await context(platform, mintCompany(company)), async (tx) => {
        const next = nextSlot(every, tx.now, { id: company, timeZone: tx.timeZone });
        if (!(await store.advance(tx, job, nextAt, next))) return;
        await tx.jobs.send(tx.db, { name: job }, tx.company, { slot: nextAt.toISOString() });
        queued += 1;
      });
    },
  );
  return queued;
}

/** A failure for one company is logged and retried on the next pass; it never blocks the others. */
async function forEachSafely<T>(all: readonly T[], { log }: Platform, work: (one: T) => Promise<void>): Promise<void> {
  for (const one of all)
    await work(one).catch((error: unknown) => log.warn({ err: error }, "a company's scheduled work was skipped"));
}
