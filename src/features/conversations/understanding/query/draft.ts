import type { Comparison, Period, QuerySubject } from "#contract/query.ts";
import { functionWords, normalized } from "../words.ts";
import { type Group, groupIn, people } from "./group.ts";
import type { Lexicon } from "./lexicon.ts";
import { fieldFor, type QuantityField, quantityIn, quantityOf, quantityTerm } from "./quantity.ts";
import { type Beside, ownChoices, subjectOfOwn, takeBeside } from "./own.ts";
import { Sentence } from "./sentence.ts";
import { directed, subjectIn, subjectOfChoice, subjectOfGroup, termOf, wonDeals } from "./subject.ts";
import type { Term } from "./terms.ts";
import { timeIn } from "./time.ts";

/** A question whose subject is known. */
export type Draft = {
  sentence: Sentence;
  written: string;
  subject: QuerySubject;
  term: Term;
  group: Group | null;
  period: Period | null;
  compare: Comparison | null;
  lexicon: Lexicon;
  quantity: QuantityField | null;
  /** It asks for several rows, not one. */
  isPlural: boolean;
  /** Values of the company's own fields beside their labels. */
  beside: readonly Beside[];
};

/**
 * Finds the subject of a question with its period, group and quantity; null if it names no subject and `before` gives
 * none.
 */
export function draftOf(question: string, lexicon: Lexicon, before: Term | null = null): Draft | null {
  const { draft, isIgnored } = draftWith(question, lexicon, before, true);
  // "Invoices per month": rows without that quantity leave its words to the rest of the question.
  return isIgnored ? draftWith(question, lexicon, before, false).draft : draft;
}

function draftWith(
  question: string,
  lexicon: Lexicon,
  before: Term | null,
  readsQuantity: boolean,
): { draft: Draft | null; isIgnored: boolean } {
  // "Compare this month with last month".
  const text = normalized(question).replace(
    /^(?:please )?compare (.*?) (?:with|to|and|against) (?=.)/,
    "$1 compared with ",
  );
  const sentence = new Sentence(withoutGreeting(question));
  takeCompany(sentence);
  const beside = takeBeside(sentence, ownChoices(lexicon.subjects), question);
  for (const name of [lexicon.customer, lexicon.vendor]) if (name) sentence.takeName(name);
  const time = timeIn(sentence, text, lexicon);
  const quantity = readsQuantity ? quantityIn(sentence, lexicon) : null;
  const group = groupIn(sentence, lexicon);
  const named = subjectIn(sentence, lexicon, group);
  // "How many employees" asks for people, unless other rows are named.
  const countsPeople = group?.isCounted === true && group.fields.includes("ownerName") && !named;
  if (countsPeople && before && before.subject !== "people") return { draft: null, isIgnored: false };
  // Tried as invoices to customers, "the bill" is one of them.
  // A verb says itself which way money goes: what is spent is never billed to customers.
  const isOtherSide =
    before?.figures !== undefined && named?.subject === before.subject && named.measure?.always !== true;
  const found = countsPeople ? termOf("people") : isOtherSide ? before : (named ?? before);
  const measured = quantity && fieldFor(quantity.fields, found, lexicon);
  // "How long do customers take to pay us" is a question about invoices, although it names customers.
  const plain = quantity && !measured && !quantity.isUnnamed ? (quantityTerm(quantity.fields) ?? found) : found;
  const ofGroup = group && !plain ? subjectOfGroup(group, sentence, lexicon) : null;
  const isSeller = group?.fields === people && named !== null && plain?.figures !== undefined;
  const ownWords =
    plain ?? ofGroup ?? termOf(subjectOfOwn(sentence, lexicon.subjects, beside)) ?? subjectOfChoice(sentence, lexicon);
  const term = isSeller ? wonDeals : ownWords && directed(ownWords, lexicon);
  const subject = term && lexicon.subjects.find(({ id }) => id === term.subject);
  if (!term || !subject) return { draft: null, isIgnored: false };
  const own = quantity && quantityOf(quantity, term, lexicon);
  const draft = {
    sentence,
    written: question,
    subject,
    term,
    group: ofGroup?.subject === "customers" || ofGroup?.subject === "vendors" ? null : group,
    ...time,
    lexicon,
    quantity: own,
    beside,
    isPlural: sentence.has("who") || subject.many.split(" ").some((word) => text.split(" ").includes(word)),
  };
  return { draft, isIgnored: quantity !== null && own === null };
}

const greetings = new Set(["good", "morning", "afternoon", "evening"]);

/** Without a first clause that says nothing: "Good morning, how much do we owe?" But "each quarter, …" narrows. */
function withoutGreeting(question: string): string {
  const [greeting = "", rest = ""] = question.split(/(?<=^[^,!.]{0,40})[,!.]\s+(?=\p{L})/u);
  const isGreeting = normalized(greeting)
    .split(" ")
    .every((word) => functionWords.has(word) || greetings.has(word));
  return rest !== "" && isGreeting ? question.slice(greeting.length + 1) : question;
}

/** "Our business" is the company, unless a noun follows: "the business plan". */
function takeCompany(sentence: Sentence): void {
  const found = sentence.find(
    ["our", "the", "this", "my"].flatMap((one) => companyWords.map((word) => `${one} ${word}`)).join(),
  );
  const next = found && sentence.at(found.at + found.length);
  if (found && (next === null || functionWords.has(next ?? ""))) sentence.use(found);
}
const companyWords = ["business", "company", "firm", "organisation", "organization"];
