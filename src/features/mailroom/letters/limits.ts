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
  /** With the same subject but for its numbers, to anyone; senders that change their address each time are stopped by these. */
  sameSubjectThisHour: number;
  sameBodyThisHour: number;
  fromMailboxToday: number;
};

const limits: readonly (readonly [count: keyof Answered, most: number, sentence: string])[] = [
  ["toLetter", 1, "This email was already answered."],
  ["inRow", 2, "2 answers in a row went out in this thread without a word from a person."],
  ["inThread", 3, "3 answers went out in this thread."],
  ["toSenderToday", 3, "This sender had 3 answers today."],
  ["toDomainThisHour", 5, "5 answers went to this domain within an hour."],
  ["sameSubjectThisHour", 5, "5 answers went to emails with this subject within an hour."],
  ["sameBodyThisHour", 5, "5 answers went to emails with this text within an hour."],
  ["fromMailboxToday", 100, "This mailbox sent 100 answers today."],
];
/** Those that others used up: what they leave unanswered may be anyone's, so a person gets the draft. */
const shared = new Set<keyof Answered>([
  "toDomainThisHour",
  "sameSubjectThisHour",
  "sameBodyThisHour",
  "fromMailboxToday",
]);

/** Why no further answer may go out: `limit` gets none, `cap` is a person's; or null. */
export function whyTooMany(answered: Answered): (Reason & { id: "limit" | "cap" }) | null {
  const reached = limits.find(([count, most]) => answered[count] >= most);
  return reached ? { id: shared.has(reached[0]) ? "cap" : "limit", sentence: reached[2] } : null;
}
