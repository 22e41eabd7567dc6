import { stem } from "#features/conversations/understanding/stem.ts";
import { timeWords } from "#features/conversations/understanding/period.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import type { Playbook } from "#features/plans/playbooks/playbook.ts";
import { refused } from "#features/plans/playbooks/refused.ts";
import { matcher, type Ranked } from "./matching.ts";
import { verbOf, withoutCourtesy } from "./reading.ts";
import { beginsWithObject, slotsIn, slotted } from "./slots.ts";

export const kinds = matcher([...playbooks, ...refused]);

/** The stems of verbs that begin a command. */
export const verbs: ReadonlySet<string> = new Set(playbooks.flatMap(({ examples }) => examples.map(verbOf)));

const imperatives = new Set(kinds.texts.map((one) => normalized(one).split(" ")[0] ?? ""));
/** "Compare", not "compared with a year before". */
export const isImperative = (text: string): boolean => imperatives.has(withoutCourtesy(text).split(" ")[0] ?? "");

/** Whether a text only names something, with no clause that says what to do: "Unpaid supplier bills above 50". */
export const isNamed = (text: string): boolean =>
  beginsWithObject(text) &&
  !text.split(/[,;:.!?]\s|\sand\s/).some((clause) => isImperative(clause) || slotsIn(clause).acts.length > 0);

const ordinary: ReadonlySet<string> = new Set(
  [...kinds.texts.flatMap((text) => normalized(text).split(" ")), ...timeWords].map(stem),
);
/** Whether a word is ordinary, so that a capital does not make it a name. */
export const isWord = (word: string): boolean =>
  normalized(word)
    .split(" ")
    .every((one) => functionWords.has(one) || ordinary.has(stem(one)));

/**
 * From this score on, with this much before the second best, a command is planned without asking; its verb or all its
 * words must be of the examples too, because vectors alone confuse opposites.
 */
const sure = { score: 0.5, margin: 0.1, verbatim: 0.85 };
const isSureOf = (first: Ranked, second: Ranked | undefined): boolean => {
  const { score, words, known, hasVerb } = first;
  const margin = score - (second?.score ?? 0);
  // What is hired, launched or written is any words.
  const needed = playbookOf(first.id)[0]?.takes === "anything" ? 1 : words / 2;
  const isKnown = known === words || (hasVerb && known >= needed);
  const isOnly = known === words && hasVerb && second?.hasVerb === false;
  if (score >= sure.verbatim && known === words) return margin >= sure.margin / 5;
  return score >= sure.score && isKnown && margin >= (isOnly ? sure.margin / 3 : sure.margin);
};
/** Below this score not even a question is asked. */
const unknownBelow = 0.36;

/** What a command is, by its ranks: one plan, one of two, something that cannot be done, or nothing known. */
export type Choice =
  | { is: "plan"; playbook: Playbook }
  | { is: "either"; playbooks: Playbook[] }
  | { is: "refused"; cannot: string; nearest: Playbook }
  | { is: "unknown"; nearest: Playbook[] };

const playbookOf = (id: string): Playbook[] => playbooks.filter((one) => one.id === id);

/** `rest`: what follows in a command of its own: "ring Acme now" cannot be done where "and tell them" follows. */
export function chooseFrom(ranked: readonly Ranked[], clause = "", rest: string | null = null): Choice {
  const [first, second] = ranked;
  const near = ranked.flatMap(({ id }) => playbookOf(id)).slice(0, 3);
  const isNear = first !== undefined && first.score >= unknownBelow;
  const byExample =
    isNear && isSureOf(first, second) ? [...playbooks, ...refused].find(({ id }) => id === first.id) : null;
  const whole = rest === null ? null : slotted(`${clause} and ${rest}`, [...playbooks, ...refused]);
  const bySlots = whole && "cannot" in whole ? whole : slotted(clause, [...playbooks, ...refused]);
  // What is hired, launched or written is any words, so that the act must be of it too.
  const isAny = byExample && "takes" in byExample && byExample.takes === "anything" && byExample !== bySlots;
  if (isAny && first && first.known < first.words)
    return {
      is: "either",
      playbooks: [byExample, ...near].filter((one, at, all) => all.indexOf(one) === at).slice(0, 2),
    };
  const sure = whole && "cannot" in whole ? whole : (byExample ?? bySlots);
  // Where words and examples name two plans, a person chooses.
  if (byExample && bySlots && byExample !== bySlots && "does" in byExample && "does" in bySlots)
    return { is: "either", playbooks: [bySlots, byExample] };
  if (sure && "cannot" in sure) {
    const [nearest] = playbookOf(sure.nearest);
    if (nearest) return { is: "refused", cannot: sure.cannot, nearest };
  } else if (sure) return { is: "plan", playbook: sure };
  if (!isNear || refused.some(({ id }) => id === first.id)) return { is: "unknown", nearest: near };
  const close = ranked.slice(0, 3).filter(({ score }) => first.score - score < 0.12);
  return { is: "either", playbooks: close.flatMap(({ id }) => playbookOf(id)).slice(0, 2) };
}

/** A command that begins with the label of its plan, as the buttons of a question do: "Cut costs: get our bills down". */
export function labelledIn(text: string): { playbook: Playbook; text: string } | null {
  const at = text.indexOf(": ");
  const playbook = playbooks.find(({ label }) => label.toLowerCase() === text.slice(0, Math.max(0, at)).toLowerCase());
  return playbook ? { playbook, text: text.slice(at + 2) } : null;
}
