import type { CalendarUnit } from "#contract/query.ts";
import { fieldTerms } from "./field-terms.ts";
import type { Lexicon } from "./lexicon.ts";
import { isOwn } from "./own.ts";
import type { Found, Sentence } from "./sentence.ts";

/** What a question groups its rows by: the words after "by" or "which". */
export type Group = {
  fields: readonly string[];
  unit: CalendarUnit | null;
  isRanked: boolean;
  isAsked?: boolean;
  /** "How many customers": the groups are counted. */
  isCounted?: boolean;
  /** The words of the group, as in "by customer"; absent for "who". */
  words?: string;
};

/** Fields that "who" can mean: the person who works on a row, or its customer or vendor. */
export const people = ["employeeName", "ownerName", "assignee", "agent", "role", "customerName", "vendorName"];
export const parties = ["customerName", "vendorName", "ownerName"];
export const subjectsOfParties: readonly string[] = ["invoices", "subscriptions", "contracts", "customers"];

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

export function groupIn(sentence: Sentence, lexicon: Lexicon): Group | null {
  const fields = [...ownFields(lexicon), ...fieldTerms];
  const custom = fields.filter(([, names]) => names.every(isOwn));
  const each = calendarUnits.find((unit) => sentence.take(`${unit} by ${unit}`));
  if (each) return { fields: [], unit: each, isRanked: false };
  const group =
    // "Which region has the most customers".
    groupAfter(sentence, "which, what", false, custom) ??
    groupAfter(sentence, superlatives, true, fields) ??
    groupAfter(sentence, distributors, false, fields);
  if (group) return group;
  const counted = groupAfter(sentence, "how many, number of", false, fieldTerms);
  if (counted) return counted;
  for (const unit of calendarUnits) {
    const adverb = {
      fiscalYear: "each fiscal year",
      day: "daily",
      week: "weekly",
      month: "monthly",
      quarter: "quarterly",
      year: "yearly, annually",
    }[unit];
    // "Monthly recurring revenue" is not a series.
    if (!sentence.has("monthly recurring, mrr") && sentence.take(adverb, { exact: true }))
      return { fields: [], unit, isRanked: false };
  }
  const asks = sentence.find("who, whom");
  const ranked = sentence.find(superlatives);
  // "The biggest invoice, when and to whom" asks for the invoice.
  if (asks && ranked && ranked.at < asks.at) {
    sentence.use(asks);
    return null;
  }
  if (asks && lexicon.subjects.length > 0) {
    sentence.use(asks);
    return { fields: people, unit: null, isRanked: hasRank(sentence), isAsked: true };
  }
  return null;
}

/** The calendar unit or field after one of these words; a number may stand between them. */
function groupAfter(
  sentence: Sentence,
  words: string,
  isRanked: boolean,
  fields: readonly (readonly [words: string, fields: readonly string[]])[],
): Group | null {
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
    // "Our worst revenue month": the measure may stand between.
    const unit = calendarUnits.find((one) => here(units[one], isRanked ? 1 : 0));
    const ofFields = fields.flatMap(([phrases, names]) => {
      const found = here(phrases);
      return found ? [{ found, names }] : [];
    });
    const longest = Math.max(0, ...ofFields.map(({ found }) => found.length));
    const field = unit && longest < 2 ? [] : ofFields.filter(({ found }) => found.length === longest);
    if (!unit && field.length === 0) continue;
    const found = field[0]?.found ?? here(units[unit ?? "day"], 1);
    const isCounted = /^(?:how|number)$/.test(sentence.at(lead.at) ?? "");
    // "How many months" asks for a duration, "how many of the agents' tasks" for tasks.
    if (isCounted && (field.length === 0 || sentence.at(lead.at + lead.length) === "of")) continue;
    sentence.use(lead);
    sentence.use(found);
    const isAsked = isCounted || /^(?:which|what|whose)$/.test(sentence.at(lead.at) ?? "");
    const names = field.flatMap((one) => one.names);
    const lastAt = found ? found.at + found.length : next;
    return {
      words: sentence.words(lead.at, lastAt),
      fields: names,
      unit: names.length > 0 ? null : (unit ?? null),
      isRanked: isRanked || hasRank(sentence),
      isAsked,
      ...(isCounted && { isCounted }),
    };
  }
}

const hasRank = (sentence: Sentence): boolean => sentence.has(superlatives);

/** Fields that rows can be grouped by, under their labels and the company's own names. */
export const ownFields = ({ subjects }: Lexicon): (readonly [words: string, fields: readonly string[]])[] =>
  subjects.flatMap(({ fields }) =>
    fields
      .filter(({ type }) => type === "text" || type === "choice" || type === "flag")
      .flatMap(({ name, label, alsoCalled }) =>
        [label, ...alsoCalled].map((words) => [words.replaceAll(",", " "), [name]] as const),
      ),
  );
