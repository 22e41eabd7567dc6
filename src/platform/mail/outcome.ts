/** Why a mail was not sent; stored with the mail, shown to admins and operators. */
export type MailFailure = keyof typeof failureSentences;

/** For the operator; the server's own words follow where there are any. */
export const failureSentences = {
  unreachable: "The mail server does not answer.",
  tls: "The connection to the mail server could not be encrypted, or its certificate is not trusted.",
  login: "The mail server refused the user or password of SMTP_URL.",
  sender: "The mail server does not accept mail from MAIL_FROM.",
  address: "This address cannot receive mail: it is not one plain address.",
  recipient: "The mail server refused the recipient.",
  content: "The mail server refused the message.",
  busy: "The mail server asks to try again later.",
  silent: "The mail server took the message and did not confirm it, so it may have been delivered.",
  expired: "It was no longer valid when it could have been sent.",
  off: "No mail server is configured.",
  internal: "The message could not be prepared.",
} as const;

/** The outcome of one attempt. */
export type Outcome =
  | { kind: "sent"; response: string }
  /** It will never be accepted. */
  | { kind: "refused"; failure: MailFailure; response: string }
  /** Nothing was accepted; `isServer` when the fault is the server's or the configuration's, not this mail's. */
  | { kind: "later"; failure: MailFailure; response: string; isServer: boolean }
  /** The whole message was handed over, and no answer came. */
  | { kind: "unknown"; failure: "silent"; response: string };

/** What the SMTP library says about a failure. */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown; message?: unknown };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What a failed attempt means. `isHandedOver`: the whole message had been written to the server. */
export function outcomeOf(error: SmtpError, isHandedOver: boolean): Outcome {
  const response = printable(textOf(error.response) || textOf(error.message));
  const code = typeof error.responseCode === "number" ? error.responseCode : null;
  const later = (failure: MailFailure, isServer = true): Outcome => ({ kind: "later", failure, response, isServer });
  const refused = (failure: MailFailure): Outcome => ({ kind: "refused", failure, response });
  if (code === null && isHandedOver) return { kind: "unknown", failure: "silent", response };
  if (error.code === "EAUTH") return later("login");
  if (error.code === "ETLS" || error.command === "STARTTLS" || isCertificateFault(response)) return later("tls");
  const command = textOf(error.command);
  const isFinal = code !== null && code >= 500;
  if (command === "RCPT TO") return isFinal ? refused("recipient") : later("busy", false);
  if (command === "MAIL FROM") return later(isFinal ? "sender" : "busy");
  if (command === "DATA") return isFinal ? refused("content") : later("busy", false);
  if (error.code === "EENVELOPE" || error.code === "EMESSAGE") return refused("address");
  return later("unreachable");
}

const isCertificateFault = (text: string): boolean =>
  /certificate|self-signed|altnames|wrong version number/i.test(text);

/** The server's words are shown to operators: one line, no control characters. */
export const printable = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
