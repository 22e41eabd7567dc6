import { getDocumentProxy } from "unpdf";
import { type Block, mostPages, mostText, Unreadable } from "./document.ts";

type Item = { str: string; hasEOL: boolean; height: number; transform: number[] };
type Line = { text: string; height: number; y: number };

/** The paragraphs of a PDF with their pages; larger lines are headings. */
export async function pdfBlocks(
  bytes: Uint8Array,
  onPage: (page: number, pages: number) => void,
): Promise<{ blocks: Block[]; pages: number }> {
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
  const pages: Line[][] = [];
  let size = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    onPage(number, pdf.numPages);
    const lines = await linesOn(pdf, number);
    size += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (size > mostText) break;
    pages.push(lines);
  }
  const bodyHeight = mostCommonHeight(pages.flat());
  const blocks = pages.flatMap((lines, at) =>
    paragraphs(lines, bodyHeight).map((block) => ({ ...block, page: at + 1 })),
  );
  if (blocks.every(({ text }) => text.trim() === ""))
    throw new Unreadable("The PDF has no text, only pictures. Upload a version with text.");
  return { blocks, pages: pdf.numPages };
}

async function linesOn(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<Line[]> {
  const content = await pdf
    .getPage(number)
    .then(async (page) => {
      const { items } = await page.getTextContent();
      page.cleanup();
      return items as Item[];
    })
    .catch((cause: unknown) => {
      throw new Unreadable(`Page ${number} of the PDF is broken. Print it to a new PDF and upload that.`, { cause });
    });
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const { str, hasEOL, height, transform } of content) {
    const y = transform?.[5] ?? 0;
    if (line && str.trim() && Math.abs(line.y - y) > Math.max(line.height, height) / 2) {
      lines.push(line);
      line = null;
    }
    if (str) {
      line = line
        ? { text: line.text + str, height: Math.max(line.height, height), y: line.y }
        : { text: str, height, y };
    }
    if (hasEOL && line) {
      lines.push(line);
      line = null;
    }
  }
  if (line) lines.push(line);
  return lines.filter(({ text }) => text.trim() !== "");
}

/** The height of the lines that hold most of the text. */
function mostCommonHeight(lines: readonly Line[]): number {
  const sizes = new Map<number, number>();
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length);
  }
  return [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

function paragraphs(lines: readonly Line[], bodyHeight: number): Block[] {
  const blocks: Block[] = [];
  let before: Line | null = null;
  for (const line of lines) {
    const isHeading = bodyHeight > 0 && line.height > bodyHeight * 1.15 && line.text.length < 150;
    const last = blocks.at(-1);
    const isNear = before !== null && Math.abs(before.y - line.y) < Math.max(bodyHeight, 1) * 1.9;
    const text = line.text.replace(/\s+/g, " ").trim();
    if (isHeading) blocks.push({ text, level: line.height > bodyHeight * 1.5 ? 1 : 2 });
    else if (last && last.level === undefined && isNear)
      last.text = last.text.endsWith("-") ? last.text.slice(0, -1) + text : `${last.text} ${text}`;
    else blocks.push({ text });
    before = line;
  }
  return blocks;
}
