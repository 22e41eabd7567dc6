import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { endAllSessions } from "#features/accounts/sessions/contract.ts";
import { changeMember } from "#features/members/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import * as calendar from "#features/reports/calendar/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { colleague } from "../samples.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** What is due as a calendar file: by its own secret, without a sign-in. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const soon = addDays(today, 5);
const read = (path: string) => world.client().send("GET", path);
const entries = (ics: string) =>
  [...ics.replaceAll("\r\n ", "").matchAll(/DTSTART;VALUE=DATE:(\d+)[^]*?SUMMARY:([^\r]*)/g)].map(
    ([, day, title]) => `${day} ${title}`,
  );
const plain = (day: string) => day.replaceAll("-", "");
const put = (member: Member, kind: "invoices" | "contracts" | "deals", fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } } as never);

async function furnish(): Promise<Member> {
  const member = await world.member();
  await member.call(createTask, { body: { title: "Call Elm, then Oak", dueDate: `${soon}T12:00:00.000Z` } });
  await put(member, "invoices", {
    number: "INV-1",
    customerName: "Elm",
    direction: "receivable",
    issuedOn: today,
    dueOn: soon,
    amount: 900,
    currency: "GBP",
    status: "open",
  });
  await put(member, "contracts", {
    title: "Office lease",
    kind: "vendor",
    status: "active",
    endsOn: addDays(today, 100),
    noticeDays: 30,
  });
  return member;
}

test("what is due is in the file, each on its day, and moves instead of doubling", async () => {
  const member = await furnish();
  const { ics, fileName } = await member.call(calendar.getCalendar);
  expect(fileName).toBe("boardroom-due.ics");
  expect(entries(ics).toSorted()).toEqual(
    [
      `${plain(soon)} Task: Call Elm\\, then Oak`,
      `${plain(soon)} Payment due to you: INV-1`,
      `${plain(addDays(today, 70))} Last day for notice: Office lease`,
      `${plain(addDays(today, 100))} Contract ends: Office lease`,
    ].toSorted(),
  );
  expect(ics).toMatch(/DESCRIPTION:.*Elm.*£900/);
  const uids = (text: string) =>
    [...text.replaceAll("\r\n ", "").matchAll(/UID:(.*)/g)].map(([, uid]) => String(uid)).toSorted();
  expect(uids((await member.call(calendar.getCalendar)).ics)).toEqual(uids(ics));
});

test("an address of its own is read without a sign-in, and by nobody once it is revoked", async () => {
  const [member, stranger] = [await furnish(), await world.member()];
  const { link, path } = await member.call(calendar.addCalendarLink);
  const found = await read(path);
  expect([found.status, found.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(entries(found.text)).toHaveLength(4);
  expect((await member.call(calendar.listCalendarLinks))[0]?.lastReadAt).not.toBeNull();
  expect(await stranger.call(calendar.listCalendarLinks)).toEqual([]);
  const [stored] = await world.asOwner<{ text: string }>("SELECT l::text AS text FROM calendar_links l WHERE id = $1", [
    link.id,
  ]);
  expect(stored?.text).not.toContain(path.slice(10, 40));
  for (const wrong of [path.replace(".ics", ""), path.replace(/.\.ics/, "_.ics"), "/calendar/x.ics", `${path}%00`])
    expect([wrong, (await read(wrong)).status]).toEqual([wrong, 404]);
  await member.call(calendar.revokeCalendarLink, { params: { id: link.id } });
  expect(await read(path)).toMatchObject({
    status: 404,
    text: expect.stringContaining("does not work any more") as string,
  });
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["calendar_link.added", "calendar_link.revoked"]),
  );
});

test("an address ends with its person's access", async () => {
  const member = await furnish();
  const viewer = await colleague(world, member, "viewer");
  const suspended = (await viewer.call(calendar.addCalendarLink)).path;
  expect((await read(suspended)).status).toBe(200);
  await member.call(changeMember, { params: { id: viewer.user.id }, body: { isActive: false } });
  expect((await read(suspended)).status).toBe(404);
  const { path } = await member.call(calendar.addCalendarLink);
  await member.call(endAllSessions);
  await expect.poll(async () => (await read(path)).status, { timeout: 20_000 }).toBe(404);
});

test("a person has ten addresses at most", async () => {
  const member = await world.member();
  for (let made = 0; made < calendar.maxCalendarLinks; made += 1) await member.call(calendar.addCalendarLink);
  expect((await member.send("POST", calendar.addCalendarLink.path)).status).toBe(409);
});
