import type { Filter, Query } from "#contract/query.ts";
import { spanOf } from "#contract/spans.ts";
import { isPendingView, pendingOf } from "#features/records/fields/views.ts";
import { fillers } from "../words.ts";
import type { Draft } from "./draft.ts";
import { comingDays, dayTerms } from "./field-terms.ts";
import { subjectsOfParties, parties, people } from "./group.ts";
import { fieldIn } from "./lexicon.ts";
import { averageWords } from "./measure.ts";
import { isOwn, ownDay } from "./own.ts";
import { Sentence } from "./sentence.ts";
import { terms } from "./terms.ts";

export const groupOf = (draft: Draft): Query["groupBy"] => (isNoGroup(draft) ? reasonOf(draft) : groupField(draft));

/** "Why do we lose deals": by the company's own field that says why. */
function reasonOf({ group, subject, sentence }: Draft): Query["groupBy"] {
  const reasons = subject.fields.filter(
    ({ name, type, label }) =>
      isOwn(name) && (type === "choice" || type === "text") && /\b(?:reason|because|why|cause)\b/i.test(label),
  );
  const [only, another] = reasons;
  // "What do we mostly lose deals on" asks for the reason as well.
  if (group || !only || another) return null;
  const asks = sentence.take("why, reason, cause") !== null || /^what\b.*\b(?:on|over|to)$/.test(sentence.text);
  if (!asks) return null;
  sentence.take("common, commonest, most common, main, mainly, most frequent, often, mostly");
  return { field: only.name, unit: null };
}

/** "Who" asked of customers means the customers, and a plan "per month" is not a series. */
function isNoGroup({ group, subject, sentence }: Draft): boolean {
  if (!group) return true;
  if (subject.id === "customers" && (group.fields === people || group.fields.includes("customerName"))) return true;
  // "How many people" asks for the people themselves.
  if (subject.id === "people" && group.fields.includes("ownerName")) return true;
  // The rows of a figure are days: their average is "the average daily revenue".
  if (subject.needs && group.unit === "day" && !group.isRanked && !group.isAsked && sentence.has(averageWords))
    return true;
  return (
    !group.isRanked &&
    ((group.unit === "month" && fieldIn(subject, ["monthly"]) !== null) ||
      (group.unit === "year" && fieldIn(subject, ["yearlyValue"]) !== null))
  );
}

/** The field of a group, if the subject has one; a calendar unit groups by the date of the question. */
function groupField({ group, subject, term, sentence }: Draft): Query["groupBy"] {
  if (!group) return null;
  if (group.unit) {
    const day = ownDay(sentence, subject) ?? term.day ?? subject.day;
    return day ? { field: day, unit: group.unit } : null;
  }
  const isWho = group.fields === people && subjectsOfParties.includes(subject.id);
  const wanted = isWho ? parties : group.fields;
  const isPayable = term.filters?.some(({ values }) => ["bills", "payable"].includes(String(values[0])));
  const fields = isPayable ? wanted.filter((name) => name !== "customerName") : wanted;
  const field = fieldIn(subject, fields);
  return field ? { field: field.name, unit: null } : null;
}

/** The words of a group that the subject does not have: "tickets by vendor". */
export function groupUnmet(draft: Draft): string | null {
  const words = draft.group?.words ?? "";
  const phrase = new Sentence(words);
  // "Which decisions" asks for the rows, and "what number of" names no field.
  const isOwn = terms.some((term) => term.subject === draft.subject.id && phrase.find(term.words, { exact: true }));
  const isEmpty = words.split(" ").every((word) => fillers.has(word));
  return isOwn || isEmpty || isNoGroup(draft) || groupField(draft) ? null : words;
}

/** The date field a period applies to, by the verb; null for the subject's default. */
export function dayIn({ sentence, subject, term, period, group, lexicon }: Draft, by: Query["groupBy"]): string | null {
  if (!period && !group?.unit) return null;
  const own = ownDay(sentence, subject);
  if (own) return own;
  if (by?.unit && term.day) return term.day;
  if (term.isDayGiven && term.day && fieldIn(subject, [term.day])) return term.day;
  for (const [words, days] of dayTerms) {
    const field = fieldIn(subject, days);
    if (!field) continue;
    const found = sentence.find(words, { used: true });
    if (!found) continue;
    sentence.use(found);
    return field.name;
  }
  const span = period && spanOf(period, lexicon.today, lexicon.fiscalYearStart);
  const isAhead = span !== null && span.to > lexicon.today && span.from >= lexicon.today;
  const ahead = comingDays[subject.id];
  return isAhead && ahead ? ahead : (term.day ?? null);
}

/**
 * A day to come means something only for rows for which it is still to come: a paid invoice is not due, and a cancelled
 * plan does not renew. Null if the question's filters say more, or the day is another one.
 */
export function stillToCome(
  { subject, period, lexicon }: Draft,
  day: string | null,
  filters: readonly Filter[],
): Filter | null {
  const span = period && spanOf(period, lexicon.today, lexicon.fiscalYearStart);
  if (!span || span.to < lexicon.today || period.kind === "last") return null;
  if (subject.id === "tasks")
    return day === "dueOn" && !filters.some(({ field }) => field === "view" || field === "status")
      ? { field: "view", test: "is", values: ["open"] }
      : null;
  const pending = pendingOf(subject.id, day);
  const isSaid = filters.some(
    ({ field, test, values }) =>
      test === "is" &&
      (field === pending?.field || (field === "view" && values.every((one) => isPendingView(subject.id, String(one))))),
  );
  return pending && !isSaid ? { field: pending.field, test: "is", values: [...pending.in] } : null;
}
