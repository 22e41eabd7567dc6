import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { renderLetter } from "#platform/mail/render.ts";
import { openMailer } from "#platform/mail/transport.ts";
import { command, commandHere } from "../command.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";

/** `npm run mail:test`, and the encryption of the connection. */
let server: MailStandIn;
beforeAll(async () => {
  server = await openMailStandIn({ login: "post:p:w/d" });
});
afterAll(() => server?.close());

const from = "Boardroom <boardroom@example.org>";
const run = async (env: Record<string, string>, flags: string[]) => {
  const { code, out, complaint } = await commandHere("mail-test", env, flags);
  return [code, out, complaint];
};

test("it sends one mail with the password of the address and says what the server answered", async () => {
  const env = { SMTP_URL: server.url, MAIL_FROM: from };
  const { code, out, complaint } = await command("mail-test", env, ["ann@example.com"]);
  expect([code, complaint]).toEqual([0, ""]);
  expect(out).toContain(
    `127.0.0.1:${server.port} accepted a mail from boardroom@example.org to ann@example.com: 250 OK`,
  );
  const [received] = server.takenFor("ann@example.com");
  expect([received?.user, received?.mail.subject]).toEqual(["post", "Boardroom can send mail"]);
});

test("what goes wrong it says in a sentence, without the password", async () => {
  const complaints = async (SMTP_URL: string, address = "ann@example.com") => {
    const [code, out, complaint] = await run({ SMTP_URL, MAIL_FROM: from }, [address]);
    expect([code, out]).toEqual([1, ""]);
    return complaint;
  };
  const at = `127.0.0.1:${server.port}`;
  expect(await complaints(`smtp://post:wrong@${at}`)).toMatch(
    new RegExp(`^The mail server refused the user or password of SMTP_URL\\. ${at}: .*535`),
  );
  expect(await complaints("smtp://127.0.0.1:9")).toMatch(/^The mail server does not answer\. 127\.0\.0\.1:9: /);
  expect(await complaints(server.url, "ann")).toBe("ann cannot be used: Invalid email address.\n");
  server.behave({ kind: "refuse", at: "to", code: 550, text: "No such person" });
  onTestFinished(() => server.behave({ kind: "take" }));
  expect(await complaints(server.url)).toMatch(/^The mail server refused the recipient\. .*No such person/);
  const unset = await run({}, ["ann@example.com"]);
  expect(unset).toEqual([1, "", "This installation sends no mail: set SMTP_URL and MAIL_FROM.\n"]);
  for (const flags of [[], ["a@example.com", "b@example.com"], ["--to"]])
    expect(await run({}, flags)).toEqual([1, "", "Usage: npm run mail:test -- <address>\n"]);
});

const mail = {
  ...renderLetter({ subject: "Test", paragraphs: ["One"] }, new URL("https://boardroom.example"), false),
  to: "ann@example.com",
  id: crypto.randomUUID(),
  date: new Date("2026-11-24T10:00:00Z"),
};

/** A mailer for a server of ours as if it ran elsewhere, under a name that leads here. */
function mailerFor({ port }: MailStandIn, isImplicitTls = false) {
  const { mail: config } = readConfig({ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: from });
  if (!config) throw new Error("No mail is configured.");
  return openMailer({ ...config, host: "127.0.0.1", port, isImplicitTls, isLoopback: false });
}

test("beyond this machine nothing is said without encryption, and no untrusted certificate is believed", async () => {
  const plain = await openMailStandIn();
  const selfSigned = await openMailStandIn({ tls: "starttls" });
  const implicit = await openMailStandIn({ tls: "implicit" });
  try {
    for (const mailer of [mailerFor(plain), mailerFor(selfSigned), mailerFor(implicit, true), mailerFor(plain, true)])
      expect(await mailer.send(mail)).toMatchObject({ kind: "later", failure: "tls", isServer: true });
    for (const one of [plain, selfSigned, implicit]) expect(one.journal).toEqual([]);
  } finally {
    for (const one of [plain, selfSigned, implicit]) await one.close();
  }
});

test("on this machine a server with TLS and a certificate of its own is used encrypted", async () => {
  const implicit = await openMailStandIn({ tls: "implicit" });
  try {
    const { code } = await commandHere("mail-test", { SMTP_URL: implicit.url, MAIL_FROM: from }, ["ann@example.com"]);
    expect([code, implicit.takenFor("ann@example.com").map(({ isEncrypted }) => isEncrypted)]).toEqual([0, [true]]);
  } finally {
    await implicit.close();
  }
});
