/** A sentence that leans on the one before it: "When does it end?" */
const leaning = /\b(it|they|them|that|those|these|he|she|this one|same)\b/i;
/** Where a question begins behind a comma or a dash: "The bank called, how much is overdue?" */
const beginning =
  /[,;:–—-]\s+(?:so |and |but )?(?=(?:how|what|which|who|whom|whose|when|where|why|is|are|do|does|did|can|could|should|will|would|any|have|has|show|tell|give|list)\b)/i;

/**
 * Takes what a person wrote, gives the parts of it that may ask, the likeliest first: of several sentences the last one
 * with a question mark, of that what stands behind its first half, and at last the whole.
 */
export function askingParts(question: string): string[] {
  const sentences = question
    .split(/(?<=[.!?])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => /\p{L}/u.test(one));
  if (sentences.length === 0) return [];
  const asking = sentences.filter((one) => one.endsWith("?"));
  const found = asking.length > 0 ? asking.toReversed() : sentences.toReversed();
  const halves = found.flatMap((one) => {
    const half = one.split(beginning).at(-1);
    return half && half !== one ? [half] : [];
  });
  const whole = sentences.length > 1 ? [question] : [];
  const [first = ""] = found;
  return [...new Set(leaning.test(first) ? [...whole, ...found, ...halves] : [...found, ...halves, ...whole])];
}
