import { type Block, Unreadable } from "#platform/documents/document.ts";
import { leave, type Left, leftNote, pagesText } from "#platform/documents/left.ts";
import { tableBlocks } from "#platform/documents/table.ts";
import { openParts } from "./parts.ts";
import { isOn, walk } from "./xml.ts";

/** Placeholders that stand on every slide. */
const repeated = new Set(["sldNum", "ftr", "dt", "hdr", "sldImg"]);
const leftTags: Readonly<Record<string, string>> = {
  "a:blip": "picture",
  "c:chart": "chart",
  "dgm:relIds": "diagram",
  "p:oleObj": "embedded file",
  "a:videoFile": "video",
  "a:audioFile": "sound",
};

/** The slides of a PowerPoint file in their order, each with its title, text, tables and notes. */
export function pptxBlocks(bytes: Uint8Array): { blocks: Block[]; pages: number; note: string | null } {
  const parts = openParts(bytes);
  const main = parts.related("").find(({ type }) => type === "officeDocument")?.part ?? "ppt/presentation.xml";
  const presentation = parts.xml(main);
  if (!presentation) throw new Unreadable("The file is not a PowerPoint presentation.");
  const related = new Map(parts.related(main).map(({ id, part }) => [id, part]));
  const slides: string[] = [];
  walk(presentation, {
    open: (name, attribute) => void (name === "p:sldId" && slides.push(related.get(attribute("r:id") ?? "") ?? "")),
  });
  const left: Left = new Map();
  const empty: number[] = [];
  const blocks: Block[] = [];
  for (const [at, part] of slides.entries()) {
    const page = at + 1;
    const { title, blocks: shown, isHidden } = readSlide(parts.xml(part) ?? "<none/>", left);
    const notesPart = parts.related(part).find(({ type }) => type === "notesSlide")?.part;
    const notes = notesPart ? readSlide(parts.xml(notesPart) ?? "<none/>", new Map()).blocks : [];
    if (!title && shown.length === 0) empty.push(page);
    const heading = `${title || `Slide ${page}`}${isHidden ? " (hidden slide)" : ""}`;
    if (title || shown.length > 0 || notes.length > 0) blocks.push({ text: heading, level: 1, page });
    blocks.push(...shown.map((block) => ({ ...block, page })));
    blocks.push(...notes.map(({ text }) => ({ text: `Notes: ${text}`, page })));
  }
  const unread =
    empty.length > 0 && blocks.length > 0
      ? `${pagesText(empty, "Slide")} ${empty.length > 1 ? "have" : "has"} no text.`
      : "";
  return { blocks, pages: slides.length, note: [unread, leftNote(left)].filter(Boolean).join(" ") || null };
}

type Cell = { text: string; isMerged: boolean };

function readSlide(xml: string, left: Left): { title: string; blocks: Block[]; isHidden: boolean } {
  const blocks: Block[] = [];
  let [title, text, placeholder] = ["", "", ""];
  let isHidden = false;
  let isHiddenShape = false;
  let isText = false;
  let isRaised = false;
  let rows: Cell[][] | null = null;
  walk(xml, {
    open(name, attribute) {
      if (name === "p:sld") isHidden = !isOn(attribute("show"));
      if (name === "p:sp") placeholder = "";
      if (name === "p:ph") placeholder = attribute("type") ?? "body";
      if (name === "p:cNvPr") isHiddenShape = attribute("hidden") !== null && isOn(attribute("hidden"));
      if (leftTags[name]) leave(left, leftTags[name]);
      if (name === "a:p") text = "";
      if (name === "a:rPr") isRaised = Number(attribute("baseline") ?? 0) > 0;
      if (name === "a:r" || name === "a:fld") isRaised = false;
      if (name === "a:br") text += "\n";
      if (name === "a:t" || name === "m:t") isText = true;
      if (name === "a:tbl") rows = [];
      if (name === "a:tr") rows?.push([]);
      if (name === "a:tc") {
        const [across, down] = [attribute("hMerge"), attribute("vMerge")];
        const above = down !== null && isOn(down) ? rows?.at(-2)?.[rows.at(-1)?.length ?? 0]?.text : "";
        rows?.at(-1)?.push({ text: above ?? "", isMerged: [across, down].some((one) => one !== null && isOn(one)) });
      }
    },
    close(name) {
      if (name === "a:t" || name === "m:t") isText = false;
      if (name === "a:tbl") {
        blocks.push(...tableBlocks((rows ?? []).map((row) => row.map((cell) => cell.text))));
        rows = null;
      }
      if (name !== "a:p" || text.trim() === "" || repeated.has(placeholder)) return;
      const shown = text.trim();
      const cell = rows?.at(-1)?.at(-1);
      if (cell) cell.text = cell.isMerged ? cell.text : `${cell.text} ${shown}`.trim();
      else if (placeholder === "title" || placeholder === "ctrTitle") title = `${title} ${shown}`.trim();
      else blocks.push({ text: isHiddenShape ? `[hidden: ${shown}]` : shown });
    },
    text(part) {
      if (!isText) return;
      text += isRaised && /^\d/.test(part) && /\d$/.test(text) ? `^${part}` : part;
    },
  });
  return { title, blocks, isHidden };
}
