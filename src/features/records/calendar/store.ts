import { and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { CalendarEvent } from "#features/records/calendar/rows.ts";
import { calendarEvents as events } from "#features/records/calendar/tables.ts";
import { dayIn, timeIn } from "#platform/clock.ts";
import { pick, inCompany } from "#platform/db/columns.ts";
import type { Tx } from "#platform/context.ts";

export type EventRow = Omit<typeof events.$inferSelect, "companyId" | "source">;

const own = (tx: Tx) => inCompany(tx, events);
const of = (tx: Tx, source: string) => and(own(tx), eq(events.source, source));

/** The ids of what begins from then on. */
export async function idsSince(tx: Tx, source: string, since: Date): Promise<string[]> {
  const rows = await tx.db
    .select({ id: events.externalId })
    .from(events)
    .where(and(of(tx, source), gte(events.startsAt, since)));
  return rows.map(({ id }) => id);
}

/** Writes events; says how many are new, and how many are different now. */
export async function put(tx: Tx, source: string, rows: readonly EventRow[]) {
  const counts = { added: 0, changed: 0 };
  for (let at = 0; at < rows.length; at += 500) {
    const { rows: written } = await tx.db.execute<{ added: boolean }>(sql`
      INSERT INTO ${events} AS t (company_id, source, external_id, kind, title, starts_at, ends_at, day, people, url)
      SELECT ${tx.company}::uuid, ${source}, "externalId", kind, title, "startsAt", "endsAt", day, people, url
      FROM json_to_recordset(${JSON.stringify(rows.slice(at, at + 500))}::json) AS g("externalId" text, kind text, title text,
        "startsAt" timestamptz, "endsAt" timestamptz, day date, people int, url text)
      ON CONFLICT (company_id, source, external_id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, day = excluded.day, people = excluded.people, url = excluded.url
      WHERE (t.kind, t.title, t.starts_at, t.ends_at, t.day, t.people, t.url)
        IS DISTINCT FROM (excluded.kind, excluded.title, excluded.starts_at, excluded.ends_at, excluded.day, excluded.people, excluded.url)
      RETURNING xmax = 0 AS added`);
    counts.added += written.filter(({ added }) => added).length;
    counts.changed += written.filter(({ added }) => !added).length;
  }
  return counts;
}

export async function remove(tx: Tx, source: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await tx.db.delete(events).where(and(of(tx, source), inArray(events.externalId, [...ids])));
  return rowCount ?? 0;
}

/** What begins in a span, in order. */
export async function between(tx: Tx, from: Date, to: Date): Promise<CalendarEvent[]> {
  const rows = await tx.db
    .select(pick(events, "kind title people startsAt endsAt day"))
    .from(events)
    .where(and(own(tx), gte(events.startsAt, from), lt(events.startsAt, to)))
    .orderBy(asc(events.startsAt), asc(events.externalId))
    .limit(2_000);
  return rows.map((one) => ({
    ...one,
    day: one.day ?? dayIn(one.startsAt, tx.timeZone),
    time: timeIn(one.startsAt, tx.timeZone),
  }));
}

export async function any(tx: Tx): Promise<boolean> {
  return (await tx.db.select({ id: events.externalId }).from(events).where(own(tx)).limit(1)).length > 0;
}

/** Meetings and their minutes by the day in the company's zone on which they begin, up to a moment; and the first day known. */
export async function load(tx: Tx, until: Date): Promise<{ day: string; meetings: number; minutes: number }[]> {
  const { rows } = await tx.db.execute<{ day: string; meetings: number; minutes: number }>(sql`
    SELECT (starts_at AT TIME ZONE ${tx.timeZone})::date::text AS day,
      (count(*) FILTER (WHERE kind = 'meeting'))::int AS meetings,
      coalesce(sum(extract(epoch FROM ends_at - starts_at) / 60) FILTER (WHERE kind = 'meeting'), 0)::float8 AS minutes
    FROM ${events} WHERE company_id = ${tx.company}::uuid AND starts_at < ${until.toISOString()}::timestamptz GROUP BY 1 ORDER BY 1`);
  return rows;
}
