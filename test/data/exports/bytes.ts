import { strToU8, zipSync } from "fflate";
import type { Amount, Cell, Locale, Style } from "./export.ts";
import { addDays } from "./entities.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function writeDay(day: string, form: string): string {
  const [year = "", month = "", date = ""] = day.slice(0, 10).split("-");
  const parts: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MMM: months[Number(month) - 1] ?? "",
    MM: month,
    M: String(Number(month)),
    DD: date,
    D: String(Number(date)),
    "HH:mm:ss": day.slice(11, 19) || "00:00:00",
    "HH:mm": day.slice(11, 16) || "00:00",
  };
  return form.replaceAll(/YYYY|YY|MMM|MM|M|DD|D|HH:mm:ss|HH:mm/g, (token) => parts[token] ?? token);
}

const grouped = (whole: string, { group, lakh }: Style): string =>
  group === "" ? whole : whole.replaceAll(lakh ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g, group);

function negated(text: string, form: Style["negative"]): string {
  return form === "()" ? `(${text})` : form === "after" ? `${text}-` : form === "CR" ? `${text} DR` : `${form}${text}`;
}

function writeAmount(cell: Amount, of: Locale): string {
  const { style } = of;
  const [whole = "0", rest] = Math.abs(cell.amount)
    .toFixed(cell.digits ?? of.digits)
    .split(".");
  const bare = grouped(whole, style) + (rest === undefined ? "" : style.decimal + rest);
  const signed = cell.amount < 0 ? negated(bare, style.negative) : style.negative === "CR" ? `${bare} CR` : bare;
  if (cell.sign === "code") return `${of.place.currency} ${signed}`;
  if (cell.sign === "after") return `${signed} ${of.sign}`;
  return cell.sign === "before" ? signed.replace(/^[-−(]*/, (start) => `${start}${of.sign}`) : signed;
}

function writeCell(cell: Cell, of: Locale): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  if ("day" in cell) return writeDay(cell.day, of.style.days);
  if ("at" in cell) return writeDay(cell.at, cell.form ?? of.style.days + of.style.times);
  return writeAmount(cell, of);
}

/** The bytes of text in a code page of the encoding standard: its decoder, turned round. */
function encode(text: string, { codePage, bom }: Style): Uint8Array<ArrayBuffer> {
  const start = bom ? "\uFEFF" : "";
  if (codePage === "utf-8") return Uint8Array.from(Buffer.from(start + text));
  if (codePage === "utf-16le") return Uint8Array.from(Buffer.from(`\uFEFF${text}`, "utf16le"));
  const table = tableOf(codePage);
  return Uint8Array.from(
    [...text].flatMap((sign) => {
      const bytes = table.get(sign);
      if (!bytes) throw new Error(`${codePage} has no ${sign}`);
      return bytes;
    }),
  );
}
const tables = new Map<string, Map<string, number[]>>();
function tableOf(codePage: string): Map<string, number[]> {
  const known = tables.get(codePage);
  if (known) return known;
  const decoder = new TextDecoder(codePage, { fatal: true });
  const table = new Map<string, number[]>();
  const note = (bytes: number[]) => {
    try {
      const sign = decoder.decode(Uint8Array.from(bytes));
      if ([...sign].length === 1 && !table.has(sign)) table.set(sign, bytes);
    } catch {
      // Not a sign of this code page.
    }
  };
  for (let first = 0; first < 256; first += 1) note([first]);
  if (codePage === "shift_jis")
    for (let first = 0x81; first < 0xfd; first += 1)
      for (let second = 0x40; second < 0xfd; second += 1) note([first, second]);
  tables.set(codePage, table);
  return table;
}

export function writeText(rows: readonly Cell[][], of: Locale): Uint8Array<ArrayBuffer> {
  const { delimiter, quotes, eol } = of.style;
  const quoted = (text: string) =>
    (quotes === "all" && text !== "") || text.includes(delimiter) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = rows.map((cells) => cells.map((cell) => quoted(writeCell(cell, of))).join(delimiter));
  return encode(lines.join(eol) + eol, of.style);
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const columnName = (at: number): string =>
  (at < 26 ? "" : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const serial = (day: string) =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${addDays("1899-12-30", 0)}T00:00:00Z`)) / 86_400_000);

/** A workbook as Excel writes one: days are serials with a format, amounts are numbers. */
export function writeWorkbook(rows: readonly Cell[][], sheet: string): Uint8Array<ArrayBuffer> {
  const cellOf = (cell: Cell, row: number, at: number): string => {
    const place = `${columnName(at)}${row + 1}`;
    if (cell === null || cell === "") return "";
    if (typeof cell === "string")
      return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
    if ("day" in cell) return `<c r="${place}" s="1"><v>${serial(cell.day)}</v></c>`;
    if ("at" in cell) return `<c r="${place}" s="2"><v>${serial(cell.at.slice(0, 10)) + 0.5}</v></c>`;
    return `<c r="${place}" s="3"><v>${cell.amount}</v></c>`;
  };
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const pack = "http://schemas.openxmlformats.org/package/2006";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const body = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, row, at)).join("")}</row>`,
  );
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${body.join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(head + text)])), {
    mtime: new Date("2026-01-01T12:00:00"),
  }) as Uint8Array<ArrayBuffer>;
}
