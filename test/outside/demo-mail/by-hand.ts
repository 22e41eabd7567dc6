// `npm run demo:mail`: the demo company with a mailbox of its own on this machine, letters in it, connected and started.
// Nothing leaves the machine: what is sent is printed here.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { findDovecot } from "../../machine.ts";
import { type Dovecot, startDovecot } from "../dovecot.ts";
import { openMailStandIn } from "../smtp/server.ts";
import { letters } from "./letters.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);
if (findDovecot() === null) {
  say("The mailbox of the demo needs Dovecot. Install it, then start this again:");
  say("sudo apt-get install -y --no-install-recommends dovecot-imapd dovecot-lmtpd dovecot-sieve");
  process.exit(1);
}
const address = "hello@hartley-and-finch.example";
const root = resolve(import.meta.dirname, "../../..");
process.env["DATA_DIR"] ||= join(root, "data-demo-mail");
process.env["PRIVATE_ADDRESSES"] = [process.env["PRIVATE_ADDRESSES"], "127.0.0.1"].filter(Boolean).join(",");
const base = `http://localhost:${process.env["PORT"] ?? "3000"}`;

const smtp = await openMailStandIn();
const dovecot = await startDovecot({ submissionPort: smtp.port });
const server = spawn(process.execPath, [join(root, "scripts/start.mjs"), "--demo", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: process.env,
});
let isOver = false;
server.once("exit", (code) => {
  isOver = true;
  void Promise.all([dovecot.stop(), smtp.close()]).finally(() => process.exit(code ?? 0));
});
// The terminal tells the server too, and its end is ours.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));

async function isReady(): Promise<boolean> {
  return fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
while (!isOver && !(await isReady())) await sleep(500);
try {
  await fill(dovecot);
} catch (error) {
  say(`The mailbox could not be connected: ${error instanceof Error ? error.message : String(error)}`);
  server.kill("SIGTERM");
}
for (let shown = 0; !isOver; await sleep(1_000))
  for (; shown < smtp.journal.length; shown += 1) {
    const { to, mail } = smtp.journal[shown]!;
    say(`Sent to ${to.join(", ")}: ${mail.subject ?? ""}`);
  }

/** Connects the mailbox through the product's own calls, starts it, and has the letters arrive. */
async function fill({ port }: Dovecot): Promise<void> {
  const note = readFileSync(join(process.env["DATA_DIR"] ?? "", "demo.json"), "utf8");
  const { username, password } = JSON.parse(note) as { username: string; password: string };
  const headers: Record<string, string> = { origin: base, "content-type": "application/json" };
  const call = async (method: string, path: string, body: object = {}) => {
    const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(base + path, { method, headers, ...sent });
    const cookies = reply.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    if (cookies.length > 0) headers["cookie"] = cookies.join("; ");
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json() as Promise<unknown>;
  };
  await call("POST", "/api/login", { username, password });
  // Those of an earlier start are gone with its mail server.
  for (const { id } of (await call("GET", "/api/mail/mailboxes")) as { id: string }[])
    await call("DELETE", `/api/mail/mailboxes/${id}`);
  const servers = { imapHost: "127.0.0.1", imapPort: String(port), smtpHost: "127.0.0.1", smtpPort: String(smtp.port) };
  const security = { imapSecurity: "plain", smtpSecurity: "plain" };
  const settings = { address, password: "secret", name: "Hartley & Finch", ...servers, ...security };
  await call("POST", "/api/mail/mailboxes", { kind: "imap", settings, consent: true });
  await call("POST", "/api/email/start-processing");
  // Else the emails arrive in the midst of the first poll.
  const isRead = async () => ((await call("GET", "/api/email/status")) as { lastPollAt: string | null }).lastPollAt;
  while (!isOver && !(await isRead())) await sleep(500);
  const auth = { user: address, pass: "secret" };
  const hand = new ImapFlow({ host: "127.0.0.1", port, secure: false, doSTARTTLS: false, auth, logger: false });
  await hand.connect();
  for (const [at, { from, subject, text, headers: more = "" }] of letters.entries())
    await hand.append(
      "INBOX",
      Buffer.from(
        `From: ${from}\r\nTo: ${address}\r\nSubject: ${subject}\r\nMessage-ID: <${Date.now()}.${at}@demo.example>\r\nDate: ${new Date().toUTCString()}\r\n${more}Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`,
      ),
    );
  await hand.logout();
  await call("POST", "/api/email/process-now");
  say(`The mailbox ${address} is connected. Open ${base}/mail: its emails have drafts.`);
}
