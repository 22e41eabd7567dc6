import type { Query } from "#contract/query.ts";
import { fillers } from "../words.ts";
import type { Draft } from "./draft.ts";
import { comingDays, dayTerms } from "./field-terms.ts";
import { ofParties, parties, people } from "./group.ts";
import { fieldIn } from "./lexicon.ts";
import { Sentence } from "./sentence.ts";
import { terms } from "./terms.ts";

/** What the rows are grouped by. */
export const groupOf = (draft: Draft): Query["groupBy"] => (isNoGroup(draft) ? null : groupField(draft));

/** "Who" of customers are the customers, and a plan "per month" is no series. */
function isNoGroup({ group, subject }: Draft): boolean {
  if (!group) return true;
  if (subject.id === "customers" && (group.fields === people || group.fields.includes("customerName"))) return true;
  return (
    !group.isRanked &&
    ((group.unit === "month" && fieldIn(subject, ["monthly"]) !== null) ||
      (group.unit === "year" && fieldIn(subject, ["yearlyValue"]) !== null))
  );
}

/** The field behind "by" or "which", where the subject has one; a question's unit of the calendar is of the day it is about. */
function groupField({ group, subject, term }: Draft): Query["groupBy"] {
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

/** The words of a group that the rows cannot be put in: "tickets by vendor". */
export function groupUnmet(draft: Draft): string | null {
  const words = draft.group?.words ?? "";
  const phrase = new Sentence(words);
  // "Which decisions" are the rows, and "what number of" is none of their fields.
  const isOwn = terms.some((term) => term.subject === draft.subject.id && phrase.find(term.words, { exact: true }));
  const isEmpty = words.split(" ").every((word) => fillers.has(word));
  return isOwn || isEmpty || isNoGroup(draft) || groupField(draft) ? null : words;
}

/** The day a period is about, by the verb; the subject's own else. */
export function dayIn({ sentence, subject, term, period, group, lexicon }: Draft, by: Query["groupBy"]): string | null {
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
