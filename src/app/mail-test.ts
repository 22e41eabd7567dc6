import { parseArgs } from "node:util";
import { email } from "#contract/words.ts";
import { now } from "#platform/clock.ts";
import { readConfig } from "#platform/config.ts";
import { print, printErrors } from "#platform/log.ts";
import { failureSentences } from "#platform/mail/outcome.ts";
import { renderLetter } from "#platform/mail/render.ts";
import { openMailer } from "#platform/mail/transport.ts";

/** `npm run mail:test -- <address>`: sends one mail with the server's settings and says what happened. Needs no data. */
try {
  const to = readArguments();
  const { mail, publicUrl } = readConfig();
  if (!mail) throw new Error("This installation sends no mail: set SMTP_URL and MAIL_FROM.");
  const letter = {
    subject: "Boardroom can send mail",
    paragraphs: ["This is a test: invitations, links for lost passwords and notices will reach you like this."],
    action: { label: "Open Boardroom", path: "/" },
  };
  const id = crypto.randomUUID();
  const outcome = await openMailer(mail).send({ ...renderLetter(letter, publicUrl, false), to, id, date: now() });
  const server = `${mail.host}:${mail.port}`;
  if (outcome.kind !== "sent")
    throw new Error(`${failureSentences[outcome.failure]} ${server}${outcome.response && `: ${outcome.response}`}`);
  print(`${server} accepted a mail from ${mail.from.address} to ${to}: ${outcome.response}`);
  print(
    "If it does not arrive, look into the spam folder and at the SPF, DKIM and DMARC records of the sender's domain.",
  );
} catch (error) {
  printErrors([error instanceof Error ? error.message : String(error)]);
  process.exitCode = 1;
}

function readArguments(): string {
  const usage = "Usage: npm run mail:test -- <address>";
  const given = (() => {
    try {
      return parseArgs({ allowPositionals: true }).positionals;
    } catch {
      throw new Error(usage);
    }
  })();
  const [address, ...more] = given;
  if (address === undefined || more.length > 0) throw new Error(usage);
  const { data, error } = email.safeParse(address);
  if (data === undefined)
    throw new Error(`${address} cannot be used: ${error.issues[0]?.message ?? "it is no address"}.`);
  return data;
}
