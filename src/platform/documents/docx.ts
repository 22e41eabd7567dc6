import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { type Block, Unreadable } from "./document.ts";
import { tableBlocks } from "./table.ts";

/** The most bytes a part of a Word file may unpack to. */
const mostUnpacked = 48 * 1024 * 1024;
const [main, styles] = ["word/document.xml", "word/styles.xml"];

/** Paragraphs, headings and tables of a Word file. */
export function docxBlocks(bytes: Uint8Array): Block[] {
  const parts = unpack(bytes);
  const body = parts[main];
  if (!body) throw new Unreadable("The file is not a Word document.");
  const levels = parts[styles] ? headingStyles(xml(parts[styles])) : new Map<string, number>();
  return bodyBlocks(xml(body), levels);
}

const xml = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    // Each part is unpacked into the size it declares, and no further.
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name !== main && name !== styles) return false;
        if (originalSize > mostUnpacked)
          throw new Unreadable("The file unpacks to more than 48 MB. Split it and upload the parts.");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw broken(error);
  }
}

const broken = (cause: unknown) =>
  new Unreadable("The file is broken. Open it in Word, save it again and upload that.", { cause });

type Tags = { open: (name: string, attribute: (name: string) => string | null) => void; close: (name: string) => void };

/** Walks a document's tags; entities of its own are refused by the parser, so nothing expands. */
function walk(text: string, { open, close }: Tags, onText?: (text: string) => void): void {
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) =>
    open(name, (key) => (attributes as Record<string, string>)[key] ?? null),
  );
  parser.on("closetag", ({ name }) => close(name));
  if (onText) parser.on("text", onText);
  try {
    parser.write(text).close();
  } catch (error) {
    throw broken(error);
  }
}

/** The styles that are headings, with their level. */
function headingStyles(text: string): Map<string, number> {
  const levels = new Map<string, number>();
  let style = "";
  walk(text, {
    open(name, attribute) {
      if (name === "w:style") style = attribute("w:styleId") ?? "";
      const value = attribute("w:val") ?? "";
      const level = name === "w:outlineLvl" ? Number(value) + 1 : name === "w:name" ? levelNamed(value) : null;
      if (style && level !== null && level >= 1 && level <= 6) levels.set(style, level);
    },
    close: (name) => {
      if (name === "w:style") style = "";
    },
  });
  return levels;
}

const levelNamed = (name: string): number | null => {
  const found = /^heading ([1-6])$/i.exec(name)?.[1];
  return found ? Number(found) : /^title$/i.test(name) ? 1 : null;
};

function bodyBlocks(text: string, levels: ReadonlyMap<string, number>): Block[] {
  const blocks: Block[] = [];
  const tables: { rows: string[][]; cells: string[]; cell: string[] }[] = [];
  let paragraph = "";
  let level: number | null = null;
  let isText = false;
  /** The depth of skipped elements: Word repeats drawings for older versions. */
  let skipped = 0;
  const endParagraph = () => {
    const table = tables.at(-1);
    if (table) table.cell.push(paragraph);
    else if (paragraph.trim()) blocks.push({ text: paragraph.trim(), ...(level === null ? {} : { level }) });
    [paragraph, level] = ["", null];
  };
  walk(
    text,
    {
      open(name, attribute) {
        if (name === "mc:Fallback") skipped += 1;
        if (name === "w:p" && !tables.length) [paragraph, level] = ["", null];
        if (name === "w:pStyle") level = levels.get(attribute("w:val") ?? "") ?? level;
        if (name === "w:tab") paragraph += " ";
        if (name === "w:br") paragraph += "\n";
        if (name === "w:t") isText = true;
        if (name === "w:tbl") tables.push({ rows: [], cells: [], cell: [] });
      },
      close(name) {
        if (name === "mc:Fallback") skipped -= 1;
        if (name === "w:t") isText = false;
        if (name === "w:p") endParagraph();
        const table = tables.at(-1);
        if (!table) return;
        if (name === "w:tc") table.cells.push(table.cell.splice(0).filter(Boolean).join(" "));
        if (name === "w:tr") table.rows.push(table.cells.splice(0));
        if (name !== "w:tbl") return;
        tables.pop();
        const outer = tables.at(-1);
        const lines = tableBlocks(table.rows.filter((cells) => cells.some(Boolean)));
        // A table in a cell is text of that cell.
        if (outer) outer.cell.push(lines.map((line) => line.text).join(" "));
        else blocks.push(...lines);
      },
    },
    (part) => {
      if (isText && skipped === 0) paragraph += part;
    },
  );
  return blocks;
}
