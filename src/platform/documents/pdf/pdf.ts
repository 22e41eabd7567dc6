import { getDocumentProxy } from "unpdf";
import { type Block, mostPages, mostText, Unreadable } from "#platform/documents/document.ts";
import { joinWords, leave, type Left, leftNote, pagesText } from "#platform/documents/left.ts";
import { openJoiner } from "./hyphens.ts";
import { layout, type Part } from "./layout.ts";
import { isGarbled } from "./letters.ts";
import { type Item, type Line, linesOf, textOf } from "./lines.ts";
import { openParagraphs } from "./paragraphs.ts";
import { withoutRepeats } from "./repeats.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = { main: Line[]; across: Line[][]; fields: string[] };

export type ReadPdf = { blocks: Block[]; pages: number; note: string | null };

/** The paragraphs and tables of a PDF with their pages; larger lines are headings. Without text `blocks` is empty. */
export async function pdfBlocks(bytes: Uint8Array, onPage: (page: number, pages: number) => void): Promise<ReadPdf> {
  const pdf = await openPdf(bytes);
  const left: Left = new Map();
  const pages: Page[] = [];
  let size = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    onPage(number, pdf.numPages);
    const page = await readPage(pdf, number, left);
    size += page.main.reduce((sum, line) => sum + textOf(line).length, 0);
    if (size > mostText)
      throw new Unreadable("The file has too much text for one document. Split it and upload the parts.");
    pages.push(page);
  }
  const attachments = await pdf.getAttachments().catch(() => null);
  for (const _ of Object.keys(attachments ?? {})) leave(left, "attachment");
  const shown = withoutRepeats(pages.map(({ main }) => main));
  const parts = shown.map((lines, at) => [
    ...layout(lines),
    ...(pages[at]?.across ?? []).flatMap((lines) => lines.map((line): Part => ({ line }))),
  ]);
  const joiner = openJoiner(pages.flatMap(({ main }) => main.map(textOf)));
  const paragraphs = openParagraphs(shown.flat(), joiner);
  const blocks = parts.flatMap((some, at) => [
    ...paragraphs.blocksOf(some, at + 1),
    ...(pages[at]?.fields ?? []).map((text) => ({ text, page: at + 1 })),
  ]);
  const notes = notesOf(parts, pages, joiner.uncertain);
  return { blocks, pages: pdf.numPages, note: [...notes, leftNote(left)].filter(Boolean).join(" ") || null };
}

function notesOf(parts: readonly Part[][], pages: readonly Page[], uncertain: readonly string[]): string[] {
  const numbered = parts.map((some, at) => ({ page: at + 1, some, fields: pages[at]?.fields ?? [] }));
  const empty = numbered.filter(({ some, fields }) => some.length + fields.length === 0).map(({ page }) => page);
  const garbled = numbered
    .filter(({ some }) => isGarbled(some.map(({ line }) => textOf(line)).join("\n")))
    .map(({ page }) => page);
  const quoted = [...new Set(uncertain)].slice(0, 3).map((word) => `"${word}"`);
  const notes: string[] = [];
  if (empty.length > 0 && empty.length < parts.length)
    notes.push(
      `${pagesText(empty)} ${empty.length > 1 ? "have no text: they are pictures or" : "has no text: it is a picture or"} blank.`,
    );
  if (garbled.length > 0)
    notes.push(
      `The letters of ${pagesText(garbled, "page")} may be wrong: the fonts do not say which letters they show.`,
    );
  if (quoted.length > 0) notes.push(`Joined at line ends, perhaps wrongly: ${joinWords(quoted)}.`);
  return notes;
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const pdf = await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 }).catch((cause: unknown) => {
    const isLocked = (cause as { name?: unknown }).name === "PasswordException";
    throw new Unreadable(
      isLocked
        ? "The file is encrypted. Upload a copy without a password."
        : "The PDF is broken. Print it to a new PDF and upload that.",
      { cause },
    );
  });
  if (pdf.numPages > mostPages)
    throw new Unreadable(
      `The PDF has more than ${mostPages.toLocaleString("en-GB")} pages. Split it and upload the parts.`,
    );
  return pdf;
}

async function readPage(pdf: Pdf, number: number, left: Left): Promise<Page> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const fields = fieldsOf((await page.getAnnotations()) as Annotation[], left);
    page.cleanup();
    const [main = [], ...across] = linesOf(items as Item[]);
    return { main, across, fields };
  } catch (cause) {
    throw new Unreadable(`Page ${number} of the PDF is broken. Print it to a new PDF and upload that.`, { cause });
  }
}

type Annotation = {
  subtype?: string;
  fieldName?: string;
  alternativeText?: string;
  fieldValue?: unknown;
  contentsObj?: { str?: string };
  hidden?: boolean;
};

/** What stands in a form's fields and in text boxes over the page; comments are counted as left out. */
function fieldsOf(annotations: readonly Annotation[], left: Left): string[] {
  const texts: string[] = [];
  for (const { subtype, fieldName, alternativeText, fieldValue, contentsObj, hidden } of annotations) {
    const note = contentsObj?.str?.trim() ?? "";
    const value = [fieldValue].flat().filter((one) => typeof one === "string" && one.trim() && one !== "Off");
    if (subtype === "Widget" && value.length > 0 && !hidden)
      texts.push(`${alternativeText?.trim() || fieldName || "Field"}: ${value.join(", ")}`);
    else if (subtype === "FreeText" && note) texts.push(note);
    else if (note && subtype !== "Widget" && subtype !== "Link" && subtype !== "Popup") leave(left, "comment");
  }
  return [...new Set(texts)];
}
