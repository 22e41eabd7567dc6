import type { Reason } from "./unanswered.ts";

/** How many answers went out already, those on their way included. */
export type Answered = {
  /** To this very email. */
  toLetter: number;
  inThread: number;
  /** In this thread since a person last wrote in it. */
  inRow: number;
  toSenderToday: number;
  toDomainThisHour: number;
  /** With the same subject, to anyone, today; senders that change their address each time are stopped by these. */
  sameSubjectToday: number;
  sameBodyToday: number;
  fromMailboxToday: number;
};

const limits: readonly (readonly [count: keyof Answered, most: number, sentence: string])[] = [
  ["toLetter", 1, "This email was already answered."],
  ["inRow", 2, "2 answers in a row went out in this thread without a word from a person."],
  ["inThread", 3, "3 answers went out in this thread."],
  ["toSenderToday", 3, "This sender had 3 answers today."],
  ["toDomainThisHour", 5, "5 answers went to this domain within an hour."],
  ["sameSubjectToday", 5, "5 answers went to emails with this subject today."],
  ["sameBodyToday", 5, "5 answers went to emails with this text today."],
  ["fromMailboxToday", 100, "This mailbox sent 100 answers today."],
];

/** Why no further answer may go out, or null. */
export function whyTooMany(answered: Answered): Reason | null {
  const reached = limits.find(([count, most]) => answered[count] >= most);
  return reached ? { id: "limit", sentence: reached[2] } : null;
}
