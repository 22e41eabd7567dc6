import { Readable } from "node:stream";
import { mailFault } from "#connectors/imap/faults.ts";
import type { ImapAccess, ImapWay } from "#connectors/imap/connection.ts";
import type { OutgoingLetter } from "#connectors/mailbox.ts";
import { allowedAddresses, resolveAllowed } from "#platform/http-out/guarded-host.ts";

const stepMs = 15_000;
const attemptMs = 60_000;

/**
 * Hands a finished letter to the SMTP server, once; `onSubmit` runs right before, when the server waits for it. After a
 * fault of kind `lost` it may have left.
 */
export async function sendBySmtp(
  access: ImapAccess,
  way: ImapWay,
  letter: OutgoingLetter,
  onSubmit: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { smtp: server, imap, user, secret, isToken } = access;
  const { host, port, security } = server;
  const allowed = allowedAddresses(way.privateAddresses);
  let isHandedOver = false;
  try {
    const address = await resolveAllowed(host, security === "plain" ? allowed.plain : allowed.encrypted, way.resolve);
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      host: address,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "plain",
      tls: { servername: host, minVersion: "TLSv1.2", ...(way.ca && { ca: way.ca }) },
      auth: isToken ? { type: "OAuth2", user, accessToken: secret } : { user, pass: secret },
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      dnsTimeout: stepMs,
      socketTimeout: 2 * stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const raw = Readable.from(
      (async function* () {
        await onSubmit();
        yield Buffer.from(letter.raw);
        isHandedOver = true;
      })(),
    );
    const envelope = { from: letter.from, to: [letter.to] };
    await transport.sendMail({ envelope, raw, signal: AbortSignal.timeout(attemptMs) } as object);
  } catch (error) {
    throw mailFault(error, { server, imapHost: imap.host, setting: "SMTP", secret, isToken }, isHandedOver);
  }
}
