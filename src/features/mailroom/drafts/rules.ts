import type { DraftFate } from "#connectors/mailbox.ts";
import type { Judgement } from "#features/mailroom/learning/contract.ts";
import type { LetterState } from "#features/mailroom/contract.ts";

/** What a person did with an answer in the mailbox itself. */
export type PersonAct = Exclude<DraftFate, "waits">;

type Drafted = { proposed: string | null; draft: string | null };

const words: Record<PersonAct, string> = {
  sent: "A person sent it.",
  "sent changed": "A person changed it and sent it.",
  answered: "A person answered it.",
  changed: "A person took the draft over.",
  moved: "A person moved the draft.",
  deleted: "A person deleted the draft.",
};

/** Acts after which more may follow in the mailbox. */
export const openActs: readonly PersonAct[] = ["changed", "moved"];

/** What a person made of a draft by it; null: that shows later, or not at all. */
export const judgementOf = (act: PersonAct, { proposed, draft }: Drafted): Judgement | null => {
  if (proposed === null || openActs.includes(act)) return null;
  if (act === "deleted") return "left";
  return act === "sent" && draft === proposed ? "as is" : "changed";
};

/** How a letter stands after it. */
export const afterAct = (act: PersonAct): { state: LetterState; reason: string; why: string } => ({
  state: act === "deleted" ? "discarded" : "by_person",
  reason: act,
  why: words[act],
});

/** The act that a sentence speaks of. */
export const actIn = (sentence: string | null): PersonAct | null =>
  (Object.keys(words) as PersonAct[]).find((act) => words[act] === sentence) ?? null;
