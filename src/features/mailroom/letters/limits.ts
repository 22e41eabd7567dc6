import type { Reason } from "#features/mailroom/letters/unanswered.ts";

/** How many answers went out: to this letter's thread, in a row there, to its sender today, to its domain this hour, with equal words to the sender, from the mailbox today. */
export type Counts = {
  thread: number;
  inARow: number;
  senderToday: number;
  domainThisHour: number;
  equal: number;
  mailboxToday: number;
};

const limits: readonly [keyof Counts, number, string][] = [
  ["thread", 3, "This thread has had 3 answers."],
  ["inARow", 2, "Two answers in a row went out without a word of a person."],
  ["senderToday", 3, "This sender has had 3 answers today."],
  ["domainThisHour", 5, "This domain has had 5 answers within an hour."],
  ["equal", 1, "An equal letter of this sender was answered."],
  ["mailboxToday", 100, "This mailbox has sent 100 answers today."],
];

/** Why there are enough answers; null: another may go. */
export function whyEnough(counts: Counts): Reason | null {
  const met = limits.find(([name, most]) => counts[name] >= most);
  return met ? { id: `limit_${met[0]}`, sentence: met[2] } : null;
}
