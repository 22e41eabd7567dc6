import PostalMime, { type Address } from "postal-mime";
import { type Block, Unreadable } from "./document.ts";
import { textBlocks } from "./plain.ts";

const formatAddress = ({ name, address }: Address): string =>
  name && address && name !== address ? `${name} <${address}>` : (address ?? name ?? "");
const formatAddresses = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? []).slice(0, 50).map(formatAddress).filter(Boolean).join(", ");

/** An e-mail's headers and text; attachments are named and not read. */
export async function emailBlocks(
  bytes: Uint8Array,
): Promise<{ blocks: Block[]; writtenAt: string | null; note: string | null }> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 }).catch(
    (cause: unknown) => {
      throw new Unreadable("The email is broken. Save it again as .eml and upload that.", { cause });
    },
  );
  if (!mail.from && !mail.subject && !mail.date) throw new Unreadable("The file is not an email.");
  const body = mail.text?.trim() ? mail.text : mail.html ? textOfHtml(mail.html) : "";
  const head = [
    ["From", mail.from ? formatAddress(mail.from) : ""],
    ["To", formatAddresses(mail.to)],
    ["Cc", formatAddresses(mail.cc)],
    ["Date", mail.date ?? ""],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const count = mail.attachments.length;
  const at = mail.date ? Date.parse(mail.date) : Number.NaN;
  return {
    writtenAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
    blocks: [
      { text: mail.subject?.trim() || "Email without a subject", level: 1 },
      { text: head.join("\n") },
      ...textBlocks(body.replace(/\r\n?/g, "\n")),
    ],
    note:
      count === 0
        ? null
        : `${count === 1 ? "1 attachment was" : `${count} attachments were`} not read. Upload ${count === 1 ? "it" : "them"} separately.`,
  };
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  pound: "£",
  euro: "€",
};

/** The text of HTML, one pass over its characters. */
function textOfHtml(html: string): string {
  let text = "";
  let hidden: string | null = null;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const end = open === -1 ? html.length : open;
    if (!hidden) text += html.slice(at, end);
    if (open === -1) break;
    const close = html.indexOf(">", open);
    if (close === -1) break;
    const name = /^<\/?([a-z0-9]+)/i.exec(html.slice(open, open + 20))?.[1]?.toLowerCase() ?? "";
    const isEnd = html[open + 1] === "/";
    if (name === "script" || name === "style") hidden = isEnd ? null : name;
    if (["p", "div", "tr", "li", "h1", "h2", "h3", "h4", "table", "ul", "ol", "blockquote"].includes(name))
      text += "\n\n";
    if (name === "br") text += "\n";
    if (name === "td" || name === "th") text += " ";
    at = close + 1;
  }
  return text.replace(/&(#\d{1,6}|[a-z]{2,6});/g, (whole, name: string) => {
    const code = name.startsWith("#") ? Number(name.slice(1)) : 0;
    return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : (entities[name] ?? whole);
  });
}
