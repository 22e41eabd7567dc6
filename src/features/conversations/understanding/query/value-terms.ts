/** Synonyms of choices; of the listed values, those that the field has apply. */
export const choiceTerms: readonly (readonly [words: string, values: readonly string[]])[] = [
  [
    "unpaid, not paid, havent paid, have not paid, hasnt paid, not been paid, unsettled, still open",
    ["open", "disputed"],
  ],
  ["urgent, critical, important", ["high"]],
  ["in dispute, contested", ["disputed"]],
  ["solved, fixed, resolved, closed", ["resolved", "closed"]],
  ["unsolved, unresolved, not resolved", ["open", "waiting"]],
  ["done, finished, completed", ["completed"]],
  ["canceled", ["cancelled"]],
  ["dispute", ["disputed"]],
  ["voided", ["void"]],
  ["accepted", ["approved"]],
  ["declined, turned down, turn down, reject", ["rejected"]],
  ["waiting for me, waiting for approval, waiting, to decide, need my approval", ["pending"]],
  ["gone, left, leave", ["churned"]],
  ["weekend", ["saturday", "sunday"]],
  ["weekday, working day", ["monday", "tuesday", "wednesday", "thursday", "friday"]],
];

/** Synonyms of views. */
export const viewTerms: readonly (readonly [words: string, views: readonly string[]])[] = [
  ["unsigned, without a signature, missing a signature", ["unsigned"]],
  ["late, past due, behind, delayed", ["overdue"]],
  ["unassigned, nobody, without an owner", ["unassigned"]],
  ["waiting for me, my approval, to approve", ["pending"]],
  ["in force, running", ["inForce"]],
  ["should have closed, past their closing, should be closed, have closed by now, slipped", ["slipped"]],
];

/** Statuses at which rows have ended. */
export const finishedStatuses: ReadonlySet<string> = new Set(
  "paid void won lost resolved closed completed cancelled".split(" "),
);

/** Yes-or-no fields that say whether rows ended after the day they were due, by the words for their end; also "did … pay". */
export const endedLate: Readonly<Record<string, { ended: string; ends: string }>> = {
  paidLate: { ended: "paid, settled", ends: "pay, settle" },
  resolvedLate: { ended: "resolved, solved, fixed, closed", ends: "resolve, solve, fix, close" },
  completedLate: { ended: "completed, finished, done", ends: "complete, finish, do" },
};
export const lateWords = afterDue("after", "past", "later than").concat(", too late, late");
export const onTimeWords = afterDue("before", "by", "within").concat(", on time, in time, punctually");

function afterDue(...leads: readonly string[]): string {
  const due = ["the", "their", "its"].map((one) => `${one} due`).concat("due");
  const phrases = [...due.flatMap((one) => [`${one} date`, `${one} day`]), "they were due", "it was due"];
  return leads.flatMap((lead) => phrases.map((phrase) => `${lead} ${phrase}`)).join(", ");
}

/** Words for yes-or-no fields; a "not" in the question inverts them. */
export const flagTerms: readonly (readonly [words: string, field: string])[] = [
  [
    "renew automatically, renew by themselves, renew by itself, auto renew, automatic renewal, automatically",
    "autoRenews",
  ],
  ["came true, come true, held, were right, was right, correct", "held"],
];
