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

/** Takes a question, gives what it asks to be done where it begins with that; null where something is asked. */
export function actAsked(question: string): Act | null {
  const text = normalized(question).replace(/^(?:please|can you|could you|would you|hey|now|just|go and) /, "");
  const [first = ""] = text.split(" ");
  if (/\b(?:how|which|what|when|why|who)\b/.test(text)) return null;
  const page = pages.find(([verbs]) => verbs.split(" ").includes(first));
  return page && text.includes(" ") ? { verb: text.replace(/ please$/, ""), href: page[1] } : null;
}
