import type { FollowUp } from "#features/conversations/contract.ts";

/** Follow-ups shown under each answer. */
const followUpCount = 2;

/** The three prompts above the input box. */
export const prompts: readonly { message: string; note: string }[] = [
  { message: "Which decisions are waiting for me?", note: "Proposals by deadline" },
  { message: "Which customers are at risk?", note: "Risks with reasons" },
  { message: "How does revenue this quarter compare with last quarter?", note: "Against the quarter before" },
];

/** Follow-ups for answers that have fewer than two of their own. */
const generalFollowUps = ["What is in my daily brief?", "How are we doing?", "What are our biggest risks?"];

const toFollowUp = (label: string): FollowUp => ({ label, href: null });

/**
 * The first two follow-ups of an answer, filled up with general ones. Leaves out the message itself, and the prompts,
 * which are shown anyway.
 */
export function twoFollowUps(own: readonly FollowUp[], message: string): FollowUp[] {
  const all = [...own, ...generalFollowUps.map(toFollowUp)].filter(({ label }) =>
    prompts.every((one) => one.message !== label),
  );
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  return all
    .filter(({ label }, at) => all.findIndex((one) => one.label === label) === at && plain(label) !== plain(message))
    .slice(0, followUpCount);
}
