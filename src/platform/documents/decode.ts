import { detectCodePage, textOf } from "#platform/reading/code-page.ts";
import { type Place, sourceOf, UnreadableFile } from "#platform/reading/reading.ts";
import { Unreadable } from "./document.ts";

const notText = "The file is not text. Save it as UTF-8 text and upload that.";

/** The text of bytes in any code page, with what a person should know of it. */
export async function decode(bytes: Uint8Array, place: Place): Promise<{ text: string; note: string | null }> {
  const { page, notes } = await detectCodePage(sourceOf(bytes), place).catch((cause: unknown) => {
    if (!(cause instanceof UnreadableFile)) throw cause;
    throw new Unreadable(notText, { cause });
  });
  let text = "";
  for await (const part of textOf(sourceOf(bytes), page)) text += part;
  // Text has line ends and tabs; other control characters mean that these bytes are something else.
  const controls = text.match(/[^\P{Cc}\s]/gu)?.length ?? 0;
  if (text.includes("\0") || controls > text.length / 100) throw new Unreadable(notText);
  if (text.trim() === "") throw new Unreadable("The file is empty.");
  return {
    text: text
      .replace(/^\ufeff/, "")
      .replace(/\r\n?/g, "\n")
      .toWellFormed(),
    note: notes.join(" ") || null,
  };
}
