import type { Filter, QueryField, QuerySubject } from "#contract/query.ts";
import { functionWords, isNegation, normalized } from "../words.ts";
import type { Draft } from "./draft.ts";
import { takeEndedLate } from "./ended-late.ts";
import { fieldTerms } from "./field-terms.ts";
import { ownFields, parties } from "./group.ts";
import { joinedPlaces, mergeAlternatives } from "./joined.ts";
import { fieldIn } from "./lexicon.ts";
import { isOwn, isTellingValue, labelPhrases, ownNamed, takeBeside, takeLabels, takePresence } from "./own.ts";
import { Sentence } from "./sentence.ts";
import { type Term, terms } from "./terms.ts";
import { choiceTerms, flagTerms, viewTerms } from "./value-terms.ts";

/** Distinct values of the free fields of a subject, by field. */
export type Values = ReadonlyMap<string, readonly string[]>;

const namedFields: readonly string[] = [
  "ownerName",
  "employeeName",
  "assignee",
  "channel",
  "category",
  "segment",
  "agentName",
  "stageName",
];

/** The fields whose values a question may name. */
export const namedIn = ({ sentence, subject }: Draft): string[] => [...namedFields, ...ownNamed(sentence, subject)];
/** Fields with the company's own words for a choice: read first, as "Proposal Sent" is more than a proposal. */
const ownWords: readonly string[] = ["stageName"];

/** What the person does whose row it is. */
const keeping =
  "look after, looking after, looks after, responsible, in charge, own, assigned, handle, take care, working on";

export const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
};

/** `own` are the filters of the noun, `asked` those the question adds, with their places in the sentence. */
type Narrowed = {
  own: Filter[];
  asked: Filter[];
  places: readonly number[];
  /** How a verb beside the noun measures: "paid" of bank transactions. */
  measure: Term["measure"];
};

/** The filters of a question; of two on the same field the question's own counts. */
export function filtersIn(draft: Draft, values: Values, quantity: string | null): Narrowed {
  const { sentence, subject, term, lexicon } = draft;
  const asked: Filter[] = [];
  const places: number[] = [];
  const mark = (place = sentence.latest): void => {
    while (places.length < asked.length) places.push(place);
  };
  const isFlag = (field: string): boolean => fieldIn(subject, [field])?.type === "flag";
  const negated: number[] = [];
  const alternatives = new Set<string>();
  const push = (field: string, values: readonly (string | number)[], place: number, isNegated: boolean): void => {
    asked.push(
      isFlag(field)
        ? { field, test: "is", values: [isNegated ? "no" : "yes"] }
        : { field, test: isNegated ? "isNot" : "is", values: [...values] },
    );
    mark(place);
  };
  const isNegatedAt = (place: number): boolean => {
    if (!sentence.takeNegation(place)) return false;
    negated.push(place);
    return true;
  };
  const add = (field: string, values: readonly (string | number)[], place = sentence.latest): void =>
    push(field, values, place, isNegatedAt(place));
  /** Each value by itself: those of one field are merged once it is known which are negated. */
  const addAll = (field: string, named: readonly Named[]): void => {
    for (const { values, at, negates } of named) {
      if (negates) negated.push(at);
      push(field, values, at, isNegatedAt(at));
      alternatives.add(field);
    }
  };
  const party = (name: string | null, field: string, own: string): void => {
    if (!name) return;
    const found = fieldIn(subject, subject.id === own ? ["name"] : [field]);
    if (!found) return;
    const at = sentence.find(normalized(name).split(" ").join(","), { used: true, whole: true })?.at;
    add(found.name, lexicon.spellings ?? [name], at);
  };
  const ofText = subject.fields
    .filter(({ name, type }) => isOwn(name) && type === "text")
    .map((field) => ({ subject: subject.id, field, values: values.get(field.name) ?? [] }));
  for (const { at, isNegated, is } of [...draft.beside, ...takeBeside(sentence, ofText, draft.written)]) {
    const own = is.filter((one) => one.subject === subject.id);
    // Two fields under one label cannot be told apart, and none of them is used.
    if (own.length !== 1) continue;
    for (const { field, value } of own) {
      push(field, [value], at, isNegated !== isNegatedAt(at));
      if (isFlag(field)) asked.splice(-1, 1, { field, test: "is", values: [value] });
      alternatives.add(field);
    }
  }
  party(lexicon.customer, "customerName", "customers");
  party(lexicon.vendor, "vendorName", "vendors");
  if (lexicon.currency && fieldIn(subject, ["currency"])) {
    sentence.take(`${lexicon.currency}, in dollars, dollars, in euros, euros, pounds, francs, yen, rupees, zloty`);
    add("currency", [lexicon.currency]);
  }
  const ended = takeEndedLate(draft);
  if (ended) push(ended.field, [], ended.at, !ended.isLate);
  for (const choice of subject.fields.find(({ type }) => type === "view")?.choices ?? [])
    if (
      normalized(choice.label).split(" ").length < 4 &&
      sentence.take(choice.label.replaceAll(",", " "), { exact: true })
    )
      add("view", [choice.value]);
  for (const [words, all] of viewTerms) {
    const known = all.find((one) =>
      subject.fields.some(({ type, choices }) => type === "view" && choices.some(({ value }) => value === one)),
    );
    if (known && sentence.take(words)) add("view", [known]);
  }
  for (const [words, name] of flagTerms)
    if (subject.fields.some((field) => field.name === name) && sentence.take(words)) add(name, []);
  // "Espresso medium" is one value, not the priority beside another word.
  for (const field of subject.fields.filter(({ name, type }) => isOwn(name) && type === "choice")) {
    const longer = field.choices.filter(({ value }) => normalized(value).includes(" "));
    addAll(field.name, ownChoicesIn(draft, { ...field, choices: longer }));
  }
  const isOwnWord = ({ name }: QueryField) => ownWords.includes(name) || isOwn(name);
  const inOrder = [...subject.fields.filter(isOwnWord), ...subject.fields.filter((field) => !isOwnWord(field))];
  for (const field of inOrder) {
    if (field.type === "choice" && field.name !== "currency" && field.name !== "source") {
      addAll(field.name, isOwn(field.name) ? ownChoicesIn(draft, field) : choicesIn(sentence, field, subject.one));
    }
    const names =
      field.type === "agent" || field.name === "role"
        ? field.choices.map(({ value, label }) => {
            const [name = "", role = ""] = label.split(/ \(|\)/);
            return { value, names: [label, name, role], person: name };
          })
        : (values.get(field.name) ?? []).map((value) => ({
            value,
            names: [value, ...givenNameFirst(value)],
            person: ["ownerName", "assignee", "employeeName"].includes(field.name) ? value : null,
          }));
    // A person's name is compared letter by letter, a channel or category may be in the plural.
    const named: Named[] = [];
    for (const one of lexicon.aliases ?? []) {
      const found = one.field === field.name ? sentence.take(one.words.replaceAll(",", " ")) : null;
      // A note can hold any words: it is searched.
      if (found && (one.isWithin || field.type === "note")) {
        asked.push({ field: field.name, test: "contains", values: [...one.values] });
        mark(found.at);
      } else if (found) named.push({ values: one.values, at: found.at });
    }
    for (const one of names) {
      const known = one.names.map((name) => normalized(name)).filter((name) => isNameIn(draft.written, name));
      const found = sentence.take(known.join(","), one.person === null ? { exact: true } : { whole: true });
      if (found) named.push({ values: [one.value], at: found.at });
    }
    const people = names.flatMap(({ value, person }) => (person ? [{ value, person }] : []));
    for (const { value, first } of firstNames(people, draft.written)) {
      const found = sentence.take(first, { whole: true });
      if (found) named.push({ values: [value], at: found.at });
    }
    addAll(field.name, named);
  }
  for (const { name, type } of subject.fields)
    if (type === "flag" && isOwn(name)) takeFlag(draft, name, () => add(name, []));
  for (const { field, isKnown, at } of takePresence(
    sentence,
    subject,
    draft.period !== null || draft.group?.unit != null,
  )) {
    asked.push({ field, test: isKnown ? "known" : "unknown", values: [] });
    mark(at);
  }
  const missing = sentence.find("without, missing, lacking, have no, has no, with no");
  if (missing)
    for (const [words, names] of [...ownFields(lexicon), ...fieldTerms]) {
      const field = fieldIn(subject, names);
      const found = field && sentence.find(words, { from: missing.at + missing.length });
      if (!field || !found || !isRightAfter(sentence, missing.at + missing.length, found.at)) continue;
      sentence.use(missing);
      sentence.use(found);
      asked.push({ field: field.name, test: "unknown", values: [] });
      break;
    }
  // "Past their expected close date".
  const past = sentence.find("past, beyond");
  const passed = past && dayNamedAt(sentence, subject, past.at + 1);
  if (passed) {
    sentence.use({ at: past.at, length: passed.end - past.at });
    asked.push({ field: passed.field, test: "lessThan", values: [lexicon.today] });
    // "Past the due date as of today" is how things stand.
    if (draft.period?.kind === "between" && draft.period.from === lexicon.today) draft.period = null;
  }
  const nobody = sentence.find("nobody, no one");
  const keeper = nobody && fieldIn(subject, ["ownerName", "assignee"]);
  if (keeper && sentence.take(keeping, { from: nobody.at })) {
    sentence.use(nobody);
    sentence.take("after, for, of");
    asked.push({ field: keeper.name, test: "unknown", values: [] });
  }
  mark();
  const narrowing = narrowingTerms(draft, asked, negated);
  for (const more of narrowing.flatMap(({ filters }) => filters)) {
    asked.push(more);
    mark();
  }
  for (const place of joinedPlaces(sentence, places, negated))
    for (const [at, filter] of asked.entries()) {
      if (places[at] !== place || filter.test !== "is") continue;
      if (isFlag(filter.field)) filter.values = ["no"];
      else filter.test = "isNot";
    }
  mergeAlternatives(asked, places, alternatives);
  applyExclusion(sentence, asked, places);
  for (const filter of numbersIn(draft, quantity)) asked.push(filter);
  mark();
  const view = draft.quantity?.view;
  const hasView = subject.fields.some(
    ({ type, choices }) => type === "view" && choices.some(({ value }) => value === view),
  );
  if (view && hasView && !asked.some(({ field }) => field === "view" || field === "stage") && !term.filters)
    add("view", [view], -1);
  // In "high priority" the name of the field belongs to its value.
  for (const { field } of asked)
    for (const [words, names] of fieldTerms) if (names.includes(field)) sentence.take(words);
  takeLabels(
    sentence,
    subject,
    asked.map(({ field }) => field),
  );
  const views = [...(term.filters ?? []), ...asked].filter(({ field }) => field === "view");
  // "Behind with past due bills" says it twice.
  const isBill = views.some(({ values }) => values[0] === "bills" || values[0] === "overdueBills");
  const overdue = views.find(({ values }) => values[0] === "overdue");
  if (isBill && overdue) {
    for (let at = asked.length - 1; at >= 0; at -= 1)
      if (["overdue", "bills", "overdueBills"].includes(String(asked[at]?.values[0]))) {
        asked.splice(at, 1);
        places.splice(at, 1);
      }
    asked.push({ ...overdue, values: ["overdueBills"] });
    mark();
  }
  const named = new Set(asked.flatMap(({ field, test }) => (test === "isNot" ? [] : [field])));
  const own = (term.filters ?? []).filter(
    ({ field }) => !named.has(field) || field === "view" || field === "direction",
  );
  const measure = narrowing.map((one) => one.measure).find((one) => one?.always);
  return { own, asked, places, measure };
}

/** Whether only articles stand between two places: "without rent, who is the vendor" misses no vendor. */
const isRightAfter = (sentence: Sentence, from: number, to: number): boolean =>
  sentence
    .words(from, to)
    .split(" ")
    .every((word) => ["", "a", "an", "any", "the", "their", "its", "our"].includes(word));

/** The day of the rows whose label stands at a place, but for words of grammar before it. */
function dayNamedAt(sentence: Sentence, { fields }: QuerySubject, from: number): { field: string; end: number } | null {
  let at = from;
  while (/^(?:the|their|there|its|our|agreed)$/.test(sentence.at(at) ?? "")) at += 1;
  for (const { name, label, alsoCalled } of fields.filter(({ type, name }) => type === "day" && !name.includes(".")))
    for (const words of [label, ...alsoCalled].flatMap((one) => [`${one} date`, `${one} day`, one])) {
      const found = sentence.find(words.replaceAll(",", " "), { from: at });
      if (found?.at === at && found.length > 1) return { field: name, end: at + found.length };
    }
  return null;
}

export const exclusionWord = "without";

/** Inverts the filters right after "without", as in "invoices without Acme"; removes what may stand for something else. */
function applyExclusion(sentence: Sentence, asked: Filter[], places: number[]): void {
  const found = sentence.find(exclusionWord);
  if (!found) return;
  const following = asked.filter((_, place) => (places[place] ?? 0) > found.at);
  let next = found.at + 1;
  while (/^(?:the|any|our)$/.test(sentence.at(next) ?? "")) next += 1;
  const at = following.map((one) => places[asked.indexOf(one)] ?? -1).toSorted((one, other) => one - other);
  // "Without drafts or voided ones"; "overdue and disputed ones" may be those that are both.
  const isList =
    at[0] === next &&
    !sentence
      .words(next, at.at(-1) ?? next)
      .split(" ")
      .includes("and") &&
    at.every((place, index) => {
      const gap = sentence.rest().filter((word) => !functionWords.has(word) && word !== exclusionWord);
      return index === 0 || (place > next && gap.length === 0);
    });
  const isMeant = ({ field, test, values }: Filter): boolean =>
    test === "is" && (values.length === 1 || parties.includes(field));
  if (following.length > 0 && isList && following.every(isMeant)) {
    sentence.use(found);
    for (const one of following) one.test = "isNot";
    return;
  }
  for (const one of following) {
    const at = asked.indexOf(one);
    asked.splice(at, 1);
    places.splice(at, 1);
  }
}

/** Values of a field, and where a question names them. */
type Named = {
  values: readonly string[];
  at: number;
  /** Its own words negate: "not paid". */
  negates?: boolean;
};

/** The choices of a field of the company's own that a question names without its label. */
const ownChoicesIn = ({ sentence, subject }: Draft, field: QueryField): Named[] =>
  field.choices.flatMap(({ value }) => {
    // "Urgent" is the company's word before it is another one for high; "high" is ours.
    const isOurs = subject.fields.some(
      ({ name, type, choices }) =>
        type === "choice" && !isOwn(name) && choices.some(({ label }) => normalized(label) === normalized(value)),
    );
    const found =
      !isOurs && isTellingValue(value, field, subject)
        ? sentence.take(value.replaceAll(",", " "), { exact: true })
        : null;
    return found ? [{ values: [value], at: found.at }] : [];
  });

/** A flag of the company's own by its label; `add` adds its filter. */
function takeFlag({ sentence, subject }: Draft, name: string, add: () => void): void {
  const field = fieldIn(subject, [name]);
  const label = field ? labelPhrases(field) : "";
  if (label !== "" && sentence.take(label)) add();
}

/** The choices of a field that a question names, by label or synonym; what `rows` are called is none of them. */
function choicesIn(sentence: Sentence, field: QueryField, rows: string): Named[] {
  const others = choiceTerms.flatMap(([words, all]) => {
    const values = all.filter((value) => field.choices.some((choice) => choice.value === value));
    const found = values.length > 0 && sentence.take(words);
    const own = found ? sentence.words(found.at, found.at + found.length).split(" ") : [];
    return found ? [{ values, at: found.at, negates: own.some(isNegation) }] : [];
  });
  const named = field.choices.flatMap(({ value, label }) => {
    if (normalized(label) === normalized(rows)) return [];
    const found = sentence.take(`${label.replaceAll(",", " ")},${value.replaceAll("_", " ")}`, { exact: true });
    return found ? [{ values: [value], at: found.at }] : [];
  });
  return [...named, ...others];
}

/** "Rosa Delgado" of "Delgado, Rosa". */
const givenNameFirst = (name: string): string[] => {
  const [last = "", first = "", ...others] = name.split(", ");
  return first !== "" && others.length === 0 ? [`${first} ${last}`] : [];
};

/** First names that only one person has. One that is a word of grammar ("Will") must be written as a name. */
function firstNames<One extends { person: string }>(people: readonly One[], written: string) {
  const all = people.map((one) => ({
    ...one,
    first: normalized(givenNameFirst(one.person)[0] ?? one.person).split(" ")[0] ?? "",
  }));
  return all.filter(
    ({ first }) =>
      first !== "" && all.filter((other) => other.first === first).length === 1 && isNameIn(written, first),
  );
}

/** A name that is a word of grammar must be written as a name. */
const isNameIn = (written: string, name: string): boolean => !functionWords.has(name) || isWrittenAsName(name, written);

/** Whether a word stands in a sentence with a capital, other than at its beginning or in a text of capitals. */
const isWrittenAsName = (name: string, written: string): boolean =>
  written
    .split(/[.!?]\s/)
    .flatMap((sentence) =>
      sentence
        .split(/[^\p{L}\p{M}\p{N}]+/u)
        .filter((word) => word !== "")
        .slice(1),
    )
    .some((word) => /^\p{Lu}.*\p{Ll}/u.test(word) && normalized(word) === name);

/** The filters of further nouns and verbs for the same rows: "deals that we won" has the filter of "won". */
function narrowingTerms(
  { sentence, subject, term }: Draft,
  asked: readonly Filter[],
  negated: number[],
): { filters: Filter[]; measure: Term["measure"] }[] {
  const has = (all: readonly Filter[], one: Filter): boolean =>
    all.some((other) => JSON.stringify(other) === JSON.stringify(one));
  const narrowing: { filters: Filter[]; measure: Term["measure"] }[] = [];
  const found: Filter[] = [];
  for (const other of terms) {
    if (other.subject !== subject.id || !other.filters) continue;
    const place = sentence.find(other.words, { exact: true });
    if (!place) continue;
    const more = other.filters.filter((one) => !has(term.filters ?? [], one) && !has(found, one));
    const isContrary = more.some(({ field, test }) =>
      [...(term.filters ?? []), ...asked, ...found].some((one) => one.field === field && one.test === test),
    );
    if (isContrary || (more.length > 0 && other.measure?.always && !other.isNoun)) continue;
    const isNegated = more.length > 0 && sentence.takeNegation(place.at);
    if (isNegated && more.length > 1) continue;
    if (isNegated) negated.push(place.at);
    sentence.use(place);
    const filters = more.map((one): Filter => (isNegated ? { ...one, test: "isNot" } : one));
    found.push(...filters);
    narrowing.push({ filters, measure: other.measure });
  }
  return narrowing;
}

const numbers = "one|two|three|four|five|six|seven|eight|nine|ten|twenty";
const amount = String.raw`[€$£]?\s?(\d[\d.,]*|(?:${numbers})\b)\s?(k\b|m\b|thousand|million|%)?\s?(days?|weeks?|months?|years?|hours?)?`;
const sides: readonly (readonly [Filter["test"], RegExp])[] = [
  ["atLeast", new RegExp(String.raw`\b(?:at least|no less than|minimum of)\s${amount}`, "i")],
  ["atMost", new RegExp(String.raw`\b(?:at most|no more than|up to|maximum of)\s${amount}`, "i")],
  [
    "moreThan",
    new RegExp(
      String.raw`\b(?:more than|over|above|exceeding|(?:old|long|larg|bigg|great|high)er than)\s${amount}`,
      "i",
    ),
  ],
  [
    "lessThan",
    new RegExp(String.raw`\b(?:less than|fewer than|under|below|(?:young|short|small|low)er than)\s${amount}`, "i"),
  ],
];
/** Not with "percent" as a word, which is read as a measure. */
const range = new RegExp(String.raw`\bbetween\s${amount}\s(?:and|to)\s${amount}(?![\d.,])(?!\s?per\s?cent)`, "i");

/** Whether a number still stands unread in a sentence, alone or written together with its scale. */
const isUnread = (sentence: Sentence, digits: string, scale = ""): boolean =>
  [digits, `${digits}%`, `${digits}${scale}`.toLowerCase()].some((word) => sentence.hasUnused(word));

/** "Between 5 and 10k": both ends, the first with the second's scale and unit; none unless both are to be read. */
function endsOf({ written, sentence }: Draft) {
  const [both, low = "", lowScale, lowUnit, high = "", scale = "", unit = ""] = range.exec(written) ?? [];
  const isYear = (digits: string) => /^20\d\d$/.test(digits);
  if (
    both === undefined ||
    (isYear(low) && isYear(high)) ||
    !isUnread(sentence, low, lowScale) ||
    !isUnread(sentence, high, scale)
  )
    return [];
  const end = both.search(/\s(?:and|to)\s/i);
  const shared = { isRange: true };
  return [
    {
      ...shared,
      test: "atLeast" as const,
      whole: both.slice(0, end),
      digits: low,
      scale: lowScale ?? scale,
      own: lowUnit ?? unit,
    },
    { ...shared, test: "atMost" as const, whole: both.slice(end + 1), digits: high, scale, own: unit },
  ];
}

/** "For a month" states how long nothing happened. */
const duration = new RegExp(
  String.raw`\b(?:for|in|within)\s(?:over |more than |the last )?(a|an|\d{1,3}|${numbers})\s(days?|weeks?|months?|years?)\b`,
  "i",
);
const inDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** "Not touched since August": longer without anything than since then. */
function quietSince(draft: Draft, quantity: string | null): Filter | null {
  const { sentence, period, lexicon, quantity: read } = draft;
  if (!quantity || !isAbsence(quantity) || period?.kind !== "between" || period.to !== lexicon.today) return null;
  if (!/\bsince\b/i.test(draft.written) || !(sentence.takeAnyNegation() || read?.isNegated === true)) return null;
  const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000;
  draft.period = null;
  return { field: quantity, test: "moreThan", values: [days] };
}

/** Filters by amount or duration: "more than £5,000", "over 60 days". */
function numbersIn(draft: Draft, quantity: string | null): Filter[] {
  const { written, sentence } = draft;
  const quiet = quietSince(draft, quantity);
  const filters: Filter[] = quiet ? [quiet] : [];
  const single = sides.flatMap(([test, pattern]) => {
    const [whole, digits = "", scale = "", unit = ""] = pattern.exec(written) ?? [];
    return whole === undefined ? [] : [{ test, whole, digits, scale, own: unit, isRange: false }];
  });
  const ends = endsOf(draft);
  const limits = [...ends, ...single];
  const timed = limits.find(({ own }) => own !== "");
  for (const { test, whole, digits, scale, own, isRange } of limits) {
    // "More than 30 but less than 60 days": the unit is of both.
    const unit = own === "" && scale === "" && !/[€$£]/.test(whole) ? (timed?.own ?? "") : own;
    const times = /^(?:k|thousand)$/i.test(scale)
      ? 1_000
      : /^(?:m|million)$/i.test(scale)
        ? 1_000_000
        : scale === "%"
          ? 0.01
          : 1;
    const number = (numberWords[digits.toLowerCase()] ?? Number(digits.replaceAll(",", "").replace(/\.$/, ""))) * times;
    const days = inDays[unit.toLowerCase().replace(/s$/, "")];
    // A year alone is a period.
    if (!Number.isFinite(number) || (!isRange && !days && scale === "" && /^20\d\d$/.test(digits))) continue;
    const field = limitedField(draft, quantity, {
      whole,
      unit: days ? "day" : unit.startsWith("hour") ? "hour" : scale,
    });
    // A share is at most 1, so "over 10" means 10%.
    const share = field?.type === "share" && scale === "" && number > 1 ? 0.01 : 1;
    // The unit may have been read with what is measured: "60 days overdue".
    if (!field || !isUnread(sentence, digits, scale) || !sentence.takeWritten(whole, { used: true })) continue;
    filters.push({ field: field.name, test, values: [number * share * (days ?? 1)] });
    if (days) sentence.take("old");
    // "Not in touch for more than a month": the field counts days without contact.
    if (isAbsence(field.name)) sentence.takeAnyNegation();
  }
  const [low, high] = filters;
  // "Between 1,000 and 500" is the same range.
  if (ends.length > 0 && low && high && Number(low.values[0]) > Number(high.values[0]))
    [low.values, high.values] = [high.values, low.values];
  const [span, count = "", unit = ""] =
    (quantity?.startsWith("days") && filters.length === 0 && duration.exec(written)) || [];
  if (quantity && span) {
    const times = numberWords[count.toLowerCase()] ?? (Number(count) || 1);
    // "Not contacted within a month" and "quiet for a month" are at least a month, "contacted within a month" at most.
    const isMissing =
      /^for\b/i.test(span) || draft.quantity?.isNegated === true || (isAbsence(quantity) && sentence.takeAnyNegation());
    if (isAbsence(quantity)) sentence.takeAnyNegation();
    filters.push({
      field: quantity,
      test: isMissing ? "atLeast" : "atMost",
      values: [times * (inDays[unit.toLowerCase().replace(/s$/, "")] ?? 1)],
    });
    sentence.takeWritten(span);
  }
  return filters;
}

/** Whether a field counts the days since something happened last. */
const isAbsence = (field: string): boolean => field === "daysSinceContact" || field === "daysQuiet";

/** The field that a number limits, by its unit and the words beside it; null if the question names none. */
function limitedField(
  { sentence, subject }: Draft,
  quantity: string | null,
  { whole, unit }: { whole: string; unit: string },
): QueryField | null {
  const measured = quantity ? fieldIn(subject, [quantity]) : null;
  if (unit === "day") {
    if (measured?.type === "days") return measured;
    if (/^(?:old|young)/i.test(whole) || sentence.has("old")) return fieldIn(subject, ["age"]);
    return sentence.has("overdue, late, past due, behind") ? fieldIn(subject, ["daysOverdue"]) : null;
  }
  if (unit === "hour")
    return measured?.type === "hours" ? measured : fieldIn(subject, ["actualHours", "estimatedHours", "hours"]);
  if (unit === "%") return measured?.type === "share" ? measured : fieldIn(subject, ["probability", "confidence"]);
  if (measured && measured.type !== "days") return measured;
  // "More than 3 invoices" counts rows, which no filter can.
  const place = sentence.find(normalized(whole).replaceAll(",", " "));
  for (let at = place ? place.at + place.length : Infinity; ; at += 1) {
    const next = sentence.at(at);
    // "More than 3 open invoices" too, but not "more than 3,000 from customers".
    if (!next || functionWords.has(next)) break;
    if (terms.some(({ measure, words }) => !measure?.always && new Sentence(next).find(words, { exact: true })))
      return null;
  }
  return fieldIn(subject, [subject.amount ?? "", "seats"]);
}
