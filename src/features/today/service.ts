import { addDays } from "#contract/days.ts";
import { AppError } from "#contract/errors.ts";
import { shortDay } from "#contract/format.ts";
import type { Happening } from "#contract/needs.ts";
import { includesRole } from "#contract/roles.ts";
import type { Line, NeedShown } from "#features/today/contract.ts";
import { needSnoozed, needWoken } from "#features/today/events.ts";
import { inOrder } from "#features/today/rules.ts";
import * as store from "#features/today/store.ts";
import { dayIn, momentOf } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { type NeedLine, needsOf } from "#platform/needs.ts";

const sourcesFor = (tx: Tx) => needsOf(tx).filter(({ access }) => includesRole(person(tx).role, access));

/** Every line of every room that this person may see, with what each room can do about it. */
async function linesFor(tx: Tx, today: string): Promise<NeedLine[]> {
  const sources = sourcesFor(tx);
  const [found, covered] = await Promise.all([
    Promise.all(sources.map((source) => source.lines(tx, today))),
    Promise.all(sources.map(async (source) => source.covered?.(tx) ?? [])),
  ]);
  const isCovered = new Set(covered.flat());
  const lines = found.flat().filter(({ rows }) => !rows?.length || rows.some((row) => !isCovered.has(row)));
  const offers = await Promise.all(sources.map(async (source) => source.offers?.(tx, lines)));
  return lines.flatMap((line) => {
    const offered = offers.flatMap((all) => (all?.has(line.key) ? [all.get(line.key) ?? null] : []));
    if (offered.includes(null)) return [];
    return [{ ...line, acts: [...offered.filter((act) => act !== null), ...line.acts] }];
  });
}

export async function show(tx: Tx): Promise<{ today: string; lines: NeedShown[] }> {
  const today = dayIn(tx.now, tx.timeZone);
  const [lines, snoozes] = await Promise.all([linesFor(tx, today), store.snoozes(tx, today)]);
  const shown = inOrder(lines, today, tx.currency).map(({ rows: _rows, about: _about, ...line }) => {
    const found = snoozes.find(({ key, actOn }) => key === line.key && actOn === line.on);
    return { ...line, snoozed: found ? { until: found.until, by: found.by } : null };
  });
  return { today, lines: shown };
}

const longestDays = 366;

/** Hides a line that is there; whoever comes second is told. */
export function snooze(ctx: Ctx, { key, on, until }: Line & { until: string }): Promise<Line & { until: string }> {
  return write(ctx, async (tx) => {
    const { today, lines } = await show(tx);
    if (until <= today) throw new AppError("unprocessable", "Choose a day after today.");
    if (until > addDays(today, longestDays)) throw new AppError("unprocessable", "Choose a day within a year.");
    const line = lines.find((one) => one.key === key && one.on === on);
    if (!line) throw new AppError("conflict", "This no longer needs anyone. Reload to see what does.");
    if (line.snoozed)
      throw new AppError("conflict", `${line.snoozed.by} snoozed this until ${shortDay(line.snoozed.until)} already.`);
    await store.forgetOver(tx, today);
    await store.snooze(tx, { key, actOn: on, until }, person(tx).id);
    await record(tx, needSnoozed(key, until));
    return { key, on, until };
  });
}

export function wake(ctx: Ctx, { key }: Line): Promise<{ key: string }> {
  return write(ctx, async (tx) => {
    if (!(await store.wake(tx, key))) throw new AppError("conflict", "This is not snoozed any more.");
    await record(tx, needWoken(key));
    return { key };
  });
}

export async function since(tx: Tx, given: string): Promise<{ from: string; lines: Happening[] }> {
  const today = dayIn(tx.now, tx.timeZone);
  const from = given.length === 10 ? momentOf(given, "00:00:00", tx.timeZone) : new Date(given);
  if (from > tx.now) throw new AppError("unprocessable", "Choose a moment that is over.");
  if (from.getTime() < tx.now.getTime() - longestDays * 86_400_000)
    throw new AppError("unprocessable", "Choose a moment within the last year.");
  const found = await Promise.all(sourcesFor(tx).map(async (source) => source.happened?.(tx, from, today) ?? []));
  return { from: from.toISOString(), lines: found.flat() };
}
