import { parentPort, workerData } from "node:worker_threads";
import { read, SSF, type CellObject, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { unzipSync } from "fflate";
import { mostColumns } from "./csv.ts";
import type { Line } from "./reading.ts";

export type WorkbookInput = { bytes: Uint8Array; sheet: string | null };
export type Opened = { sheets: string[]; sheet: string; notes: string[] };
export type WorkbookMessage = { opened: Opened } | { lines: Line[] } | { end: true } | { fault: string; line?: number };

const mostExpanded = 400 * 1024 * 1024;
const batchSize = 500;

const { bytes, sheet: chosen } = workerData as WorkbookInput;
const port = parentPort;
const post = (message: WorkbookMessage) => port?.postMessage(message);

class Refused extends Error {}

/** What the parts of the file claim to expand to; what they really do is limited by the thread's memory. */
function refuseBomb(): void {
  if (bytes[0] !== 0x50) return;
  let size = 0;
  unzipSync(bytes, { filter: ({ originalSize }) => ((size += originalSize), false) });
  if (size > mostExpanded) throw new Refused("The workbook expands to more than 400 MB. Export the sheet as CSV.");
}

function open(sheets?: string): WorkBook {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      raw: true,
      ...(sheets === undefined ? {} : { sheets }),
    });
  } catch (error) {
    throw new Refused(
      error instanceof Error && /password|encrypt/i.test(error.message)
        ? "The workbook is protected with a password. Upload a copy without one."
        : "The workbook could not be read. Save it again as XLSX, or export the sheet as CSV.",
    );
  }
}

const rowsOf = (sheet: WorkSheet | undefined): (CellObject | undefined)[][] =>
  (sheet?.["!data"] as (CellObject | undefined)[][] | undefined) ?? [];

function filledIn(sheet: WorkSheet | undefined): number {
  let count = 0;
  for (const row of rowsOf(sheet)) for (const cell of row ?? []) if (cell?.v !== undefined && cell.v !== "") count += 1;
  return count;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Digits that could be read as a group are told from one: 1.234 becomes 1.2340. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** A number as its style shows it: a day, a time, a percent or an amount of a currency. */
function styledText(value: number, style: string, from1904: boolean): string {
  // Without the quoted texts, escapes and colors of a style.
  const bare = style.replaceAll(/"[^"]{0,50}"|\\.|_.|\*.|\[(?!h|\$)[^\][]{0,50}\]/gi, "");
  const minutes = Math.round(value * 1440);
  if (/\[h+\]/i.test(bare)) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  if (SSF.is_date(style) && value >= 0) {
    const { y, m, d, H, M, S } = SSF.parse_date_code(value, { date1904: from1904 }) as Record<
      "y" | "m" | "d" | "H" | "M" | "S",
      number
    >;
    const time = `${two(H)}:${two(M)}:${two(Math.min(59, Math.round(S)))}`;
    if (value < 1 && !/[yd]/i.test(bare)) return time;
    if (!/d/i.test(bare) && /y/i.test(bare)) return `${y}-${two(m)}`;
    const day = `${y}-${two(m)}-${two(d)}`;
    return Math.abs(value - Math.round(value)) < 1e-6 ? day : `${day} ${time}`;
  }
  if (bare.includes("%")) return `${numberText(value * 100)}%`;
  const positive = style.split(";")[0] ?? "";
  const sign =
    /\[\$([^\]-]+)/.exec(positive)?.[1] ??
    /[$€£¥₹₽₺₩₪₫₴₱฿]|(?<=")(?:[A-Z]{3}|kr|zł|Kč|Ft|R\$|CHF)(?=\s*")/.exec(positive)?.[0];
  return sign ? `${sign.trim()} ${numberText(value)}` : numberText(value);
}

/** Errors, formulas without results and hidden lines of the sheet. */
const found = { errors: 0, formulas: 0 };

function textOf(cell: CellObject | undefined, from1904: boolean): string {
  if (!cell) return "";
  const { t, v, f } = cell;
  if (f !== undefined && v === undefined) {
    found.formulas += 1;
    return `=${f}`;
  }
  if (t === "e") {
    found.errors += 1;
    return "";
  }
  if (v === undefined || v === null) return "";
  if (t === "b") return v === true ? "TRUE" : "FALSE";
  if (typeof v !== "number") return v instanceof Date ? v.toISOString().slice(0, 10) : String(v).trim();
  return typeof cell.z === "string" && cell.z !== "General" ? styledText(v, cell.z, from1904) : numberText(v);
}

function run(): void {
  refuseBomb();
  const book = open(chosen ?? undefined);
  const about = book.Workbook?.Sheets ?? [];
  const sheets = book.SheetNames;
  const hidden = sheets.filter((_, at) => (about[at]?.Hidden ?? 0) !== 0);
  const visible = sheets.filter((name) => !hidden.includes(name));
  const counts = new Map(sheets.map((name) => [name, filledIn(book.Sheets[name])]));
  const offered = visible.length > 0 ? visible : sheets;
  const fullest = offered.reduce(
    (best, name) => ((counts.get(name) ?? 0) > (counts.get(best) ?? 0) ? name : best),
    offered[0] ?? "",
  );
  const sheet = chosen ?? fullest;
  const data = book.Sheets[sheet];
  if (!data)
    throw new Refused(sheets.length === 0 ? "The workbook has no sheet." : `The workbook has no sheet ${sheet}.`);
  if ((counts.get(sheet) ?? 0) === 0) throw new Refused("The workbook's sheets are empty.");
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  const lines: Line[] = [];
  for (const [at, row] of rowsOf(data).entries()) {
    if (!row) continue;
    const cells = Array.from({ length: row.length }, (_, place) => textOf(row[place], from1904));
    while (cells.length > 0 && cells.at(-1) === "") cells.pop();
    if (cells.length > mostColumns)
      throw new Refused(
        `Line ${at + 1} has ${cells.length.toLocaleString("en")} columns; at most ${mostColumns} can be read.`,
      );
    if (cells.length > 0) lines.push({ line: at + 1, cells });
  }
  const hiddenRows = (data["!rows"] ?? []).filter((row) => row?.hidden).length;
  const notes = [
    hidden.length > 0 ? `The workbook has hidden sheets: ${hidden.slice(0, 5).join(", ")}.` : "",
    hiddenRows > 0 ? `${hiddenRows} hidden rows are read like the others.` : "",
    found.errors > 0 ? `${found.errors} cells with an error such as #N/A are read as empty.` : "",
    found.formulas > 0
      ? `${found.formulas} formulas hold no result: open the file in a spreadsheet program and save it.`
      : "",
  ].filter(Boolean);
  post({ opened: { sheets, sheet, notes } });
  // One batch for each request, so that none pile up.
  let sent = 0;
  const next = () => {
    if (sent >= lines.length) {
      post({ end: true });
      port?.close();
      return;
    }
    post({ lines: lines.slice(sent, sent + batchSize) });
    sent += batchSize;
  };
  port?.on("message", next);
}

try {
  run();
} catch (error) {
  post({
    fault:
      error instanceof Refused
        ? error.message
        : "The workbook could not be read. Save it again as XLSX, or export the sheet as CSV.",
  });
}
