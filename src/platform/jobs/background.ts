import type pg from "pg";
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
import type { Operator } from "#platform/db/operator.ts";
import { write } from "#platform/db/transaction.ts";
import { defineJob, type Job, type Reactions } from "#platform/jobs.ts";
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

/**
 * Work on a schedule, in one transaction, once per company and slot across all instances. `every` as a function gives a
 * company's own next slot, null for none: such work has no slot until `setSlot` gives it one.
 */
export type Scheduled = {
  name: string;
  every: Every | ((tx: Tx) => Promise<Date | null>);
  /** Runs only for companies that `startSchedule` was called for. */
  isOptional?: true;
  /** Events that give a company without a slot one this many milliseconds later: one run for all of them. */
  follows?: { on: readonly { type: string }[]; afterMs: number };
  run(tx: Tx, slot: Date): Promise<void>;
};

export const defineListener = <Details>(listener: Listener<Details>): Listener => listener;

/** What background work needs to know about companies. */
export type Companies = {
  context: (platform: Platform, company: CompanyId) => Promise<Ctx>;
  /**
   * The time zones of these companies, without those that are closed: nothing is scheduled for them. Runs in a
   * transaction of the tables' owner.
   */
  zonesOf: (owner: pg.Client, companies: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The event that creates a company: its schedule runs from then on. */
  begins: EventType;
};
type Context = Companies["context"];

/** All rooms' background work as jobs, and how events and the clock reach it. */
export type Background = Reactions & {
  jobs: readonly Job<z.ZodType, Platform>[];
  schedule: readonly Scheduled[];
  companies: Companies;
};

export function background(
  rooms: {
    jobs: readonly Job<z.ZodType, Platform>[];
    listeners: readonly Listener[];
    schedule: readonly Scheduled[];
  },
  companies: Companies,
): Background {
  const { schedule } = rooms;
  const { context, begins } = companies;
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
  const followers = Map.groupBy(
    schedule.flatMap(({ name, follows }) =>
      (follows?.on ?? []).map(({ type }) => ({ type, follower: { name, afterMs: follows?.afterMs ?? 0 } })),
    ),
    ({ type }) => type,
  );
  return {
    jobs: [
      ...rooms.jobs,
      ...listeners.map((listener) => listenerJob(listener, context)),
      ...schedule.map((scheduled) => slotJob(scheduled, context)),
    ],
    listeners: new Map([...byType].map(([type, all]) => [type, all.map(({ name }) => name)])),
    followers: new Map([...followers].map(([type, all]) => [type, all.map(({ follower }) => follower)])),
    schedule,
    companies,
  };
}

const receivedEvent = z.object({
  seq: z.number(),
  /** Jobs that earlier versions queued have none. */
  at: z.iso.datetime().optional(),
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
      const details = kind.details?.parse(event.details);
      await write(await context(platform, company), async (tx) => {
        const { at = tx.now.toISOString() } = event;
        if (await store.claim(tx, name, String(event.seq))) await listener.run(tx, { ...event, at, details });
      });
    },
  });
}

/** `until`: the company's next slot if this job is lost, for a schedule whose slots the job sets. */
const slotInput = z.object({ slot: z.iso.datetime(), until: z.iso.datetime().optional() });

function slotJob(scheduled: Scheduled, context: Context): Job<z.ZodType, Platform> {
  const { name, every } = scheduled;
  return defineJob({
    name,
    input: slotInput,
    async run(platform: Platform, company, { slot, until }: z.infer<typeof slotInput>) {
      await write(await context(platform, company), async (tx) => {
        // The slot was set again in the meantime, or queued again because this job waited too long.
        if (until && (await store.slotOf(tx, name))?.toISOString() !== until) return;
        // After a clock was set back, a slot may come a second time; the next one is still set.
        if (await store.claim(tx, name, slot)) await scheduled.run(tx, new Date(slot));
        if (typeof every === "function") await store.setSlot(tx, name, await every(tx));
      });
    },
  });
}

const isForAll = ({ every, isOptional }: Scheduled): boolean => typeof every !== "function" && !isOptional;

/** Runs optional scheduled work for the company from now on. */
export const startSchedule = async (tx: Tx, { name, every }: Pick<Scheduled, "name" | "every">): Promise<void> =>
  store.setSlot(tx, name, await slotAfterNow(every, tx));

/** Ends what `startSchedule` started. */
export const endSchedule = (tx: Tx, { name }: Pick<Scheduled, "name">): Promise<void> => store.setSlot(tx, name, null);

const firstSlots = (schedule: readonly Scheduled[], { company, timeZone, now: moment }: Ctx) =>
  schedule.flatMap((one) => {
    const { name, every } = one;
    if (!isForAll(one) || typeof every === "function") return [];
    return [{ job: name, nextAt: nextSlot(every, moment, { id: company, timeZone }) }];
  });

const slotAfterNow = async (every: Scheduled["every"], tx: Tx): Promise<Date | null> =>
  typeof every === "function" ? every(tx) : nextSlot(every, tx.now, { id: tx.company, timeZone: tx.timeZone });

/** An unknown job's slot may belong to an instance of another version; overdue for this long, it is abandoned. */
const abandonedMs = 7 * 86_400_000;

/** Adds missing slots for companies older than a scheduled job, and deletes the slots of removed jobs. */
export async function startClocks(
  { schedule, companies: { context } }: Background,
  connectOwner: () => pg.Client,
  platform: Platform,
): Promise<void> {
  await store.dropOtherSlots(
    connectOwner,
    schedule.map(({ name }) => name),
    new Date(now().getTime() - abandonedMs),
  );
  const names = schedule.filter(isForAll).map(({ name }) => name);
  if (names.length === 0) return;
  await forEachSafely(await store.companiesWithoutSlots(connectOwner, names), platform, async (company) => {
    const ctx = await context(platform, mintCompany(company));
    await write(ctx, (tx) => store.addSlots(tx, firstSlots(schedule, tx)));
  });
}

/** How many slots are queued in one transaction. */
const batchSize = 1_000;

/** Queues every due slot that no other instance has queued, oldest first; returns how many. */
export async function queueDue(
  { schedule, companies }: Background,
  operator: Pick<Operator, "run">,
  { jobs, log }: Pick<Platform, "jobs" | "log">,
  isOver: () => boolean = () => false,
): Promise<number> {
  const everyOf = new Map(schedule.map(({ name, every }) => [name, every]));
  let queued = 0;
  for (let found = batchSize; found === batchSize && !isOver(); )
    found = await operator.run(async (owner) => {
      const moment = now();
      const due = await store.lockDueSlots(owner, { jobs: [...everyOf.keys()], now: moment, limit: batchSize });
      if (due.length === 0) return 0;
      const zones = await companies.zonesOf(owner, [...new Set(due.map(({ company }) => company))]);
      const nextOf = nextSlots(moment);
      const moved = due.flatMap((slot): (store.Slot & { was: Date })[] => {
        const { company: id, job, nextAt: was } = slot;
        const every = everyOf.get(job);
        if (!every) return [];
        const at = (timeZone: string) => [{ ...slot, was, nextAt: nextOf(every, { id, timeZone }) }];
        try {
          return at(zones.get(id) ?? "UTC");
        } catch (error) {
          // A zone this system does not know must not keep the others waiting.
          log.warn({ err: error, company: id, job }, "a company's time zone was not understood");
          return at("UTC");
        }
      });
      await store.moveSlots(owner, moved);
      const open = moved.filter(({ company }) => zones.has(company));
      for (const [name, slots] of Map.groupBy(open, ({ job }) => job))
        await jobs.sendToMany(
          owner,
          { name },
          slots.map(({ company, was, nextAt }) => ({
            company,
            input: {
              slot: was.toISOString(),
              ...(typeof everyOf.get(name) === "function" && { until: nextAt.toISOString() }),
            },
          })),
        );
      queued += open.length;
      return moved.length;
    });
  return queued;
}

/** How long after queueing a slot that its job sets is queued again, in case that job was lost. */
const lostAfterMs = 3_600_000;

/**
 * Companies in one time zone share their next time of day, so it is computed once. A company's own next slot is set by
 * its job.
 */
function nextSlots(after: Date): (every: Scheduled["every"], company: { id: string; timeZone: string }) => Date {
  const known = new Map<string, Date>();
  return (every, company) => {
    if (typeof every === "function") return new Date(after.getTime() + lostAfterMs);
    if (!("at" in every)) return nextSlot(every, after, company);
    const key = `${every.at} ${company.timeZone}`;
    const next = known.get(key) ?? nextSlot(every, after, company);
    known.set(key, next);
    return next;
  };
}

/** Brings slots forward that were set by a clock that was ahead. */
export async function bringSlotsForward(
  { schedule, companies: { context } }: Background,
  connectOwner: () => pg.Client,
  platform: Platform,
): Promise<void> {
  const everyOf = new Map(schedule.map(({ name, every }) => [name, every]));
  await forEachSafely(
    await store.slotsAfter(connectOwner, [...everyOf.keys()], now()),
    platform,
    async ({ company, job, nextAt }) => {
      const every = everyOf.get(job);
      if (!every) return;
      await write(await context(platform, mintCompany(company)), async (tx) => {
        const next = await slotAfterNow(every, tx);
        if (next && next < nextAt) await store.move(tx, job, nextAt, next);
      });
    },
  );
}

/** A failure for one company is logged and retried on the next pass; it never blocks the others. */
async function forEachSafely<T>(all: readonly T[], { log }: Platform, work: (one: T) => Promise<void>): Promise<void> {
  for (const one of all)
    await work(one).catch((error: unknown) => log.warn({ err: error }, "a company's scheduled work was skipped"));
}
