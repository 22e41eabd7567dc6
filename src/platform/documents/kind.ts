import { type DocumentKind, Unreadable } from "./document.ts";

const kinds: Readonly<Record<string, DocumentKind>> = {
  txt: "text",
  text: "text",
  log: "text",
  md: "markdown",
  markdown: "markdown",
  csv: "csv",
  tsv: "csv",
  pdf: "pdf",
  docx: "docx",
  eml: "email",
};

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
/** The container of old Word files, and of encrypted new ones. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
const isPdf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");

/** The kind by the name's ending, checked against the first bytes. */
export function kindOf(fileName: string, bytes: Uint8Array): DocumentKind {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(fileName.slice(-20))?.[1]?.toLowerCase() ?? "";
  const kind = kinds[ending];
  if (bytes.length === 0) throw new Unreadable("The file is empty.");
  if (ending === "doc") throw new Unreadable("This is an old Word file. Save it as .docx and upload that.");
  if (!kind)
    throw new Unreadable(
      "Boardroom reads text, Markdown, CSV, PDF, Word (.docx) and email (.eml) files, not this kind.",
    );
  if (kind === "docx" && isCompound(bytes))
    throw new Unreadable("The file is encrypted. Upload a copy without a password.");
  const isAsNamed = kind === "pdf" ? isPdf(bytes) : kind === "docx" ? isZip(bytes) : !isZip(bytes) && !isPdf(bytes);
  if (!isAsNamed)
    throw new Unreadable(`The file is not what its name says: it ends in .${ending}, but holds something else.`);
  return kind;
}
