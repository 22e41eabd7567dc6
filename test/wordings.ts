import { readFileSync } from "node:fs";
import { isWordIn, keyOf, type Known, meaningOf } from "#features/conversations/understanding/match.ts";
import { writtenNames } from "#features/conversations/understanding/names.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { topics } from "#features/expertise/skills.ts";

/** A question, and what it is to be taken for: one of these questions of topics, or anything of one of these roles. */
export type Wording = { question: string; asks?: string[]; role?: string; topic?: string };
export type Wordings = { answerable: Wording[]; unanswerable: Wording[] };
/** What became of one: wrong is whatever is answered and was not meant. */
export type Outcome = Wording & { chosen: string | null; chosenRole: string | null; is: "right" | "refused" | "wrong" };

const known: readonly Known[] = topics.flatMap(({ id, role, title, asks }) =>
  asks.map((ask) => ({ topicId: id, role, title, ask })),
);
const today = "2026-11-20";

export const wordingsIn = (path: string | URL): Wordings => JSON.parse(readFileSync(path, "utf8")) as Wordings;

/** How a question is understood; capitalized names are customers or vendors. */
function takenFor(question: string) {
  const names = writtenNames(question, isWordIn(known)).flatMap((name) => normalized(name).split(" "));
  const found = meaningOf(question, { known, names, today })?.first ?? null;
  return found?.unused.narrowing.length === 0 ? found : null;
}

export function outcomesOf({ answerable, unanswerable }: Wordings): Outcome[] {
  const outcome = (wording: Wording, fits: (key: string, role: string) => boolean, mayRefuse: boolean): Outcome => {
    const found = takenFor(wording.question);
    const chosen = found && keyOf(found);
    const chosenRole = found?.role ?? null;
    if (!found || !chosen) return { ...wording, chosen, chosenRole, is: mayRefuse ? "right" : "refused" };
    return { ...wording, chosen, chosenRole, is: fits(chosen, found.role) ? "right" : "wrong" };
  };
  return [
    ...answerable.map((one) =>
      outcome(
        one,
        (key, role) => (one.asks ? one.asks.includes(key) : (one.role?.split("|").includes(role) ?? false)),
        false,
      ),
    ),
    ...unanswerable.map((one) => outcome({ question: one.question, topic: one.topic }, () => false, true)),
  ];
}

const nobody = "unanswerable";
const groupOf = ({ asks, role }: Outcome): string =>
  asks ? (known.find((one) => keyOf(one) === asks[0])?.role ?? nobody) : (role?.split("|")[0] ?? nobody);

export type Row = { group: string; all: number; right: number; refused: number; wrong: number };

/** Right, refused and wrong outcomes by role; an unanswerable question is right if it is refused. */
export function tableOf(outcomes: readonly Outcome[]): Row[] {
  const rows = new Map<string, Row>();
  for (const one of outcomes)
    for (const group of [groupOf(one), "all"]) {
      const row = rows.get(group) ?? { group, all: 0, right: 0, refused: 0, wrong: 0 };
      row.all += 1;
      row[one.is] += 1;
      rows.set(group, row);
    }
  const all = rows.get("all");
  rows.delete("all");
  return [...rows.values(), ...(all ? [all] : [])];
}

/** A table in lines of text. */
export const printed = (rows: readonly Row[]): string[] => [
  `${"".padEnd(18)}${["questions", "right", "refused", "wrong"].map((word) => word.padStart(10)).join("")}`,
  ...rows.map(
    ({ group, ...counts }) =>
      group.padEnd(18) +
      [counts.all, counts.right, counts.refused, counts.wrong].map((count) => String(count).padStart(10)).join(""),
  ),
];
