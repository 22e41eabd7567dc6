import { type Block, Unreadable } from "#platform/documents/document.ts";
import { type Left, leftNote } from "#platform/documents/left.ts";
import { openNumbering } from "./numbering.ts";
import { openParts, type Parts, type Related } from "./parts.ts";
import { type Context, readStories } from "./story.ts";
import { readStyles } from "./styles.ts";
import { walk } from "./xml.ts";

/** The paragraphs, headings and tables of a Word file, with its notes where they are referred to. */
export function docxBlocks(bytes: Uint8Array): { blocks: Block[]; note: string | null } {
  const parts = openParts(bytes);
  const main = parts.related("").find(({ type }) => type === "officeDocument")?.part ?? "word/document.xml";
  const body = parts.xml(main);
  if (!body) throw new Unreadable("The file is not a Word document.");
  const related = parts.related(main);
  const partOf = (type: string) => parts.xml(related.find((one) => one.type === type)?.part ?? `word/${type}.xml`);
  const left: Left = new Map();
  const context: Context = {
    styleOf: readStyles(partOf("styles")),
    numberOf: openNumbering(partOf("numbering")),
    noteOf: () => [],
    left,
  };
  const notes = new Map(
    ["footnote", "endnote"].flatMap((kind) => {
      const stories = readStories(partOf(`${kind}s`) ?? "<none/>", context, `w:${kind}`);
      return [...stories].map(([id, blocks]) => [`${kind} ${id}`, blocks] as const);
    }),
  );
  const noteOf = (kind: string, id: string) => notes.get(`${kind} ${id}`) ?? [];
  const blocks = readStories(body, { ...context, noteOf }).get("") ?? [];
  const comments = countTags(partOf("comments"), "w:comment");
  if (comments > 0) left.set("comment", comments);
  return { blocks: [...marginBlocks(parts, body, related, context), ...blocks], note: leftNote(left) };
}

function countTags(xml: string | null, tag: string): number {
  let count = 0;
  if (xml) walk(xml, { open: (name) => void (name === tag && (count += 1)) });
  return count;
}

/** Headers and footers, each text once. */
function marginBlocks(parts: Parts, body: string, related: readonly Related[], context: Context): Block[] {
  const used: { kind: string; id: string }[] = [];
  walk(body, {
    open(name, attribute) {
      if (name === "w:headerReference" || name === "w:footerReference")
        used.push({ kind: name === "w:headerReference" ? "Header" : "Footer", id: attribute("r:id") ?? "" });
    },
  });
  const texts = used.flatMap(({ kind, id }) => {
    const xml = parts.xml(related.find((one) => one.id === id)?.part ?? "");
    const story = xml ? readStories(xml, { ...context, isMargin: true }).get("") : [];
    return (story ?? []).map(({ text }) => `${kind}: ${text}`);
  });
  return [...new Set(texts)].map((text) => ({ text }));
}
