// On both databases: a trigger deletes what the Brain took from deleted emails.
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { jobContext } from "#features/accounts/service.ts";
import { listPassages, queryBrain } from "#features/brain/contract.ts";
import { listDecisions, settleDecision } from "#features/decisions/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import * as learning from "#features/mailroom/learning/contract.ts";
import { recall } from "#features/brain/service.ts";
import { invite, join } from "#features/members/invitations/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { retain } from "#features/privacy/retention/service.ts";
import { getTask } from "#features/tasks/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { mailboxes } from "../mailbox.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** What follows from answers: preferences, the record of drafts, promises, and knowledge. */
const outside = mailboxes();
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "0" }, { ...product, mailboxes: [outside.kind] });
});
afterAll(() => world?.close());

let made = 0;
async function open() {
  made += 1;
  const address = `hello@learning-${made}.example`;
  const member = await world.member();
  await hire(member, "CEO", "Sales", "Legal");
  const { id } = await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastPollAt).not.toBeNull();
  return { member, id, box: outside.of(address) };
}
type Opened = Awaited<ReturnType<typeof open>>;

let sender = 0;
/** Has a letter arrive, changes its draft, and sends it; returns the letter once it is sent. */
async function answered(
  { member, box }: Opened,
  edit: (draft: string) => string,
  text?: string,
): Promise<mail.LetterView> {
  sender += 1;
  box.arrive({ from: `kim@customer-${sender}.example`, subject: `Question ${sender}`, ...(text && { text }) });
  await member.call(mail.processNow);
  const [line] = (await member.call(mail.listLetters)).letters;
  const params = { id: line?.id ?? "" };
  const { draft } = await member.call(mail.getLetter, { params });
  const changed = edit(draft ?? "");
  if (changed !== draft) await member.call(mail.editDraft, { params, body: { text: changed } });
  await member.call(mail.sendDraft, { params });
  const sent = () => member.call(mail.getLetter, { params });
  await expect
    .poll(
      async () => {
        await hurryDeliveries(world);
        return (await sent()).state;
      },
      { timeout: 15_000 },
    )
    .toBe("sent");
  return sent();
}
const same = (draft: string) => draft;
/** A listener has followed the answer: its last effect is in the Brain. */
const followed = ({ member }: Opened, id: string) =>
  expect
    .poll(async () => (await emails(member)).filter((one) => one.sourceId === id).length, { timeout: 15_000 })
    .toBe(2);
const emails = async (member: Member) =>
  (await member.call(listPassages, { query: { contentType: "email" } })).filter((one) => one.sourceType === "email");
const preferences = (member: Member) => member.call(learning.listPreferences);
async function viewerOf(admin: Member): Promise<Member> {
  const username = `viewer-${made}`;
  const { path } = await admin.call(invite, { body: { email: `${username}@example.com`, role: "viewer" } });
  const client = world.client();
  const password = "a good password 47 for viewers";
  const user = await client.call(join, { body: { token: path.replace("/join#", ""), username, password } });
  return Object.assign(client, { user, username, password });
}

test("what a person changed is kept without a stranger's words, seen, forgotten, and gone with its mailbox", async () => {
  const opened = await open();
  const { member, id } = opened;
  const letter = await answered(
    opened,
    (draft) =>
      draft
        .replace("Dear Kim Ford,", "Hi Kim,")
        .replace("Kind regards,", "Cheers,")
        .replace(
          "A colleague will read your email before anything is decided.",
          "The red giraffe costs a fortune is what you wrote. Call us any time. We are on +44 20 7946 0999.",
        ),
    "Hello, the red giraffe costs a fortune. Which colours do you have?",
  );
  await followed(opened, letter.id);
  const kept = await preferences(member);
  expect(kept.map(({ kind, before, after }) => [kind, before, after])).toEqual(
    expect.arrayContaining([
      ["greeting", "Dear {name},", "Hi {first},"],
      ["closing", "Kind regards,", "Cheers,"],
      ["removed", "A colleague will read your email before anything is decided.", ""],
      ["added", "", "Call us any time."],
    ]),
  );
  expect(JSON.stringify(kept.map(({ before, after }) => [before, after]))).not.toMatch(/giraffe|Kim|7946/);
  expect(kept[0]).toMatchObject({ letterId: letter.id, subject: letter.subject, role: letter.role, isInUse: false });

  const stranger = await world.member();
  const params = { id: kept[0]?.id ?? "" };
  expect(await preferences(stranger)).toEqual([]);
  expect((await stranger.send("DELETE", `/api/mail/preferences/${params.id}`)).status).toBe(404);
  await member.call(learning.removePreference, { params });
  expect((await preferences(member)).length).toBe(kept.length - 1);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["mail.changes_learned", "mail.preference_removed"]),
  );
  await member.call(mail.removeMailbox, { params: { id } });
  expect(await preferences(member)).toEqual([]);
});

test("three answers in a row that end alike change how the next is drafted, until one is forgotten", async () => {
  const opened = await open();
  const { member } = opened;
  for (let at = 0; at < 3; at += 1) {
    const { draft, id } = await answered(opened, (text) => text.replace("Kind regards,", "Cheers,"));
    expect(draft).toContain("Cheers,");
    await followed(opened, id);
    expect((await preferences(member)).filter(({ isInUse }) => isInUse)).toHaveLength(at === 2 ? 3 : 0);
  }
  const next = await answered(opened, same);
  expect(next.draft).toContain("\n\nCheers,\n");
  const [inUse] = (await preferences(member)).filter(({ isInUse }) => isInUse);
  await member.call(learning.removePreference, { params: { id: inUse?.id ?? "" } });
  expect((await answered(opened, same)).draft).toContain("Kind regards,");
});

/** Letters that people judged already. */
const judged = ({ member, id }: Opened, role: string, judgement: string, count: number) =>
  world.asOwner(
    `INSERT INTO letters (company_id, id, mailbox_id, provider_id, labels, at, state, role, judged)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid()::text, '[]', now() - n * interval '1 minute', 'sent', $3, $4
     FROM generate_series(1, $5::int) AS n`,
    [member.user.companyId, id, role, judgement, count],
  );
const openings = (member: Member) =>
  member
    .call(listDecisions, { query: { status: "pending" } })
    .then((all) => all.filter(({ decisionType }) => decisionType === "mail_open_category"));
const categories = async ({ member }: Opened) => (await member.call(mail.listMailboxes))[0]?.categories;

test("a record of unedited drafts proposes to open a category, an admin opens it, and a worse record closes it", async () => {
  const opened = await open();
  const { member } = opened;
  await judged(opened, "CEO", "as is", 38);
  await followed(opened, (await answered(opened, same)).id);
  expect(await openings(member)).toEqual([]);
  await followed(opened, (await answered(opened, same)).id);
  await expect.poll(() => openings(member)).toHaveLength(1);
  const [decision] = await openings(member);
  expect(decision?.description).toContain("40 of 40 drafts sent unedited, lower 95% bound 93.6%");
  expect(await member.call(learning.getDraftRecord)).toEqual([
    expect.objectContaining({
      role: "CEO",
      drafts: 40,
      unedited: 40,
      isOpen: false,
      proposal: { id: decision?.id, number: decision?.number },
    }),
  ]);
  expect(await categories(opened)).toEqual([]);
  await member.call(settleDecision, { params: { id: decision?.id ?? "" }, body: { approved: true } });
  await expect.poll(() => categories(opened)).toEqual(["CEO"]);
  expect(await journalOf(world, member)).toContain("mail.category_opened");
  // What is edited from now on counts too.
  for (let at = 0; at < 2; at += 1) await followed(opened, (await answered(opened, (text) => `${text}\nMore.`)).id);
  await expect.poll(() => categories(opened)).toEqual([]);
  expect(await journalOf(world, member)).toContain("mail.category_closed");
  const notices = async () => (await member.call(listNotifications)).items.filter(({ kind }) => kind === "mail");
  await expect.poll(notices).toMatchObject([{ title: "Answers of the CEO wait for a person again" }]);
});

test("who is no admin opens nothing, too few drafts propose nothing, and Legal is never opened", async () => {
  const opened = await open();
  const { member } = opened;
  await judged(opened, "Legal", "as is", 60);
  await judged(opened, "Sales", "left", 60);
  opened.box.arrive({ from: "kim@legal.example", labels: ["INBOX", "Legal"] });
  await member.call(mail.processNow);
  const [line] = (await member.call(mail.listLetters)).letters.filter(({ state }) => state === "drafted");
  expect(line?.role).toBe("Legal");
  await member.call(mail.sendDraft, { params: { id: line?.id ?? "" } });
  await hurryDeliveries(world);
  await followed(opened, line?.id ?? "");
  expect(await openings(member)).toEqual([]);

  await judged(opened, "CEO", "as is", 40);
  await followed(opened, (await answered(opened, same)).id);
  await expect.poll(() => openings(member)).toHaveLength(1);
  const [decision] = await openings(member);
  await world.asOwner("UPDATE users SET role = 'approver' WHERE id = $1", [member.user.id]);
  const { status, text } = await member.send("POST", `/api/decisions/${decision?.id}/approve`, {
    body: { approved: true },
  });
  expect([status, text]).toEqual([403, expect.stringContaining("Only an admin opens a category for sending.")]);
  expect(await openings(member)).toHaveLength(1);
  expect(await categories(opened)).toEqual([]);
});

test("a promise in an answer is a task of its sender, due on its day", async () => {
  const opened = await open();
  const { member } = opened;
  const words = "We will refund £500 by 4 December 2099.";
  const letter = await answered(opened, (draft) => draft.replace("A colleague will", `${words} A colleague will`));
  await followed(opened, letter.id);
  const { promises } = await member.call(mail.getLetter, { params: { id: letter.id } });
  expect(promises).toEqual([{ taskId: expect.any(String), words, dueOn: "2099-12-04" }]);
  const task = await member.call(getTask, { params: { id: promises[0]?.taskId ?? "" } });
  expect(task).toMatchObject({
    title: `Keep a promise: ${words}`,
    assignedUserId: member.user.id,
    status: "pending",
    priority: "high",
    metadata: { letterId: letter.id },
  });
  expect(task.dueDate?.slice(0, 10)).toBe("2099-12-04");
  expect(task.description).toContain(`/mail?letter=${letter.id}`);
  expect(await journalOf(world, member)).toContain("mail.promises_kept");
  expect((await answered(opened, same)).promises).toEqual([]);
});

test("an answered email answers questions with its source, to those who read mail, until it is gone", async () => {
  const opened = await open();
  const { member, id, box } = opened;
  const letter = await answered(
    opened,
    (draft) => draft.replace("A colleague will", "The zebra finches of Lisbon sing at dawn. A colleague will"),
    "Hello, do the zebra finches of Lisbon sing in the morning?",
  );
  await followed(opened, letter.id);
  box.arrive({ headers: "Auto-Submitted: auto-replied\r\n", text: "The quokka of Rottnest is away." });
  await member.call(mail.processNow);
  const ask = (who: Member, question: string) => who.call(queryBrain, { body: { question } });
  const { answer, sources } = await ask(member, "When do the zebra finches of Lisbon sing?");
  expect(answer).toContain("The zebra finches of Lisbon sing at dawn.");
  expect(sources[0]?.passage).toMatchObject({
    origin: "external",
    href: `/mail?letter=${letter.id}`,
    sourceType: "email",
  });
  expect(
    (await ask(member, "Where is the quokka of Rottnest?")).sources.map(({ content }) => content).join(),
  ).not.toContain("quokka");
  const viewer = await viewerOf(member);
  expect(await emails(viewer)).toEqual([]);
  expect((await viewer.send("GET", `/api/brain/memories/${sources[0]?.passage.id}`)).status).toBe(404);
  expect((await viewer.send("GET", `/api/mail/letters/${letter.id}`)).status).toBe(403);
  expect(await emails(await world.member())).toEqual([]);

  // Its age, then its mailbox.
  const old = await answered(opened, same);
  await followed(opened, old.id);
  await world.asOwner("UPDATE letters SET at = now() - interval '2 years' WHERE id = $1", [old.id]);
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await retain(ctx, new Date().toISOString().slice(0, 10));
  expect((await emails(member)).map(({ sourceId }) => sourceId)).toEqual([letter.id, letter.id]);
  await member.call(mail.removeMailbox, { params: { id } });
  expect(await emails(member)).toEqual([]);
  expect((await ask(member, "When do the zebra finches of Lisbon sing?")).sources).toEqual([]);
});

test("a reset takes emails and what came of them, and its undo brings all of it back", async () => {
  const opened = await open();
  const { member } = opened;
  const letter = await answered(opened, (draft) =>
    draft.replace("Kind regards,", "We will refund £5 by 4 December 2099.\n\nCheers,"),
  );
  await followed(opened, letter.id);
  const all = async () => [
    (await emails(member)).length,
    (await preferences(member)).length,
    (await member.send("GET", `/api/mail/letters/${letter.id}`)).status,
  ];
  const before = await all();
  expect(before).toEqual([2, expect.any(Number), 200]);
  expect(before[1]).toBeGreaterThan(0);
  expect((await member.send("POST", "/api/company/reset-data", { body: {} })).status).toBe(200);
  expect(await all()).toEqual([0, 0, 404]);
  expect((await member.send("POST", "/api/company/undo-reset", { body: {} })).status).toBe(200);
  expect(await all()).toEqual(before);
  const { promises } = await member.call(mail.getLetter, { params: { id: letter.id } });
  expect(promises).toMatchObject([{ dueOn: "2099-12-04" }]);
});

test("agents, whose answers viewers read, find no mail in the Brain", async () => {
  const opened = await open();
  const { member } = opened;
  const letter = await answered(opened, same, "Hello, do the zebra finches of Lisbon sing in the morning?");
  await followed(opened, letter.id);
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const as = (actor: typeof ctx.actor) => read({ ...ctx, actor }, (tx) => recall(tx, "zebra finches of Lisbon", 5));
  expect(await as({ kind: "agent", id: crypto.randomUUID() })).toEqual([]);
  const { id, role } = member.user;
  expect(await as({ kind: "user", id, role, username: member.username, sealedKey: null } as never)).toHaveLength(1);
});
