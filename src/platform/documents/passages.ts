import { type Block, mostPassages, mostText, type Passage, Unreadable } from "./document.ts";

/** Characters of a passage at most; a paragraph that is longer is split between sentences. */
const longest = 900;
const mostHeadings = 5;
const longestHeading = 120;

/** Splits a document into passages that end with a paragraph, a sentence or a word, in this order of preference. */
export function passagesOf(blocks: readonly Block[]): { passages: Passage[]; text: string } {
  const passages: Passage[] = [];
  const path: { level: number; text: string }[] = [];
  let open: Passage | null = null;
  const texts: string[] = [];
  let at = 0;
  const close = () => {
    if (open) passages.push(open);
    open = null;
    if (passages.length > mostPassages) throw tooLong();
  };
  for (const block of blocks) {
    if (block.text.length > mostText) throw tooLong();
    const text = cleanText(block.text);
    if (!text) continue;
    const start = at;
    texts.push(text);
    at += text.length + 1;
    if (at > mostText) throw tooLong();
    if (block.level !== undefined) {
      close();
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      path.push({ level: block.level, text: text.slice(0, longestHeading) });
      // A heading belongs to the passage below it.
      open = newPassage(block, path, start);
      open.text = text;
      open.end = start + text.length;
      continue;
    }
    for (const { piece, offset } of piecesOf(text)) {
      const last: Passage | null = open;
      if (last && (last.page !== (block.page ?? null) || last.text.length + piece.length > longest)) close();
      open ??= newPassage(block, path, start + offset);
      open.row ??= block.row ?? null;
      open.text = open.text ? `${open.text}\n${piece}` : piece;
      open.end = start + offset + piece.length;
    }
  }
  close();
  if (passages.length === 0) throw new Unreadable("The file has no text.");
  return { passages, text: texts.join("\n") };
}

const ligatures = /[\ufb00-\ufb06]/g;
/** Text with plain hyphens, spaces and letters, so that it is found as people write it. */
const cleanText = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\ufeff]|[^\P{Cc}\s]/gu, "")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(ligatures, (letters) => letters.normalize("NFKC"))
    .replace(/[^\S\n]+/g, " ")
    .trim();

const tooLong = () => new Unreadable("The file has too much text for one document. Split it and upload the parts.");

const newPassage = (block: Block, path: readonly { text: string }[], start: number): Passage => ({
  text: "",
  headings: path.slice(-mostHeadings).map(({ text }) => text),
  page: block.page ?? null,
  row: block.row ?? null,
  start,
  end: start,
});

function* piecesOf(text: string): Generator<{ piece: string; offset: number }> {
  let offset = 0;
  while (text.length - offset > longest) {
    const window = text.slice(offset, offset + longest);
    const sentence = Math.max(
      window.lastIndexOf(". "),
      window.lastIndexOf("? "),
      window.lastIndexOf("! "),
      window.lastIndexOf("\n"),
    );
    const word = window.lastIndexOf(" ");
    const end = sentence > longest / 3 ? sentence + 1 : word > longest / 3 ? word : longest - 1;
    // Never splits a character in two.
    const length = (window.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
    yield { piece: text.slice(offset, offset + length).trim(), offset };
    offset += length;
    while (text[offset] === " " || text[offset] === "\n") offset += 1;
  }
  if (offset < text.length) yield { piece: text.slice(offset), offset };
}
