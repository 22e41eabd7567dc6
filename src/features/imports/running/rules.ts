import { formatNumber, pluralize } from "#contract/format.ts";
import type { Preview } from "#features/imports/contract.ts";

type Result = { added: number; changed: number; unchanged: number; badCount: number; emptied: number; created: number };

export function importSentence(
  { added, changed, unchanged, badCount, emptied, created }: Result,
  notes: readonly string[] = [],
): string {
  const done = [
    added > 0 ? `${formatNumber(added)} added` : "",
    changed > 0 ? `${formatNumber(changed)} changed` : "",
    unchanged > 0 ? `${formatNumber(unchanged)} already there` : "",
  ].filter(Boolean);
  const refused =
    badCount > 0 ? `${formatNumber(badCount)} ${badCount === 1 ? "line was" : "lines were"} not taken` : "";
  const first =
    done.length > 0
      ? `${done.join(", ")}${refused ? `; ${refused}` : ""}.`
      : `Nothing was imported: ${refused || "no line holds a record"}.`;
  return [
    first,
    created > 0
      ? `${formatNumber(created)} ${created === 1 ? "customer or vendor" : "customers or vendors"} created from names.`
      : "",
    emptied > 0
      ? `${pluralize(emptied, "cell")} could not be read and ${emptied === 1 ? "was" : "were"} left empty.`
      : "",
    ...notes.slice(0, 2),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Why a file of an older call cannot be imported: what is missing, or the first question it leaves open. */
export function openFault({ missing, questions, columns }: Preview): string | null {
  if (missing) return `${missing}.`;
  // Lines with unknown words, and those that lack what others have, are refused one by one.
  const isLenient = ({ kind, items }: Preview["questions"][number]) =>
    lenient.has(kind) || (kind === "missing" && items.some(({ count }) => count > 0));
  const open = questions.find((one) => !isLenient(one) && one.items.some(({ answer }) => answer === null));
  if (!open) return null;
  const at = open.column === null ? "" : ` Column ${columns.findIndex(({ heading }) => heading === open.column) + 1}.`;
  return `${open.sentence}${at} ${ways[open.kind] ?? "Import it with Add data to choose."}`;
}

const lenient = new Set<string>(["words", "same name", "same number"]);

const ways: Partial<Record<Preview["questions"][number]["kind"], string>> = {
  "day order": "Send `dateFormat`, or import it with Add data to choose.",
  decimal: "Send `decimalCommas`, or import it with Add data to choose.",
  heading: "Send `columns`, or import it with Add data to choose.",
};
