import type { RecordImport } from "#features/records/imports/contract.ts";

/** A file that was brought in: its name, and which column each field came from. */
export type FileWords = { fileName: string; columns: RecordImport["columns"] };

/** What rows are called in the name of a file, and by the headings of the columns that tell them apart. */
export function wordsOf(
  files: readonly FileWords[],
  role: { title: string } | undefined,
): { rows: string[]; fields: Map<string, string[]> } {
  const fields = new Map<string, string[]>();
  const rows = new Set<string>();
  for (const { fileName, columns } of files) {
    rows.add(lettersOf(fileName.replace(/\.[a-z]+$/i, "")));
    const prefix = sharedPrefix(columns.map(({ column }) => column));
    for (const { field, column } of columns) {
      const heading = column.slice(prefix.length);
      const all = fields.get(field) ?? [];
      if (!all.includes(heading)) fields.set(field, [...all, heading]);
      const noun = field === "number" || field === role?.title ? counted(heading) : null;
      if (noun) rows.add(noun);
    }
  }
  return { rows: [...rows].filter((word) => word.length > 3), fields };
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]+/gu, " ").trim();

/** What all headings of an export begin with: "Deal - " of "Deal - Title". */
function sharedPrefix(headings: readonly string[]): string {
  const [first = "", ...others] = headings;
  const prefix = /^.{1,40}? [-–:/] /u.exec(first)?.[0] ?? "";
  return others.length > 1 && others.every((one) => one.startsWith(prefix)) ? prefix : "";
}

/** The rows that a heading numbers or names, in the plural: "Job no" numbers jobs, a "Batch" is one of the batches. */
function counted(heading: string): string | null {
  const noun = lettersOf(
    heading.replace(
      /(?:\s|_|(?<=\p{Ll})(?=\p{Lu})|^)(?:no|nr|number|id|ref|reference|code|name|title)\b[.:]?\s*$|[#№]/giu,
      "",
    ),
  ).toLowerCase();
  if (noun === "" || noun.includes(" ") || !/^[a-z]+[a-z]$/.test(noun)) return null;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
