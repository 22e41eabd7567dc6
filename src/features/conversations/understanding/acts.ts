import { normalized } from "./words.ts";

/** Something a person is asked to do themselves, and the page where they do it. */
export type Act = { verb: string; href: string };

/** Verbs of requests to act, with where a person acts. */
const pages: readonly (readonly [verbs: string, href: string])[] = [
  ["approve reject", "/decisions"],
  ["close create assign reassign complete finish reopen", "/tasks"],
  ["pay transfer refund void mark", "/records/invoices"],
  ["sign cancel terminate renew", "/records/contracts"],
  ["delete remove update change edit add import", "/records"],
  ["send email mail call write book order buy hire fire dismiss", "/tasks"],
];

/** What is done something to: without it "Change in revenue" would be a request. */
const objects =
  /^(?:the|an?|all|this|that|these|those|my|our|every|each|me|him|her|them|it|case|task|ticket|deal|invoice|bill|contract) /;
const asking = /^(?:please|can you|could you|would you|hey|now|just|go and),? /i;

/** Takes a question, gives what it asks to be done where it begins with that; null where something is asked. */
export function actAsked(question: string): Act | null {
  const written = question
    .trim()
    .replace(asking, "")
    .replace(/(?:,? please)?[.!?]{0,3}$/i, "");
  const text = normalized(written);
  const [first = "", ...rest] = text.split(" ");
  if (/\b(?:how|which|what|when|why|who)\b/.test(text) || !objects.test(`${rest.join(" ")} `)) return null;
  const page = pages.find(([verbs]) => verbs.split(" ").includes(first));
  return page ? { verb: written.charAt(0).toLowerCase() + written.slice(1), href: page[1] } : null;
}
