import EmailReplyParser from "email-reply-parser";
import PostalMime, { type Address as Parsed, addressParser, type Email } from "postal-mime";
import { damageOf } from "./damage.ts";
import { textOfHtml } from "./html.ts";

export type Address = { name: string; address: string };

/** What a person sees of an email. */
export type Letter = {
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  /** Empty where the email names no sender. */
  from: Address;
  replyTo: Address | null;
  to: Address[];
  cc: Address[];
  deliveredTo: string[];
  subject: string;
  sentAt: Date | null;
  /** The whole text, hidden parts removed. */
  text: string;
  /** Without what is quoted. */
  fresh: string;
  html: string | null;
  attachments: { name: string; type: string; size: number }[];
  /** A meeting request or an answer to one, not a calendar file that a person attached. */
  isInvitation: boolean;
  /** By name in lower case. */
  headers: ReadonlyMap<string, string[]>;
  /** What was wrong with it, a sentence each. */
  faults: string[];
};

const megabyte = 1024 * 1024;
/** An email of several senders is forged more often than not. */
export const severalSenders = "This email names more than one sender.";

/** Above this only the beginning is read, which holds the text of nearly all emails. */
const longestRead = 12 * megabyte;
const beginning = 2 * megabyte;
const mostLines = 60_000;
const longestText = 100_000;
const mostAddresses = 10_000;

const invisible = /(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u200e\u200f]/gu;
const control = /[^\P{Cc}\n\t]/gu;

/** Line ends made equal; characters nobody sees removed, except those that join emoji or letters of scripts that need it. */
const seenCharacters = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(invisible, "")
    .replaceAll(/\u200d(?!\p{Extended_Pictographic})/gu, "")
    .replaceAll(/(?<![\p{Script=Arabic}\p{Script=Devanagari}])\u200c/gu, "")
    .replaceAll(control, "");

/** One line, as subjects and names are. */
export const oneLine = (text: string): string => seenCharacters(text).replaceAll(/\s+/g, " ").trim();

/** As a database stores it: no NUL and no half of a character, which cutting can leave. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

function addressesOf(parsed: readonly Parsed[] | undefined): Address[] {
  const flat = (parsed ?? []).flatMap((one) => one.group ?? [one]);
  return flat.flatMap(({ name, address }) =>
    address ? [{ name: oneLine(name ?? "").slice(0, 200), address: oneLine(address).toLowerCase().slice(0, 320) }] : [],
  );
}

const idsOf = (text: string | undefined): string[] => (text ?? "").slice(0, 50_000).match(/<[^<>\s]{1,500}>/g) ?? [];

/** Reads an email. Never throws for what a stranger sent; bounded in time and size. */
export async function readLetter(raw: Uint8Array): Promise<Letter> {
  const faults: string[] = [];
  const lines = endOfLines(raw);
  const isLong = raw.byteLength > longestRead || lines < raw.byteLength;
  if (isLong) faults.push("This email is very large. Only its beginning was read.");
  const bytes = isLong ? raw.subarray(0, Math.min(lines, raw.byteLength > longestRead ? beginning : lines)) : raw;
  const mail = await parse(bytes, faults);
  const headers = new Map<string, string[]>();
  for (const { key, value } of mail.headers) headers.set(key, [...(headers.get(key) ?? []), value.slice(0, 20_000)]);
  // A name with a comma that is not in quotes comes as two senders, one of them without an address.
  const from = addressesOf(addressParser(mail.headers.find(({ key }) => key === "from")?.value ?? ""));
  if (from.length === 0) faults.push("This email names no sender.");
  if (from.length > 1 || (headers.get("from")?.length ?? 0) > 1) faults.push(severalSenders);
  if (!isLong) faults.push(...damageOf(bytes, mail));
  const body = bodyOf(mail, faults);
  const sentAt = dateOf(mail.date);
  if (mail.date && !sentAt) faults.push("The date of this email cannot be read.");
  const to = addressesOf(mail.to);
  if (to.length > mostAddresses) faults.push("This email has more than 10,000 recipients.");
  const attachments = mail.attachments.filter(({ disposition }) => disposition !== "inline");
  return {
    messageId: idsOf(mail.messageId)[0] ?? null,
    inReplyTo: idsOf(mail.inReplyTo)[0] ?? null,
    references: idsOf(mail.references).slice(-100),
    from: from[0] ?? { name: "", address: "" },
    replyTo: addressesOf(mail.replyTo)[0] ?? null,
    to: to.slice(0, mostAddresses),
    cc: addressesOf(mail.cc).slice(0, mostAddresses),
    deliveredTo: ["delivered-to", "x-original-to", "envelope-to"].flatMap((name) =>
      (headers.get(name) ?? []).slice(0, 20).map((value) => oneLine(value).replaceAll(/[<>]/g, "").toLowerCase()),
    ),
    subject: oneLine(mail.subject ?? "").slice(0, 500),
    sentAt,
    text: body,
    fresh: freshOf(body),
    html: mail.html?.slice(0, 2 * megabyte) ?? null,
    attachments: attachments.slice(0, 200).map(({ filename, mimeType, content }) => ({
      name: oneLine(filename ?? "").slice(0, 200) || "unnamed",
      type: mimeType,
      size: typeof content === "string" ? content.length : content.byteLength,
    })),
    isInvitation: isInvitation(mail, headers),
    headers,
    faults,
  };
}

/** Where the last line ends that is read: the parser's time grows faster than their number. */
function endOfLines(raw: Uint8Array): number {
  let at = 0;
  for (let line = 0; line < mostLines; line++) {
    at = raw.indexOf(10, at) + 1;
    if (at === 0) return raw.byteLength;
  }
  return at;
}

async function parse(bytes: Uint8Array, faults: string[]): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 50, maxHeadersSize: megabyte });
  } catch {
    faults.push("This email is broken and could not be read.");
    return { headers: [], headerLines: [], attachments: [] } as unknown as Email;
  }
}

/** The plain part, else what is seen of the HTML. */
function bodyOf(mail: Email, faults: string[]): string {
  const html = mail.html ? textOfSafely(mail.html.slice(0, 2 * megabyte), faults) : null;
  if (html?.isHiding) faults.push("This email hides text from its reader.");
  const plain = seenCharacters(mail.text ?? "").trim();
  const rich = seenCharacters(html?.text ?? "").trim();
  if (plain && rich && isOtherText(plain, rich))
    faults.push("The plain text and the formatted text of this email say different things.");
  const body = plain || rich;
  if (!body) faults.push("This email has no text.");
  if (body.length > longestText) faults.push("This email is very long. Only its beginning was read.");
  return body.slice(0, longestText);
}

function textOfSafely(html: string, faults: string[]) {
  try {
    return textOfHtml(html);
  } catch {
    faults.push("The formatted text of this email is broken.");
    return null;
  }
}

const wordsOf = (text: string) =>
  new Set(
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}{3,}/gu),
  );

/** Whether either text says much that the other does not. */
function isOtherText(plain: string, rich: string): boolean {
  const [one, other] = [wordsOf(plain), wordsOf(rich)];
  const lacks = (from: Set<string>, within: Set<string>) => [...from].filter((word) => !within.has(word)).length;
  return [lacks(one, other) / one.size, lacks(other, one) / other.size].some((share) => share > 0.4) && one.size > 4;
}

const earliest = Date.UTC(1980);
const latest = Date.UTC(2100);

function dateOf(text: string | undefined): Date | null {
  const at = text ? Date.parse(text) : Number.NaN;
  return at > earliest && at < latest ? new Date(at) : null;
}

/** An answer without what it quotes; the whole text where new lines are written between quoted ones. */
function freshOf(text: string): string {
  // Long lines and many lines cost the library's patterns much time.
  if (text.length > 50_000 || text.split("\n").length > 2_000 || text.split("\n").some((line) => line.length > 5_000))
    return text;
  const lines = text.split("\n").filter((line) => line.trim());
  const isQuoted = lines.map((line) => /^\s*>/.test(line));
  const first = isQuoted.indexOf(true);
  const isBetween = first >= 0 && isQuoted.slice(first, isQuoted.lastIndexOf(true)).includes(false);
  // An answer above the quoted letter quotes a letter's own quotes too, so only lines below the first count.
  if (isBetween || (first >= 0 && isQuoted.at(-1) === false)) return text;
  const visible = new EmailReplyParser().parseReply(text).trim();
  return /\p{L}|\d/u.test(visible) ? visible : text;
}

function isInvitation(mail: Email, headers: ReadonlyMap<string, string[]>): boolean {
  if (/^\s*text\/calendar/i.test(headers.get("content-type")?.[0] ?? "")) return true;
  return mail.attachments.some(
    ({ mimeType, method, disposition }) =>
      mimeType === "text/calendar" && (disposition !== "attachment" || (method !== undefined && method !== "")),
  );
}
