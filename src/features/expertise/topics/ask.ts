import type { Ask, Heeded } from "#features/expertise/topics/topic.ts";

/** The sentences of a paragraph, each without its full stop. */
const sentencesOf = (paragraph: string): string[] =>
  (paragraph.replaceAll(/\s+/g, " ").match(/[^?.]+\??/g) ?? []).map((one) => one.trim()).filter(Boolean);

/** A question, limited by what it heeds; the first sentence is its example, the others are phrasings like it. */
export const ask =
  (id: string, ...heeds: readonly Heeded[]) =>
  (paragraph: TemplateStringsArray): Ask => {
    const [example = "", ...like] = sentencesOf(paragraph.join(""));
    return { id, example, like, heeds };
  };
