import type { Comparison, Period, QuerySubject } from "#contract/query.ts";
import { functionWords, normalized, telling } from "../words.ts";
import { type Group, groupIn, people } from "./group.ts";
import type { Lexicon } from "./lexicon.ts";
import { fieldFor, type QuantityField, quantityIn, quantityOf, quantityTerm } from "./quantity.ts";
import { Sentence } from "./sentence.ts";
import { directed, subjectIn, subjectOfChoice, subjectOfGroup, wonDeals } from "./subject.ts";
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
};

/**
 * Finds the subject of a question with its period, group and quantity; null if it names no subject and `before` gives
 * none.
 */
export function draftOf(question: string, lexicon: Lexicon, before: Term | null = null): Draft | null {
  // "Compare this month with last month".
  const text = normalized(question).replace(
    /^(?:please )?compare (.*?) (?:with|to|and|against) (?=.)/,
    "$1 compared with ",
  );
  const sentence = new Sentence(withoutGreeting(question));
  takeCompany(sentence);
  // "Acme" is enough for Acme Ltd.
  for (const name of [lexicon.customer, lexicon.vendor])
    if (name) sentence.take(normalized(name).split(" ").join(","), { exact: true, all: true });
  const time = timeIn(sentence, text, lexicon);
  const quantity = quantityIn(sentence, lexicon);
  const group = groupIn(sentence, lexicon);
  const found = subjectIn(sentence, lexicon, group) ?? before;
  const measured = quantity && fieldFor(quantity.fields, found, lexicon);
  // "How long do customers take to pay us" is a question about invoices, although it names customers.
  const plain = quantity && !measured ? (quantityTerm(quantity.fields) ?? found) : found;
  const ofGroup = group && !plain ? subjectOfGroup(group, sentence, lexicon) : null;
  const isSeller = group?.fields === people && plain?.figures !== undefined;
  const ownWords = plain ?? ofGroup ?? subjectOfChoice(sentence, lexicon);
  const term = isSeller ? wonDeals : ownWords && directed(ownWords, lexicon);
  const subject = term && lexicon.subjects.find(({ id }) => id === term.subject);
  if (!term || !subject) return null;
  return {
    sentence,
    written: question,
    subject,
    term,
    group: ofGroup?.subject === "customers" || ofGroup?.subject === "vendors" ? null : group,
    ...time,
    lexicon,
    quantity: quantity ? quantityOf(quantity, term, lexicon) : null,
    isPlural: sentence.has("who") || subject.many.split(" ").some((word) => text.split(" ").includes(word)),
  };
}

/** Without a first clause of stop words: "Good morning, how much do we owe?" */
function withoutGreeting(question: string): string {
  const [greeting = "", rest = ""] = question.split(/(?<=^[^,!.]{0,40})[,!.]\s+(?=\p{L})/u);
  return rest !== "" && telling(normalized(greeting)).length === 0 ? question.slice(greeting.length + 1) : question;
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
