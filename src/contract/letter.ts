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
 * Makes a user-chosen name safe for a mail: one line, truncated, with zero-width spaces so that mail programs do not
 * turn it into a link.
 */
export function nameInMail(name: string): string {
  const plain = withoutReordering(name)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .trim();
  const short = plain.length > longestName ? `${truncate(plain, longestName - 1)}…` : plain;
  return short.replaceAll(/[.:/@](?=\S)/g, "$&\u200b");
}

/** A line of a letter; every inserted value is treated as a user-chosen name. */
export const line = (parts: TemplateStringsArray, ...names: readonly string[]): string =>
  parts.reduce((text, part, at) => `${text}${nameInMail(names[at - 1] ?? "")}${part}`);
