import type { Target } from "#features/imports/contract.ts";
import type { Column } from "#features/imports/planning/columns.ts";
import { bare } from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import { names } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import type { Found } from "#features/imports/planning/recognize.ts";
import { leaveLines, spellingOf } from "#features/imports/planning/words.ts";

const mostStates = 12;
const others: Partial<Record<Target, readonly [own: string, other: string]>> = {
  customers: ["customer", "vendor"],
  vendors: ["vendor", "customer"],
};

/** Lists of contacts may hold customers and vendors: which lines are left out, once a person has said so. */
export function leaveOthers(
  target: Target,
  columns: readonly Column[],
  lines: number,
  found: Found | null,
  asking: Asking,
): Plan["leaves"] {
  const [own, other] = others[target] ?? [];
  if (!own || !other) return [];
  const headings = found?.export.aside ?? [];
  const aside = headings
    .map((heading) => columns.find((one) => bare(one.heading) === heading && one.filled > 0))
    .find((one) => one !== undefined && one.filled < lines);
  return columns.flatMap((column) => {
    const { values, filled, at } = column;
    if (!values || filled === 0) return [];
    const isAside = column === aside;
    const words = values.filter(({ value }) => names(value, other) && !names(value, own));
    const isSaid = values.length <= mostStates && words.length > 0 && words.length < values.length;
    if (!isAside && !isSaid) return [];
    const evidence = isAside ? { answer: null, because: null } : { answer: leaveLines, because: "the word says so" };
    const items = isAside ? [{ value: "", count: filled }] : words;
    const answers = asking.marks(
      `party:${column.name}`,
      isAside
        ? `${filled} lines have "${column.name}", as ${other}s do. Are they ${target}?`
        : `Are lines with these words of "${column.name}" ${target}?`,
      column,
      [
        { value: target, label: `They are ${target} too` },
        { value: leaveLines, label: `They are ${other}s: leave these lines out` },
      ],
      items.map(({ value, count }) => ({ item: value, count, ...evidence })),
    );
    const left = answers.filter(({ answer }) => answer === leaveLines).map(({ item }) => item);
    if (left.length === 0) return [];
    return [{ at, words: (isAside ? values.map(({ value }) => value) : left).map(spellingOf) }];
  });
}
