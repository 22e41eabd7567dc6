import { Unreadable } from "./document.ts";

/** The text of bytes in UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
export function decode(bytes: Uint8Array): string {
  const text = decodeBytes(bytes).replace(/^\ufeff/, "");
  // Text has line ends and tabs; other control characters mean that these bytes are something else.
  // oxlint-disable-next-line no-control-regex
  const controls = text.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  if (text.includes("\u0000") || controls > text.length / 100)
    throw new Unreadable("The file is not text. Save it as UTF-8 text and upload that.");
  if (text.trim() === "") throw new Unreadable("The file is empty.");
  return text.replace(/\r\n?/g, "\n").toWellFormed();
}

function decodeBytes(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
