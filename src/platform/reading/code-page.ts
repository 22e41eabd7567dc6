import { analyse } from "chardet";
import { type Place, type Source, UnreadableFile } from "./reading.ts";

/** Pages of one byte that people's programs write, beside those the library finds. */
const pages = ["windows-1252", "windows-1250", "windows-1251", "macintosh"];

const headBytes = 64 * 1024;
/** Bytes around characters outside ASCII, from all over the file, by which the library judges. */
const mostEvidence = 96 * 1024;

export type CodePages = { page: string; others: string[]; note: string | null };

/** The code page of a file, judged by all its bytes. */
export async function detectCodePage(source: Source, _place: Place): Promise<CodePages> {
  const head: Uint8Array[] = [];
  let headSize = 0;
  let isUtf8 = true;
  let at = 0;
  const evidence: Uint8Array[] = [];
  let evidenceSize = 0;
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of source.bytes()) {
    if (headSize < headBytes) {
      head.push(chunk.subarray(0, headBytes - headSize));
      headSize += Math.min(chunk.length, headBytes - headSize);
    }
    if (isUtf8) {
      try {
        utf8.decode(chunk, { stream: true });
      } catch {
        isUtf8 = false;
      }
    }
    for (let from = 0; from < chunk.length && evidenceSize < mostEvidence; from += 4096) {
      const piece = chunk.subarray(from, from + 4096);
      if (piece.some((byte) => byte > 127)) {
        evidence.push(piece.slice());
        evidenceSize += piece.length;
      }
    }
    at += chunk.length;
  }
  const first = Buffer.concat(head);
  if (at === 0) throw new UnreadableFile("The file is empty.");
  const wide = wideOf(first);
  if (wide) return { page: wide, others: [], note: null };
  refuseBinary(first);
  try {
    if (isUtf8) utf8.decode();
  } catch {
    isUtf8 = false;
  }
  if (isUtf8) return { page: "utf-8", others: [], note: null };
  const found = analyse(Buffer.concat(evidence))
    .map(({ name }) => labelOf(name))
    .filter((label) => label !== null && !label.startsWith("utf"))
    .map(String);
  const ranked = [...new Set([...found, ...pages])];
  return { page: ranked[0] ?? "windows-1252", others: ranked.slice(1, 8), note: null };
}

function labelOf(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** UTF-16 by its mark, or by the zero bytes beside every ASCII character. */
function wideOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 20 && even < odd / 20) return "utf-16le";
  return even > bytes.length / 20 && odd < even / 20 ? "utf-16be" : null;
}

function refuseBinary(bytes: Uint8Array): void {
  let odd = 0;
  for (const byte of bytes)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27 && byte !== 0x1a && byte !== 0x0c)
      odd += 1;
  if (odd > Math.max(4, bytes.length / 50))
    throw new UnreadableFile("The file holds no table. Export it as CSV or XLSX.");
}

/** The text of a file in pieces, without its byte order mark and NUL characters. */
export async function* textOf(source: Source, codePage: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(codePage);
  for await (const chunk of source.bytes()) {
    for (let from = 0; from < chunk.length; from += headBytes) {
      const text = decoder.decode(chunk.subarray(from, from + headBytes), { stream: true });
      yield text.includes("\0") ? text.replaceAll("\0", "") : text;
    }
  }
  yield decoder.decode();
}
