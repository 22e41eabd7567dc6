import { type DocumentKind, Unreadable } from "./document.ts";

/** The kinds that are read, as a sentence names them. */
const readKinds = "text, Markdown, CSV, PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx) and email (.eml)";

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
  xlsx: "xlsx",
  xlsm: "xlsx",
  pptx: "pptx",
  eml: "email",
};

/** Kinds that are not read, with how they are saved as one that is. */
const otherKinds: Readonly<Record<string, string>> = {
  doc: "This is an old Word file. Save it as .docx and upload that.",
  xls: "This is an old Excel file. Save it as .xlsx and upload that.",
  ppt: "This is an old PowerPoint file. Save it as .pptx and upload that.",
  odt: "This is an OpenDocument text. Save it as .docx and upload that.",
  ods: "This is an OpenDocument spreadsheet. Save it as .xlsx and upload that.",
  odp: "This is an OpenDocument presentation. Save it as .pptx and upload that.",
  rtf: "This is a rich text file. Save it as .docx and upload that.",
  pages: "This is a Pages document. Export it as .docx and upload that.",
  numbers: "This is a Numbers spreadsheet. Export it as .xlsx and upload that.",
  key: "This is a Keynote presentation. Export it as .pptx and upload that.",
  msg: "This is an Outlook message. Save it as .eml and upload that.",
};

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
/** The container of old Office files, and of encrypted new ones. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
const isRichText = (bytes: Uint8Array) => startsWith(bytes, 0x7b, 0x5c, 0x72, 0x74, 0x66);
const isPdf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");

export function kindOf(fileName: string, bytes: Uint8Array): DocumentKind {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(fileName.slice(-20))?.[1]?.toLowerCase() ?? "";
  const kind = kinds[ending];
  if (bytes.length === 0) throw new Unreadable("The file is empty.");
  if (otherKinds[ending]) throw new Unreadable(otherKinds[ending]);
  if (!kind) throw new Unreadable(`Boardroom reads ${readKinds} files, not this kind.`);
  const isOffice = kind === "docx" || kind === "xlsx" || kind === "pptx";
  if (isOffice && isCompound(bytes)) throw new Unreadable("The file is encrypted. Upload a copy without a password.");
  const isAsNamed = isOffice
    ? isZip(bytes)
    : kind === "pdf"
      ? isPdf(bytes)
      : !isZip(bytes) && !isCompound(bytes) && !isRichText(bytes) && !isPdf(bytes);
  if (!isAsNamed)
    throw new Unreadable(`The file is not what its name says: it ends in .${ending}, but holds something else.`);
  return kind;
}
