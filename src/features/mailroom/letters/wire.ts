import { createHash } from "node:crypto";
import PostalMime, { addressParser, type Email } from "postal-mime";

export type Permitted = {
  to: string;
  from: string;
  messageId: string;
  marker: string;
  inReplyTo: string | null;
  /** Of the approved text, by `textHash`. */
  hash: string;
};

/** Line ends and blanks at the end of lines do not count: transports change them. */
export const textHash = (text: string): string =>
  createHash("sha256")
    .update(
      text
        .replaceAll(/\r\n?/g, "\n")
        .replaceAll(/(?<![ \t])[ \t]+\n/g, "\n")
        .trim(),
    )
    .digest("hex");

type Seen = { mail: Email; head: string; names: string[]; permitted: Permitted };

/** The headers that compose.ts writes, `true` where each email has it. */
const written: Readonly<Record<string, boolean>> = {
  from: true,
  to: true,
  subject: true,
  "message-id": true,
  date: true,
  "mime-version": true,
  "content-type": true,
  "content-transfer-encoding": false,
  "in-reply-to": false,
  references: false,
  "auto-submitted": true,
  "x-auto-response-suppress": true,
  "x-boardroom-reply": true,
};

const same = (one: string | undefined, other: string) => one?.trim().toLowerCase() === other.trim().toLowerCase();
const valuesOf = ({ mail }: Seen, name: string) =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value.trim());
const only = (seen: Seen, name: string): string | null => {
  const values = valuesOf(seen, name);
  return values.length === 1 ? (values[0] ?? "") : null;
};

/** Each says what is wrong, or nothing. */
export const wireChecks = {
  recipient: ({ mail, permitted }) => {
    const all = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])].flatMap((one) => one.group ?? [one]);
    const isAsPermitted = all.length === 1 && same(all[0]?.address, permitted.to);
    return isAsPermitted ? null : "It does not go to exactly the one permitted recipient.";
  },
  sender: (seen) => {
    const senders = addressParser(valuesOf(seen, "from").join(", ")).flatMap((one) => one.group ?? [one]);
    const isOurs = senders.length === 1 && same(senders[0]?.address, seen.permitted.from);
    return isOurs ? null : "It is not sent from our address alone.";
  },
  headers: ({ names }) => {
    const foreign = names.find((name) => !Object.hasOwn(written, name));
    return foreign === undefined ? null : `It has a header that we did not write: ${foreign.slice(0, 60)}.`;
  },
  repeated: ({ names }) => {
    const repeated = names.find((name, at) => names.indexOf(name) !== at);
    return repeated === undefined ? null : `It has the header ${repeated.slice(0, 60)} twice.`;
  },
  missing: ({ names }) => {
    const missing = Object.keys(written).find((name) => written[name] && !names.includes(name));
    return missing === undefined ? null : `It lacks the header ${missing}.`;
  },
  lines: ({ head }) =>
    /\r(?!\n)|(?<!\r)\n|[^\P{Cc}\r\n\t]/u.test(head)
      ? "Its headers hold a bare line end or a control character."
      : null,
  submitted: (seen) =>
    only(seen, "auto-submitted") === (seen.permitted.inReplyTo === null ? "auto-generated" : "auto-replied")
      ? null
      : "It is not marked as written by a machine.",
  suppress: (seen) =>
    only(seen, "x-auto-response-suppress") === "All" ? null : "It does not ask other machines to stay silent.",
  marker: (seen) =>
    only(seen, "x-boardroom-reply") === seen.permitted.marker ? null : "It does not carry the marker of this email.",
  id: (seen) => (only(seen, "message-id") === seen.permitted.messageId ? null : "It does not carry its Message-ID."),
  thread: (seen) => {
    const { inReplyTo } = seen.permitted;
    const isAsPermitted =
      inReplyTo === null
        ? valuesOf(seen, "in-reply-to").length + valuesOf(seen, "references").length === 0
        : only(seen, "in-reply-to") === inReplyTo && (only(seen, "references") ?? "").endsWith(inReplyTo);
    return isAsPermitted ? null : "It does not answer the email that it should.";
  },
  attachment: ({ mail }) => (mail.attachments.length > 0 ? "It has an attachment that nobody approved." : null),
  // A second body could say anything while the first is as approved.
  plain: (seen) => {
    const isPlain = /^text\/plain(?:$|;)/i.test(only(seen, "content-type") ?? "") && seen.mail.html === undefined;
    return isPlain ? null : "It has more than a plain text.";
  },
  text: ({ mail, permitted }) =>
    textHash(mail.text ?? "") === permitted.hash ? null : "Its text is not the one that was approved.",
} satisfies Record<string, (seen: Seen) => string | null>;

/** Reads a finished email again, as a parser sees it: what is wrong with it, a sentence each; none: it may leave. */
export async function checkWire(
  raw: Uint8Array,
  permitted: Permitted,
  checks: readonly ((seen: Seen) => string | null)[] = Object.values(wireChecks),
): Promise<string[]> {
  try {
    const whole = Buffer.from(raw).toString("latin1");
    const end = /\r?\n\r?\n/.exec(whole)?.index ?? whole.length;
    const head = whole.slice(0, end);
    const names = head
      .split(/\r\n?|\n/)
      .flatMap((line) => (/^[ \t]/.test(line) ? [] : [line.split(":", 1)[0]?.trim().toLowerCase() ?? ""]));
    const mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 200_000 });
    return checks.flatMap((check) => check({ mail, head, names, permitted }) ?? []);
  } catch {
    return ["It could not be read again."];
  }
}
