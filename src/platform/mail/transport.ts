import { Readable } from "node:stream";
import { isMailbox, type MailConfig } from "#platform/mail/environment.ts";
import { type Outcome, outcomeOf, printable } from "#platform/mail/outcome.ts";
import type { Rendered } from "#platform/mail/render.ts";

export type Outgoing = Rendered & { to: string; id: string; date: Date };

/** Sends mails to the operator's server, one connection each. */
export type Mailer = { send(mail: Outgoing): Promise<Outcome> };

/** The longest an attempt takes, in milliseconds; a mail's lease outlasts it. */
const attemptMs = 45_000;
const stepMs = 15_000;

/**
 * The transport to the server and the composer of mails; loaded at the first mail, because most installations send
 * none.
 */
async function openTransports({ host, port, isImplicitTls, isLoopback, login }: MailConfig) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host,
    port,
    secure: isImplicitTls,
    requireTLS: !isImplicitTls && !isLoopback,
    // A mail server on this machine often has no certificate, and nothing leaves the machine.
    ignoreTLS: !isImplicitTls && isLoopback,
    tls: { minVersion: "TLSv1.2", ...(isLoopback ? { rejectUnauthorized: false } : {}) },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: 2 * stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return { transport, composer };
}

export function openMailer(config: MailConfig): Mailer {
  const { from } = config;
  let opened: ReturnType<typeof openTransports> | undefined;
  const transports = () => (opened ??= openTransports(config));
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);

  /** The mail as it is written to the server. */
  async function compose({ to, id, date, subject, text, html }: Outgoing): Promise<Buffer> {
    const { composer } = await transports();
    const { message } = await composer.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      html,
      date,
      // The same for every attempt at this mail, so that a second copy can be recognized.
      messageId: `<${id}@${domain}>`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return message as Buffer;
  }

  return {
    async send(mail) {
      if (!isMailbox(mail.to)) return { kind: "refused", failure: "address", response: "" };
      let isHandedOver = false;
      try {
        const content = await compose(mail);
        const raw = Readable.from(
          (function* () {
            yield content;
            isHandedOver = true;
          })(),
        );
        const { transport } = await transports();
        const envelope = { from: from.address, to: [mail.to] };
        const info = await transport.sendMail({ envelope, raw, signal: AbortSignal.timeout(attemptMs) } as object);
        return { kind: "sent", response: printable(info.response) };
      } catch (error) {
        return outcomeOf(error as object, isHandedOver);
      }
    },
  };
}
