import { normalized, telling } from "#features/conversations/understanding/words.ts";

/** Whether a message only agrees. */
export const agrees = (message: string): boolean =>
  /^(?:yes|yep|yeah|sure|ok(?:ay)?|do (?:it|that)|go ahead|confirm(?: it)?|approve(?: it)?|send it|please do|make it so)(?:,? please)?[\s.!]{0,5}$/i.test(
    message.trim(),
  );

const isBriefWord = /^(?:brief|briefing)$/;

/** Words that may accompany "brief" in a question for the daily brief. */
const briefCompanions = new Set([
  "daily",
  "contents",
  "contain",
  "contains",
  "include",
  "includes",
  "included",
  "read",
  "open",
]);

/** Other meanings: a brief answer, the brief of another period, "brief me". */
const otherBrief =
  /\b(?:brief(?:ing)? (?:of |from |for )?(?:answer|question|word|idea|explanation|last|next|yesterday)|(?:weekly|monthly|quarterly|yesterday|last (?:week|month)|next|be|it|keep|very|more) brief(?:ing)?|brief (?:me|us))\b/;

/** Whether a message only asks for the daily brief. */
export function asksForBrief(message: string): boolean {
  const text = normalized(message);
  const words = telling(text);
  return (
    words.some((word) => isBriefWord.test(word)) &&
    words.every((word) => isBriefWord.test(word) || briefCompanions.has(word)) &&
    !otherBrief.test(text)
  );
}
