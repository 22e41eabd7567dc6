import type { Block } from "#platform/documents/document.ts";
import { leave, type Left } from "#platform/documents/left.ts";
import { tableBlocks } from "#platform/documents/table.ts";
import { levelOf, type Style } from "./styles.ts";
import { symbolOf } from "./symbols.ts";
import { type Attribute, isOn, walk } from "./xml.ts";

export type Context = {
  styleOf(id: string): Style;
  numberOf(list: string, depth: number): string;
  /** A footnote or endnote. */
  noteOf(kind: string, id: string): readonly Block[];
  left: Left;
  /** Of a header or footer, whose page numbers say nothing. */
  isMargin?: boolean;
};

type Run = { isHidden: boolean; isRaised: boolean; symbolFont: string };
type Paragraph = {
  text: string;
  style: Style | null;
  level: number | null;
  list: { list: string | null; depth: number | null };
  /** The paragraph's end was deleted: the next one continues it. */
  isContinued: boolean;
  isHiddenOpen: boolean;
  /** What is anchored in it: text boxes and notes. */
  after: Block[];
  run: Run;
};
type Cell = { blocks: Block[]; span: number; isMerged: boolean };
type Table = { rows: { cells: Cell[]; skip: number; isHeading: boolean; isDeleted: boolean }[] };
type Field = { instruction: string; isResult: boolean; isTicked?: boolean; choices: string[]; choice: number };

/** Elements that hold what was before a tracked change, and the reading aid above a word. */
const skippedTags = new Set(
  ["pPr", "rPr", "sectPr", "tblPr", "trPr", "tcPr", "tblGrid", "tblPrEx"]
    .map((name) => `w:${name}Change`)
    .concat("w:rt"),
);
const leftTags: Readonly<Record<string, string>> = {
  "a:blip": "picture",
  "v:imagedata": "picture",
  "c:chart": "chart",
  "dgm:relIds": "diagram",
  "o:OLEObject": "embedded file",
  "w:altChunk": "inserted file",
};
const noField: Field = { instruction: "", isResult: false, choices: [], choice: 0 };
const fieldTags = new Set(
  ["fldChar", "fldSimple", "default", "checked", "listEntry", "result"].map((name) => `w:${name}`),
);
/** Stands for a page number until the paragraph ends. */
const pageMark = "\uFFFC";

/** The blocks of a Word part, by the id of each `element`; of the whole part without one. */
export function readStories(xml: string, context: Context, element = ""): Map<string, Block[]> {
  const stories = new Map<string, Block[]>();
  /** Where finished paragraphs go: the part, a cell or a text box. */
  const sinks: Block[][] = [[]];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  /** Fields of each story: a text box has its own. */
  const fields: Field[][] = [[]];
  const isPlaceholder: boolean[] = [];
  let carried = "";
  let notes = 0;
  let id = "";
  let isText = false;
  let inProperties = false;

  const add = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (!paragraph || text === "") return;
    const open = fields.at(-1) ?? [];
    if (open.some(({ isResult }) => !isResult)) return;
    if (context.isMargin && open.some(({ instruction }) => /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction)))
      text = pageMark;
    const { run } = paragraph;
    if (run.isHidden !== paragraph.isHiddenOpen) {
      paragraph.text += run.isHidden ? " [hidden: " : "] ";
      paragraph.isHiddenOpen = run.isHidden;
    }
    // 10² is not 102.
    if (run.isRaised && /^\d/.test(text) && /\d$/.test(paragraph.text)) paragraph.text += "^";
    paragraph.text += text;
  };

  const endParagraph = (paragraph: Paragraph) => {
    const sink = sinks.at(-1) ?? [];
    let text = paragraph.isHiddenOpen ? `${paragraph.text}]` : paragraph.text;
    const { list, depth } = paragraph.list;
    const from = paragraph.style?.numbering;
    const isGone = paragraph.isContinued && text.trim() === "";
    const number = isGone ? "" : context.numberOf(list ?? from?.list ?? "0", depth ?? from?.depth ?? 0);
    if (paragraph.isContinued) carried = text;
    else {
      if (text.includes(pageMark))
        text = text
          .split("\t")
          .filter((part) => !part.includes(pageMark))
          .join("\t");
      text = text.replaceAll("\t", " ").trim();
      const level = paragraph.level ?? paragraph.style?.level ?? null;
      if (text) sink.push({ text: number ? `${number} ${text}` : text, ...(level === null ? {} : { level }) });
    }
    sink.push(...paragraph.after);
  };

  /** The text of a paragraph whose end was deleted and that nothing follows. */
  const endSink = (): Block[] => {
    const sink = sinks.pop() ?? [];
    if (carried.trim()) sink.push({ text: carried.trim() });
    carried = "";
    return sink;
  };

  const inRun = (run: Run, name: string, attribute: Attribute) => {
    const value = attribute("w:val");
    if (name === "w:rStyle" && context.styleOf(value ?? "").isHidden) run.isHidden = true;
    if (name === "w:vanish") run.isHidden = isOn(value);
    if (name === "w:vertAlign") run.isRaised = value === "superscript";
    if (name === "w:rFonts") run.symbolFont = attribute("w:ascii") ?? "";
    if (name === "w:tab" || name === "w:ptab") add("\t");
    if (name === "w:br" || name === "w:cr") add("\n");
    if (name === "w:noBreakHyphen") add("-");
    if (name === "w:sym") {
      const sign = symbolOf(attribute("w:font") ?? run.symbolFont, Number.parseInt(attribute("w:char") ?? "", 16));
      if (!sign) leave(context.left, "symbol");
      add(sign ?? "[symbol]");
    }
    if (name === "w:footnoteReference" || name === "w:endnoteReference") {
      const found = context.noteOf(name.slice(2, -9), attribute("w:id") ?? "");
      if (found.length === 0) return;
      notes += 1;
      add(` [${notes}]`);
      paragraphs.at(-1)?.after.push(...found.map((one, at) => (at === 0 ? { text: `[${notes}] ${one.text}` } : one)));
    }
  };

  const inParagraphProperties = (paragraph: Paragraph, name: string, attribute: Attribute) => {
    const value = attribute("w:val");
    if (name === "w:pStyle") {
      paragraph.style = context.styleOf(value ?? "");
      paragraph.run.isHidden = paragraph.style.isHidden;
    }
    if (name === "w:outlineLvl") paragraph.level = levelOf(value);
    if (name === "w:ilvl") paragraph.list.depth = Number(value);
    if (name === "w:numId") paragraph.list.list = value;
    if (name === "w:del" || name === "w:moveFrom") paragraph.isContinued = true;
  };

  const inField = (name: string, attribute: Attribute) => {
    const open = fields.at(-1) ?? [];
    const kind = attribute("w:fldCharType");
    if (name === "w:fldSimple") open.push({ ...noField, instruction: attribute("w:instr") ?? "", isResult: true });
    if (name === "w:fldChar" && kind === "begin") open.push({ ...noField, choices: [] });
    const last = open.at(-1);
    if (last && (name === "w:default" || name === "w:checked") && last.choices.length === 0)
      last.isTicked = isOn(attribute("w:val"));
    if (name === "w:listEntry") last?.choices.push(attribute("w:val") ?? "");
    if (name === "w:result" && last) last.choice = Number(attribute("w:val"));
    if (name === "w:fldChar" && kind === "separate" && last) last.isResult = true;
    if (name === "w:fldChar" && kind === "end") {
      open.pop();
      // A form's box or list has no text of its own.
      if (/FORMCHECKBOX/.test(last?.instruction ?? "")) add(last?.isTicked ? "\u2612" : "\u2610");
      else add(last?.choices[last.choice] ?? "");
    }
  };

  const inTable = (table: Table, name: string, attribute: Attribute) => {
    const row = table.rows.at(-1);
    const cell = row?.cells.at(-1);
    const value = attribute("w:val");
    if (name === "w:tr") table.rows.push({ cells: [], skip: 0, isHeading: false, isDeleted: false });
    if (name === "w:tc" && row) {
      row.cells.push({ blocks: [], span: 1, isMerged: false });
      sinks.push(row.cells.at(-1)?.blocks ?? []);
    }
    if (row && name === "w:gridBefore") row.skip = Number(value) || 0;
    if (row && name === "w:tblHeader") row.isHeading = isOn(value);
    if (row && row.cells.length === 0 && (name === "w:del" || name === "w:moveFrom")) row.isDeleted = true;
    if (cell && name === "w:gridSpan") cell.span = Math.min(Number(value) || 1, 100);
    if (cell && (name === "w:vMerge" || name === "w:hMerge")) cell.isMerged = value !== "restart";
  };

  walk(xml, {
    open(name, attribute) {
      if (skippedTags.has(name)) return false;
      if (name === element) {
        // The lines that separate notes from the text are notes of other types.
        if ((attribute("w:type") ?? "normal") !== "normal") return false;
        id = attribute("w:id") ?? "";
        sinks.push([]);
      }
      const left = leftTags[name];
      if (left) leave(context.left, left);
      const paragraph = paragraphs.at(-1);
      if (name === "w:pPr" || name === "w:trPr" || name === "w:tcPr") inProperties = true;
      else if (!inProperties && /^w:(?:del|moveFrom)$/.test(name)) {
        context.left.set("tracked deletion", (context.left.get("tracked deletion") ?? 0) + 1);
        return false;
      }
      if (name === "w:p") {
        const run = { isHidden: false, isRaised: false, symbolFont: "" };
        const list = { list: null, depth: null };
        const begun = { text: carried, style: null, level: null, list, after: [], run };
        paragraphs.push({ ...begun, isContinued: false, isHiddenOpen: false });
        carried = "";
      } else if (name === "w:tbl") tables.push({ rows: [] });
      else if (name === "w:txbxContent") {
        sinks.push([]);
        fields.push([]);
      } else if (name === "w:sdt") isPlaceholder.push(false);
      else if (name === "w:showingPlcHdr") isPlaceholder[isPlaceholder.length - 1] = isOn(attribute("w:val"));
      else if (name === "w:sdtContent" && isPlaceholder.at(-1)) return false;
      else if (paragraph && inProperties) inParagraphProperties(paragraph, name, attribute);
      else if (paragraph && name === "w:r")
        paragraph.run = { isHidden: paragraph.style?.isHidden ?? false, isRaised: false, symbolFont: "" };
      else if (fieldTags.has(name)) inField(name, attribute);
      else if (name === "w:t" || name === "m:t") isText = true;
      else if (paragraph) inRun(paragraph.run, name, attribute);
      if (name === "m:num") add("(");
      if (name === "m:den") add("/(");
      if (name === "m:sup") add("^(");
      const table = tables.at(-1);
      if (table) inTable(table, name, attribute);
      return true;
    },
    close(name) {
      if (name === "w:pPr" || name === "w:trPr" || name === "w:tcPr") inProperties = false;
      if (name === "m:num" || name === "m:den" || name === "m:sup") add(")");
      if (name === "w:t" || name === "m:t") isText = false;
      if (name === "w:fldSimple") fields.at(-1)?.pop();
      if (name === "w:sdt") isPlaceholder.pop();
      if (name === "w:tc") endSink();
      if (name === "w:p") {
        const paragraph = paragraphs.pop();
        if (paragraph) endParagraph(paragraph);
      }
      if (name === "w:txbxContent") {
        paragraphs.at(-1)?.after.push(...endSink());
        fields.pop();
      }
      if (name === "w:tbl") {
        const table = tables.pop();
        const blocks = table ? blocksOf(table) : [];
        // A table in a cell is text of that cell.
        if (tables.length > 0) sinks.at(-1)?.push({ text: blocks.map(({ text }) => text).join(". ") });
        else sinks.at(-1)?.push(...blocks);
      }
      if (element && name === element) stories.set(id, endSink());
    },
    text(part) {
      if (isText) add(part);
      const field = fields.at(-1)?.at(-1);
      if (field && !isText && !field.isResult) field.instruction += part;
    },
  });
  if (!element) stories.set("", endSink());
  return stories;
}

/** A table on its grid: a cell merged with the one above has its text, one over several columns stands in the first. */
function blocksOf({ rows }: Table): Block[] {
  const headings = rows.findIndex(({ isHeading }) => !isHeading);
  const grid: string[][] = [];
  for (const [at, { cells, skip, isDeleted }] of rows.entries()) {
    if (isDeleted) continue;
    const line: string[] = Array.from({ length: skip }, () => "");
    for (const { blocks, span, isMerged } of cells) {
      const own = blocks
        .map(({ text }) => text)
        .join(" ")
        .trim();
      const text = isMerged && own === "" ? (grid.at(-1)?.[line.length] ?? "") : own;
      line.push(text, ...Array.from({ length: span - 1 }, () => (at < Math.max(headings, 1) ? text : "")));
    }
    grid.push(line);
  }
  return headings > 0 ? tableBlocks(grid, {}, headings) : tableBlocks(grid);
}
