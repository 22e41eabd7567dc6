import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { isOfType } from "#features/imports/planning/content.ts";
import type { TargetField } from "#features/imports/planning/fields.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { hasColumn, neededOf } from "#features/imports/planning/stand-ins.ts";

const words: Partial<Record<TargetField["type"], string>> = { day: "days", money: "amounts", line: "text" };

/**
 * Finds columns for needed fields that no heading names, by what their cells are. The only column of its type in the
 * file is taken, and said; everything else is asked.
 */
export function takeByType(
  target: Target,
  columns: readonly Column[],
  matched: Matched,
  asking: Asking,
  notes: string[],
): void {
  const has = (field: string) => hasColumn({ columns, matched }, field);
  const lacking = neededOf(target, has).filter(({ name, type }) => words[type] && !has(name));
  for (const field of lacking) {
    if (asking.isOpen(`heading:${field.name}`)) continue;
    const free = matched.free.filter((column) => !matched.fields.has(column.name) && isOfType(field, column));
    const [only] = free;
    if (!only) continue;
    const others = columns.filter((column) => column.name !== only.name && isOfType(field, column));
    const isSole = lacking.every((one) => one === field || has(one.name) || one.type !== field.type);
    if (free.length === 1 && isSole && others.length === 0) {
      // An empty column of that name gives way.
      for (const [name, taken] of matched.fields) if (taken === field.name) matched.fields.delete(name);
      matched.fields.set(only.name, field.name);
      const what = field.name === "number" ? "numbers that tell lines apart" : words[field.type];
      notes.push(`"${only.name}" is taken as "${field.label}": it is the only column of ${what}.`);
      continue;
    }
    const answer = asking.heading({ field, columns: free.slice(0, 8), isGuess: true });
    if (answer) matched.fields.set(answer, field.name);
  }
}
