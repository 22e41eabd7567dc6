import { truncate, withoutReordering } from "./words.ts";

/** What a mail of the installation says; its text and its HTML are both made from it. */
export type Letter = {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do, as a path on this server. */
  action?: { label: string; path: string } | undefined;
  /** Small print. */
  note?: string | undefined;
};

const longestName = 80;

/**
 * A name somebody chose, for a mail: one line, not too long, and with a zero-width space where a mail program would
 * otherwise make a link of it.
 */
export function nameInMail(name: string): string {
  const plain = withoutReordering(name)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .trim();
  const short = plain.length > longestName ? `${truncate(plain, longestName - 1)}…` : plain;
  return short.replaceAll(/[.:/@](?=\S)/g, "$&\u200b");
}

/** A line of a letter; everything filled in counts as a name somebody chose. */
export const line = (parts: TemplateStringsArray, ...names: readonly string[]): string =>
  parts.reduce((text, part, at) => `${text}${nameInMail(names[at - 1] ?? "")}${part}`);
