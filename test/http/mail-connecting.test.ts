import { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { endSessions } from "#connectors/imap/sessions.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as integrations from "#features/integrations/contract.ts";
import * as connecting from "#features/mailroom/connecting/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { pass, passNow } from "#features/mailroom/passing/service.ts";
import { mintCompany } from "#platform/context.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { client } from "../outside/google-sign-in.ts";
import { openMailProvider } from "../outside/mail-provider.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** Mailboxes of any provider, from the address to the answer, over Dovecot and an SMTP server. */
let outside: Awaited<ReturnType<typeof openMailProvider>>;
let world: World;
beforeAll(async () => {
  outside = await openMailProvider();
  world = await openWorld(
    { UNDO_SECONDS: "120", PRIVATE_ADDRESSES: "127.0.0.1" },
    { ...product, connectors: [outside.connector], mailboxes: outside.kinds },
  );
});
afterEach(() => {
  outside.service.heal();
  outside.smtp.behave({ kind: "take" });
  outside.plainSmtp.behave({ kind: "take" });
  outside.signIn.settings.agrees = true;
});
afterAll(async () => {
  await world?.close();
  await outside?.close();
});

async function arrive(user: string, subject: string, times = 1): Promise<void> {
  const hand = new ImapFlow({
    host: "127.0.0.1",
    port: outside.dovecot.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: "secret" },
    logger: false,
  });
  await hand.connect();
  for (const id of Array.from({ length: times }, () => crypto.randomUUID()))
    await hand.append(
      "INBOX",
      `From: Kim Ford <kim.${id.slice(0, 6)}@${id.slice(0, 8)}.example>\r\nTo: ${user}\r\nSubject: ${subject}\r\nMessage-ID: <${id}@customer.example>\r\nContent-Type: text/plain\r\n\r\nWhich colours do you have?\r\n`,
    );
  await hand.logout();
}
const find = (member: Member, address: string) => member.call(connecting.findMailbox, { body: { address } });
const connectWith = (member: Member, settings: Record<string, string>) =>
  member.call(mail.connectMailbox, { body: { kind: "imap", settings, consent: true } });
const refusalOf = async (member: Member, settings: Record<string, string>) => {
  const body = { kind: "imap", settings, consent: true };
  const reply = await member.send("POST", "/api/mail/mailboxes", { body });
  return `${reply.status} ${reply.text}`;
};
const letters = async (member: Member) => (await member.call(mail.listLetters)).letters;

/** From the letter to the answer that left. */
async function answerOne(member: Member, address: string): Promise<void> {
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastGoodAt).not.toBeNull();
  await arrive(address, "Colours");
  expect(await member.call(mail.processNow)).toMatchObject({ found: 1, drafted: 1 });
  const params = { id: (await letters(member))[0]?.id ?? "" };
  await member.call(mail.sendDraft, { params });
  await hurryDeliveries(world);
  await expect.poll(async () => (await letters(member))[0]?.state, { timeout: 15_000 }).toBe("sent");
}

test("by its address alone a mailbox is found, connected with its password, read, answered, and forgotten", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const found = await find(member, "kim@town.example");
  expect(found).toMatchObject({ provider: null, oauth: null, isOauthOnly: false });
  const address = "kim@town.example";
  const settings = { ...found.settings, address, password: "secret", name: "Kim's shop", aliases: "info@town.example" };
  const { id } = await connectWith(member, settings);
  const { findings } = await member.call(connecting.checkMailbox, { params: { id } });
  expect(findings.map(({ isOk }) => isOk)).toEqual([true, true]);
  await answerOne(member, address);
  const sent = outside.plainSmtp.journal.filter(({ from }) => from === address);
  expect(sent.map(({ mail: { from } }) => from?.name)).toEqual(["Kim's shop"]);
  expect((await refusalOf(member, settings)).startsWith("409 ")).toBe(true);
  await member.call(mail.removeMailbox, { params: { id } });
  expect(await member.call(mail.listMailboxes)).toEqual([]);
  expect(await world.asOwner("SELECT 1 FROM mailboxes WHERE company_id = $1", [member.user.companyId])).toMatchObject(
    [],
  );
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["mail.processing_agreed", "mail.mailbox_connected", "mail.mailbox_removed"]),
  );
});

test("what keeps a mailbox from being connected is one sentence that names it", async () => {
  const member = await world.member();
  const { settings } = await find(member, "bad@town.example");
  const typed = { ...settings, address: "bad@town.example", password: "secret" };
  expect(await refusalOf(member, { ...typed, password: "wrong" })).toMatch(/^422 .*refused the sign-in.*app password/);
  expect(await refusalOf(member, { ...typed, imapHost: "imap.nowhere.invalid", imapSecurity: "tls" })).toMatch(
    /^422 .*imap\.nowhere\.invalid cannot be found\. Check the IMAP host/,
  );
  expect(await refusalOf(member, { ...typed, imapPort: "1" })).toMatch(/^422 .*port 1 closed\. Check the IMAP/);
  expect(await refusalOf(member, { ...typed, smtpPort: "1" })).toMatch(/^422 .*port 1 closed\. Check the SMTP/);
  expect(await refusalOf(member, { ...typed, imapSecurity: "tls" })).toMatch(
    /^422 .*Check the IMAP port and encryption/,
  );
  expect(await refusalOf(member, { ...typed, smtpSecurity: "starttls" })).toMatch(
    /^422 The certificate of .* Check the SMTP host/,
  );
  expect(await refusalOf(member, { ...typed, imapHost: "10.0.0.1" })).toMatch(/^422 .*not allowed.*PRIVATE_ADDRESSES/);
  outside.plainSmtp.behave({ kind: "refuse", at: "login", code: 535, text: "5.7.8 Bad credentials" });
  expect(await refusalOf(member, typed)).toMatch(/^422 .*refused the sign-in \(535 5\.7\.8 Bad credentials\)/);
  const nothing = { address: "kim@nowhere.example", password: "x" };
  expect(await refusalOf(member, nothing)).toMatch(/^400 .*Enter the IMAP server/);
  expect(await refusalOf(member, { ...typed, imapPort: "70000" })).toMatch(/^400 .*A port is a number/);
  expect(await refusalOf(member, { ...typed, address: "kim" })).toMatch(/^400 .*Enter an email address/);
  expect(await refusalOf(member, { ...typed, aliases: "one, two" })).toMatch(/^400 .*commas/);
  const noConsent = await member.send("POST", "/api/mail/mailboxes", { body: { kind: "imap", settings: typed } });
  expect(noConsent.status).toBe(400);
  expect(await member.call(mail.listMailboxes)).toEqual([]);
});

test("a directory that names a private address finds nothing", async () => {
  const member = await world.member();
  outside.directory["inside.example"] = (outside.directory["town.example"] ?? "").replaceAll("127.0.0.1", "10.0.0.1");
  expect(await find(member, "kim@inside.example")).toMatchObject({ settings: null, oauth: null });
  expect(await find(member, "kim@acme.example")).toMatchObject({ oauth: "acme", isOauthOnly: true, settings: null });
  // A customer's own domain, told by its server for incoming mail.
  expect(await find(member, "kim@own.example")).toMatchObject({ provider: "Acme Mail", oauth: "acme" });
});

test("one pass takes in everything that waits, and says when it went by date", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const address = "many@town.example";
  const { settings } = await find(member, address);
  const { id } = await connectWith(member, { ...settings, address, password: "secret" });
  await member.call(mail.startProcessing);
  const box = async () => (await member.call(mail.listMailboxes))[0];
  await expect.poll(async () => (await box())?.lastGoodAt).not.toBeNull();
  await arrive(address, "Colours", 205);
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await pass(ctx, id);
  const kept = () =>
    world.asOwner("SELECT count(*)::int AS kept FROM letters WHERE company_id = $1", [member.user.companyId]);
  expect(await kept()).toMatchObject([{ kept: 205 }]);
  expect(await box()).toMatchObject({ isByDate: false });
  outside.dovecot.renumber("many");
  await pass(ctx, id);
  expect(await box()).toMatchObject({ isByDate: true });
  expect(await kept()).toMatchObject([{ kept: 205 }]);
  await pass(ctx, id);
  expect(await box()).toMatchObject({ isByDate: false });
});

const redirectOf = async (url: string, cookie?: string | null) => {
  const reply = await fetch(url, { redirect: "manual", headers: cookie ? { cookie } : {} });
  return reply.headers.get("location") ?? String(reply.status);
};
/** From the client that is typed in, over the provider's page, to where the browser ends. */
async function agree(member: Member, address: string): Promise<string> {
  outside.signIn.settings.account = address;
  const { authUrl } = await member.call(connecting.beginSignIn, {
    body: { kind: "acme", credentials: { ...client, address }, consent: true },
  });
  const back = new URL(await redirectOf(authUrl));
  return redirectOf(world.url + back.pathname + back.search, member.cookie);
}
async function connectByOAuth(name: string): Promise<{ member: Member; id: string; address: string }> {
  const member = await world.member();
  await hire(member, "CEO");
  const address = `${name}@acme.example`;
  expect(await agree(member, address)).toBe("/mail?connected");
  await expect.poll(() => member.call(mail.listMailboxes)).toMatchObject([{ address, kind: "acme" }]);
  return { member, address, id: (await member.call(mail.listMailboxes))[0]?.id ?? "" };
}
const accessOf = (address: string) => outside.signIn.grants.filter(({ account }) => account === address).at(-1);

test("a mailbox connected by OAuth is read and answered with its token, renewed when it ends, and revoked", async () => {
  const { member, address, id } = await connectByOAuth("eva");
  await answerOne(member, address);
  expect(outside.smtp.journal.filter(({ from }) => from === address).map(({ user }) => user)).toEqual([address]);
  // The servers refuse a token that is still good by our clock, and ended the session that it opened.
  await endSessions();
  const before = accessOf(address)?.access;
  Object.assign(accessOf(address) ?? {}, { access: "replaced" });
  await arrive(address, "Sizes");
  expect(await member.call(mail.processNow)).toMatchObject({ found: 1, drafted: 1 });
  expect([before, "replaced"]).not.toContain(accessOf(address)?.access);
  const { findings } = await member.call(connecting.checkMailbox, { params: { id } });
  expect(findings.map(({ what, isOk }) => [what.split(" ")[0], isOk])).toEqual([
    ["Reading", true],
    ["Sending", true],
    ["Permissions", true],
    ["Redirect", true],
  ]);
  await member.call(mail.removeMailbox, { params: { id } });
  await hurryDeliveries(world);
  await expect.poll(() => accessOf(address)?.isOver).toBe(true);
  const rows = await world.asOwner(
    "SELECT num_nonnulls(sealed_credentials, sealed_access, sealed_refresh, account_name, status) AS kept FROM connections WHERE company_id = $1",
    [member.user.companyId],
  );
  expect(rows).toMatchObject([{ kept: 0 }]);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["mail.processing_agreed", "integration.connected", "mail.mailbox_connected", "mail.sent"]),
  );
});

test("access that was taken away is one sentence, and the connection has expired", async () => {
  const { member, address, id } = await connectByOAuth("rosa");
  const grant = accessOf(address);
  if (grant) grant.isOver = true;
  const { findings } = await member.call(connecting.checkMailbox, { params: { id } });
  expect(findings.find(({ isOk }) => !isOk)?.note).toMatch(
    /^Acme Mail ended the sign-in.*Connect the mailbox again\.$/,
  );
  expect(await member.call(integrations.listConnections)).toMatchObject([{ status: "expired" }]);
  const reply = await member.send("POST", "/api/email/process-now");
  expect([reply.status, reply.text]).toEqual([409, expect.stringContaining("Acme Mail ended the sign-in")]);
  // Signing in again brings it back.
  expect(await agree(member, address)).toBe("/mail?connected");
  expect(await member.call(mail.processNow)).toMatchObject({ found: 0 });
});

test("a pass that was asked for ends when its mailbox is removed meanwhile", async () => {
  const member = await world.member();
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const begun = performance.now();
  expect(await passNow(ctx, crypto.randomUUID())).toMatchObject({ found: 0, remaining: 0 });
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test("an account that cannot send says so at once", async () => {
  const member = await world.member();
  outside.smtp.behave({ kind: "refuse", at: "login", code: 535, text: "5.7.139 SmtpClientAuthentication is disabled" });
  await agree(member, "mute@acme.example");
  expect(await member.call(mail.listMailboxes)).toEqual([]);
  expect((await member.call(mail.getEmailStatus)).lastError).toMatch(/Turn on authenticated SMTP for this mailbox/);
});

test("a sign-in begins only where the provider can lead back to, with everything typed in and agreed to", async () => {
  const member = await world.member();
  const begin = (body: object) => member.send("POST", "/api/mail/sign-in", { body });
  const credentials = { ...client, address: "kim@acme.example" };
  const whole = { kind: "acme", credentials, consent: true };
  expect((await begin({ ...whole, consent: false })).status).toBe(400);
  expect((await begin({ ...whole, kind: "imap" })).status).toBe(404);
  expect((await begin({ ...whole, credentials: client })).text).toContain("address is required");
  const at = world.boardroom.platform.mail;
  const { publicUrl } = at;
  at.publicUrl = new URL("http://boardroom.lan:3000");
  try {
    const reply = await begin(whole);
    expect([reply.status, reply.text]).toEqual([
      422,
      expect.stringMatching(/https redirect addresses only.*PUBLIC_URL/),
    ]);
  } finally {
    at.publicUrl = publicUrl;
  }
  expect(await member.call(integrations.listConnections)).toEqual([]);
  expect((await begin(whole)).status).toBe(200);
});

test("a sign-in with another account ends the mailbox of the first, also where the account was found late", async () => {
  const { member } = await connectByOAuth("first");
  await member.call(mail.startProcessing);
  outside.smtp.behave({ kind: "refuse", at: "login", code: 421, text: "4.3.2 Try again later" });
  expect(await agree(member, "second@acme.example")).toBe("/mail?connected");
  outside.smtp.behave({ kind: "take" });
  await expect
    .poll(
      async () => {
        // The next pass finds out whose mailbox it would read; another one may run already.
        await member.send("POST", "/api/email/process-now");
        return (await member.call(mail.listMailboxes)).map(({ address }) => address);
      },
      { timeout: 30_000 },
    )
    .toEqual(["second@acme.example"]);
});
