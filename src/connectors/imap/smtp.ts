import { isIP } from "node:net";
import { Readable } from "node:stream";
import { mailFault } from "#connectors/imap/faults.ts";
import { type ImapAccess, type ImapWay, withSecret } from "#connectors/imap/connection.ts";
import type { OutgoingLetter } from "#connectors/mailbox.ts";
import { allowedAddresses, resolveAllowed } from "#platform/http-out/guarded-host.ts";

const stepMs = 15_000;
const attemptMs = 60_000;

type Transport = ReturnType<typeof import("nodemailer")["createTransport"]>;

/** Works with the SMTP server, signed in. `isHandedOver`: whether a letter may have left. */
function withSmtp<T>(
  access: ImapAccess,
  way: ImapWay,
  work: (transport: Transport) => Promise<T>,
  isHandedOver: () => boolean = () => false,
): Promise<T> {
  const { smtp: server, imap, user, isToken } = access;
  const { host, port, security } = server;
  const allowed = allowedAddresses(way.privateAddresses);
  const longestMs = way.stepMs ?? stepMs;
  return withSecret(access, async (secret) => {
    try {
      const address = await resolveAllowed(host, security === "plain" ? allowed.plain : allowed.encrypted, way.resolve);
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        host: address,
        port,
        secure: security === "tls",
        requireTLS: security === "starttls",
        ignoreTLS: security === "plain",
        tls: { ...(isIP(host) === 0 && { servername: host }), minVersion: "TLSv1.2", ...(way.ca && { ca: way.ca }) },
        // Without it a server that offers no sign-in is sent to without one.
        forceAuth: security !== "plain",
        auth: isToken ? { type: "OAuth2", user, accessToken: secret } : { user, pass: secret },
        connectionTimeout: longestMs,
        greetingTimeout: longestMs,
        dnsTimeout: longestMs,
        socketTimeout: 2 * longestMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return await work(transport);
    } catch (error) {
      throw mailFault(error, { server, imapHost: imap.host, setting: "SMTP", secret, isToken }, isHandedOver());
    }
  });
}

/** Signs in at the SMTP server without sending anything. */
export const checkSmtp = (access: ImapAccess, way: ImapWay): Promise<unknown> =>
  withSmtp(access, way, (transport) => transport.verify());

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
  let isHandedOver = false;
  const send = (transport: Transport) => {
    const raw = Readable.from(
      (async function* () {
        await onSubmit();
        yield Buffer.from(letter.raw);
        isHandedOver = true;
      })(),
    );
    const envelope = { from: letter.from, to: [letter.to] };
    return transport.sendMail({ envelope, raw, signal: AbortSignal.timeout(attemptMs) } as object);
  };
  await withSmtp(access, way, send, () => isHandedOver);
}
