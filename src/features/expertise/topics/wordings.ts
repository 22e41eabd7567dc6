/** The sentences of a paragraph, each without its full stop. */
export const wordings = (paragraph: string): string[] =>
  (paragraph.replaceAll(/\s+/g, " ").match(/[^?.]+\??/g) ?? []).map((one) => one.trim()).filter(Boolean);
