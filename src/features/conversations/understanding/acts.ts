import { normalized } from "./words.ts";

type Page = { name: string; href: string };
/** A request to act, and the page where a person can do it; null if the product cannot. */
export type Act = { verb: string; page: Page | null };

/** Verbs of requests to act, with the page for each. */
const pages: readonly (readonly [verbs: string, page: Page | null])[] = [
  ["approve reject", { name: "Decisions", href: "/decisions" }],
  ["close create assign reassign complete finish reopen", { name: "Tasks", href: "/tasks" }],
  ["pay transfer refund void mark", { name: "Invoices", href: "/records/invoices" }],
  ["sign cancel terminate renew", { name: "Contracts", href: "/records/contracts" }],
  ["delete remove update change edit add import", { name: "Records", href: "/records" }],
  ["send email mail call write book order buy hire fire dismiss", null],
];

/** The start of a request's object: without it "Change in revenue" would be a request. */
const objects =
  /^(?:the|an?|all|this|that|these|those|my|our|every|each|me|him|her|them|it|case|task|ticket|deal|invoice|bill|contract) /;
const politeStart = /^(?:please|can you|could you|would you|hey|now|just|go and),? /i;

/** The page where a person can do what a verb asks for; null if there is none. */
export const pageOfVerb = (verb: string): Page | null =>
  pages.find(([verbs]) => verbs.split(" ").includes(verb.toLowerCase()))?.[1] ?? null;

/** The action a text requests; null if it is a question. */
export function actAsked(question: string): Act | null {
  const request = question
    .trim()
    .replace(politeStart, "")
    .replace(/(?:,? please)?[.!?]{0,3}$/i, "");
  const text = normalized(request);
  const [first = "", ...rest] = text.split(" ");
  if (/\b(?:how|which|what|when|why|who)\b/.test(text) || !objects.test(`${rest.join(" ")} `)) return null;
  const found = pages.find(([verbs]) => verbs.split(" ").includes(first));
  return found ? { verb: request.charAt(0).toLowerCase() + request.slice(1), page: found[1] } : null;
}
