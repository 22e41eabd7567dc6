import { unzipSync } from "fflate";
import { type Place, sourceOf, UnreadableFile } from "#platform/reading/reading.ts";
import { openFile } from "#platform/reading/records.ts";
import { type Block, Unreadable } from "./document.ts";
import { leave, type Left, leftNote } from "./left.ts";
import { plainText, rowText } from "./table.ts";

const mostSheets = 50;
const mostNotes = 5;

type ReadSheets = { blocks: Block[]; rows: number; note: string | null };

/** Every line of a table as "Column: value", with its number. */
export async function csvBlocks(bytes: Uint8Array, place: Place): Promise<ReadSheets> {
  const { blocks, rows, notes } = await readSheet(bytes, place);
  if (rows === 0) throw new Unreadable("The file has no lines below its heading.");
  return { blocks, rows, note: notes.join(" ") || null };
}

/** The sheets of a workbook in their order, each under its name. */
export async function workbookBlocks(bytes: Uint8Array, place: Place): Promise<ReadSheets> {
  const first = await readSheet(bytes, place);
  const names = first.sheets.slice(0, mostSheets);
  const all: { name: string; read: Sheet | null }[] = [];
  const notes = new Set<string>();
  for (const name of names) {
    const read = name === first.sheet ? first : await readSheet(bytes, place, name).catch(isEmptySheet);
    all.push({ name, read });
    for (const note of read?.notes ?? []) notes.add(note);
  }
  if (first.sheets.length > mostSheets) notes.add(`Only the first ${mostSheets} sheets were read.`);
  const left = leftNote(leftIn(bytes));
  return {
    blocks: all.flatMap(({ name, read }) => (read ? [{ text: name, level: 1 }, ...read.blocks] : [])),
    rows: all.reduce((sum, { read }) => sum + (read?.rows ?? 0), 0),
    note: [...[...notes].slice(0, mostNotes), left].filter(Boolean).join(" ") || null,
  };
}

function isEmptySheet(error: unknown): null {
  if (error instanceof UnreadableFile && /empty/.test(error.message)) return null;
  throw error;
}

/** What a workbook holds beside its cells. */
function leftIn(bytes: Uint8Array): Left {
  const left: Left = new Map();
  unzipSync(bytes, {
    filter: ({ name }) => {
      const word = /^xl\/(?:(media|drawings\/media)|(charts)\/chart|(embeddings))\b/.exec(name);
      if (word) leave(left, word[1] ? "picture" : word[2] ? "chart" : "embedded file");
      return false;
    },
  });
  return left;
}

type Sheet = { sheet: string | null; sheets: string[]; blocks: Block[]; rows: number; notes: string[] };

async function readSheet(bytes: Uint8Array, place: Place, name?: string): Promise<Sheet> {
  const opened = await openFile(sourceOf(bytes), place, name === undefined ? {} : { sheet: name });
  const { headingLine, sheet } = opened.layout;
  const notes = [...opened.notes];
  const blocks: Block[] = [];
  let heading: string[] | null = null;
  let rows = 0;
  try {
    for await (const batch of opened.batches({ onNote: (note) => notes.length < mostNotes && notes.push(note) }))
      for (const { line, cells } of batch) {
        if (line < headingLine) blocks.push({ text: plainText(cells) });
        else if (line === headingLine) heading = cells;
        else blocks.push({ text: heading ? rowText(heading, cells) : plainText(cells), row: (rows += 1) });
      }
  } finally {
    await opened.close();
  }
  if (heading && rows === 0) blocks.push({ text: plainText(heading) });
  return { sheet, sheets: opened.sheets, blocks, rows, notes };
}
