import { namesIn } from "./row-names.ts";
import { sampledKinds } from "#features/records/contract.ts";
import type { Group } from "./group.ts";
import { normalized } from "../words.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Found, Sentence } from "./sentence.ts";
import { type Term, terms } from "./terms.ts";

/** The rows of a subject, or of one of its views, as a term. */
export const termOf = (subject: string | null, view?: string): Term | null =>
  terms.find((term) => term.subject === subject && (!view || term.filters?.some(({ values }) => values[0] === view))) ??
  null;

export const wonDeals = terms.find(({ filters }) => filters?.some(({ values }) => values[0] === "won")) ?? null;
const spending = terms.find(({ words }) => words.startsWith("spend,")) as Term;
const revenue = terms.find(({ figures }) => figures) as Term;

/** The term with the longest phrase in the sentence; a party is only the subject if nothing else is. */
export function subjectIn(sentence: Sentence, lexicon: Lexicon, group: Group | null): Term | null {
  const { subjects } = lexicon;
  let best: { term: Term; found: Found } | null = null;
  const isParty = (term: Term) => term.subject === "customers" || term.subject === "vendors";
  for (const term of [...figureTerms(lexicon), ...tableTerms(lexicon), ...ownTerms(lexicon), ...terms]) {
    if (!subjects.some(({ id }) => id === term.subject)) continue;
    const found = sentence.find(term.words, { exact: true });
    if (!found || (term.beside && !sentence.has(term.beside))) continue;
    // A noun outranks a verb: "average size of our sales invoices" is about invoices.
    const isNounOverVerb =
      best?.term.measure?.always === true &&
      !best.term.isNoun &&
      best.term.subject !== term.subject &&
      term.measure?.always !== true &&
      !isParty(term);
    const isLonger = !best || found.length > best.found.length || isNounOverVerb;
    // A file that is called "Bills" holds bills: our word says which invoices they are.
    const isSharper =
      best !== null &&
      best.term.subject === term.subject &&
      !best.term.filters &&
      term.filters !== undefined &&
      found.length === best.found.length;
    const isThingOverParty = best !== null && isParty(best.term) && !best.term.filters && !isParty(term);
    const isPartyOverThing = best !== null && isParty(term) && !term.filters && !isParty(best.term);
    if (!best || isSharper || isThingOverParty || (isLonger && !isPartyOverThing)) best = { term, found };
  }
  if (!best) return null;
  sentence.use(best.found);
  // A figure covers the whole company: it has no customers to group by.
  const isWhole =
    (!group || group.unit !== null || group.fields.includes("weekday")) &&
    !lexicon.customer &&
    !lexicon.vendor &&
    !lexicon.currency &&
    // "How many sales": a figure has a sum, invoices can be counted.
    !(best.term.figures && isCounted(sentence, best.found));
  const term = ofParties(best.term, sentence);
  return isWhole ? figureOf(term, lexicon) : rowsOf(term);
}

/** What invoices to customers are called where they are bills, and back. */
const otherSide: Readonly<Record<string, string>> = { payable: "receivable", overdueBills: "overdue" };
const led = (names: string): string =>
  ["from", "to", "of", "for", "with"]
    .flatMap((lead) => ["", "our ", "the ", "all "].map((one) => `${lead} ${one}`))
    .flatMap((lead) => names.split(", ").map((name) => lead + name))
    .join();
const partiesOf = { receivable: led("customers, clients, buyers"), payable: led("vendors, suppliers") } as const;

/** Which side of the books the rows of a term are on; null for other rows and for both sides. */
export function sideOf({ subject, filters = [] }: Term): keyof typeof partiesOf | null {
  if (subject !== "invoices") return null;
  const said = filters.map(({ values }) => String(values[0]));
  if (said.some((one) => one === "bills" || one in otherSide)) return "payable";
  return said.some((one) => ["receivable", "overdue"].includes(one)) ? "receivable" : null;
}

/** "Invoices from customers" are theirs, whatever an invoice from somebody else is. */
function ofParties(term: Term, sentence: Sentence): Term {
  const side = sideOf(term);
  if (side === null || (term.measure?.always && !term.isNoun)) return term;
  const other = side === "payable" ? "receivable" : "payable";
  const found = sentence.find(partiesOf[other], { used: true });
  if (!found || sentence.find(partiesOf[side], { used: true })) return term;
  sentence.use(found);
  const names = Object.entries(otherSide);
  const view = term.filters?.find(({ field }) => field === "view")?.values[0];
  const [, there] = names.find(([own]) => own === view) ?? [];
  const [back] = names.find(([, own]) => own === view) ?? [];
  const named = there ?? back ?? (other === "payable" ? "bills" : "receivable");
  const turned = terms.find(
    ({ subject, filters: [first] = [], measure }) =>
      subject === "invoices" &&
      first?.values[0] === named &&
      (first.field === "view" ? there !== undefined || back !== undefined || named === "bills" : !measure?.always),
  );
  return turned ? { ...turned, ...(term.measure && { measure: term.measure }) } : term;
}

/** "Which customers are churned" asks for customers; "our biggest customers" for those with the most revenue, "our biggest vendors" for those who cost most. */
export function subjectOfGroup({ fields, isRanked, unit }: Group, sentence: Sentence, lexicon: Lexicon): Term | null {
  const [first] = fields;
  // "Our best month" is the one with the most revenue.
  if (unit && isRanked) return figureOf(revenue, lexicon);
  if (
    first === "ownerName" &&
    isRanked &&
    sentence.has("salesperson, salespeople, sales person, sales rep, rep, seller")
  )
    return wonDeals;
  if (first === "customerName") return isRanked ? revenue : termOf("customers");
  if (first === "vendorName") return isRanked ? spending : termOf("vendors");
  return null;
}

/**
 * The only kind of record with a choice that the question names: "who is on a trial" asks for subscriptions. Common words
 * are choices of the agents' own rows too ("events"), which a question must name.
 */
export function subjectOfChoice(sentence: Sentence, { subjects }: Lexicon): Term | null {
  const matching = subjects.filter(
    ({ id, fields }) =>
      isRecordKind(id) &&
      fields.some(
        ({ type, choices, name }) =>
          // A text has choices where the company has its own words for one of ours.
          (type === "choice" || type === "text") &&
          name !== "role" &&
          choices.some(({ label }) => label.length > 3 && sentence.find(label, { exact: true })),
      ),
  );
  const [only] = matching;
  return only && matching.length === 1 ? { words: "", subject: only.id } : null;
}

const isCounted = (sentence: Sentence, { at }: Found): boolean =>
  ["how many", "number of"].includes(sentence.words(at - 2, at));

const isRecordKind = (id: string): boolean => sampledKinds.some((kind) => kind === id);

/** Invoices of a vendor are bills. */
export function directed(term: Term, { vendor }: Lexicon): Term {
  const isBilled = term.subject === "invoices" && term.filters?.some(({ values }) => values[0] === "receivable");
  return vendor && isBilled
    ? { ...(termOf("invoices", "bills") ?? term), ...(term.measure ? { measure: term.measure } : {}) }
    : term;
}

/** The rows behind a company figure, which have customers. */
function rowsOf(term: Term): Term {
  if (term.subject !== "figures") return term;
  const name = String(term.filters?.find(({ field }) => field === "name")?.values[0] ?? "");
  return terms.find(({ figures }) => figures?.includes(name)) ?? term;
}

/** The last word of a label, because "margin" is enough for the gross margin. */
const lastWord = (label: string): string => {
  const word = label.split(" ").at(-1) ?? "";
  return word.length > 4 && !/^(?:total|target|daily|month|number)$/i.test(word) ? word : "";
};

/** The company's own tables, by their names and by what their lines are called. */
const tableTerms = ({ subjects }: Lexicon): Term[] =>
  (subjects.find(({ id }) => id === "entries")?.fields ?? [])
    .filter(({ name }) => name === "table")
    .flatMap(({ choices }) => choices)
    .map(({ value, label }) => ({
      words: label.replaceAll(",", " "),
      subject: "entries",
      filters: [{ field: "table", test: "is", values: [value] }],
    }));

/** The company's own names for its rows. */
const ownTerms = ({ subjects }: Lexicon): Term[] =>
  subjects.flatMap(({ id, alsoCalled }) => {
    const like = terms.find(({ subject, filters, measure }) => subject === id && !filters && !measure?.always);
    return alsoCalled.flatMap(namesIn).map((words) => ({ ...like, words, subject: id }));
  });

/** What people call figures that we name. */
const usualNames: Readonly<Record<string, string>> = {
  profit: "net profit, net income, net result, net loss, bottom line",
};

/** The company's own figures by name, with and without "daily", and as its files head them. */
export function figureTerms({ subjects }: Pick<Lexicon, "subjects">): Term[] {
  const recorded =
    subjects.find(({ id }) => id === "figures")?.fields.find(({ name }) => name === "name")?.choices ?? [];
  return recorded.map(({ value, label, alsoCalled = [] }) => ({
    words: [
      label,
      label.replace(/^(?:daily|weekly|monthly|total) /i, ""),
      lastWord(label),
      ...alsoCalled.map((heading) => normalized(heading)),
      usualNames[value],
    ].join(),
    subject: "figures",
    filters: [{ field: "name", test: "is", values: [value] }],
    measure: { of: isLevel(value) ? "latest" : "sum", always: true },
  }));
}

/** The figure for a term if the company records it, otherwise the term itself. */
function figureOf(term: Term, { subjects }: Lexicon): Term {
  const recorded =
    subjects.find(({ id }) => id === "figures")?.fields.find(({ name }) => name === "name")?.choices ?? [];
  const figure = term.figures?.find((one) => recorded.some(({ value }) => value === one));
  if (!figure) return term;
  return {
    words: term.words,
    subject: "figures",
    filters: [{ field: "name", test: "is", values: [figure] }],
    measure: { of: "sum", always: true },
  };
}

/** Whether a figure is a level, not a flow: its last value counts, and a sum would be meaningless. */
const isLevel = (figure: string): boolean =>
  /(?:^|_)(?:cash|balance|headcount|mrr|arr|rate|ratio|price|score|stock|level|target|nps|share|backlog)(?:_|$)/.test(
    figure,
  );
