/** Words that refer to the sentence before: "When does it end?" */
const refersBack = /\b(it|they|them|that|those|these|he|she|this one|same)\b/i;
/** Where a question starts after a comma or a dash: "The bank called, how much is overdue?" */
const clauseStart =
  /[,;:–—-]\s+(?:so |and |but )?(?=(?:how|what|which|who|whom|whose|when|where|why|is|are|do|does|did|can|could|should|will|would|any|have|has|show|tell|give|list)\b)/i;

/**
 * The parts of a text that may be the question, the likeliest first: the last sentence with a question mark, the part of
 * it after a comma, and finally the whole text.
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
    const half = one.split(clauseStart).at(-1);
    return half && half !== one ? [half] : [];
  });
  const whole = sentences.length > 1 ? [question] : [];
  const [first = ""] = found;
  return [...new Set(refersBack.test(first) ? [...whole, ...found, ...halves] : [...found, ...halves, ...whole])];
}
