/** The Symbol font's signs from 0x21, as Adobe encoded them; a space is a sign without a character. */
const symbolFont =
  "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼" +
  " ".repeat(33) +
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…   ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑           〉∫";

/** Signs of the Wingdings font that carry meaning in business documents. */
const wingdings: Readonly<Record<number, string>> = {
  0x28: "☎",
  0x2a: "✉",
  0x4a: "☺",
  0x4c: "☹",
  0x6c: "●",
  0x6e: "■",
  0x6f: "□",
  0x71: "❑",
  0x9f: "•",
  0xa7: "▪",
  0xa8: "□",
  0xd8: "➢",
  0xdf: "←",
  0xe0: "→",
  0xe1: "↑",
  0xe2: "↓",
  0xe8: "➔",
  0xf0: "⇨",
  0xfb: "✗",
  0xfc: "✓",
  0xfd: "☒",
  0xfe: "☑",
};

/** A sign of a symbol font as text; null if it is not known. */
export function symbolOf(font: string, code: number): string | null {
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  const sign = isPrivate ? code - 0xf000 : code;
  if (/^symbol/i.test(font)) return symbolFont[sign - 0x21]?.trim() || null;
  if (/^wingdings$/i.test(font)) return wingdings[sign] ?? null;
  return isPrivate || code < 0x20 || code > 0x10ffff ? null : String.fromCodePoint(code);
}
