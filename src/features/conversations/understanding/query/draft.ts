import {
  type CalendarUnit,
  type Comparison,
  comparisons,
  type MeasureKind,
  type Period,
  type QueryField,
  type QuerySubject,
} from "#contract/query.ts";
import { comparedSpan } from "#contract/spans.ts";
import { periodOf } from "../period.ts";
import { normalized } from "../words.ts";
import { type Found, Sentence } from "./sentence.ts";
import { fieldTerms, isLevel, quantityTerms, type Term, terms } from "./terms.ts";

/** What a question can be read by: what there is, the names in it, and the day. */
export type Lexicon = {
  subjects: readonly QuerySubject[];
  customer: string | null;
  vendor: string | null;
  /** Every way records write that name, where no customer or vendor is called so. */
  spellings?: readonly string[];
  /** A currency it names that is not the company's. */
  currency: string | null;
  today: string;
  /** The month fiscal years begin in. */
  fiscalYearStart: number;
};

/** A question whose subject is known; `group` is what stands behind "by" or "which". */
export type Draft = {
  sentence: Sentence;
  written: string;
  subject: QuerySubject;
  term: Term;
  group: {
    fields: readonly string[];
    unit: CalendarUnit | null;
    isRanked: boolean;
    isAsked?: boolean;
    /** The words that say it: "by customer"; none of "who". */
    words?: string;
  } | null;
  period: Period | null;
  compare: Comparison | null;
  lexicon: Lexicon;
  quantity: { field: string; of: MeasureKind; view?: string | undefined } | null;
  /** Several rows are asked for, not one. */
  isPlural: boolean;
};

/** Whom "who" can mean: the customer of what is paid or used, else the person at work on it. */
export const people = ["ownerName", "assignee", "agent", "role", "customerName", "vendorName"];
export const parties = ["customerName", "vendorName", "ownerName"];
export const ofParties: readonly string[] = ["invoices", "subscriptions", "contracts", "customers"];

export const units: Readonly<Record<CalendarUnit, string>> = {
  fiscalYear: "fiscal year, financial year",
  day: "day, daily",
  week: "week, weekly",
  month: "month, monthly",
  quarter: "quarter, quarterly",
  year: "year, yearly, annually, annual",
};
const calendarUnits = Object.keys(units) as CalendarUnit[];
export const distributors =
  "broken down by, split by, grouped by, for each, for every, in each, by, per, each, every, across, which, what, whose";
export const superlatives =
  "best, worst, biggest, largest, highest, lowest, smallest, top, strongest, weakest, busiest, slowest, quietest, most, least, fewest";
export const low = "worst, lowest, smallest, weakest, slowest, quietest, least, fewest, cheapest, bottom";
const comparing =
  /\b(?:compared (?:with|to)|in comparison (?:with|to)|versus|vs|against|than|relative to)(?: (?:in|for))?(?: the)?(?: same)? (last|previous|prior|same)? ?((?:fiscal |financial )?year|month|quarter|week|period|one)(?: (?:before|last year|a year ago|a year earlier))?\b/;
/** What stands between two times that are compared. */
const between = /\b(?:compared (?:with|to)|in comparison (?:with|to)|versus|vs|against|than|relative to)\b/;

/** Whether a subject has one of these fields; the first it has. */
export const fieldIn = (subject: QuerySubject, names: readonly string[]): QueryField | null => {
  for (const name of names) {
    const found = subject.fields.find((field) => field.name === name);
    if (found) return found;
  }
  return null;
};

/**
 * Takes a question, gives what it is about and what else was found on the way; null where it names no kind of row and
 * none is known from before.
 */
export function draftOf(question: string, lexicon: Lexicon, before: Term | null = null): Draft | null {
  // "Compare this month with last month".
  const text = normalized(question).replace(
    /^(?:please )?compare (.*?) (?:with|to|and|against) (?=.)/,
    "$1 compared with ",
  );
  const sentence = new Sentence(question);
  // "Acme" is enough for Acme Ltd.
  for (const name of [lexicon.customer, lexicon.vendor])
    if (name) sentence.take(normalized(name).split(" ").join(","), { exact: true, all: true });
  const time = timeIn(sentence, text, lexicon);
  const quantity = quantityIn(sentence, lexicon);
  const group = groupIn(sentence, lexicon);
  const found = subjectIn(sentence, lexicon, group) ?? before;
  const measured = quantity && fieldFor(quantity.fields, found, lexicon);
  // "How long do customers take to pay us": of invoices it is known, whatever else is named.
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

/** The time a question is about, and the one it is compared with where that is as long and earlier. */
function timeIn(
  sentence: Sentence,
  text: string,
  { today, fiscalYearStart }: Lexicon,
): Pick<Draft, "period" | "compare"> {
  const mark = (found: { words: string[] } | null) => found && sentence.takeWritten(found.words.join(" "));
  const [left = "", behind] = text.split(between.test(text) ? between : / or (?=in |of |the |last |this )/);
  // "In the third quarter than in the second".
  const right = /\bquarter\b/.test(left)
    ? behind?.replace(/\b(first|second|third|fourth)\b(?! quarter)/, "$1 quarter")
    : behind;
  const timeOf = (said: string) => periodOf(said, today, fiscalYearStart);
  const [one, other] = [timeOf(left), right === undefined ? null : (timeOf(right) ?? timeOfBare(right))];
  const compared = comparing.exec(text);
  if (
    one &&
    other &&
    one.from !== other.from &&
    !(compared && /^(?:last|previous|prior|same)?$/.test(compared[1] ?? "") && compared[0].includes("same"))
  ) {
    const [later, earlier] = one.from > other.from ? [one, other] : [other, one];
    const how = [...comparisons, { from: earlier.from }].find((each) => {
      const span = comparedSpan(later, each);
      return span.from === earlier.from && span.to === earlier.to;
    });
    if (how) {
      mark(one);
      mark(other);
      if (right !== behind) sentence.take("first, second, third, fourth");
      sentence.take(
        "compared with, compared to, in comparison with, in comparison to, versus, vs, against, than, relative to",
      );
      return { period: { kind: "between", from: later.from, to: later.to }, compare: how };
    }
  }
  if (compared) sentence.takeWritten(compared[0]);
  const timed = timeOf(compared ? text.replace(compared[0], " ") : text);
  mark(timed);
  return {
    period: timed ? { kind: "between", from: timed.from, to: timed.to } : null,
    compare: compared ? (compared[0].includes("year") ? "yearBefore" : "previous") : null,
  };

  /** "Than September": a month behind what compares needs no "in". */
  function timeOfBare(said: string) {
    const found = timeOf(`in ${said.trim()}`);
    return found && { ...found, words: found.words.slice(1) };
  }
}

/** "Which customers are churned" asks for customers; "our biggest customers" for those who brought most. */
function subjectOfGroup(
  { fields, isRanked, unit }: NonNullable<Draft["group"]>,
  sentence: Sentence,
  lexicon: Lexicon,
): Term | null {
  const [first] = fields;
  // "Our best month" is the one that brought most.
  if (unit && isRanked) return figureOf(revenue, lexicon);
  if (
    first === "ownerName" &&
    isRanked &&
    sentence.has("salesperson, salespeople, sales person, sales rep, rep, seller")
  )
    return wonDeals;
  if (first === "customerName") return isRanked ? revenue : named("customers");
  if (first === "vendorName") return isRanked ? named("invoices", "bills") : named("vendors");
  return null;
}
const wonDeals = terms.find(({ filters }) => filters?.some(({ values }) => values[0] === "won")) ?? null;

/** Invoices of a vendor are bills. */
function directed(term: Term, { vendor }: Lexicon): Term {
  const isBilled = term.subject === "invoices" && term.filters?.some(({ values }) => values[0] === "receivable");
  return vendor && isBilled
    ? { ...(named("invoices", "bills") ?? term), ...(term.measure ? { measure: term.measure } : {}) }
    : term;
}

const revenue = terms.find(({ figures }) => figures) as Term;

/** The rows a quantity is known of where the question's own have none. */
const quantityTerm = (fields: readonly string[]): Term | null => {
  const subject = fields.map((field) => quantitySubjects[field]).find((one) => one !== undefined);
  return subject ? named(subject) : null;
};

/** The one of these fields the rows of a term have. */
const fieldFor = (fields: readonly string[], term: Term | null, { subjects }: Lexicon): string | null => {
  const subject = subjects.find(({ id }) => id === term?.subject);
  return subject ? (fieldIn(subject, fields)?.name ?? null) : null;
};
const quantitySubjects: Readonly<Record<string, string>> = {
  daysToPay: "invoices",
  daysToResolve: "tickets",
  satisfaction: "customers",
  actualHours: "tickets",
  overrun: "tickets",
  daysSinceContact: "customers",
  usage30: "customers",
  seats: "subscriptions",
};

/** The only kind of row that can be what a question says: "who is on a trial" asks for subscriptions. */
function subjectOfChoice(sentence: Sentence, { subjects }: Lexicon): Term | null {
  const said = subjects.filter(({ fields }) =>
    fields.some(
      ({ type, choices, name }) =>
        type === "choice" &&
        name !== "role" &&
        choices.some(({ label }) => label.length > 3 && sentence.find(label, { exact: true })),
    ),
  );
  const [only] = said;
  return only && said.length === 1 ? { words: "", subject: only.id } : null;
}

const named = (subject: string, view?: string): Term | null =>
  terms.find((term) => term.subject === subject && (!view || term.filters?.some(({ values }) => values[0] === view))) ??
  null;

function groupIn(sentence: Sentence, lexicon: Lexicon): Draft["group"] {
  const fields = [...ownFields(lexicon), ...fieldTerms];
  const group = groupBehind(sentence, superlatives, true, fields) ?? groupBehind(sentence, distributors, false, fields);
  if (group) return group;
  for (const unit of calendarUnits) {
    const adverb = {
      fiscalYear: "each fiscal year",
      day: "daily, day by day",
      week: "weekly, week by week",
      month: "monthly, month by month",
      quarter: "quarterly",
      year: "yearly, annually",
    }[unit];
    // "Monthly recurring revenue" is no series.
    if (!sentence.has("monthly recurring, mrr") && sentence.take(adverb, { exact: true }))
      return { fields: [], unit, isRanked: false };
  }
  const asks = sentence.find("who, whom");
  if (asks && lexicon.subjects.length > 0) {
    sentence.use(asks);
    return { fields: people, unit: null, isRanked: hasRank(sentence), isAsked: true };
  }
  return null;
}

/** What stands behind one of these words: a unit of the calendar or a field, with a number between them where there is one. */
function groupBehind(
  sentence: Sentence,
  words: string,
  isRanked: boolean,
  fields: readonly (readonly [words: string, fields: readonly string[]])[],
): Draft["group"] {
  for (let from = 0; ; ) {
    const lead = sentence.find(words, { from });
    if (!lead) return null;
    from = lead.at + 1;
    let next = lead.at + lead.length;
    while (/^(?:\d{1,3}|of|our|the|two|three|four|five|ten)$/.test(sentence.at(next) ?? "")) next += 1;
    const here = (phrases: string, far = 0): Found | null => {
      const found = sentence.find(phrases, { from: next });
      return found && found.at <= next + far ? found : null;
    };
    // "Our worst revenue month": what it is best or worst in may stand between.
    const unit = calendarUnits.find((one) => here(units[one], isRanked ? 1 : 0));
    const ofFields = fields.flatMap(([phrases, names]) => {
      const found = here(phrases);
      return found ? [{ found, names }] : [];
    });
    const longest = Math.max(0, ...ofFields.map(({ found }) => found.length));
    const field = unit && longest < 2 ? [] : ofFields.filter(({ found }) => found.length === longest);
    if (!unit && field.length === 0) continue;
    const found = field[0]?.found ?? here(units[unit ?? "day"], 1);
    sentence.use(lead);
    sentence.use(found);
    const isAsked = /^(?:which|what|whose)$/.test(sentence.at(lead.at) ?? "");
    const names = field.flatMap((one) => one.names);
    const lastAt = found ? found.at + found.length : next;
    return {
      words: sentence.words(lead.at, lastAt),
      fields: names,
      unit: names.length > 0 ? null : (unit ?? null),
      isRanked: isRanked || hasRank(sentence),
      isAsked,
    };
  }
}

const hasRank = (sentence: Sentence): boolean => sentence.has(superlatives);

/** The term of the longest phrase that is there; behind a group, a party is not the subject where something else is. */
function subjectIn(sentence: Sentence, lexicon: Lexicon, group: Draft["group"]): Term | null {
  const { subjects } = lexicon;
  let best: { term: Term; found: Found } | null = null;
  const isParty = (term: Term) => term.subject === "customers" || term.subject === "vendors";
  for (const term of [...figureTerms(lexicon), ...ownTerms(lexicon), ...terms]) {
    if (!subjects.some(({ id }) => id === term.subject)) continue;
    const found = sentence.find(term.words, { exact: true });
    if (!found || (term.beside && !sentence.has(term.beside))) continue;
    // Of two words a thing says more than what is done with it: "average size of our sales invoices".
    const isThing =
      best?.term.measure?.always === true &&
      best.term.subject !== term.subject &&
      term.measure?.always !== true &&
      !isParty(term);
    const isLonger = !best || found.length > best.found.length || isThing;
    const isPlainer = best !== null && isParty(best.term) && !best.term.filters && !isParty(term);
    const isLess = best !== null && isParty(term) && !term.filters && !isParty(best.term);
    if (!best || isPlainer || (isLonger && !isLess)) best = { term, found };
  }
  if (!best) return null;
  sentence.use(best.found);
  // A figure is of the whole company: it has no customers to be grouped by.
  const isWhole =
    (!group || group.unit !== null || group.fields.includes("weekday")) &&
    !lexicon.customer &&
    !lexicon.vendor &&
    !lexicon.currency;
  return isWhole ? figureOf(best.term, lexicon) : rowsOf(best.term);
}

/** A figure of the whole company as the rows behind it, which tell customers apart. */
function rowsOf(term: Term): Term {
  if (term.subject !== "figures") return term;
  const name = String(term.filters?.find(({ field }) => field === "name")?.values[0] ?? "");
  return terms.find(({ figures }) => figures?.includes(name)) ?? term;
}

/** "Margin" is enough for the gross margin. */
const lastWord = (label: string): string => {
  const word = label.split(" ").at(-1) ?? "";
  return word.length > 4 && !/^(?:total|target|daily|month|number)$/i.test(word) ? word : "";
};

/** What the company itself calls its rows. */
const ownTerms = ({ subjects }: Lexicon): Term[] =>
  subjects.flatMap(({ id, alsoCalled }) => {
    const like = terms.find(({ subject, filters, measure }) => subject === id && !filters && !measure?.always);
    return alsoCalled.map((words) => ({ ...like, words, subject: id }));
  });

/** What the company itself and the forms call fields that rows can be grouped by. */
export const ownFields = ({ subjects }: Lexicon): (readonly [words: string, fields: readonly string[]])[] =>
  subjects.flatMap(({ fields }) =>
    fields
      .filter(({ type }) => type === "text" || type === "choice" || type === "flag")
      .flatMap(({ name, label, alsoCalled }) =>
        [label, ...alsoCalled].map((words) => [words.replaceAll(",", " "), [name]] as const),
      ),
  );

/** The company's own figures by their names, with and without "daily". */
function figureTerms({ subjects }: Lexicon): Term[] {
  const recorded =
    subjects.find(({ id }) => id === "figures")?.fields.find(({ name }) => name === "name")?.choices ?? [];
  return recorded.map(({ value, label }) => ({
    words: `${label},${label.replace(/^(?:daily|weekly|monthly|total) /i, "")},${lastWord(label)}`,
    subject: "figures",
    filters: [{ field: "name", test: "is", values: [value] }],
    measure: { of: isLevel(value) ? "latest" : "sum", always: true },
  }));
}

/** The figure a term stands for where the company records it; the term itself else. */
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

type Quantity = { fields: readonly string[]; of: MeasureKind; view?: string | undefined };

/** The quantity a phrase of the question asks for, whatever rows it is known of. */
function quantityIn(sentence: Sentence, { subjects }: Lexicon): Quantity | null {
  for (const [words, fields, of, view] of quantityTerms) if (sentence.take(words)) return { fields, of, view };
  for (const { fields } of subjects)
    for (const { name, type, alsoCalled } of fields)
      if (type === "number" || type === "hours" || type === "share")
        for (const words of alsoCalled)
          if (sentence.take(words.replaceAll(/[^\p{L} ]/gu, " ")))
            return { fields: [name], of: type === "hours" ? "sum" : "average" };
  return null;
}

function quantityOf({ fields, of, view }: Quantity, term: Term, lexicon: Lexicon): Draft["quantity"] {
  const field = fieldFor(fields, term, lexicon);
  return field ? { field, of, view } : null;
}
