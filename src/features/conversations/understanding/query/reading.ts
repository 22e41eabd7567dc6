import { fieldsIn, type MeasureKind, type Order, type Query } from "#contract/query.ts";
import type { Draft } from "./draft.ts";
import { parties } from "./group.ts";
import { dayIn, groupOf, groupUnmet, stillToCome } from "./fields.ts";
import { exclusionWord, filtersIn, type Values } from "./filters.ts";
import { fieldIn } from "./lexicon.ts";
import { measureIn, shareOf, shareWords } from "./measure.ts";
import { ownIn } from "./own.ts";
import { rankIn } from "./rank.ts";
import { isVague } from "../words.ts";
import { amountsWithoutTax } from "./tax.ts";
import { contraryIn, figureBeside, unmetExclusion, unusedIn } from "./unused.ts";

/** A question as a query; `unused` are the words that were not understood. */
export type Reading = {
  query: Query;
  /** It has more than a subject: a measure, group, comparison, period or filter. */
  isMore: boolean;
  /** It asks for a figure by its label. */
  isNamed: boolean;
  unused: string[];
  /** It names a field of the company's own, which no topic knows. */
  namesOwn?: boolean | undefined;
  /** Unused words that narrow it by nothing exact, such as "lately": the answer names them. */
  vague: string[];
  /** Unused words that no title contains: groups and exclusions that the query cannot express. */
  unmet: string[];
  /** Fields that hold the amount without tax: the query measures the first, others are of other files. */
  untaxed?: string[];
  /** It asks for the reason of each row. */
  why: boolean;
  /** It asks whether there are such rows, or by how much two periods differ. */
  asks?: "yesNo" | "difference" | null | undefined;
  /** It asks whether something fell, not whether it rose; absent: neither. */
  isDown?: boolean | undefined;
  /** `names` lists the groups, `ranking` compares them. */
  kind: "value" | "rows" | "ranking" | "names" | "series";
};

/** "How many are more than 60 days overdue" counts rows: the quantity is their condition, not what is measured. */
const measuredQuantity = ({ quantity, written }: Draft, asked: Query["filters"]): Draft["quantity"] =>
  asked.some(({ field }) => field === quantity?.field) &&
  !/\b(?:average|mean|median|typical|how (?:long|late|old))/i.test(written)
    ? null
    : quantity;

/** Of what is owed the most is the worst. */
export const isOwed = ({ field, test, values }: Query["filters"][number]): boolean =>
  field === "view" && test === "is" && ["overdue", "receivable", "payable", "overdueBills"].includes(String(values[0]));
const turned: Partial<Record<Query["order"], Query["order"]>> = { smallest: "largest", largest: "smallest" };

/** Turns a draft into a query, using the values of its subject's fields. */
export function readingOf(draft: Draft, values: Values): Reading {
  const { sentence, subject, term, quantity } = draft;
  const ranked = rankIn(sentence, isTime(draft));
  const untaxed = amountsWithoutTax(sentence, subject);
  const filters = filtersIn(draft, values, quantity?.field ?? null);
  const isOfOwed = [...filters.own, ...filters.asked].some(isOwed) && /\b(?:best|worst)\b/i.test(draft.written);
  const rank = ranked && isOfOwed ? { ...ranked, order: turned[ranked.order] ?? ranked.order } : ranked;
  const found = {
    ...measureIn(
      sentence,
      subject,
      filters.measure ? { ...term, measure: filters.measure } : term,
      measuredQuantity(draft, filters.asked),
    ),
    bySize: sentence.has("biggest, largest, highest, smallest, lowest"),
  };
  const group = groupOf(draft);
  const isCounted = group !== null && draft.group?.isCounted === true;
  const countsPeople = subject.id === "people" && draft.group?.isCounted === true;
  const measure = isCounted || countsPeople ? ({ of: "count", field: null, isExplicit: true } as const) : found;
  if (isCounted) filters.asked.push({ field: group.field, test: "known", values: [] });
  const day = dayIn(draft, group);
  const coming = stillToCome(draft, day ?? subject.day, [...filters.own, ...filters.asked]);
  // "Open or disputed" says that it is not void.
  const own = coming ? filters.own.filter(({ field }) => field !== coming.field) : filters.own;
  const asksShare = sentence.take(shareWords);
  const share = asksShare && !group ? shareOf(draft, filters, measure, asksShare) : null;
  const isTrend =
    !group && !share && sentence.take("trend, over time, develop, developed, development, evolve") !== null;
  const groupBy = group ?? (isTrend && subject.day ? { field: subject.day, unit: "month" as const } : null);
  const change = !groupBy && sentence.take(changeWords) !== null;
  if (isTime(draft)) sentence.take("how many days, how long, days, long");
  if (draft.compare || change) {
    sentence.take(
      "more, less, fewer, higher, lower, bigger, smaller, larger, better, worse, dearer, cheaper, more expensive",
    );
    if (differing.test(draft.written)) sentence.take("by how much, difference between, difference");
  }
  const period =
    draft.period ??
    (draft.compare || change
      ? {
          kind: "calendar" as const,
          unit: change || draft.compare === "yearBefore" ? ("year" as const) : ("month" as const),
          shift: 0,
        }
      : isTrend
        ? ({ kind: "last", count: 12, unit: "month" } as const)
        : null);
  // "Overdue today" is how things stand.
  const isStanding =
    draft.period?.kind === "between" &&
    draft.period.from === draft.lexicon.today &&
    draft.period.to === draft.lexicon.today &&
    day === (term.day ?? null) &&
    [...filters.own, ...filters.asked].some(({ field }) => field === "view");
  const isSeries = groupBy?.unit !== null && groupBy !== null;
  const isBeyond = quantity !== null && filters.asked.some(({ field }) => field === quantity.field);
  const why = !groupBy && !share && fieldIn(subject, ["reason"]) !== null && sentence.take("why, reason") !== null;
  const isList =
    !groupBy &&
    !share &&
    (isBeyond || (measure.of === "count" && !measure.isExplicit)) &&
    (why ||
      sentence.has("which, list, show, what, who, give me, whose, name") ||
      (filters.asked.length > 1 && isNounPhrase(draft)));
  const order: Order = rank?.order ?? (isSeries && !draft.group?.isRanked ? "first" : "largest");
  const isRankedRow =
    !groupBy &&
    !share &&
    rank !== null &&
    (!measure.isExplicit || measure.of === "sum" || (quantity !== null && sentence.has("which, what, who")));
  if (groupBy || isRankedRow) rank?.use();
  const isBySize = isRankedRow || (groupBy !== null && rank !== null && !measure.isExplicit && !!found.bySize);
  // "Diesel this year": how much, and of how many rows.
  // "What were the bills each month": their amounts, but "bills per month" may be counted.
  const isSums = groupBy !== null && isSeries && /^what (?:is|are|was|were)\b/i.test(draft.written.trim());
  const isAmount =
    (!groupBy || isSums) && !share && !isList && !isRankedRow && !measure.isExplicit && !sentence.has("how often");
  const ofRows =
    (isBySize || isAmount || untaxed.length > 0) && subject.amount && measure.of === "count"
      ? { of: "sum" as const, field: null }
      : measure;
  const of = ofRows.field === null ? { ...ofRows, field: untaxed[0] ?? null } : ofRows;
  const query: Query = {
    subject: subject.id,
    filters: [...(share?.base ?? [...own, ...filters.asked]), ...(coming ? [coming] : [])].slice(0, 10),
    search: null,
    period: (day ?? subject.day) && !isStanding ? period : null,
    day: day === subject.day ? null : day,
    groupBy,
    measure: share?.measure ?? { of: of.of, field: of.field },
    part: share?.part ?? [],
    compare:
      period && !isStanding ? (draft.compare ?? (change ? (draft.period ? "previous" : "yearBefore") : null)) : null,
    order,
    limit: rank?.limit ?? (isRankedRow ? (draft.isPlural ? 5 : 1) : 50),
  };
  // Who was there at a time is not who began at that time, and what a person costs now is not what they cost then.
  const isTimed = draft.period !== null || groupBy?.unit != null;
  const isWithoutDay = query.period === null && period !== null && !isStanding;
  const unmetStay =
    (subject.id === "people" && isTimed && (day === null || of.field !== null)) || isWithoutDay ? "at that time" : null;
  // What one person is paid is not among the fields of who may not read it.
  const unmetField = of.field !== null && !fieldIn(subject, [of.field]) ? "what people are paid" : null;
  const unmet = [
    groupUnmet(draft),
    unmetExclusion(sentence) ?? unmetNegation(draft, query),
    unmetAverage(draft, groupBy, of.of),
    unmetStay,
    unmetParty(draft),
    unmetYears(draft),
    countsTwice.test(draft.written) ? "two figures at once" : null,
    unmetSide(query),
    unmetEither(draft, filters.asked),
    contraryIn([...filters.own, ...filters.asked]),
    figureBeside(draft),
    unmetField,
  ].filter((one) => one !== null);
  const left = unusedIn(draft, fieldsIn(query));
  const unused = [...unmet, ...left.filter((word) => !isVague(word))];
  const figure =
    subject.needs &&
    fieldIn(subject, [subject.needs])?.choices.find(({ value }) =>
      filters.own.some(({ field, values }) => field === subject.needs && values[0] === value),
    );
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
      measure.isExplicit ||
      isList ||
      why ||
      isRankedRow ||
      isNounPhrase(draft) ||
      filters.asked.length > 0,
    // A share without a condition would be a plain count.
    unused: asksShare && !group && !share ? ["share", ...unused] : unused,
    vague: left.filter(isVague),
    ...(untaxed.length > 1 && { untaxed }),
    isNamed: figure ? sentence.has(figure.label.replaceAll(",", " ")) : false,
    unmet,
    namesOwn: draft.beside.length > 0 || ownIn(query).length > 0,
    kind,
    why,
    asks: groupBy || share ? (differing.test(draft.written) ? "difference" : null) : asksIn(draft.written),
    ...(rising.test(draft.written) !== falling.test(draft.written) && { isDown: falling.test(draft.written) }),
  };
}

/** "How many are open and how many closed": one query would count those that are both. */
const countsTwice = /\bhow many\b.{1,200}\bhow many (?!is that|are that|times)/i;

/** "With a contract size between 2024 and 2026": years or sizes. */
const unmetYears = ({ written, quantity }: Draft): string | null =>
  (quantity && /\bwith\b[^,?]{1,60}(\bbetween 20\d\d and 20\d\d\b)/i.exec(written)?.[1]) ?? null;

/** A customer or vendor that these rows do not have. */
const unmetParty = ({ lexicon: { customer, vendor }, subject }: Draft): string | null =>
  (customer !== null && subject.id !== "customers" && fieldIn(subject, ["customerName"]) === null ? customer : null) ??
  (vendor !== null && subject.id !== "vendors" && fieldIn(subject, ["vendorName"]) === null ? vendor : null);

/** An exclusion of which no condition excludes anything. */
const unmetNegation = ({ written }: Draft, { filters, part, measure }: Query): string | null =>
  new RegExp(`\\b${exclusionWord}\\b`, "i").test(written) &&
  ![...filters, ...part].some(
    ({ test, values }) => test === "isNot" || test === "unknown" || values[0] === "no" || test === "lessThan",
  ) &&
  measure.field === null
    ? exclusionWord
    : null;

/** "Unpaid or only part paid": rows that meet either, where all conditions of a query are met. */
const unmetEither = ({ written, period }: Draft, asked: Query["filters"]): string | null =>
  period === null &&
  /\bor\b/i.test(written) &&
  asked.every(({ values }) => values.length < 2) &&
  new Set(asked.map(({ field }) => field).filter((field) => !parties.includes(field))).size > 1
    ? "or"
    : null;

/** Invoices to customers and bills together: their amounts are never added up. */
const unmetSide = ({ subject, filters, measure }: Query): string | null =>
  subject === "invoices" &&
  measure.of !== "count" &&
  !filters.some(
    ({ field, test }) =>
      (test === "is" && ["direction", "view"].includes(field)) ||
      ["customerName", "vendorName", "number"].includes(field),
  )
    ? "customers or vendors"
    : null;

/** "Quotes over 20,000 that we lost": the rows themselves are asked for. */
const isNounPhrase = ({ sentence, term, written }: Draft): boolean =>
  sentence.find(term.words, { used: true, exact: true })?.at === 0 && !written.trim().endsWith("?");

/** What a question asks of a figure beyond its value. */
export const asksIn = (written: string): "difference" | "yesNo" | null =>
  differing.test(written) ? "difference" : yesNo.test(written) ? "yesNo" : null;

const yesNo = /^(?:(?:and|so|hi|hello|please)[\s,]+)*(?:is|are|was|were|do|does|did|has|have|had)\b/i;
const differing = /\bhow much (?:more|less|higher|lower)\b|\bhow many (?:more|fewer)\b|\bby how much\b|\bdifference\b/i;

const rising =
  /\b(?:up|more|higher|bigger|larger|gr[oe]w\w*|rise\w*|rose|increase\w*|better|dearer|more expensive|larger)\b/i;
const falling =
  /\b(?:down|less|fewer|lower|smaller|shr[iau]nk\w*|decline\w*|f[ea]ll\w*|decrease\w*|drop\w*|worse|cheaper)\b/i;

const changeWords =
  "up or down, change, changed, more or less, higher or lower, grow, growth, grown, grew, shrink, shrunk, shrank, decline, rise, rose, risen, fall, fell, fallen, increase, decrease, drop, go up, go down, going up, going down, gone up, gone down, went up, went down, come down, came down";

/** Whether a question measures a duration. */
const isTime = ({ quantity, subject }: Draft): boolean =>
  quantity !== null && fieldIn(subject, [quantity.field])?.type === "days";

/** The average of sums, as in "average monthly revenue": a query averages rows. */
const unmetAverage = ({ group, subject }: Draft, by: Query["groupBy"], of: MeasureKind): string | null =>
  by?.unit && (of === "average" || of === "median") && !group?.isAsked && subject.needs && by.unit !== "day"
    ? `${of} by ${by.unit}`
    : null;
