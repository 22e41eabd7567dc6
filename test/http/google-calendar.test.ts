import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import * as calls from "#features/integrations/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { seeded } from "../clean.ts";
import { connectBySignIn, connectionOf, eventually, follow, readAgain } from "../connecting.ts";
import { openCalendar } from "../outside/google-calendar.ts";
import { openDrive } from "../outside/google-drive.ts";
import { client } from "../outside/google-sign-in.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** Google Calendar against a stand-in: which events are kept, and the hours that are worked out of them. */
let calendar: Awaited<ReturnType<typeof openCalendar>>;
let drive: Awaited<ReturnType<typeof openDrive>>;
let world: World;
beforeAll(async () => {
  [calendar, drive] = [await openCalendar(), await openDrive()];
  // One Google for both: it ends all sign-ins of an account and client together.
  const connectors = [
    calendar.connector,
    {
      ...drive.connector,
      oauth: calendar.connector.oauth && { ...calendar.connector.oauth, scopes: drive.connector.oauth?.scopes ?? [] },
    },
  ];
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors });
});
afterEach(() => {
  calendar.heal();
  calendar.settings.oldest = 0;
  calendar.settings.pageSize = 250;
  for (const id of calendar.ids()) calendar.cancel(id);
});
afterAll(async () => {
  await world?.close();
  await calendar?.close();
  await drive?.close();
});

const connect = (member: Member) => connectBySignIn(world, member, { type: "google_calendar", credentials: client });
const again = (member: Member, id: number) => readAgain(world, member, id);
const hour = 3_600_000;
/** A time so many days from now, at an hour of UTC. */
const at = (days: number, hours: number) => {
  const day = new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10);
  return { dateTime: new Date(Date.parse(`${day}T00:00:00Z`) + hours * hour).toISOString() };
};
const dayOf = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10);
const self = { email: "ceo@acme.example", self: true, responseStatus: "accepted" };
const bob = { email: "bob@client.example", responseStatus: "accepted" };
const eventsOf = async ({ user }: Member) =>
  world.asOwner<{ external_id: string; title: string; kind: string; people: number; starts_at: Date }>(
    "SELECT external_id, title, kind, people, day::text, starts_at FROM calendar_events WHERE company_id = $1 ORDER BY starts_at, external_id",
    [user.companyId],
  );
const seriesOf = async (member: Member, name: string) =>
  new Map((await member.call(listMetrics, { query: { name } })).map((one) => [one.measurementDate, one.metricValue]));
const callsSince = (from: number) => calendar.journal.slice(from).filter(({ path }) => path.startsWith("/calendar/"));

test("meetings, entries and dates are kept, with hours by day; what is private is not named, what is declined not there", async () => {
  const member = await world.member();
  const review = calendar.add({
    summary: "Review with Bob",
    start: at(-3, 9),
    end: at(-3, 10.5),
    attendees: [self, bob],
  });
  calendar.add({ summary: "Weekly", start: at(-9, 8), end: at(-9, 9), attendees: [self, bob], weeks: 4 });
  calendar.add({
    summary: "Think",
    start: at(-2, 9),
    end: at(-2, 12),
    attendees: [self, { email: "room@acme.example", resource: true, responseStatus: "accepted" }],
  });
  calendar.add({
    summary: "Salary talk",
    start: at(2, 9),
    end: at(2, 10),
    attendees: [self, bob],
    visibility: "private",
  });
  calendar.add({
    summary: "Not mine",
    start: at(2, 12),
    end: at(2, 13),
    attendees: [{ ...self, responseStatus: "declined" }, bob],
  });
  calendar.add({ summary: "Away", start: at(1, 0), end: at(1, 23), eventType: "outOfOffice" });
  calendar.add({ summary: "VAT return due", start: { date: dayOf(5) }, end: { date: dayOf(6) } });
  calendar.add({ summary: "Far away", start: at(200, 9), end: at(200, 10), attendees: [self, bob] });
  // Written in another zone: the same moment.
  const offset = calendar.add({
    summary: "Tokyo",
    start: { dateTime: `${dayOf(-4)}T08:30:00+09:00` },
    end: { dateTime: `${dayOf(-4)}T09:30:00+09:00` },
    attendees: [self, bob],
  });
  const id = await connect(member);
  expect(await connectionOf(member, id)).toMatchObject({
    account: "ceo@acme.example",
    status: "active",
    problem: null,
  });
  const shown = (await eventsOf(member)).map(({ title, kind, people }) => [title, kind, people]);
  expect(shown.filter(([title]) => title === "Weekly")).toHaveLength(4);
  expect(shown).toEqual(
    expect.arrayContaining([
      ["Review with Bob", "meeting", 1],
      ["Think", "entry", 0],
      ["Private", "meeting", 1],
      ["VAT return due", "day", 0],
    ]),
  );
  expect(JSON.stringify(shown)).not.toMatch(/Salary|Not mine|Away|Far away/);
  const [hours, meetings] = [await seriesOf(member, "meeting_hours"), await seriesOf(member, "meetings")];
  expect([hours.get(dayOf(-3)), meetings.get(dayOf(-3)), hours.get(dayOf(-2)), meetings.get(dayOf(-1))]).toEqual([
    1.5, 1, 1, 0,
  ]);
  expect(hours.get(dayOf(-5))).toBe(1);
  expect([...hours.keys()].every((day) => day <= dayOf(0))).toBe(true);
  expect(await journalOf(world, member)).toContain("integration.synced");

  // Without a change it costs one call, and is no event.
  const [from, entries] = [calendar.journal.length, (await journalOf(world, member)).length];
  expect(await again(member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
  expect(callsSince(from)).toHaveLength(1);
  expect((await journalOf(world, member)).length).toBe(entries);

  // Moved, cancelled, and one instance of a series taken out.
  calendar.change(review, { end: at(-3, 11) });
  calendar.cancel(offset);
  const series = calendar.ids()[1] ?? "";
  calendar.change(series, { without: [1] });
  expect(await again(member, id)).toMatchObject({ changed: 1, removed: 2 });
  const after = await seriesOf(member, "meeting_hours");
  expect([after.get(dayOf(-3)), after.get(dayOf(-5)), after.get(dayOf(-2))]).toEqual([2, 0, 0]);
  calendar.cancel(series);
  expect(await again(member, id)).toMatchObject({ removed: 3 });
  // Another company sees none of it.
  expect(await eventsOf(await world.member())).toEqual([]);
});

test.each([1, 2, 3])("changes made at random are all here after one reading (seed %i)", async (seed) => {
  const random = seeded(seed);
  const member = await world.member();
  const shuffle = (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      const ids = calendar.ids();
      const id = ids[Math.floor(random() * ids.length)];
      const [days, start] = [Math.floor(random() * 160) - 50, Math.floor(random() * 20)];
      const when = { start: at(days, start), end: at(days, start + 1) };
      const roll = random();
      if (roll < 0.4 || !id)
        calendar.add({ summary: `Event ${turn}`, ...when, attendees: [self, bob], weeks: random() < 0.3 ? 5 : 0 });
      else if (roll < 0.6) calendar.change(id, when);
      else if (roll < 0.75) calendar.change(id, { summary: `Renamed ${turn}` });
      else if (roll < 0.85) calendar.change(id, { without: [0, 3] });
      else calendar.cancel(id);
    }
  };
  const compare = async () => {
    const now = Date.now();
    const edge = now - 29 * 24 * hour;
    // Events that began before the last 29 days stay as they were, here and if they were moved or cancelled there.
    const past = new Set(calendar.within(0, edge).map(({ id }) => id));
    const there = calendar
      .within(edge, now + 90 * 24 * hour)
      .filter(({ id }) => !past.has(id))
      .map(({ id, summary }) => `${id} ${summary}`);
    const shown = (await eventsOf(member))
      .filter(({ external_id: id, starts_at }) => !past.has(id) && new Date(starts_at).getTime() >= edge)
      .map(({ external_id: id, title }) => `${id} ${title}`);
    expect(shown.toSorted()).toEqual(there.toSorted());
  };
  shuffle(60);
  const id = await connect(member);
  await compare();
  calendar.settings.pageSize = 9;
  shuffle(80);
  await again(member, id);
  await compare();
  // The token expired.
  shuffle(30);
  calendar.settings.oldest = calendar.latest();
  await again(member, id);
  await compare();
  expect(await again(member, id)).toMatchObject({ added: 0, changed: 0, removed: 0 });
});

test("a calendar that was not read for three intervals is named in answers and queries", async () => {
  const member = await world.member();
  await hire(member, "CEO", "Operations");
  calendar.add({ summary: "Review", start: at(-3, 9), end: at(-3, 10), attendees: [self, bob] });
  await connect(member);
  const ask = async () => {
    const { taskId } = await member.call(askAgents, {
      body: { question: "How many hours go into meetings?", urgency: "high" },
    });
    await eventually(async () =>
      (await member.call(listQuestions)).some((one) => one.taskId === taskId && one.answered),
    );
    return JSON.stringify((await member.call(listQuestions)).find((one) => one.taskId === taskId)?.answer);
  };
  const q = JSON.stringify({ subject: "figures", filters: [{ field: "name", test: "is", values: ["meeting_hours"] }] });
  const silent = async () => (await member.call(exploreRows, { query: { q } })).silent;
  expect([await ask(), await silent()]).toEqual([expect.not.stringContaining("last read"), undefined]);
  await world.asOwner("UPDATE data_sources SET read_at = now() - interval '46 minutes' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect([await ask(), await silent()]).toEqual([
    expect.stringMatching(/Google Calendar was last read on .* may be out of date/),
    [expect.stringContaining("Google Calendar")],
  ]);
});

test("the next day, what came into the span is listed without a change", async () => {
  const member = await world.member();
  calendar.add({ summary: "Soon in reach", start: at(91, 12), end: at(91, 13), attendees: [self, bob] });
  const id = await connect(member);
  expect(await eventsOf(member)).toEqual([]);
  const back = travelTo(new Date(Date.now() + 48 * hour));
  // Its sign-in is renewed, as an hour went by.
  await again(member, id).finally(back);
  expect((await eventsOf(member)).map(({ title }) => title)).toEqual(["Soon in reach"]);
});

test("limits and a half answer change nothing; a revoked sign-in says reconnect", async () => {
  const member = await world.member();
  calendar.add({ summary: "Kept", start: at(1, 9), end: at(1, 10), attendees: [self, bob] });
  const id = await connect(member);
  const limited = { error: { code: 429, message: "Rate Limit Exceeded", status: "RESOURCE_EXHAUSTED", errors: [] } };
  calendar.fail({ kind: "refuse", status: 429, body: limited }, { times: 1 });
  await again(member, id).catch(() => null);
  expect((await connectionOf(member, id))?.problem).toBe("Google Calendar asked to be called less often.");
  calendar.heal();
  calendar.fail({ kind: "malformed" });
  await again(member, id).catch(() => null);
  calendar.heal();
  expect((await eventsOf(member)).map(({ title }) => title)).toEqual(["Kept"]);
  for (const grant of calendar.signIn.grants) grant.isOver = true;
  await again(member, id).catch(() => null);
  expect(await connectionOf(member, id)).toMatchObject({
    status: "expired",
    problem: expect.stringContaining("connect Google Calendar again"),
  });
  const { authUrl } = await member.call(calls.authorizeConnection, { params: { type: "google_calendar" } });
  expect(await follow(world, member, authUrl)).toBe("/integrations?connected");
  // An hour is asked for: until then it is not called at all.
  calendar.fail({ kind: "refuse", status: 429, retryAfter: 3_600, body: limited });
  await eventually(async () => {
    await again(member, id).catch(() => null);
    return (await connectionOf(member, id))?.problem?.includes("called less often") ?? false;
  });
  const from = calendar.journal.length;
  await again(member, id).catch(() => null);
  expect(calendar.journal.length).toBe(from);
  expect(await connectionOf(member, id)).toMatchObject({ status: "active" });
});

test("while Drive signs in with the same account and client, disconnecting the calendar leaves Google's sign-in", async () => {
  const member = await world.member();
  const id = await connect(member);
  const { authUrl, id: other } = await member.call(calls.setUpCredentials, {
    body: { integrationId: "google_drive", credentials: client },
  });
  await follow(world, member, authUrl ?? "");
  const revocations = () => calendar.journal.filter(({ path }) => path === "/revoke").length;
  await member.call(calls.disconnect, { params: { id } as never });
  await hurryDeliveries(world);
  expect(await member.call(calls.listConnections)).toMatchObject([{ type: "google_drive" }]);
  const [waiting] = await world.asOwner<{ count: number }>(
    "SELECT count(*)::int AS count FROM deliveries WHERE company_id = $1 AND kind = 'revocation'",
    [member.user.companyId],
  );
  expect([waiting?.count, revocations()]).toEqual([0, 0]);
  await member.call(calls.disconnect, { params: { id: other } as never });
  const [now] = await world.asOwner<{ count: number }>(
    "SELECT count(*)::int AS count FROM deliveries WHERE company_id = $1 AND kind = 'revocation'",
    [member.user.companyId],
  );
  expect(now?.count).toBe(1);
});
