import { z } from "zod";
import type { ConnectorCall, PullAbout, Pulled, PulledEvent, Source } from "#connectors/connector.ts";
import { askGoogle, openChannel, unreadGoogle } from "#connectors/google.ts";
import { dayIn } from "#platform/clock.ts";

const cursorShape = z.object({
  /** Says whether something changed since the span was listed. */
  token: z.string(),
  /** When it was, in ms. */
  listedAt: z.int(),
});

const dayMs = 86_400_000;
/** The span that is read, in days around now. Google's token never shows what moves into it, so it is listed daily. */
const [daysBack, daysAhead] = [30, 90];
const pageSize = "250";
const mostPages = 40;

const time = z.object({ dateTime: z.iso.datetime({ offset: true }).nullish(), date: z.iso.date().nullish() });
const event = z.object({
  id: z.string().min(1).max(1_100),
  status: z.string().nullish(),
  eventType: z.string().nullish(),
  summary: z.string().nullish(),
  visibility: z.string().nullish(),
  htmlLink: z.string().nullish(),
  start: time.nullish(),
  end: time.nullish(),
  attendees: z
    .array(
      z.object({
        self: z.boolean().nullish(),
        resource: z.boolean().nullish(),
        responseStatus: z.string().nullish(),
      }),
    )
    .nullish(),
});
const page = z.object({
  items: z.array(z.unknown()).default([]),
  nextPageToken: z.string().nullish(),
  nextSyncToken: z.string().nullish(),
});

/** Where a person works or that they are away is no meeting and no date of the company. */
const leftOut = new Set(["workingLocation", "outOfOffice", "focusTime", "birthday"]);

const addressOf = (link: string | null | undefined): string | null => {
  const url = URL.parse(link ?? "");
  return url?.protocol === "https:" && /(?:^|\.)google\.com$/.test(url.hostname) ? url.href : null;
};

/** The event of an item; null: cancelled, declined, or nothing of the company's. */
function eventOf(given: unknown): PulledEvent | null {
  const { success, data } = event.safeParse(given);
  if (!success) throw unreadGoogle();
  const { id, status, eventType, summary, visibility, htmlLink, start, end, attendees } = data;
  if (status === "cancelled" || leftOut.has(eventType ?? "")) return null;
  const others = (attendees ?? []).filter(({ self, resource }) => self !== true && resource !== true);
  if ((attendees ?? []).some(({ self, responseStatus }) => self === true && responseStatus === "declined")) return null;
  const isPrivate = visibility === "private" || visibility === "confidential";
  const common = {
    id,
    title: isPrivate ? "Private" : (summary ?? ""),
    people: others.filter(({ responseStatus }) => responseStatus !== "declined").length,
    url: addressOf(htmlLink),
  };
  if (start?.date && end?.date) return { ...common, day: start.date, until: end.date };
  if (start?.dateTime && end?.dateTime) return { ...common, startsAt: start.dateTime, endsAt: end.dateTime };
  throw unreadGoogle();
}

/** The instances of the span; a series is listed by its instances. */
async function listSpan(call: ConnectorCall, about: PullAbout): Promise<Pulled> {
  const now = about.now.getTime();
  const span = {
    timeMin: new Date(now - daysBack * dayMs).toISOString(),
    timeMax: new Date(now + daysAhead * dayMs).toISOString(),
  };
  const events = new Map<string, PulledEvent>();
  for (let at = 0, pageToken: string | null = null; at < mostPages; at += 1) {
    const query: Record<string, string | null> = { singleEvents: "true", maxResults: pageSize, ...span, pageToken };
    const found: z.infer<typeof page> | null = await askGoogle(call, "calendars/primary/events", page, { query });
    if (!found) throw unreadGoogle();
    for (const item of found.items) {
      const one = eventOf(item);
      if (one) events.set(one.id, one);
    }
    pageToken = found.nextPageToken ?? null;
    if (pageToken !== null) continue;
    if (!found.nextSyncToken) throw unreadGoogle();
    return {
      rows: [],
      events: [...events.values()],
      gone: (await about.held("events")).filter((id) => !events.has(id)).map((id) => ({ target: "events", id })),
      cursor: { token: found.nextSyncToken, listedAt: now } satisfies z.infer<typeof cursorShape>,
      isMore: false,
    };
  }
  throw unreadGoogle();
}

/**
 * The events of an account's main calendar. The token says that something changed; what is then true is listed, because
 * a changed series, or one that is cancelled, shows in many ways.
 */
export const calendarSource: Source = {
  targets: ["events"],
  everyMinutes: 15,
  reconciles: true,
  watch: (call, _cursor, to) => openChannel(call, "calendars/primary/events/watch", to),
  async pull(call, given, about) {
    const cursor = cursorShape.safeParse(given).data;
    const dayOf = (at: Date) => dayIn(at, about.timeZone);
    if (!cursor || dayOf(new Date(cursor.listedAt)) !== dayOf(about.now)) return listSpan(call, about);
    const query = { singleEvents: "true", maxResults: pageSize, syncToken: cursor.token };
    // 410: the token is over.
    const found = await askGoogle(call, "calendars/primary/events", page, { query, allows: [400, 410] });
    if (!found?.nextSyncToken || found.items.length > 0) return listSpan(call, about);
    return { rows: [], gone: [], cursor: { ...cursor, token: found.nextSyncToken }, isMore: false };
  },
};
