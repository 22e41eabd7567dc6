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

/** Words for yes-or-no fields; a "not" in the question inverts them. */
export const flagTerms: readonly (readonly [words: string, field: string])[] = [
  [
    "renew automatically, renew by themselves, renew by itself, auto renew, automatic renewal, automatically",
    "autoRenews",
  ],
  ["partly paid, part paid, partially paid, half paid, paid in part", "paidInPart"],
  ["came true, come true, held, were right, was right, correct", "held"],
];
