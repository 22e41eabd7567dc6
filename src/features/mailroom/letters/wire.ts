import { createHash } from "node:crypto";
import { readLetter } from "#features/mailroom/letters/letter.ts";

/** What the message may be. */
export type Permitted = { from: string; to: string; marker: string; textHash: string };

export const hashOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll("\r\n", "\n").trimEnd()).digest("base64url");

const known = new Set(
  "from to subject message-id date in-reply-to references mime-version content-type content-transfer-encoding auto-submitted x-auto-response-suppress x-boardroom-reply".split(
    " ",
  ),
);

/** Reads a finished message as its receiver will; a sentence for everything that was not permitted. */
export async function checkWire(raw: Uint8Array, permitted: Permitted): Promise<string[]> {
  const letter = await readLetter(raw);
  const value = (name: string) => letter.headers.get(name)?.join("|") ?? "";
  const checks: [boolean, string][] = [
    [letter.from.address === permitted.from.toLowerCase(), "It is not from this mailbox."],
    [letter.to.length === 1 && letter.to[0]?.address === permitted.to.toLowerCase(), "It has another recipient."],
    [letter.cc.length === 0, "It has a copy."],
    [[...letter.headers.keys()].every((name) => known.has(name)), "It has a header nobody wrote."],
    [value("auto-submitted") === "auto-replied", "It does not say that a program sent it."],
    [value("x-auto-response-suppress") === "All", "It does not ask for no automatic answer."],
    [value("x-boardroom-reply") === permitted.marker, "It has another marker."],
    [letter.attachments.length === 0, "It has an attachment."],
    [hashOf(letter.text) === permitted.textHash, "Its text is not the approved one."],
  ];
  return checks.flatMap(([isGood, sentence]) => (isGood ? [] : [sentence]));
}
