import {
  type CalendarUnit,
  type Comparison,
  comparisons,
  type Filter,
  type MeasureKind,
  type Order,
  type Period,
  type Query,
  type QueryField,
  type QuerySubject,
} from "#contract/query.ts";
import { comparedSpan } from "#contract/spans.ts";
import { stem } from "../stem.ts";
import { fillers, normalized } from "../words.ts";
import { periodOf } from "../period.ts";
import { type Found, Sentence } from "./sentence.ts";
import {
  choiceTerms,
  comingDays,
  dayTerms,
  fieldTerms,
  flagTerms,
  isLevel,
  quantityTerms,
  type Term,
  terms,
  viewTerms,
} from "./terms.ts";

/** What a question can be read by: what there is, the names in it, and the day. */
export type Lexicon = {
  subjects: readonly QuerySubject[];
  customer: string | null;
  vendor: string | null;
  /** A currency it names that is not the company's. */
  currency: string | null;
  today: string;
};

/** A question whose subject is known; `group` is what stands behind "by" or "which". */
export type Draft = {
  sentence: Sentence;
  written: string;
  subject: QuerySubject;
  term: Term;
  group: { fields: readonly string[]; unit: CalendarUnit | null; isRanked: boolean; isAsked?: boolean } | null;
  period: Period | null;
  compare: Comparison | null;
  lexicon: Lexicon;
  quantity: { field: string; of: MeasureKind; view?: string | undefined } | null;
  /** Several rows are asked for, not one. */
  isPlural: boolean;
};

/** A question as a query; `focus` is the one group it asks for, `unused` its words that nothing stands for. */
export type Reading = {
  query: Query;
  /** It says more than that there are such rows: what to measure, to group or compare by, or to narrow them to. */
  isMore: boolean;
  unused: string[];
  focus: string | null;
  /** `names`: which groups there are, not which has most. */
  kind: "value" | "rows" | "ranking" | "names" | "series";
};

/** Whom "who" can mean: the customer of what is paid or used, else the person at work on it. */
const people = ["ownerName", "agent", "role", "customerName", "vendorName"];
const parties = ["customerName", "vendorName", "ownerName"];
const ofParties: readonly string[] = ["invoices", "subscriptions", "contracts", "customers"];

const units: Readonly<Record<CalendarUnit, string>> = {
  day: "day, daily",
  week: "week, weekly",
  month: "month, monthly",
  quarter: "quarter, quarterly",
  year: "year, yearly, annually, annual",
};
const calendarUnits = Object.keys(units) as CalendarUnit[];
const distributors =
  "broken down by, split by, grouped by, for each, for every, in each, by, per, each, every, across, which, what, whose";
const superlatives =
  "best, worst, biggest, largest, highest, lowest, smallest, top, strongest, weakest, busiest, slowest, quietest, most, least, fewest";
const low = "worst, lowest, smallest, weakest, slowest, quietest, least, fewest, cheapest, bottom";
const comparing =
  /\b(?:compared (?:with|to)|in comparison (?:with|to)|versus|vs|against|than|relative to)(?: (?:in|for))?(?: the)?(?: same)? (last|previous|prior|same)? ?(year|month|quarter|week|period|one)(?: (?:before|last year|a year ago|a year earlier))?\b/;
/** What stands between two times that are compared. */
const between = /\b(?:compared (?:with|to)|in comparison (?:with|to)|versus|vs|against|than|relative to)\b/;

/** Whether a subject has one of these fields; the first it has. */
const fieldIn = (subject: QuerySubject, names: readonly string[]): QueryField | null => {
  for (const name of names) {
    const found = subject.fields.find((field) => field.name === name);
    if (found) return found;
  }
  return null;
};

/** Takes a question, gives what it is about and what else was found on the way; null where it names no kind of row. */
export function draftOf(question: string, lexicon: Lexicon): Draft | null {
  const text = normalized(question);
  const sentence = new Sentence(question);
  // "Acme" is enough for Acme Ltd.
  for (const name of [lexicon.customer, lexicon.vendor])
    if (name) sentence.take(normalized(name).split(" ").join(","), { exact: true, all: true });
  const time = timeIn(sentence, text, lexicon.today);
  const quantity = quantityIn(sentence, lexicon);
  const group = groupIn(sentence, lexicon);
  const found = subjectIn(sentence, lexicon, group);
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

/** The time a question is about, and the one it is compared with where that is as long and just before, or a year earlier. */
function timeIn(sentence: Sentence, text: string, today: string): Pick<Draft, "period" | "compare"> {
  const use = (found: { words: string[] } | null) => found && sentence.takeWritten(found.words.join(" "));
  const [left = "", behind] = text.split(between.test(text) ? between : / or (?=in |of |the |last |this )/);
  // "In the third quarter than in the second".
  const right = /\bquarter\b/.test(left)
    ? behind?.replace(/\b(first|second|third|fourth)\b(?! quarter)/, "$1 quarter")
    : behind;
  const [one, other] = [periodOf(left, today), right === undefined ? null : periodOf(right, today)];
  const compared = comparing.exec(text);
  if (
    one &&
    other &&
    !(compared && /^(?:last|previous|prior|same)?$/.test(compared[1] ?? "") && compared[0].includes("same"))
  ) {
    const [later, earlier] = one.from > other.from ? [one, other] : [other, one];
    const how = comparisons.find((each) => {
      const span = comparedSpan(later, each);
      return span.from === earlier.from && span.to === earlier.to;
    });
    if (how) {
      use(one);
      use(other);
      if (right !== behind) sentence.take("first, second, third, fourth");
      sentence.take(
        "compared with, compared to, in comparison with, in comparison to, versus, vs, against, than, relative to",
      );
      return { period: { kind: "between", from: later.from, to: later.to }, compare: how };
    }
  }
  if (compared) sentence.takeWritten(compared[0]);
  const timed = periodOf(compared ? text.replace(compared[0], " ") : text, today);
  use(timed);
  return {
    period: timed ? { kind: "between", from: timed.from, to: timed.to } : null,
    compare: compared ? (compared[0].includes("year") ? "yearBefore" : "previous") : null,
  };
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
    return {
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
    if (!found) continue;
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
  return isWhole ? figureOf(best.term, lexicon) : best.term;
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
const ownFields = ({ subjects }: Lexicon): (readonly [words: string, fields: readonly string[]])[] =>
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

/** Distinct values of the free fields of a subject, by field. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** The fields whose values a question may name. */
export const namedFields: readonly string[] = ["ownerName", "channel", "category", "segment", "agentName"];

/** Takes a draft and the values its subject's fields have, gives the query it stands for. */
export function readingOf(draft: Draft, values: Values): Reading {
  const { sentence, subject, term, quantity } = draft;
  const rank = rankIn(sentence);
  const filters = filtersIn(draft, values, quantity?.field ?? null);
  const measure = measureIn(sentence, subject, term, quantity);
  const group = groupOf(draft);
  const day = dayIn(draft, group);
  const isShare =
    sentence.take(
      "how many of, what share, share of, share, what percentage, percentage of, percentage, percent of, percent, proportion, what part",
    ) !== null;
  const focus = isShare && !group ? filters.asked.at(-1) : undefined;
  const isTrend =
    !group &&
    sentence.take("trend, over time, develop, developed, development, grow, growing, grown, growth, evolve") !== null;
  const groupBy = focus
    ? { field: focus.field, unit: null }
    : (group ?? (isTrend && subject.day ? { field: subject.day, unit: "month" as const } : null));
  const change = !groupBy && sentence.take("up or down, change, changed, more or less, higher or lower") !== null;
  const period =
    draft.period ??
    (draft.compare || change
      ? { kind: "calendar" as const, unit: "month" as const, shift: 0 }
      : isTrend
        ? ({ kind: "last", count: 12, unit: "month" } as const)
        : null);
  const isSeries = groupBy?.unit !== null && groupBy !== null;
  const isBeyond = quantity !== null && filters.asked.some(({ field }) => field === quantity.field);
  const isList =
    !groupBy &&
    (isBeyond || (measure.of === "count" && !measure.isSaid)) &&
    sentence.has("which, list, show, what, who, give me, whose, name");
  const order: Order = rank?.order ?? (isSeries && !draft.group?.isRanked ? "first" : "largest");
  const isRankedRow =
    !groupBy && rank !== null && (!measure.isSaid || (quantity !== null && sentence.has("which, what, who")));
  const of = isRankedRow && subject.amount && measure.of === "count" ? { of: "sum" as const, field: null } : measure;
  const query: Query = {
    subject: subject.id,
    filters: [...filters.all].filter((one) => one !== focus),
    search: null,
    period: (day ?? subject.day) ? period : null,
    day: day === subject.day ? null : day,
    groupBy,
    measure: { of: of.of, field: of.field },
    compare: period ? (draft.compare ?? (change ? "previous" : null)) : null,
    order,
    limit: rank?.limit ?? (isRankedRow ? (draft.isPlural ? 5 : 1) : 50),
  };
  // What else the same rows are called.
  for (const other of terms) if (other.subject === subject.id) sentence.take(other.words, { exact: true });
  if (fieldIn(subject, ["agent", "role"])) sentence.take("agent, executive");
  if (fieldIn(subject, ["customerName"])) sentence.take("customer, client");
  if (fieldIn(subject, ["vendorName"])) sentence.take("vendor, supplier");
  sentence.take("compared with, compared to, versus, vs, on average, in total, altogether");
  const unused = sentence
    .rest()
    .filter((word) => word.length > 1 && !fillers.has(word) && !structural.has(stem(word)) && !/^\d+$/.test(word));
  const isNames = draft.group?.isAsked === true && !draft.group.isRanked && of.of === "count";
  const kind = groupBy
    ? isSeries
      ? "series"
      : isNames
        ? "names"
        : "ranking"
    : isList || isRankedRow
      ? "rows"
      : "value";
  return {
    query,
    isMore:
      groupBy !== null ||
      query.compare !== null ||
      query.period !== null ||
      measure.isSaid ||
      isList ||
      isRankedRow ||
      filters.asked.length > 0,
    unused,
    focus: focus ? String(focus.values[0]) : null,
    kind,
  };
}

const structural: ReadonlySet<string> = new Set(
  "top best worst biggest largest highest lowest smallest which each every per by list compare come comes bring brought made has have got total sum number count value worth amount average mean median typical open currently present there record entry item size money bring in us myself put take took run ran need want happen go went do work serve sell who score rate ours whole entire so far"
    .split(" ")
    .map(stem),
);

type Measure = { of: MeasureKind; field: string | null; isSaid: boolean };

function measureIn(
  sentence: Sentence,
  subject: QuerySubject,
  term: Term,
  quantity: { field: string; of: MeasureKind } | null,
): Measure {
  const isCounted = sentence.take("how many, number of, count of, count") !== null;
  const isAverage = sentence.take("on average, average, avg, mean, typical, typically, usually") !== null;
  const isMedian = sentence.take("median") !== null;
  const isSum =
    sentence.take(
      "how much, how big, total value, total, sum of, sum, value of, worth of, worth, value, amount of, amount, cost, price, bring in",
    ) !== null;
  const of = isMedian ? "median" : isAverage ? "average" : null;
  if (quantity) return { of: of ?? (isCounted ? "sum" : quantity.of), field: quantity.field, isSaid: true };
  if (isCounted && !isSum && !term.measure?.always) return { of: "count", field: null, isSaid: true };
  const field = term.measure?.field ?? null;
  if (of && subject.amount) return { of, field, isSaid: true };
  if (isSum && subject.amount) return { of: "sum", field, isSaid: true };
  if (term.measure?.always) return { of: term.measure.of, field, isSaid: false };
  return { of: "count", field: null, isSaid: isCounted };
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

const numberWords: Readonly<Record<string, number>> = {
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

/** How the rows or groups are put in order, and how many are asked for. */
function rankIn(sentence: Sentence): { order: Order; limit?: number } | null {
  const text = sentence.text;
  const number =
    /\b(?:top|bottom|first|last|best|worst|biggest|largest|highest|lowest|smallest|latest|newest|oldest|busiest) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty)\b(?! (?:day|week|month|quarter|year|hour)s?\b)/.exec(
      text,
    )?.[1] ??
    /\b(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty) (?:top|best|worst|biggest|largest|highest|lowest|smallest|latest|newest|oldest)\b/.exec(
      text,
    )?.[1];
  const limit = number ? { limit: Math.max(1, Math.min(200, numberWords[number] ?? Number(number))) } : {};
  sentence.take(superlatives);
  if (sentence.take("latest, newest, most recent, most recently")) return { order: "last", ...limit };
  if (sentence.take("oldest, earliest, longest")) return { order: "first", ...limit };
  if (sentence.has(low)) return { order: "smallest", ...limit };
  if (sentence.has(superlatives)) return { order: "largest", ...limit };
  return number ? { order: "largest", ...limit } : null;
}

/** What the rows are grouped by; "who" of customers are the customers, and a plan "per month" is no series. */
function groupOf(draft: Draft): Query["groupBy"] {
  const { group, subject } = draft;
  if (!group) return null;
  if (subject.id === "customers" && (group.fields === people || group.fields.includes("customerName"))) return null;
  if (
    !group.isRanked &&
    ((group.unit === "month" && fieldIn(subject, ["monthly"])) ||
      (group.unit === "year" && fieldIn(subject, ["yearlyValue"])))
  )
    return null;
  return groupField(draft, draft.lexicon);
}

/** The field behind "by" or "which", where the subject has one; a question's unit of the calendar is of the day it is about. */
function groupField({ group, subject, term }: Draft, _lexicon: Lexicon): Query["groupBy"] {
  if (!group) return null;
  if (group.unit) {
    const day = term.day ?? subject.day;
    return day ? { field: day, unit: group.unit } : null;
  }
  const isWho = group.fields === people && ofParties.includes(subject.id);
  const wanted = isWho ? parties : group.fields;
  const isPayable = term.filters?.some(({ values }) => ["bills", "payable"].includes(String(values[0])));
  const fields = isPayable ? wanted.filter((name) => name !== "customerName") : wanted;
  const field = fieldIn(subject, fields);
  return field ? { field: field.name, unit: null } : null;
}

/** The day a period is about, by the verb; the subject's own else. */
function dayIn({ sentence, subject, term, period, group, lexicon }: Draft, by: Query["groupBy"]): string | null {
  if (by?.unit && term.day) return term.day;
  if (!period && !group?.unit) return null;
  for (const [words, days] of dayTerms) {
    const field = fieldIn(subject, days);
    if (!field) continue;
    const found = sentence.find(words, { used: true });
    if (!found) continue;
    sentence.use(found);
    return field.name;
  }
  const isAhead = period?.kind === "between" && period.to > lexicon.today && period.from >= lexicon.today;
  const ahead = comingDays[subject.id];
  return isAhead && ahead ? ahead : (term.day ?? null);
}

type Narrowed = { all: Filter[]; asked: Filter[] };

/** What the question narrows its rows by; of two conditions on one field the question's own counts. */
function filtersIn(draft: Draft, values: Values, quantity: string | null): Narrowed {
  const { sentence, subject, term, lexicon } = draft;
  const asked: Filter[] = [];
  const add = (field: string, ...of: (string | number)[]): void => void asked.push({ field, test: "is", values: of });
  const party = (name: string | null, field: string, own: string): void => {
    if (!name) return;
    const found = fieldIn(subject, subject.id === own ? ["name"] : [field]);
    if (found) add(found.name, name);
  };
  party(lexicon.customer, "customerName", "customers");
  party(lexicon.vendor, "vendorName", "vendors");
  if (lexicon.currency && fieldIn(subject, ["currency"])) {
    add("currency", lexicon.currency);
    sentence.take(`${lexicon.currency}, in dollars, dollars, in euros, euros, pounds, francs, yen, rupees, zloty`);
  }
  for (const choice of subject.fields.find(({ type }) => type === "view")?.choices ?? [])
    if (
      normalized(choice.label).split(" ").length < 4 &&
      sentence.take(choice.label.replaceAll(",", " "), { exact: true })
    )
      add("view", choice.value);
  for (const [words, all] of viewTerms) {
    const known = all.find((one) =>
      subject.fields.some(({ type, choices }) => type === "view" && choices.some(({ value }) => value === one)),
    );
    if (known && sentence.take(words)) add("view", known);
  }
  for (const [words, name] of flagTerms)
    if (subject.fields.some((field) => field.name === name) && sentence.take(words))
      add(name, sentence.has("not, dont, doesnt, didnt, never, without, no") ? "no" : "yes");
  for (const field of subject.fields) {
    if (field.type === "choice" && field.name !== "currency" && field.name !== "source")
      addChoice(sentence, field, asked);
    if (field.type === "agent" || field.name === "role")
      for (const { value, label } of field.choices) {
        const [name = "", role = ""] = label.split(/ \(|\)/);
        if (sentence.take([label, name, name.split(" ")[0] ?? "", role].filter((one) => one.length > 2).join(",")))
          add(field.name, value);
      }
    for (const value of values.get(field.name) ?? []) {
      const words = normalized(value);
      const first = field.name === "ownerName" ? `,${words.split(" ")[0] ?? ""}` : "";
      if (words !== "" && sentence.take(words + first)) add(field.name, value);
    }
  }
  const missing = sentence.find("without, missing, lacking, have no, has no, with no");
  if (missing)
    for (const [words, names] of [...ownFields(lexicon), ...fieldTerms]) {
      const field = fieldIn(subject, names);
      const found = field && sentence.find(words, { from: missing.at + missing.length });
      if (!field || !found) continue;
      sentence.use(missing);
      sentence.use(found);
      asked.push({ field: field.name, test: "unknown", values: [] });
      break;
    }
  for (const filter of numbersIn(draft, quantity)) asked.push(filter);
  if (draft.quantity?.view && !asked.some(({ field }) => field === "view" || field === "stage") && !term.filters)
    add("view", draft.quantity.view);
  // "High priority": the field is named with its value.
  for (const { field } of asked)
    for (const [words, names] of fieldTerms) if (names.includes(field)) sentence.take(words);
  const isBill = term.filters?.some(({ values }) => values[0] === "bills");
  const overdue = asked.find(({ field, values }) => field === "view" && values[0] === "overdue");
  if (isBill && overdue) {
    asked.splice(
      asked.indexOf(overdue),
      1,
      { field: "view", test: "is", values: ["payable"] },
      { field: "daysOverdue", test: "moreThan", values: [0] },
    );
  }
  const named = new Set(asked.map(({ field }) => field));
  const own = (term.filters ?? []).filter(
    ({ field, test }) => !named.has(field) || test === "isNot" || field === "view" || field === "direction",
  );
  return { all: [...own, ...asked].slice(0, 10), asked };
}

/** The choices of a field that a question names, in their own words or in others. */
function addChoice(sentence: Sentence, field: QueryField, filters: Filter[]): void {
  const others = choiceTerms.flatMap(([words, all]) => {
    const known = all.filter((value) => field.choices.some((choice) => choice.value === value));
    return known.length > 0 && sentence.take(words) ? known : [];
  });
  const named = field.choices.filter(({ value, label }) =>
    sentence.take(`${label.replaceAll(",", " ")},${value.replaceAll("_", " ")}`, { exact: true }),
  );
  const values = [...new Set([...named.map(({ value }) => value), ...others])];
  if (values.length > 0) filters.push({ field: field.name, test: "is", values });
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
/** "For a month" says how long nothing happened. */
const lasting = new RegExp(
  String.raw`\b(?:for|in|within)\s(?:over |more than |the last )?(a|an|\d{1,3}|${numbers})\s(days?|weeks?|months?|years?)\b`,
  "i",
);
const inDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Amounts and times a question narrows its rows by: "more than £5,000", "over 60 days". */
function numbersIn({ written, sentence, subject }: Draft, quantity: string | null): Filter[] {
  const filters: Filter[] = [];
  for (const [test, pattern] of sides) {
    const found = pattern.exec(written);
    if (!found) continue;
    const [whole, digits = "", scale = "", unit = ""] = found;
    const times = /^(?:k|thousand)$/i.test(scale)
      ? 1_000
      : /^(?:m|million)$/i.test(scale)
        ? 1_000_000
        : scale === "%"
          ? 0.01
          : 1;
    const number = (numberWords[digits.toLowerCase()] ?? Number(digits.replaceAll(",", "").replace(/\.$/, ""))) * times;
    const days = inDays[unit.toLowerCase().replace(/s$/, "")];
    const field = unit.startsWith("hour")
      ? fieldIn(subject, ["actualHours", "estimatedHours", "hours"])
      : days
        ? fieldIn(subject, [...(quantity ? [quantity] : []), "daysOverdue", "age", "daysToResolve", "daysToComplete"])
        : scale === "%"
          ? fieldIn(subject, ["probability", "confidence"])
          : fieldIn(subject, [subject.amount ?? "", "seats"]);
    if (!field || !Number.isFinite(number)) continue;
    // A year alone is a time.
    if (!days && scale === "" && /^20\d\d$/.test(digits)) continue;
    filters.push({ field: field.name, test, values: [number * (days ?? 1)] });
    sentence.takeWritten(whole);
  }
  const [span, count = "", unit = ""] =
    (quantity?.startsWith("days") && filters.length === 0 && lasting.exec(written)) || [];
  if (quantity && span) {
    const times = numberWords[count.toLowerCase()] ?? (Number(count) || 1);
    filters.push({
      field: quantity,
      test: "atLeast",
      values: [times * (inDays[unit.toLowerCase().replace(/s$/, "")] ?? 1)],
    });
    sentence.takeWritten(span);
  }
  return filters;
}

/** Words of a question that asks for a judgement, which no query gives. */
const judging =
  /\b(?:should (?:we|i|you|be)|hit|reach|on track|target|why|risk|risky|worry|worried|concern|forecast|predict|expect|propose|recommend|advise|healthy|health|unusual|strange|over budget|within budget|runway|run out of|what if|prioriti[sz]e|focus|problem|problems|attention)\b/;
/** A topic that fits as well as this knows more about it than a query would say. */
const knownWell = 0.8;
/** One that fits as well as this was asked for in nearly its own words. */
const knownExactly = 1;
/** One that fits no better than this is often another one. */
const hardlyKnown = 0.75;

/** Whether a question is better answered as a query than by the topic that fits it best. */
export function prefersQuery(
  { query, unused, isMore }: Reading,
  topic: { fit: number; heeds: readonly string[] } | null,
  text: string,
): boolean {
  if (judging.test(text) && query.subject !== "decisions") return false;
  if (!topic) return unused.length <= 1;
  if (unused.length > 0) return unused.length === 1 && topic.fit < hardlyKnown;
  const isHeeded = (field: string, heeded: string): boolean =>
    !query.filters.some((filter) => filter.field === field) || topic.heeds.includes(heeded);
  const isWhole =
    (query.period === null || topic.heeds.includes("period")) &&
    isHeeded("customerName", "customer") &&
    isHeeded("vendorName", "vendor");
  return !isWhole || topic.fit < (isMore ? knownExactly : knownWell);
}
