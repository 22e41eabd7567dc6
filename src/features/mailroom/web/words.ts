import type { LetterState } from "#features/mailroom/contract.ts";
import type { DotTone } from "#ui/kit/marks.tsx";

export const stateWords: Record<LetterState, string> = {
  seen: "New",
  drafted: "Draft",
  held: "Held",
  sent: "Sent",
  skipped: "Skipped",
  needs_human: "Needs you",
  failed: "Not delivered",
  discarded: "Left unanswered",
  by_person: "By a person",
};

export const stateTones: Record<LetterState, DotTone> = {
  seen: "idle",
  drafted: "warning",
  held: "warning",
  sent: "success",
  skipped: "idle",
  needs_human: "danger",
  failed: "danger",
  discarded: "idle",
  by_person: "success",
};
