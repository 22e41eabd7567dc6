import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { addDays } from "#contract/days.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { longDay } from "#contract/format.ts";
import * as calls from "#features/orchestrator/autopilot/contract.ts";
import { autopilotChanged } from "#features/orchestrator/autopilot/events.ts";
import { cycleSummary, defaults } from "#features/orchestrator/autopilot/rules.ts";
import * as store from "#features/orchestrator/autopilot/store.ts";
import { dayIn, momentOf, timeIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { nextSlot } from "#platform/jobs/slots.ts";
import { setSlot, slotOf } from "#platform/jobs/store.ts";
import { record } from "#platform/journal/record.ts";

/** The schedule's name. */
export const slotName = "autopilot";

const defaultSettings: store.Settings = {
  enabled: false,
  frequency: defaults.frequency,
  interval: defaults.frequency,
  quietFrom: defaults.quietFrom,
  quietTo: defaults.quietTo,
  dailyCap: defaults.dailyCap,
  failures: 0,
  idle: 0,
  stopped: null,
  cycles: 0,
  seenSeq: 0,
  seenOn: null,
  seen: [],
  changedBy: null,
};

/** The end of the quiet hours a moment falls into, or null. They may span midnight. */
export function quietUntil({ quietFrom, quietTo }: store.Settings, moment: Date, timeZone: string): Date | null {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return null;
  const today = dayIn(moment, timeZone);
  for (const day of [addDays(today, -1), today]) {
    const from = momentOf(day, `${quietFrom}:00`, timeZone);
    const to = momentOf(quietTo < quietFrom ? addDays(day, 1) : day, `${quietTo}:00`, timeZone);
    if (from <= moment && moment < to) return to;
  }
  return null;
}

/** The next slot of a company's auto-pilot: slots are one interval apart, and none is in quiet hours. */
export function nextOf(tx: Tx, settings: store.Settings): Date | null {
  if (!settings.enabled) return null;
  const company = { id: tx.company, timeZone: tx.timeZone };
  const every = { minutes: settings.interval };
  const next = nextSlot(every, tx.now, company);
  const rest = quietUntil(settings, next, tx.timeZone);
  if (!rest) return next;
  const afterRest = nextSlot(every, new Date(rest.getTime() - 1), company);
  // The time between two quiet periods may be shorter than the interval.
  return quietUntil(settings, afterRest, tx.timeZone) ? rest : afterRest;
}

export async function nextCycleAt(tx: Tx): Promise<Date | null> {
  const settings = await store.find(tx);
  return settings ? nextOf(tx, settings) : null;
}

export async function show(tx: Tx): Promise<calls.AutoPilot> {
  const settings = (await store.find(tx)) ?? defaultSettings;
  const { enabled, frequency, interval, quietFrom, quietTo, dailyCap, stopped } = settings;
  const spent = await spentToday(tx);
  const isHeld = await agencyOf(tx).isHeld(tx);
  return {
    enabled,
    frequency,
    interval,
    isHeld,
    nextAt: enabled && !isHeld ? ((await slotOf(tx, slotName))?.toISOString() ?? null) : null,
    quietHours: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null,
    runsToday: spent.runs,
    dailyCap,
    costToday: spent.costUsd,
    stopped,
    cycles: (await store.listCycles(tx, 5)).map(lineOf),
  };
}

export const spentToday = (tx: Tx) =>
  store.spentSince(tx, momentOf(dayIn(tx.now, tx.timeZone), "00:00:00", tx.timeZone));

const lineOf = (row: store.CycleRow): calls.CycleLine => ({
  id: row.id,
  number: row.number,
  status: row.status,
  summary: cycleSummary(row.status, row),
  startedAt: row.startedAt.toISOString(),
  took: row.finishedAt ? Math.max(0, row.finishedAt.getTime() - row.startedAt.getTime()) : null,
});

const shownCycles = 30;

export async function loadCycle(tx: Tx, id: string): Promise<calls.Cycle> {
  const row = await store.findCycle(tx, id);
  if (!row) throw notFound();
  const { frequency, looked, did, left, runs, costUsd, events } = row;
  const neighbour = async (step: 1 | -1) => {
    const found = await store.findNumber(tx, row.number + step);
    return found && lineOf(found);
  };
  const before = await store.lookedBefore(tx, row);
  return {
    ...lineOf(row),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    frequency,
    looked,
    did,
    left,
    runs,
    costUsd,
    events,
    journal: { after: before ? await store.endOf(tx, before) : 0, until: await store.endOf(tx, row) },
    previous: await neighbour(-1),
    next: await neighbour(1),
    earlier: (await store.listCycles(tx, shownCycles)).map(lineOf),
    autoPilot: await show(tx),
  };
}

/** Switches auto-pilot on or off; its message says when it looks next. */
export function set(
  ctx: Ctx,
  { enabled, frequency, quietHours, dailyCap }: z.output<typeof calls.setAutoPilot.body>,
): Promise<z.input<typeof calls.setAutoPilot.response>> {
  if (!calls.frequencies.some((one) => one === frequency))
    throw new AppError("unprocessable", "The frequency must be 15, 30, 60, 120 or 240 minutes.");
  if (quietHours && quietHours.from === quietHours.to)
    throw new AppError("unprocessable", "Quiet hours must end at another time than they begin.");
  return write(ctx, async (tx) => {
    const before = (await store.find(tx)) ?? defaultSettings;
    const isSwitched = before.enabled !== enabled || before.frequency !== frequency;
    const settings: store.Settings = {
      ...before,
      ...(quietHours !== undefined && { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }),
      ...(dailyCap !== undefined && { dailyCap }),
      enabled,
      frequency,
      interval: frequency,
      failures: 0,
      idle: 0,
      stopped: null,
      // Once switched on again, the next cycle looks at everything.
      ...(enabled && !before.enabled && { seenSeq: 0, seenOn: null, seen: [] }),
      changedBy: person(tx).id,
    };
    await store.put(tx, settings);
    const next = nextOf(tx, settings);
    await setSlot(tx, slotName, next);
    if (isSwitched) await record(tx, autopilotChanged(tx.company, { enabled, frequency }));
    const quiet = quietText(settings);
    if (quiet !== quietText(before))
      await record(tx, autopilotChanged(tx.company, { enabled, frequency, quietHours: quiet }));
    if (settings.dailyCap !== before.dailyCap)
      await record(tx, autopilotChanged(tx.company, { enabled, frequency, dailyCap: settings.dailyCap }));
    const shown = await show(tx);
    const message = enabled && shown.isHeld ? stoppedMessage : messageOf(tx, settings, next);
    return { message, autoPilot: shown };
  });
}

const stoppedMessage = "Auto-pilot is on, but autonomous work is stopped. Turn it on in AGI Oversight.";

const quietText = ({ quietFrom, quietTo }: store.Settings): string =>
  quietFrom !== null && quietTo !== null ? `${quietFrom} to ${quietTo}` : "none";

function messageOf(tx: Tx, { interval, dailyCap, quietFrom, quietTo }: store.Settings, next: Date | null): string {
  if (!next) return "Auto-pilot is off. Agents start nothing on their own.";
  const day = dayIn(next, tx.timeZone);
  const at = `${timeIn(next, tx.timeZone)}${day === dayIn(tx.now, tx.timeZone) ? "" : ` on ${longDay(day)}`}`;
  const quiet = quietFrom && quietTo ? `, none from ${quietFrom} to ${quietTo}` : "";
  return `Auto-pilot is on. Next run at ${at}, then every ${interval} minutes. At most ${dailyCap} runs of agents a day${quiet}.`;
}
