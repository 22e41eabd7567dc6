import { bare, type TargetField } from "#features/imports/planning/fields.ts";
import type { Target } from "#features/imports/contract.ts";
import type { Export } from "#features/imports/programs/program.ts";
import { readingsOfCell } from "#features/imports/planning/meanings.ts";
import { refunds } from "#features/imports/programs/spoken.ts";
import { programs } from "#features/imports/programs/programs.ts";

/** The answer that leaves the lines of a word out, and the one that leaves its cells empty. */
export const leaveLines = "leave these lines out";
export const leaveEmpty = "leave empty";

const knownWords = new WeakMap<TargetField, Map<string, string>>();

function wordsOf(field: TargetField): Map<string, string> {
  let known = knownWords.get(field);
  if (!known) {
    const { choices = [], words = {} } = field;
    // A choice's own name takes precedence over another's word.
    const spellings = [...Object.entries(words), ...choices.map((choice) => [choice, choice] as const)];
    known = new Map(spellings.map(([word, choice]) => [spellingOf(word), choice]));
    knownWords.set(field, known);
  }
  return known;
}

/** Signs such as "€" have no letters. */
export const spellingOf = (word: string): string => bare(word) || word.trim().toLowerCase();

/** What the words of all programs mean as a field of a target; null where two of them mean different things. */
const byPrograms = new Map<string, Map<string, string | null>>();

function wordsOfPrograms(target: Target, field: string): Map<string, string | null> {
  const key = `${target} ${field}`;
  let known = byPrograms.get(key);
  if (!known) {
    known = new Map();
    for (const one of programs.flatMap(({ exports }) => exports).filter((each) => each.target === target))
      for (const [word, choice] of Object.entries(one.words?.[field] ?? {})) {
        const before = known.get(word);
        known.set(word, before === undefined || before === choice ? choice : null);
      }
    byPrograms.set(key, known);
  }
  return known;
}

/** The choice that a word is known to mean; null if it must be asked about. */
export function choiceOf(target: Target, field: TargetField, word: string, found: Export | null): string | null {
  const spelling = spellingOf(word);
  if (target === "payments" && field.name === "type" && refunds.has(spelling)) return "refund";
  return (
    found?.words?.[field.name]?.[spelling] ??
    wordsOf(field).get(spelling) ??
    ownChoice(field, spelling) ??
    wordsOfPrograms(target, field.name).get(spelling) ??
    allKnown(field, word) ??
    byMeaning(target, field, word)
  );
}

/** "Invoice: paid in full" says no more than "paid". */
const bareState = (reading: string): string =>
  reading
    .split(" ")
    .filter((part) => !["invoice", "full", "ticket", "deal"].includes(part))
    .join(" ");

const states = new Set(
  "paid open late part not draft void sent written off new waiting active inactive won lost closed resolved received".split(
    " ",
  ),
);
const isState = (reading: string): boolean =>
  bareState(reading)
    .split(" ")
    .every((part) => states.has(part));

/** Whether a word was read by its meaning, or has several: a person may know better. */
export const isRead = (target: Target, field: TargetField, word: string, found: Export | null): boolean => {
  const spelling = spellingOf(word);
  if (found?.words?.[field.name]?.[spelling] !== undefined) return false;
  if (field.choices?.some((choice) => spellingOf(choice) === spelling)) return false;
  if (readingsOfCell(word).filter(isState).length > 1) return true;
  return (
    wordsOf(field).get(spelling) === undefined &&
    ownChoice(field, spelling) === undefined &&
    wordsOfPrograms(target, field.name).get(spelling) === undefined
  );
};

const meant = new Map<string, Map<string, string | null>>();

/** A word in another language that says what a known one says: "Partiellement payée" is "partially paid". */
function byMeaning(target: Target, field: TargetField, word: string): string | null {
  const key = `${target} ${field.name}`;
  let known = meant.get(key);
  if (!known) {
    known = new Map();
    const { choices = [], words = {} } = field;
    for (const [text, choice] of [...choices.map((one) => [one, one] as const), ...Object.entries(words)])
      for (const reading of readingsOfCell(text)) {
        const before = known.get(reading);
        known.set(reading, before === undefined || before === choice ? choice : null);
      }
    meant.set(key, known);
  }
  // A word of which one reading is a state, but no choice, may mean that one.
  const found = new Set(
    readingsOfCell(word).flatMap((reading) => {
      const choice = known.get(reading) ?? known.get(bareState(reading));
      return choice !== undefined ? [choice] : isState(reading) ? [null] : [];
    }),
  );
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** One of our own choices in the plural: "Incidents". */
const ownChoice = (field: TargetField, spelling: string): string | undefined =>
  field.choices?.find((choice) =>
    [`${bare(choice)}s`, `${bare(choice)}es`, bare(choice).replace(/y$/, "ies")].includes(spelling),
  );

/** "Sales invoice": every part of it is known, and all mean the same. One unknown part, such as "not", may turn it. */
function allKnown(field: TargetField, word: string): string | null {
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (parts.length < 2) return null;
  const choices = new Set(parts.map((part) => wordsOf(field).get(spellingOf(part)) ?? null));
  const [only = null] = choices;
  return choices.size === 1 ? only : null;
}

export function likelyChoices(field: TargetField, word: string): string[] {
  const parts = word
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const near = (choice: string): number =>
    Math.max(
      ...parts.map((part) => (wordsOf(field).get(part) === choice ? 2 : choice.startsWith(part.slice(0, 4)) ? 1 : 0)),
      0,
    );
  return (field.choices ?? []).toSorted((one, other) => near(other) - near(one));
}
