import { afterEach, beforeEach, expect, test } from "vitest";
import { ConnectorFault } from "#connectors/fault.ts";
import type { Poll } from "#connectors/mailbox.ts";
import { gmailOver } from "../gmail.ts";
import { type GmailStandIn, openGmail } from "../outside/gmail.ts";
import { gmailRefusals, waitUntil } from "../outside/gmail-refusals.ts";

/** What arrives in a Gmail mailbox: all of it, whatever becomes of its history. */
let gmail: GmailStandIn;
let opened: ReturnType<typeof gmailOver>;
beforeEach(async () => {
  gmail = await openGmail();
  opened = gmailOver(gmail);
});
afterEach(async () => {
  opened.close();
  await gmail.close();
});

const since = new Date(Date.now() - 60_000);
const poll = (cursor: string | null, from = since) => opened.mailbox.poll(cursor, { since: from });
/** Polls until nothing more waits; the ids in the order in which they were found. */
async function pollAll(cursor: string | null): Promise<{ ids: string[]; last: Poll; polls: number }> {
  const ids: string[] = [];
  let last = await poll(cursor);
  let polls = 1;
  for (; ids.push(...last.found.map(({ id }) => id)), last.isMore; polls += 1) last = await poll(last.cursor);
  return { ids, last, polls };
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ConnectorFault) return error;
      throw error;
    },
  );

test("the first poll finds what arrived since, the next what arrived after it, and one that finds nothing costs one call", async () => {
  gmail.deliver({ at: new Date(since.getTime() - 120_000) });
  const one = gmail.deliver();
  const first = await poll(null);
  expect(first.found).toEqual([
    { id: one.id, thread: one.threadId, labels: ["UNREAD", "INBOX"], isUnread: true, at: new Date(one.at) },
  ]);
  const two = gmail.deliver();
  gmail.calls();
  const second = await poll(first.cursor);
  expect(second.found.map(({ id }) => id)).toEqual([two.id]);
  expect(gmail.calls()).toEqual(["GET history", `GET messages/${two.id}`]);
  const third = await poll(second.cursor);
  expect([third.found, third.isMore, third.isByDate, gmail.calls()]).toEqual([[], false, undefined, ["GET history"]]);
});

test("a first start on a large mailbox answers none of it, in a constant number of calls", async () => {
  for (let count = 0; count < 5_000; count += 1) gmail.deliver({ at: new Date(since.getTime() - 120_000 - count) });
  gmail.calls();
  const { found, isMore, cursor } = await poll(null);
  expect([found, isMore, gmail.calls()]).toEqual([[], false, ["GET profile", "GET messages"]]);
  const late = gmail.deliver();
  expect((await poll(cursor)).found.map(({ id }) => id)).toEqual([late.id]);
});

test("ids of the history are digits that no number holds, and are never one", async () => {
  const { cursor } = await poll(null);
  const { history } = JSON.parse(cursor) as { history: unknown };
  expect(history).toMatch(/^\d{21}$/);
  expect(String(Number(history))).not.toBe(history);
  gmail.deliver();
  await poll(cursor);
  expect(gmail.journal.at(-2)?.query.get("startHistoryId")).toBe(history);
});

test("a long history is read page by page, and everything is found once, in order", async () => {
  gmail.settings.historyPage = 7;
  const { cursor } = await poll(null);
  const ids = Array.from({ length: 250 }, () => gmail.deliver().id);
  const { ids: found, polls } = await pollAll(cursor);
  expect(found).toEqual(ids);
  expect(polls).toBeGreaterThan(2);
});

test("what arrives while pages of the history are read is found by the next poll", async () => {
  const { cursor } = await poll(null);
  for (let count = 0; count < 150; count += 1) gmail.deliver();
  const first = await poll(cursor);
  expect(first.isMore).toBe(true);
  const late = gmail.deliver();
  const { last } = await pollAll(first.cursor);
  expect((await poll(last.cursor)).found.map(({ id }) => id)).toEqual([late.id]);
});

test("a page of the history that is over is read from the beginning", async () => {
  const { cursor } = await poll(null);
  const ids = Array.from({ length: 150 }, () => gmail.deliver().id);
  const first = await poll(cursor);
  expect(first.isMore).toBe(true);
  gmail.fail({ kind: "refuse", ...gmailRefusals.invalidTo }, { times: 1, on: ({ query }) => query.has("pageToken") });
  const { ids: others } = await pollAll(first.cursor);
  expect(new Set([...first.found.map(({ id }) => id), ...others])).toEqual(new Set(ids));
});

test("only letters of others in the inbox, or with the label of a role, are found; labels have people's names", async () => {
  const { cursor } = await poll(null);
  const old = gmail.deliver({ labels: [] });
  await poll(cursor);
  gmail.deliver({ labels: ["SPAM"] });
  gmail.deliver({ labels: ["TRASH"] });
  gmail.deliver({ labels: [] });
  gmail.deliver({ labels: ["News"] });
  const filtered = gmail.deliver({ labels: ["legal"] });
  const nested = gmail.deliver({ labels: ["INBOX", "AI/CFO", "News"] });
  gmail.person.answer(nested.id, "Yes.");
  gmail.person.label(old.id, "Sales");
  const spam = gmail.deliver({ labels: ["SPAM"] });
  gmail.person.label(spam.id, "INBOX");
  gmail.person.unlabel(spam.id, "SPAM");
  const { ids, last } = await pollAll(cursor);
  expect(ids.toSorted()).toEqual([old, filtered, nested, spam].map(({ id }) => id).toSorted());
  expect(last.found.find(({ id }) => id === nested.id)?.labels).toEqual(["UNREAD", "INBOX", "AI/CFO", "News"]);
});

test("what is gone before it is looked at, or is marked and starred, is not found and costs no more", async () => {
  const one = gmail.deliver();
  const { cursor } = await poll(null);
  gmail.person.label(one.id, "STARRED");
  gmail.person.unlabel(one.id, "UNREAD");
  gmail.calls();
  expect([(await poll(cursor)).found, gmail.calls()]).toEqual([[], ["GET history"]]);
  const gone = gmail.deliver();
  gmail.letters.delete(gone.id);
  expect((await poll(cursor)).found).toEqual([]);
});

test("labelling thousands of letters at once is worked off, never more than a hundred in one poll", async () => {
  const all = Array.from({ length: 350 }, () => gmail.deliver({ labels: [] }));
  const { cursor } = await poll(null);
  for (const { id } of all) gmail.person.label(id, "Sales");
  gmail.calls();
  const first = await poll(cursor);
  expect(gmail.calls().filter((call) => call.startsWith("GET messages/"))).toHaveLength(100);
  const { ids } = await pollAll(first.cursor);
  expect(new Set([...first.found.map(({ id }) => id), ...ids])).toEqual(new Set(all.map(({ id }) => id)));
});

test("a history that is gone is gone on with by date, and the next poll reads it again", async () => {
  const { cursor } = await poll(null);
  const missed = [gmail.deliver(), gmail.deliver()];
  gmail.pruneHistory();
  gmail.stir();
  const byDate = await poll(cursor);
  expect([byDate.isByDate, byDate.found.map(({ id }) => id)]).toEqual([true, missed.map(({ id }) => id)]);
  const next = gmail.deliver();
  gmail.calls();
  const after = await poll(byDate.cursor);
  expect([after.isByDate, after.found.map(({ id }) => id)]).toEqual([undefined, [next.id]]);
  expect(gmail.calls()[0]).toBe("GET history");
});

test("a history that is gone again right after is left alone for an hour, and each poll says that it went by date", async () => {
  let { cursor } = await poll(null);
  gmail.settings.losesHistory = true;
  const found: string[] = [];
  const ids: string[] = [];
  const turn = async () => {
    const next = await poll(cursor);
    cursor = next.cursor;
    found.push(...next.found.map(({ id }) => id));
    return next.isByDate;
  };
  for (let count = 0; count < 2; count += 1) {
    ids.push(gmail.deliver().id);
    expect(await turn()).toBe(true);
  }
  gmail.calls();
  // One call while nothing arrives; nothing is looked at twice.
  expect([await turn(), gmail.calls()]).toEqual([true, ["GET messages"]]);
  ids.push(gmail.deliver().id);
  expect(await turn()).toBe(true);
  expect(gmail.calls()).toHaveLength(2);
  // Gmail's clock is known from its answers; then the id of the history is taken, then it is read.
  const anHourLater = async () => {
    gmail.clock.advance(3_700_000);
    await turn();
    await turn();
  };
  await anHourLater();
  expect([await turn(), gmail.calls().filter((call) => call === "GET history")]).toEqual([true, ["GET history"]]);
  // It has a history again.
  gmail.settings.losesHistory = false;
  await anHourLater();
  ids.push(gmail.deliver().id);
  expect(await turn()).toBe(undefined);
  expect(found).toEqual(ids);
});

test("more than a poll takes is found by date too, oldest first", async () => {
  const { cursor } = await poll(null);
  const ids = Array.from({ length: 250 }, (_, at) => gmail.deliver({ at: new Date(Date.now() - 30_000 + at) }).id);
  gmail.pruneHistory();
  gmail.stir();
  const { ids: found, polls } = await pollAll(cursor);
  expect([found, polls]).toEqual([ids, 3]);
});

test("a cursor that cannot be read goes by date", async () => {
  const one = gmail.deliver();
  for (const cursor of ["", "nonsense", "{}", '{"history":12,"from":1}'])
    expect((await poll(cursor)).found.map(({ id }) => id)).toEqual([one.id]);
});

test("unread letters come newest first, at most so many, and leave the cursor", async () => {
  const ids = Array.from({ length: 5 }, (_, at) => gmail.deliver({ at: new Date(Date.now() - 10_000 + at) }).id);
  gmail.person.unlabel(ids[4] ?? "", "UNREAD");
  const { cursor } = await poll(null);
  const found = await opened.mailbox.poll(cursor, { since, unread: 3 });
  expect(found).toMatchObject({ cursor, isMore: false });
  expect(found.found.map(({ id }) => id)).toEqual([ids[3], ids[2], ids[1]]);
});

test("a letter is read with its bytes; what is too large is not, but its headers are", async () => {
  const { mailbox } = opened;
  const small = gmail.deliver({ text: "Grüße 日本" });
  const read = await mailbox.read(small.id);
  expect(Buffer.from(read?.raw ?? []).toString()).toBe(small.raw);
  expect(read).toMatchObject({
    id: small.id,
    isUnread: true,
    labels: ["UNREAD", "INBOX"],
    size: Buffer.byteLength(small.raw),
  });
  expect(read?.head).toMatch(/^From: Bob <bob@customer\.example>\r\n[^]*charset=utf-8$/);
  const large = gmail.deliver({ text: "x".repeat(9 * 1024 ** 2) });
  expect((await mailbox.read(large.id))?.raw).toHaveLength(large.raw.length);
  const huge = gmail.deliver({ text: "x".repeat(30 * 1024 ** 2), subject: "Plans" });
  const unread = await mailbox.read(huge.id);
  expect(unread).toMatchObject({ raw: null, size: huge.raw.length });
  expect(unread?.head).toContain("Subject: Plans");
  expect(await mailbox.read("19ffffffffffffff")).toBe(null);
});

test("a thread has everyone's letters, oldest first, and a letter finds its own", async () => {
  const first = gmail.deliver({ at: new Date(Date.now() - 5_000) });
  const second = gmail.deliver({ headers: { "In-Reply-To": first.messageId, "X-BOARDROOM-REPLY": "forged" } });
  const thread = await opened.mailbox.thread({ id: second.id, thread: null, messageId: null });
  expect(thread).toMatchObject([
    { id: first.id, messageId: first.messageId, inReplyTo: null, isSent: false, marker: null },
    { id: second.id, inReplyTo: first.messageId, isSent: false, isDraft: false, marker: "forged" },
  ]);
  expect(await opened.mailbox.thread({ id: "19ffffffffffffff", thread: null, messageId: null })).toEqual([]);
});

test("labels are made where they are missing, once, with their parents; a letter is marked as read", async () => {
  const { mailbox } = opened;
  const one = gmail.deliver();
  await mailbox.mark(one.id, { labels: ["AI/Needs review", "CEO"], isRead: true });
  await mailbox.mark(one.id, { labels: ["ai/needs review"] });
  const fresh = gmailOver(gmail);
  await fresh.mailbox.mark(one.id, { labels: ["ceo", "INBOX"] });
  fresh.close();
  const made = gmail.journal.filter(({ method, path }) => method === "POST" && path.endsWith("/labels"));
  expect(made.map(({ text }) => (JSON.parse(text) as { name: string }).name)).toEqual(["AI", "AI/Needs review", "CEO"]);
  expect((await mailbox.read(one.id))?.labels).toEqual(["INBOX", "AI/Needs review", "CEO"]);
  await mailbox.mark("19ffffffffffffff", { labels: ["CEO"] });
});

test("a label that another made in the meantime is used", async () => {
  const [one, other] = [gmail.deliver(), gmail.deliver()];
  gmail.fail(
    { kind: "refuse", ...gmailRefusals.labelExists },
    {
      times: 1,
      on({ method, path }) {
        const isMaking = method === "POST" && path.endsWith("/labels");
        if (isMaking) gmail.person.label(other.id, "Sales");
        return isMaking;
      },
    },
  );
  await opened.mailbox.mark(one.id, { labels: ["Sales"] });
  expect((await opened.mailbox.read(one.id))?.labels).toContain("Sales");
});

test("the account has its address, its name and the addresses that are verified", async () => {
  gmail.settings.aliases = [
    { sendAsEmail: "sales@acme.example", verificationStatus: "accepted" },
    { sendAsEmail: "other@acme.example", verificationStatus: "pending" },
  ];
  expect(await opened.mailbox.account()).toEqual({
    address: gmail.address,
    aliases: ["sales@acme.example"],
    name: "Ada Acme",
  });
});

test.each([
  ["accessNotConfigured", "setup", /Gmail API is off.*project 123456789012.*https:\S+project=123456789012/],
  ["insufficientPermissions", "denied", /auth\/gmail\.modify/],
  ["domainPolicy", "denied", /administrator.*App access control/],
  ["dailyLimitExceeded", "busy", /daily limit.*Quotas/],
  ["rateLimitExceeded", "busy", /less often/],
  ["userRateLimitExceeded", "busy", /less often/],
  ["tooManyRequests", "busy", /less often/],
  ["notEnabled", "setup", /Gmail is off for this Google account.*Admin console/],
  ["precondition", "unavailable", /right now/],
  ["invalidTo", "denied", /Invalid To header/],
  ["authError", "expired", /Connect it again/],
  ["backendError", "unavailable", /503/],
] as const)("%s is %s, in a sentence that says what to do", async (reason, kind, words) => {
  gmail.fail({ kind: "refuse", ...gmailRefusals[reason] });
  const fault = await faultOf(poll(null));
  expect(fault).toMatchObject({ kind, message: expect.stringMatching(words) as string });
  // As much as is kept of it.
  expect(fault?.message.length).toBeLessThanOrEqual(300);
});

test("Gmail says when to ask again, in a header or in its words, and a poll stops at the first refusal", async () => {
  for (let count = 0; count < 50; count += 1) gmail.deliver();
  gmail.fail(
    { kind: "refuse", ...waitUntil(new Date(Date.now() + 90_000)) },
    { on: ({ path }) => /messages\/./.test(path) },
  );
  const fault = await faultOf(poll(null));
  expect(fault?.retryAfterMs).toBeGreaterThan(60_000);
  expect(fault?.retryAfterMs).toBeLessThanOrEqual(90_000);
  expect(gmail.calls().filter((call) => call.startsWith("GET messages/")).length).toBeLessThanOrEqual(5);
  gmail.heal();
  gmail.fail({ kind: "refuse", ...gmailRefusals.tooManyRequests, retryAfter: 30 });
  expect((await faultOf(poll(null)))?.retryAfterMs).toBe(30_000);
});

test("a scope that was not granted is named, and answers that are none are faults", async () => {
  const other = gmailOver(gmail, ["openid"]);
  expect((await faultOf(other.mailbox.account()))?.message).toContain("auth/gmail.modify");
  other.close();
  for (const body of [
    "<html>502</html>",
    "{}",
    "[]",
    '{"historyId":12}',
    '{"emailAddress":"a@b.example","historyId":"0"}',
  ]) {
    gmail.heal();
    gmail.fail({ kind: "malformed", body }, { on: ({ path }) => path.endsWith("/profile") });
    expect((await faultOf(poll(null)))?.kind).toBe("unavailable");
  }
});
