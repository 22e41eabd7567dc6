import { calendarConnector, calendarScope } from "#connectors/google-calendar/connector.ts";
import { openChannels } from "./google-channels.ts";
import { googleSignIn } from "./google-sign-in.ts";
import { type Answer, type Call, openService } from "./service.ts";

type Time = { dateTime: string; timeZone?: string } | { date: string };
type Event = {
  id: string;
  summary: string;
  start: Time;
  end: Time;
  attendees: { email: string; self?: boolean; resource?: boolean; responseStatus?: string }[];
  visibility?: string;
  eventType?: string;
  /** Weeks after each other; 0: no series. */
  weeks: number;
  /** The instances that were taken out. */
  without: number[];
  isCancelled: boolean;
};

const refuse = (code: number, reason: string, message: string): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: "calendar", reason, message }] } },
});
const weekMs = 7 * 86_400_000;
const momentOf = (time: Time): number => Date.parse("date" in time ? `${time.date}T00:00:00Z` : time.dateTime);
const later = (time: Time, ms: number): Time =>
  "date" in time
    ? { date: new Date(momentOf(time) + ms).toISOString().slice(0, 10) }
    : { ...time, dateTime: new Date(momentOf(time) + ms).toISOString() };

/** Google Calendar as its API behaves: instances of series, tokens that expire with 410, deletions that show an id only. */
export async function openCalendar() {
  const events = new Map<string, Event>();
  /** Ids of events in the order of their changes. */
  const log: string[] = [];
  const settings = { address: "ceo@acme.example", oldest: 0, pageSize: 250 };
  let counter = 0;
  const service = await openService(serve);
  const signIn = googleSignIn(service.clock);
  const channels = openChannels();

  function add(fields: Pick<Event, "summary" | "start" | "end"> & Partial<Event>): string {
    counter += 1;
    const id = `event${counter}`;
    events.set(id, { attendees: [], weeks: 0, without: [], isCancelled: false, ...fields, id });
    log.push(id);
    return id;
  }
  function change(id: string, to: Partial<Omit<Event, "id">>): void {
    const found = events.get(id);
    if (!found) throw new Error(`There is no event ${id}.`);
    Object.assign(found, to);
    log.push(id);
  }

  /** The instances of an event, cancelled ones as their id only. */
  function instancesOf(one: Event): ({ id: string; status: string } & Partial<Event>)[] {
    const { weeks, without, isCancelled, ...shown } = one;
    if (weeks === 0) return [isCancelled ? { id: one.id, status: "cancelled" } : { ...shown, status: "confirmed" }];
    return Array.from({ length: weeks }, (_, at) => {
      const start = later(one.start, at * weekMs);
      const id = `${one.id}_${new Date(momentOf(start)).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
      if (isCancelled || without.includes(at)) return { id, status: "cancelled", recurringEventId: one.id };
      return { ...shown, id, status: "confirmed", recurringEventId: one.id, start, end: later(one.end, at * weekMs) };
    });
  }
  const shownOf = (one: ReturnType<typeof instancesOf>[number]) => ({
    kind: "calendar#event",
    ...one,
    htmlLink: `https://www.google.com/calendar/event?eid=${one.id}`,
  });
  /** The instances that are not cancelled and touch a span. */
  const within = (from: number, to: number) =>
    [...events.values()]
      .flatMap(instancesOf)
      .filter(
        ({ status, start, end }) =>
          status === "confirmed" && start && end && momentOf(end) > from && momentOf(start) < to,
      );

  function list(query: URLSearchParams): Answer {
    const token = query.get("syncToken");
    if (token && ["timeMin", "timeMax", "q", "orderBy", "updatedMin"].some((name) => query.has(name)))
      return refuse(400, "invalid", "syncToken cannot be combined with these parameters");
    if (token && Number(token) < settings.oldest)
      return refuse(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.");
    const all = token
      ? [...new Set(log.slice(Number(token)))].flatMap((id) => instancesOf(events.get(id) as Event))
      : within(Date.parse(query.get("timeMin") ?? ""), Date.parse(query.get("timeMax") ?? ""));
    const from = Number(query.get("pageToken") ?? 0);
    const size = Math.min(settings.pageSize, Number(query.get("maxResults")));
    const hasMore = all.length > from + size;
    return {
      body: {
        kind: "calendar#events",
        timeZone: "UTC",
        items: all.slice(from, from + size).map(shownOf),
        ...(hasMore ? { nextPageToken: String(from + size) } : { nextSyncToken: String(log.length) }),
      },
    };
  }

  function serve(call: Call): Answer {
    const signed = signIn.serve(call);
    if (signed) return signed;
    const grant = signIn.of(call);
    if (!grant) return refuse(401, "authError", "Invalid Credentials");
    if (!grant.scopes.includes(calendarScope)) return refuse(403, "insufficientPermissions", "Insufficient Permission");
    const path = call.path.replace("/calendar/v3/", "");
    if (path === "calendars/primary/events/watch") return channels.open(call);
    if (path === "calendars/primary") return { body: { id: settings.address, timeZone: "UTC" } };
    return path === "calendars/primary/events" ? list(call.query) : refuse(404, "notFound", "Not Found");
  }

  const { url } = service;
  return {
    ...service,
    settings,
    signIn,
    channels,
    add,
    change,
    cancel: (id: string) => change(id, { isCancelled: true }),
    within,
    ids: () => [...events.values()].filter(({ isCancelled }) => !isCancelled).map(({ id }) => id),
    latest: () => log.length,
    connector: calendarConnector({ accounts: url, tokens: url, api: url }),
  };
}
