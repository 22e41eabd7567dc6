import MailComposer from "nodemailer/lib/mail-composer";
import { type Address, oneLine } from "./letter.ts";
import { textHash } from "./wire.ts";

export type Draft = {
  from: Address;
  /** The one recipient. */
  to: string;
  subject: string;
  text: string;
  /** That an AI wrote it; null where the owner switched it off. */
  disclosure: string | null;
  /** What it answers; null for an email that begins a thread. */
  answers: { messageId: string; references: readonly string[] } | null;
  messageId: string;
  marker: string;
  at: Date;
};

const answerSubject = /^\s*(?:re|aw|sv|antw|r|rif|ref|tr)\s*(?:\[\d+\]\s*)?:/i;

/** The subject of an answer: of threads by subject, the words must stay the same. */
export const subjectOfAnswer = (subject: string): string => {
  const line = oneLine(subject) || "(no subject)";
  return answerSubject.test(line) ? line : `Re: ${line}`;
};

/** The whole text that leaves, which is also the text that is approved. */
export const finishedText = ({ text, disclosure }: Pick<Draft, "text" | "disclosure">): string =>
  `${text.replaceAll(/\r\n?/g, "\n").trim()}${disclosure ? `\n\n-- \n${oneLine(disclosure)}` : ""}\n`;

/** The finished email, and the hash of its text, to which an approval is bound. */
export async function composeLetter(draft: Draft): Promise<{ raw: Uint8Array; hash: string }> {
  const { from, to, subject, answers, messageId, marker, at } = draft;
  const text = finishedText(draft);
  const composer = new MailComposer({
    from: { name: oneLine(from.name), address: oneLine(from.address) },
    to: { name: "", address: oneLine(to) },
    subject: oneLine(subject),
    text,
    date: at,
    messageId,
    ...(answers && {
      inReplyTo: answers.messageId,
      references: [...new Set([...answers.references.slice(-19), answers.messageId])],
    }),
    headers: {
      "Auto-Submitted": answers ? "auto-replied" : "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "X-Boardroom-Reply": oneLine(marker),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { raw: new Uint8Array(raw), hash: textHash(text) };
}
