import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { jobContext } from "#features/accounts/service.ts";
import { setAutonomy } from "#features/agents/contract.ts";
import { listDecisions, settleDecision } from "#features/decisions/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { pollJob } from "#features/mailroom/service.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { mailboxes } from "../mailbox.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** The company's mail, from the mailbox to the answer and everything that can stop it on the way. */
const outside = mailboxes();
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" }, { ...product, mailboxes: [outside.kind] });
});
afterAll(() => world?.close());

let made = 0;

/** A company with a started mailbox and two executives. */
async function open(options: { categories?: ("CEO" | "Sales")[] } = {}) {
  made += 1;
  const address = `hello@company-${made}.example`;
  const member = await world.member();
  const [ceo, sales] = await hire(member, "CEO", "Sales", "Legal");
  const { id } = await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  if (options.categories) {
    await member.call(initializeOversight);
    await member.call(mail.changeMailbox, { params: { id }, body: { categories: options.categories } });
    for (const agent of [ceo, sales])
      await member.call(setAutonomy, { params: { id: agent?.id ?? "" }, body: { autonomyLevel: "execute" } });
  }
  await member.call(mail.startProcessing);
  // The pass that a start queues is over.
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastPollAt).not.toBeNull();
  return { member, id, box: outside.of(address), address };
}

const letters = async (member: Member) => (await member.call(mail.listLetters)).letters;
const states = async (member: Member) => (await letters(member)).map(({ state }) => state);
const first = async (member: Member) => (await letters(member))[0]?.id ?? "";
const becomes = (member: Member, ...wanted: string[]) =>
  expect.poll(() => states(member), { timeout: 15_000 }).toEqual(wanted);

test("without a mailbox nothing starts, and the status says what is missing", async () => {
  const member = await world.member();
  expect(await member.call(mail.getEmailStatus)).toMatchObject({
    configured: false,
    hasRefreshToken: false,
    running: false,
    mode: "draft",
    mailbox: null,
  });
  const { requiredRedirectUris } = await member.call(mail.getEmailStatus);
  expect(requiredRedirectUris).toEqual([expect.stringMatching(/\/integrations\/return\/gmail$/)]);
  for (const path of ["start-processing", "process-now"])
    expect((await member.send("POST", `/api/email/${path}`)).status).toBe(409);
  expect((await member.send("POST", "/api/email/stop-processing")).status).toBe(200);
  const reply = await fetch(`${world.url}/api/oauth/gmail`, {
    headers: { cookie: member.cookie ?? "" },
    redirect: "manual",
  });
  expect([reply.status, reply.headers.get("location")]).toEqual([303, "/mail?setup=gmail"]);
});

test("a letter is drafted by the right executive, and nothing leaves before a person sends it", async () => {
  const { member, box } = await open();
  box.arrive({ subject: "Old", at: new Date(Date.now() - 3_600_000) });
  box.arrive({ subject: "Colours", text: "We would like to order twenty red ones. What is your price for them?" });
  const counts = await member.call(mail.processNow);
  expect(counts).toEqual({ found: 1, drafted: 1, held: 0, skipped: 0, needsYou: 0, remaining: 0 });
  expect(await member.call(mail.processNow)).toMatchObject({ found: 0 });
  const [line] = await letters(member);
  expect(line).toMatchObject({ state: "drafted", role: "Sales", from: "kim@customer.example" });
  expect(line?.routedBecause).toMatch(/^It speaks of /);
  expect(box.sent).toEqual([]);
  expect((await member.call(mail.getEmailStatus)).pendingReviews).toBe(1);

  const params = { id: line?.id ?? "" };
  await member.call(mail.editDraft, { params, body: { text: "The red one is sold out." } });
  expect(await member.call(mail.sendDraft, { params })).toMatchObject({ state: "held" });
  expect((await member.send("POST", `/api/mail/letters/${params.id}/send`)).status).toBe(409);
  await hurryDeliveries(world);
  await becomes(member, "sent");
  expect(box.sent).toHaveLength(1);
  const [{ letter, text } = { letter: null, text: "" }] = box.sent;
  expect(letter?.to).toBe("kim@customer.example");
  expect(text).toContain("The red one is sold out.");
  expect(text).toContain("This email was written by an AI assistant.");
  expect(text).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(text).toMatch(/^Subject: Re: Colours\r$/m);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining([
      "mail.mailbox_connected",
      "mail.processing_started",
      "mail.drafted",
      "mail.draft_edited",
      "mail.held",
      "mail.sent",
    ]),
  );
});

test("what deserves no answer gets none, and says why", async () => {
  const { member, box, id } = await open();
  await member.call(mail.changeMailbox, { params: { id }, body: { denied: ["rude@customer.example"] } });
  box.arrive({ headers: "Auto-Submitted: auto-replied\r\n" });
  box.arrive({ from: "rude@customer.example" });
  box.arrive({ from: "noreply@customer.example" });
  box.answerByHand(box.arrive({ from: "lee@customer.example" }));
  expect(await member.call(mail.processNow)).toMatchObject({ found: 4, skipped: 4 });
  expect((await letters(member)).map(({ why }) => why ?? "").toSorted((a, b) => a.localeCompare(b))).toEqual([
    "A machine sent it.",
    "A person already answered it.",
    "Its address takes no answers.",
    "You never answer this sender.",
  ]);
});

test("an opened category sends after its hold, once, through a lost answer on either side", async () => {
  const { member, box } = await open({ categories: ["CEO"] });
  box.arrive();
  expect([await member.call(mail.processNow), (await letters(member))[0]?.why]).toMatchObject([{ held: 1 }, null]);
  expect(box.sent).toEqual([]);
  const held = await member.call(mail.getLetter, { params: { id: await first(member) } });
  expect(held.undoUntil).not.toBeNull();
  box.fail("lost after");
  await hurryDeliveries(world);
  await becomes(member, "sent");
  expect(box.calls).toMatchObject({ send: 1, look: 1 });

  box.arrive({ from: "lee@other.example" });
  await member.call(mail.processNow);
  box.fail("lost before");
  await hurryDeliveries(world);
  await expect.poll(() => box.calls.look).toBe(2);
  await expect
    .poll(
      async () => {
        await hurryDeliveries(world);
        return states(member);
      },
      { timeout: 15_000 },
    )
    .toEqual(["sent", "sent"]);
  expect(box.sent).toHaveLength(2);
  expect(box.calls).toMatchObject({ draft: 2, send: 3 });
});

test("an instance that dies while it sends leaves no second answer", async () => {
  const { member, box } = await open({ categories: ["CEO"] });
  box.arrive();
  await member.call(mail.processNow);
  // It sends, and never comes back to say so.
  box.fail("silent");
  await hurryDeliveries(world);
  await expect.poll(() => box.sent.length).toBe(1);
  const lapse = () =>
    world.asOwner(
      "UPDATE deliveries SET due_at = now() - interval '1 second' WHERE company_id = $1 AND kind = 'email' AND status = 'sending'",
      [member.user.companyId],
    );
  await lapse();
  await hurryDeliveries(world);
  await becomes(member, "sent");
  expect(box.sent).toHaveLength(1);
  expect(box.calls).toMatchObject({ draft: 1, send: 1, look: 1 });
});

test("an answer in doubt is looked into until the mailbox says what became of it, and is not taken back meanwhile", async () => {
  const { member, box } = await open({ categories: ["CEO"] });
  box.arrive();
  await member.call(mail.processNow);
  // The mailbox is lost with the answer to the sending.
  box.fail("lost after");
  box.breakDown("The mailbox cannot be reached.");
  await hurryDeliveries(world);
  await expect.poll(() => box.calls.look).toBe(1);
  const params = { id: await first(member) };
  await expect
    .poll(async () => (await member.send("POST", `/api/mail/letters/${params.id}/undo`)).status, { timeout: 15_000 })
    .toBe(409);
  expect(await states(member)).toEqual(["held"]);
  box.breakDown(null);
  await expect
    .poll(
      async () => {
        await hurryDeliveries(world);
        return states(member);
      },
      { timeout: 15_000 },
    )
    .toEqual(["sent"]);
  expect([box.sent.length, box.calls.send]).toEqual([1, 1]);
});

test("an answer that was taken back is a draft again, and can be sent later", async () => {
  const { member, box } = await open({ categories: ["CEO"] });
  box.arrive();
  await member.call(mail.processNow);
  const params = { id: await first(member) };
  expect(await member.call(mail.undoSending, { params })).toMatchObject({ state: "drafted", why: "You took it back." });
  await hurryDeliveries(world);
  expect(await journalOf(world, member)).toContain("mail.undone");
  expect((await member.send("POST", `/api/mail/letters/${params.id}/undo`)).status).toBe(409);
  await member.call(mail.sendDraft, { params });
  await hurryDeliveries(world);
  await becomes(member, "sent");
  expect(box.sent).toHaveLength(1);
});

test("a promise waits for a person, whose approval sends exactly that text", async () => {
  const { member, box } = await open({ categories: ["CEO", "Sales"] });
  box.arrive({ subject: "Order", text: "I want a refund of £500." });
  expect(await member.call(mail.processNow)).toMatchObject({ needsYou: 1 });
  const pending = () => member.call(listDecisions, { query: { status: "pending" } });
  await expect.poll(async () => (await pending()).map(({ decisionType }) => decisionType)).toEqual(["email_reply"]);
  const params = { id: await first(member) };
  await expect.poll(async () => (await member.call(mail.getLetter, { params })).decision?.isPending).toBe(true);
  const { draft } = await member.call(mail.getLetter, { params });
  expect((await member.send("POST", `/api/mail/letters/${params.id}/send`)).status).toBe(409);
  expect((await member.send("PUT", `/api/mail/letters/${params.id}/draft`, { body: { text: "Other" } })).status).toBe(
    409,
  );
  const [decision] = await pending();
  await member.call(settleDecision, { params: { id: decision?.id ?? "" }, body: { approved: true } });
  expect(box.sent).toEqual([]);
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [decision?.id]);
  await world.asOwner(
    `WITH due AS (UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1 RETURNING name)
     SELECT pg_notify('boardroom_jobs', name) FROM due`,
    [decision?.id],
  );
  await becomes(member, "sent");
  expect(box.sent).toHaveLength(1);
  expect(box.sent[0]?.text.replaceAll(/=\r\n/g, "")).toContain(draft?.split("\n")[0]);
});

test("Legal sends nothing alone", async () => {
  const { member, box, id } = await open({ categories: ["CEO"] });
  const { status } = await member.send("PUT", `/api/mail/mailboxes/${id}`, { body: { categories: ["Legal"] } });
  expect(status).toBe(400);
  box.arrive({ labels: ["INBOX", "Legal"] });
  await member.call(mail.processNow);
  expect(await letters(member)).toMatchObject([{ state: "drafted", role: "Legal", why: "Legal never sends alone." }]);
});

test("a stop takes back what was about to leave, and no poll goes on", async () => {
  const { member, box } = await open({ categories: ["CEO"] });
  box.arrive();
  await member.call(mail.processNow);
  await becomes(member, "held");
  // A pass is under way.
  const gate = Promise.withResolvers<void>();
  box.hold(gate.promise);
  const { poll } = box.calls;
  const running = member.send("POST", "/api/email/process-now");
  await expect.poll(() => box.calls.poll).toBeGreaterThan(poll);
  box.arrive({ from: "lee@other.example" });
  expect(await member.call(mail.stopProcessing)).toMatchObject({ running: false });
  gate.resolve();
  expect((await running).status).toBe(409);
  expect(await states(member)).toEqual(["drafted"]);
  await hurryDeliveries(world);
  expect(box.sent).toEqual([]);
  expect(await journalOf(world, member)).toContain("mail.processing_stopped");
});

test("two presses are one pass, and both get its counts", async () => {
  const { member, box } = await open();
  const gate = Promise.withResolvers<void>();
  box.hold(gate.promise);
  box.arrive();
  const both = [member.call(mail.processNow), member.call(mail.processNow)];
  await expect.poll(() => box.calls.poll).toBe(2);
  gate.resolve();
  expect(await Promise.all(both)).toMatchObject([{ drafted: 1 }, { drafted: 1 }]);
  expect(await states(member)).toEqual(["drafted"]);
});

test("what came in meanwhile is worked off by one poll", async () => {
  const { member, id, box } = await open();
  for (let at = 0; at < 120; at += 1) box.arrive({ from: `kim@customer-${at}.example`, subject: `Question ${at}` });
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await write(ctx, (tx) => tx.jobs.send(tx.db, pollJob, tx.company, { mailboxId: id }));
  await expect
    .poll(() =>
      world.asOwner("SELECT state, count(*)::int AS count FROM letters WHERE company_id = $1 GROUP BY 1", [
        member.user.companyId,
      ]),
    )
    .toEqual([{ state: "drafted", count: 120 }]);
  expect((await member.call(mail.getEmailStatus)).lastError).toBeNull();
});

test("a mailbox that fails says so, and recovers", async () => {
  const { member, box } = await open();
  box.breakDown("The mailbox cannot be reached.");
  expect((await member.send("POST", "/api/email/process-now")).status).toBe(409);
  expect((await member.call(mail.getEmailStatus)).lastError).toBe("The mailbox cannot be reached.");
  box.breakDown(null);
  await member.call(mail.processNow);
  expect((await member.call(mail.getEmailStatus)).lastError).toBeNull();
});

test("letters are given to others, left alone, and their senders refused", async () => {
  const { member, box } = await open();
  box.arrive();
  await member.call(mail.processNow);
  const params = { id: await first(member) };
  const given = await member.call(mail.assignLetter, { params, body: { role: "Sales" } });
  expect(given).toMatchObject({ state: "drafted", role: "Sales" });
  expect(given.draft).toContain("I look after offers and orders");
  expect(await member.call(mail.discardDraft, { params })).toMatchObject({ state: "discarded" });
  box.arrive();
  await member.call(mail.processNow);
  await member.call(mail.denySender, { params: { id: await first(member) } });
  box.arrive();
  expect(await member.call(mail.processNow)).toMatchObject({ skipped: 1 });
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["mail.assigned", "mail.discarded", "mail.sender_denied"]),
  );
});

test("what is cancelled in the outbox is a draft again", async () => {
  const { member, box } = await open({ categories: ["CEO"] });
  box.arrive();
  await member.call(mail.processNow);
  const [row] = await world.asOwner<{ id: string }>(
    "SELECT id FROM deliveries WHERE company_id = $1 AND kind = 'email'",
    [member.user.companyId],
  );
  expect((await member.send("POST", `/api/outbox/${row?.id}/cancel`)).status).toBe(200);
  await becomes(member, "drafted");
});

test("another company sees and touches nothing of it", async () => {
  const { member, box, id } = await open();
  box.arrive();
  await member.call(mail.processNow);
  const letter = await first(member);
  const stranger = await world.member();
  expect(await letters(stranger)).toEqual([]);
  expect(await stranger.call(mail.listMailboxes)).toEqual([]);
  const tries: [string, string, object?][] = [
    ["GET", `/api/mail/letters/${letter}`],
    ["PUT", `/api/mail/letters/${letter}/draft`, { text: "Mine" }],
    ...["send", "undo", "discard", "deny"].map((step): [string, string] => [
      "POST",
      `/api/mail/letters/${letter}/${step}`,
    ]),
    ["POST", `/api/mail/letters/${letter}/assign`, { role: "CEO" }],
    ["PUT", `/api/mail/mailboxes/${id}`, { categories: [] }],
    ["DELETE", `/api/mail/mailboxes/${id}`],
  ];
  for (const [method, path, body] of tries) expect((await stranger.send(method, path, { body })).status).toBe(404);
  expect(await member.call(mail.removeMailbox, { params: { id } })).toEqual({
    message: expect.stringMatching(/ is disconnected\.$/),
  });
  expect(await letters(member)).toEqual([]);
  expect(await journalOf(world, member)).toContain("mail.mailbox_removed");
});
