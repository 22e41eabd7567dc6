import PostalMime, { type Address as Parsed } from "postal-mime";

export type Address = { address: string; name: string };

/** A letter as a person sees it. */
export type Letter = {
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  from: Address;
  replyTo: Address | null;
  to: Address[];
  cc: Address[];
  deliveredTo: string[];
  subject: string;
  sentAt: Date | null;
  text: string;
  /** Without what is quoted. */
  fresh: string;
  html: string | null;
  attachments: { name: string; type: string; size: number }[];
  headers: ReadonlyMap<string, string[]>;
  faults: string[];
};

const most = 200_000;
const flat = (all: Parsed[] | undefined): Address[] =>
  (all ?? []).flatMap((one) =>
    (one.group ?? [one]).map(({ address, name }) => ({ address: (address ?? "").toLowerCase(), name: name ?? "" })),
  );

/** Reads what a stranger sent; what cannot be read is a fault, never an error. */
export async function readLetter(raw: Uint8Array): Promise<Letter> {
  const parsed = await PostalMime.parse(raw).catch(() => null);
  const headers = new Map<string, string[]>();
  for (const { key, value } of parsed?.headers ?? []) headers.set(key, [...(headers.get(key) ?? []), value]);
  const text = (parsed?.text ?? (parsed?.html ?? "").replaceAll(/<[^<>]*>/g, " ")).slice(0, most);
  const lines = text.split("\n");
  const quoted = lines.findIndex((line) => line.startsWith(">") || line.trimEnd().endsWith("wrote:"));
  return {
    messageId: parsed?.messageId ?? null,
    inReplyTo: parsed?.inReplyTo ?? null,
    references: parsed?.references?.split(/\s+/).filter(Boolean) ?? [],
    from: flat(parsed?.from ? [parsed.from] : [])[0] ?? { address: "", name: "" },
    replyTo: flat(parsed?.replyTo)[0] ?? null,
    to: flat(parsed?.to),
    cc: flat(parsed?.cc),
    deliveredTo: parsed?.deliveredTo ? [parsed.deliveredTo.toLowerCase()] : [],
    subject: (parsed?.subject ?? "").slice(0, 998),
    sentAt: parsed?.date && !Number.isNaN(Date.parse(parsed.date)) ? new Date(parsed.date) : null,
    text,
    fresh: (quoted < 0 ? lines : lines.slice(0, quoted)).join("\n").trim(),
    html: parsed?.html?.slice(0, most) ?? null,
    attachments: (parsed?.attachments ?? []).map(({ filename, mimeType, content }) => ({
      name: filename ?? "",
      type: mimeType,
      size: typeof content === "string" ? content.length : content.byteLength,
    })),
    headers,
    faults: parsed ? [] : ["Its text could not be read."],
  };
}
