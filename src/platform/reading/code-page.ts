import { detectAll } from "jschardet";
import { eastAsianPages, letterScore } from "./letters.ts";
import { regionOf } from "./place.ts";
import { type Place, type Source, UnreadableFile } from "./reading.ts";
import { takeTurns } from "./turns.ts";

const single = [
  ..."1252 1250 1251 1253 1254 1255 1256 1257 1258 874".split(" ").map((page) => `windows-${page}`),
  ..."macintosh x-mac-cyrillic iso-8859-2 iso-8859-5 iso-8859-7 iso-8859-8 koi8-r koi8-u ibm866".split(" "),
];
/** The library's names for what the encoding standard names otherwise. */
const aliases: Readonly<Record<string, string>> = {
  macroman: "macintosh",
  maccyrillic: "x-mac-cyrillic",
  cp932: "shift_jis",
  cp949: "euc-kr",
  cp874: "windows-874",
};

/** The page of Windows in the languages that do not use 1252. */
const pageOfLanguage: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    "windows-1250": "pl cs sk hu sl hr bs ro sq",
    "windows-1251": "ru uk be bg mk sr kk",
    "windows-1253": "el",
    "windows-1254": "tr az",
    "windows-1255": "he",
    "windows-1256": "ar fa ur",
    "windows-1257": "lt lv et",
    "windows-1258": "vi",
    "windows-874": "th",
    shift_jis: "ja",
    "euc-kr": "ko",
    gb18030: "zh",
  }).flatMap(([page, languages]) => languages.split(" ").map((language) => [language, page])),
);

const headBytes = 64 * 1024;
/** Lines with characters outside ASCII, from all over the file, by which the page is judged. */
const mostEvidence = 64;
const longestEvidence = 300;
/** How much the company's country may add to a page's score: it only breaks ties. */
const homeBonus = 0.12;

export type CodePages = { page: string; others: string[]; notes: string[] };

export async function detectCodePage(source: Source, place: Place): Promise<CodePages> {
  const head = Buffer.concat(await firstBytes(source));
  const wide = wideOf(head);
  if (wide) return { page: wide, others: [], notes: [] };
  refuseBinary(head);
  if (await isUtf8(source)) return { page: "utf-8", others: [], notes: [] };
  return legacyPage(source, place);
}

/** The bytes in small pieces, with turns for other work between them. */
async function* piecesOf(source: Source): AsyncGenerator<Uint8Array> {
  const pause = takeTurns();
  for await (const chunk of source.bytes()) {
    for (let from = 0; from < chunk.length; from += headBytes) {
      yield chunk.subarray(from, from + headBytes);
      await pause();
    }
  }
}

async function firstBytes(source: Source): Promise<Uint8Array[]> {
  const head: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.bytes()) {
    head.push(chunk.subarray(0, headBytes - size));
    size += chunk.length;
    if (size >= headBytes) break;
  }
  return head;
}

async function isUtf8(source: Source): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of piecesOf(source)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function legacyPage(source: Source, place: Place): Promise<CodePages> {
  const utf8 = new TextDecoder("utf-8");
  const decoders = new Map(eastAsianPages.map((page) => [page, new TextDecoder(page, { fatal: true })]));
  const seen = new Uint8Array(256);
  let [unreadable, readable] = [0, 0];
  let [evidence, stride, lines]: [Buffer[], number, number] = [[], 1, 0];
  for await (const chunk of piecesOf(source)) {
    for (const [page, decoder] of decoders) if (!fits(decoder, chunk)) decoders.delete(page);
    const text = utf8.decode(chunk, { stream: true });
    unreadable += text.match(/\uFFFD/g)?.length ?? 0;
    readable += text.match(/[\x80-\uFFFC]/g)?.length ?? 0;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      seen[byte] = 1;
      if (byte < 128) continue;
      const from = bytes.lastIndexOf(10, at) + 1;
      const end = bytes.indexOf(10, at);
      const stop = Math.min(end === -1 ? bytes.length : end, from + longestEvidence + at - from);
      lines += 1;
      if (lines % stride === 0) evidence.push(Buffer.from(bytes.subarray(Math.max(from, at - longestEvidence), stop)));
      if (evidence.length > mostEvidence)
        [evidence, stride] = [evidence.filter((_, place) => place % 2 === 0), stride * 2];
      for (; at < stop; at += 1) seen[bytes[at] ?? 0] = 1;
    }
  }
  // A text in UTF-8 that a program cut or joined wrongly somewhere.
  if (readable > 20 * unreadable)
    return {
      page: "utf-8",
      others: ["windows-1252"],
      notes: [`${unreadable} characters are not proper UTF-8 and cannot be read.`],
    };
  const sample = Buffer.concat(evidence.flatMap((line) => [line, Buffer.from("\n")]));
  const { ranked, isUsual } = rank(sample, [...decoders.keys()], seen, place);
  const page = ranked[0] ?? "windows-1252";
  const why = isUsual ? ", the most usual one in the company's country" : "";
  return { page, others: ranked.slice(1, 8), notes: [`The file is not in UTF-8: it was read as ${page}${why}.`] };
}

function fits(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * The pages that fit, best first: by how letters stand beside each other, the library's models and the country.
 * `isUsual` if only the country decided.
 */
function rank(sample: Buffer, wide: string[], seen: Uint8Array, place: Place): { ranked: string[]; isUsual: boolean } {
  const found = new Map<string, number>();
  for (const { encoding, confidence } of detectAll(sample)) {
    const page = encoding ? labelOf(encoding) : null;
    if (page && !found.has(page)) found.set(page, confidence);
  }
  const most = Math.max(0.01, ...found.values());
  // A few letters say little to models of languages, and leave more to the country.
  const evidence = Math.min(1, sample.reduce((count, byte) => (byte > 127 ? count + 1 : count), 0) / 12);
  const bonus = homeBonus + 0.1 * (1 - evidence);
  const region = regionOf(place);
  const home = region
    ? (pageOfLanguage[new Intl.Locale("und", { region }).maximize().language] ?? "windows-1252")
    : null;
  const scores = [...single.filter((page) => isAssigned(page, seen)), ...wide]
    .map((page) => {
      const text = new TextDecoder(page).decode(sample);
      const score =
        letterScore(text, page) + (0.6 * evidence * (found.get(page) ?? 0)) / most + (page === home ? bonus : 0);
      return { page, text, score };
    })
    .sort((a, b) => b.score - a.score || single.indexOf(a.page) - single.indexOf(b.page));
  const [first, second] = scores;
  const isUsual =
    first?.page === home && second !== undefined && second.text !== first.text && first.score - bonus < second.score;
  // Pages that read the same are not told apart.
  const distinct = scores.filter(
    ({ text, score }, at) => score > 0 && !scores.slice(0, at).some((better) => better.text === text),
  );
  return { ranked: distinct.map(({ page }) => page), isUsual };
}

function labelOf(name: string): string | null {
  const known = aliases[name.toLowerCase()] ?? name;
  try {
    return new TextDecoder(known).encoding;
  } catch {
    return null;
  }
}

/** Whether the page has a character for each byte of the file. */
function isAssigned(page: string, seen: Uint8Array): boolean {
  const text = new TextDecoder(page).decode(seen.map((_, byte) => byte));
  return seen.every(
    (used, byte) => used === 0 || byte < 128 || !/[\x80-\x9f\uFFFD\uE000-\uF8FF]/.test(text[byte] ?? ""),
  );
}

/** UTF-16 by its mark, or by the zero bytes beside every ASCII character. */
function wideOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  let [even, odd] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const [most, least] = [Math.max(even, odd), Math.min(even, odd)];
  // Texts in other scripts have ASCII only between their cells, but are no UTF-8.
  const isWide =
    least <= most / 20 &&
    (most > bytes.length / 5 || (most > 1 && !fits(new TextDecoder("utf-8", { fatal: true }), bytes)));
  return isWide ? (odd > even ? "utf-16le" : "utf-16be") : null;
}

const noTable = "The file holds no table. Export it as CSV or XLSX.";
const textual = new Set([9, 10, 12, 13, 26, 27]);

function refuseBinary(bytes: Uint8Array): void {
  let control = 0;
  for (const byte of bytes) if (byte < 32 && byte !== 0 && !textual.has(byte)) control += 1;
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  if (control > 4 + bytes.length / 100 || zeros > 8 + bytes.length / 10 || (control > 0 && zeros > bytes.length / 100))
    throw new UnreadableFile(noTable);
  // Formats of text that hold no lines of cells.
  if (/^\s*(?:%PDF-|\{\\rtf|[[{]\s*["{[])/.test(Buffer.from(bytes.subarray(0, 200)).toString("latin1")))
    throw new UnreadableFile(noTable);
}

/** The text of a file in pieces, without its byte order mark and NUL characters. */
export async function* textOf(source: Source, codePage: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(codePage);
  for await (const chunk of piecesOf(source)) {
    const text = decoder.decode(chunk, { stream: true });
    yield text.includes("\0") ? text.replaceAll("\0", "") : text;
  }
  yield decoder.decode();
}
