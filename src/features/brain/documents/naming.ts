import { lengths, truncate, withoutReordering } from "#contract/words.ts";

/** A file's name to show: no folders, no invisible characters, never empty. */
export function titleOf(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? "";
  const visible = withoutReordering(last)
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .trim();
  // A name of dots only is a folder.
  return truncate(/[\p{L}\p{N}]/u.test(visible) ? visible : `Document ${visible}`.trim(), lengths.title);
}
