import { isNegation } from "../words.ts";
import type { Draft } from "./draft.ts";
import { fieldIn } from "./lexicon.ts";

/** Yes-or-no fields that say whether rows ended after the day they were due, by the words for their end; also "did … pay". */
export const endedLate: Readonly<Record<string, { ended: string; ends: string }>> = {
  paidLate: { ended: "paid, settled", ends: "pay, settle" },
  resolvedLate: { ended: "resolved, solved, fixed, closed", ends: "resolve, solve, fix, close" },
  completedLate: { ended: "completed, finished, done", ends: "complete, finish, do" },
};
const lateWords = afterDue("after", "past", "later than").concat(", too late, late");
const onTimeWords = afterDue("before", "by", "within").concat(", on time, in time, punctually");

function afterDue(...leads: readonly string[]): string {
  const due = ["the", "their", "its"].map((one) => `${one} due`).concat("due");
  const phrases = [...due.flatMap((one) => [`${one} date`, `${one} day`]), "they were due", "it was due"];
  return leads.flatMap((lead) => phrases.map((phrase) => `${lead} ${phrase}`)).join(", ");
}

/**
 * "Paid late", "pay after the due date": whether rows ended late, not whether they are overdue. Not of "late tasks that
 * have to be completed", which have not ended, nor with "not": those may also be still open.
 */
export function takeEndedLate({ sentence, subject }: Draft): { field: string; at: number; isLate: boolean } | null {
  const field = fieldIn(subject, Object.keys(endedLate))?.name ?? "";
  const words = endedLate[field];
  const end =
    words &&
    (sentence.find(words.ended, { whole: true, used: true }) ??
      (sentence.has("did") ? sentence.find(words.ends, { whole: true, used: true }) : null));
  if (!end || sentence.text.split(" ").some(isNegation)) return null;
  const late = sentence.find(lateWords, { from: end.at });
  const found = late ?? sentence.find(onTimeWords, { from: end.at });
  if (!found) return null;
  sentence.use(found);
  sentence.use(end);
  return { field, at: end.at, isLate: late !== null };
}
