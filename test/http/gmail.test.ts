import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { gmailMailboxes } from "#connectors/gmail/connector.ts";
import * as integrations from "#features/integrations/contract.ts";
import { checkMailbox } from "#features/mailroom/connecting/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { type GmailStandIn, headerIn, openGmail } from "../outside/gmail.ts";
import { gmailRefusals } from "../outside/gmail-refusals.ts";
import { client } from "../outside/google-sign-in.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** Gmail from Google's sign-in to the answer, over the whole product. */
let gmail: GmailStandIn;
let world: World;
beforeAll(async () => {
  gmail = await openGmail();
  world = await openWorld(
    { UNDO_SECONDS: "120", PRIVATE_ADDRESSES: "127.0.0.1" },
    { ...product, connectors: [gmail.connector], mailboxes: [gmailMailboxes] },
  );
});
afterEach(() => {
  gmail.heal();
  Object.assign(gmail.signIn.settings, { agrees: true, granted: null, redirects: null, isTesting: false });
});
afterAll(async () => {
  await world?.close();
  await gmail?.close();
});

const redirectOf = async (url: string | URL, cookie?: string | null) => {
  const reply = await fetch(url, { redirect: "manual", headers: cookie ? { cookie } : {} });
  return reply.headers.get("location") ?? String(reply.status);
};
const enter = (member: Member, credentials = client) =>
  member.call(integrations.setUpCredentials, { body: { integrationId: "gmail", credentials } });
/** Goes the whole way of the browser, from the button to the page it ends at. */
async function agree(member: Member): Promise<string> {
  const google = await redirectOf(`${world.url}${mail.gmailPath}`, member.cookie);
  const back = await redirectOf(google);
  if (!back.startsWith("http")) return back;
  const { pathname, search } = new URL(back);
  return redirectOf(world.url + pathname + search, member.cookie);
}
/** All companies share the one Gmail account, so none goes on reading it. */
const running: Member[] = [];
afterEach(async () => {
  for (const member of running.splice(0)) await member.send("POST", "/api/email/stop-processing");
});

async function connect(): Promise<Member> {
  const member = await world.member();
  await hire(member, "CEO", "Sales");
  await enter(member);
  expect(await agree(member)).toBe("/mail?connected");
  gmail.empty();
  running.push(member);
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastPollAt).not.toBeNull();
  return member;
}
const letters = async (member: Member): Promise<mail.LetterLine[]> => (await member.call(mail.listLetters)).letters;
const status = (member: Member) => member.call(mail.getEmailStatus);

test("Gmail is connected by Google's own steps, reads, answers once, and is revoked when it is disconnected", async () => {
  const member = await world.member();
  await hire(member, "CEO", "Sales");
  const pending = await enter(member);
  expect(pending).toMatchObject({ type: "gmail", status: "pending" });
  const asked = new URL(await redirectOf(`${world.url}${mail.gmailPath}`, member.cookie)).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    access_type: "offline",
    prompt: "consent",
    response_type: "code",
    client_id: client.client_id,
    code_challenge_method: "S256",
    scope: expect.stringContaining("https://www.googleapis.com/auth/gmail.modify") as string,
    redirect_uri: (await status(member)).requiredRedirectUris[0],
  });
  expect(await agree(member)).toBe("/mail?connected");
  expect(await member.call(integrations.listConnections)).toMatchObject([{ account: gmail.address, status: "active" }]);

  gmail.deliver({ at: new Date(Date.now() - 3_600_000) });
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await status(member)).lastGoodAt).not.toBeNull();
  const incoming = gmail.deliver({ labels: ["INBOX", "Sales"], subject: "Colours" });
  expect(await member.call(mail.processNow)).toMatchObject({ found: 1, drafted: 1 });
  const [line] = await letters(member);
  expect(line).toMatchObject({
    state: "drafted",
    role: "Sales",
    routedBecause: expect.stringContaining("label") as string,
  });
  const params = { id: line?.id ?? "" };
  await member.call(mail.sendDraft, { params });
  // The answer of Gmail to the sending is lost.
  gmail.fail({ kind: "lost response" }, { times: 1, on: ({ path }) => path.endsWith("/drafts/send") });
  await hurryDeliveries(world);
  await expect.poll(async () => (await letters(member))[0]?.state, { timeout: 15_000 }).toBe("sent");
  expect(gmail.sent).toHaveLength(1);
  const [{ raw, threadId, by } = { raw: "", threadId: "", by: "" }] = gmail.sent;
  expect([threadId, by, headerIn(raw, "In-Reply-To")]).toEqual([incoming.threadId, "api", incoming.messageId]);
  expect(headerIn(raw, "Auto-Submitted")).toBe("auto-replied");
  expect(gmail.drafts.size).toBe(0);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["integration.connected", "mail.mailbox_connected", "mail.sent"]),
  );

  const [box] = await member.call(mail.listMailboxes);
  await member.call(mail.removeMailbox, { params: { id: box?.id ?? "" } });
  await hurryDeliveries(world);
  await expect.poll(() => gmail.signIn.grants.every(({ isOver }) => isOver)).toBe(true);
  expect(await member.call(integrations.listConnections)).toEqual([]);
});

test.each([
  ["edits", (id: string): void => gmail.person.edit(id, "In my own words."), "by_person", [], 1],
  ["deletes", (id: string): void => gmail.person.delete(id), "discarded", [], 0],
  ["sends", (id: string): void => void gmail.person.send(id), "by_person", ["person"], 0],
] as const)("a person who %s the draft in Gmail has the last word", async (_what, act, state, left, drafts) => {
  const member = await connect();
  gmail.sent.length = 0;
  gmail.drafts.clear();
  gmail.deliver({ from: "Lee <lee@other.example>", subject: `A person ${_what}` });
  await member.call(mail.processNow);
  const params = { id: (await letters(member))[0]?.id ?? "" };
  await member.call(mail.sendDraft, { params });
  // The draft lies in Gmail when sending is refused for now; then the person comes.
  gmail.fail(
    { kind: "refuse", ...gmailRefusals.userRateLimitExceeded },
    { times: 1, on: ({ path }) => path.endsWith("/drafts/send") },
  );
  await hurryDeliveries(world);
  await expect.poll(() => gmail.drafts.size).toBe(1);
  await expect
    .poll(() => gmail.journal.some(({ path, fault }) => path.endsWith("/drafts/send") && fault !== null))
    .toBe(true);
  act([...gmail.drafts.keys()][0] ?? "");
  await expect
    .poll(
      async () => {
        await hurryDeliveries(world);
        return (await letters(member))[0]?.state;
      },
      { timeout: 20_000 },
    )
    .toBe(state);
  expect([gmail.sent.map(({ by }) => by), gmail.drafts.size]).toEqual([left, drafts]);
  // What a person does is no fault of the connection.
  expect(await member.call(integrations.listConnections)).toMatchObject([
    { status: "active", errorCount: 0, problem: null },
  ]);
});

test("a token that expires and quotas on the way delay an answer, and never double it", async () => {
  const member = await connect();
  gmail.sent.length = 0;
  gmail.deliver({ subject: "Quota" });
  await member.call(mail.processNow);
  await member.call(mail.sendDraft, { params: { id: (await letters(member))[0]?.id ?? "" } });
  const { length: grants } = gmail.signIn.grants;
  gmail.clock.advance(2 * 3_600_000);
  const on = (method: string, end: string) => (call: { method: string; path: string }) =>
    call.method === method && call.path.endsWith(end);
  const once = (refusal: { status: number; body: object }, method: string, end: string) =>
    gmail.fail({ kind: "refuse", ...refusal }, { times: 1, on: on(method, end) });
  once(gmailRefusals.userRateLimitExceeded, "POST", "/drafts");
  once(gmailRefusals.dailyLimitExceeded, "POST", "/drafts/send");
  gmail.fail({ kind: "lost response" }, { times: 1, on: on("POST", "/drafts") });
  await expect
    .poll(
      async () => {
        await hurryDeliveries(world);
        return (await letters(member))[0]?.state;
      },
      { timeout: 30_000 },
    )
    .toBe("sent");
  expect([gmail.sent.length, gmail.drafts.size]).toEqual([1, 0]);
  // The sign-in was renewed, not made again.
  expect(gmail.signIn.grants).toHaveLength(grants);
});

test("what is missing is named: the scope, the redirect address, the client, the API", async () => {
  const member = await world.member();
  const wrong = await member.send("POST", "/api/integrations/setup-credentials", {
    body: { integrationId: "gmail", credentials: { client_id: "nonsense", client_secret: "x" } },
  });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(".apps.googleusercontent.com")]);
  await enter(member);
  gmail.signIn.settings.granted = ["openid"];
  expect(await agree(member)).toContain("refused=scopes");
  expect((await status(member)).lastError).toContain("https://www.googleapis.com/auth/gmail.modify");

  gmail.signIn.settings.granted = null;
  gmail.fail(
    { kind: "refuse", status: 400, body: { error: "redirect_uri_mismatch" } },
    { times: 1, on: ({ path, text }) => path === "/token" && text.includes("authorization_code") },
  );
  expect(await agree(member)).toContain("refused=refused");
  expect((await status(member)).lastError).toContain((await status(member)).requiredRedirectUris[0]);

  await enter(member, { ...client, client_secret: "wrong" });
  expect(await agree(member)).toContain("refused=refused");
  expect((await status(member)).lastError).toMatch(/client ID with this secret/);

  await enter(member);
  gmail.fail(
    { kind: "refuse", ...gmailRefusals.accessNotConfigured },
    { on: ({ path }) => path.startsWith("/gmail/") },
  );
  await agree(member);
  expect(await member.call(integrations.listConnections)).toMatchObject([
    { status: "error", problem: expect.stringMatching(/Gmail API is off.*project 123456789012/) as string },
  ]);
  gmail.heal();
  gmail.signIn.settings.agrees = false;
  expect(await agree(member)).toContain("refused=cancelled");
});

test("the sign-in of an app in testing mode ends after seven days, and says so", async () => {
  const member = await connect();
  gmail.signIn.settings.isTesting = true;
  gmail.clock.advance(8 * 86_400_000);
  const reply = await member.send("POST", "/api/email/process-now");
  expect([reply.status, reply.text]).toEqual([409, expect.stringMatching(/testing mode.*7 days.*connect Gmail again/)]);
  expect(await status(member)).toMatchObject({
    hasRefreshToken: false,
    lastError: expect.stringContaining("testing mode") as string,
  });
  expect(await member.call(integrations.listConnections)).toMatchObject([{ status: "expired" }]);
});

test("a check names the missing API, permission, redirect address and the end of a sign-in in testing mode", async () => {
  gmail.signIn.settings.isTesting = true;
  const member = await connect();
  const [box] = await member.call(mail.listMailboxes);
  const check = async () => {
    const { findings } = await member.call(checkMailbox, { params: { id: box?.id ?? "" } });
    return findings.map(({ what, isOk, note }) => `${isOk ? "ok" : "not"} ${what}: ${note ?? ""}`).join("\n");
  };
  const { requiredRedirectUris } = await status(member);
  const fine = await check();
  expect(fine).toMatch(/^ok Reading mail and labels/m);
  expect(fine).toMatch(/^ok Permissions: .*gmail\.modify/m);
  expect(fine).toContain(`ok Redirect address of the OAuth client: ${requiredRedirectUris[0]}`);
  expect(fine).toMatch(/^not Life of the sign-in: It ends on \d+ \w+ \d{4}\..*testing mode.*publish it/m);

  const onApi = { on: ({ path }: { path: string }) => path.startsWith("/gmail/") };
  gmail.fail({ kind: "refuse", ...gmailRefusals.accessNotConfigured }, onApi);
  expect(await check()).toMatch(/^not Reading mail and labels: The Gmail API is off.*project 123456789012/m);
  expect(await member.call(integrations.listConnections)).toMatchObject([{ status: "error" }]);
  gmail.heal();
  gmail.fail({ kind: "refuse", ...gmailRefusals.insufficientPermissions }, onApi);
  expect(await check()).toMatch(/^not Laying down drafts: .*without the permission .*gmail\.modify/m);
  gmail.heal();
  expect(await check()).toMatch(/^ok Laying down drafts/m);
  expect(await member.call(integrations.listConnections)).toMatchObject([{ status: "active" }]);
});

test("how old a sign-in is, is shown, and in testing mode when Google ends it", async () => {
  const plain = await status(await connect());
  expect([plain.signedInAt, plain.signInEndsAt]).toEqual([expect.any(String), null]);
  gmail.signIn.settings.isTesting = true;
  const member = await connect();
  const left = Date.parse((await status(member)).signInEndsAt ?? "") - Date.now();
  expect([left > 6.9 * 86_400_000, left < 7 * 86_400_000]).toEqual([true, true]);
  // The app was published: the new sign-in has no end.
  gmail.signIn.settings.isTesting = false;
  expect(await agree(member)).toBe("/mail?connected");
  expect((await status(member)).signInEndsAt).toBeNull();
});
