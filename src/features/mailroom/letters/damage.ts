import type { Email } from "postal-mime";

const megabyte = 1024 * 1024;
const encodings = new Set(["7bit", "8bit", "binary", "quoted-printable", "base64"]);
const partHeaders = /^content-(?:type|transfer-encoding):[^\n]{0,2000}(?:\n[ \t][^\n]{0,2000}){0,10}/gim;
/** In a subject or a name, a line break is there to begin a header of its own. */
const control = /[^\P{Cc}\t]/u;

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

function damageOfHeader(header: string): string[] {
  const [, kind = "", value = ""] = /^content-(type|transfer-encoding):([^]*)$/i.exec(header.slice(0, 20_000)) ?? [];
  if (kind.toLowerCase() === "transfer-encoding") {
    const encoding = /^["']?([\w-]+)/.exec(value.trim())?.[1]?.toLowerCase() ?? "";
    return encodings.has(encoding) ? [] : ["A part of this email is packed in a way that is not known."];
  }
  const charset = /charset\s*=\s*["']?([^\s"';]{1,60})/i.exec(value)?.[1];
  return charset === undefined || isCharset(charset)
    ? []
    : [`This email is written in ${charset.replaceAll(/[^\w.-]/g, "")}, a character set that is not known.`];
}

/** Whether its parts are marked off and the last of them is there. */
function isWhole(bytes: Uint8Array, mail: Email): boolean {
  const type = mail.headers.find(({ key }) => key === "content-type")?.value ?? "";
  if (!/^\s*multipart\//i.test(type)) return true;
  const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  return boundary !== undefined && Buffer.from(bytes).includes(`--${boundary}--`);
}

/** What is damaged in the form of an email, a sentence each: what is read of it may not be what its sender wrote. */
export function damageOf(bytes: Uint8Array, mail: Email): string[] {
  const text = Buffer.from(bytes.subarray(0, megabyte)).toString("latin1").replaceAll("\r", "");
  const named = [mail.from, mail.sender, ...(mail.replyTo ?? []), ...(mail.to ?? []).slice(0, 100)];
  const shown = [mail.subject, ...named.map((one) => one?.name)];
  const has = (name: string, pattern: RegExp) =>
    mail.headers.some(({ key, value }) => key === name && pattern.test(value.slice(0, 2_000).trim()));
  return [
    ...new Set([
      ...(text.match(partHeaders) ?? []).slice(0, 200).flatMap(damageOfHeader),
      ...(isWhole(bytes, mail) ? [] : ["The parts of this email are broken, so some of it may be missing."]),
      ...(has("bcc", /\S/) ? ["This email names recipients that should be hidden."] : []),
      // A colon within a name makes a list of it, of which any part can be the sender.
      ...(mail.from?.group || has("message-id", /\s/) ? ["A header of this email is malformed."] : []),
      ...(shown.some((one) => control.test(one ?? "")) ? ["A header of this email hides a line break."] : []),
      ...(`${mail.text ?? ""}${mail.html ?? ""}`.includes("\ufffd")
        ? ["Some characters of this email cannot be read."]
        : []),
    ]),
  ];
}
