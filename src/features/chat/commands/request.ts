import { pageOfVerb } from "#features/conversations/understanding/acts.ts";

const politely =
  /^(?:please|kindly|go ahead and|just|now|can you|could you|would you|will you|i want you to|i would like you to|let's|lets)[\s,]+/i;

/** A message on one line, without polite phrases. */
export function withoutPoliteness(message: string): { text: string; isPolite: boolean } {
  let text = message.trim().replaceAll(/\s+/g, " ");
  const whole = text;
  while (politely.test(text)) text = text.replace(politely, "");
  // "Would you mind paying it?"
  const [found, stem] = /^mind (\p{L}+)ing\b/iu.exec(text) ?? [];
  if (found && stem) text = `${imperative.test(`${stem}e `) ? `${stem}e` : stem}${text.slice(found.length)}`;
  return { text, isPolite: text !== whole };
}

/** Verbs that never start a question. */
const imperative =
  /^(?:pay|sign|terminate|delete|remove|hire|fire|dismiss|buy|approve|reject|cancel|renew|assign|reassign|publish|launch|sell|invite|reopen|delegate|(?:send|give|write)(?! (?:me|us)\b)|switch|turn)\b/i;

/** Verbs that may also be nouns: they count only with an object. */
const verbOrNoun =
  /^(?:transfer|refund|void|book|email|mail|order|close|complete|finish|update|import|charge|wire|lower|raise|increase|reduce|cut|stop|start|change|edit|call|schedule|post|offer|grant|set|move|export|make|create|add|mark|discount|write off|ask|remind|tell|notify|inform|message)\s+(?:the|an?|all|this|that|these|those|my|our|every|each|him|her|them|it|\p{Lu}|[£$€\d])(?<!\bmark \p{Lu}(?!\p{Lu}*-?\d))/u;

/** The request in a message, worded to follow "I cannot"; null for a question. */
export function requestIn(message: string): string | null {
  const { text, isPolite } = withoutPoliteness(message);
  const asks = text.endsWith("?") && !isPolite && !/\bplease\?$/i.test(text);
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  if (asks || !(imperative.test(text) || verbOrNoun.test(lower)) || !/\s/.test(text)) return null;
  const plain = text.replace(/(?:,? please)?[.!?]{0,3}$/i, "");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

const swapped: Readonly<Record<string, string>> = { my: "your", me: "you", mine: "yours", your: "my", you: "me" };

/** Swaps first and second person, to repeat a request: "raise my limit" becomes "raise your limit". */
export const swapPronouns = (request: string): string =>
  request.replaceAll(/\b(?:my|me|mine|your|you)\b/g, (word) => swapped[word] ?? word);

/** The page where a person can do what is requested, by its object or its verb; null if there is none. */
export function pageOfRequest(request: string): { name: string; href: string } | null {
  if (/\b(?:that|this|it)$/i.test(request) || /\b(?:limit|password)\b/i.test(request)) return null;
  if (
    /^(?:stop|pause|hold|halt|turn off|switch off)\b.*\b(?:agents|executives|everything|auto-?pilot)\b/i.test(request)
  )
    return { name: "AGI Oversight", href: "/oversight" };
  if (/\b(?:D-\d+|decisions?|proposals?)\b/i.test(request)) return { name: "Decisions", href: "/decisions" };
  if (/\b(?:INV-\d+|invoices?|bills?)\b/i.test(request)) return { name: "Invoices", href: "/records/invoices" };
  return pageOfVerb(request.split(" ")[0] ?? "");
}
