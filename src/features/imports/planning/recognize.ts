import { type Target } from "#features/imports/contract.ts";
import { type Column, levelOf, levels } from "#features/imports/planning/columns.ts";
import { bare, fieldsOfTarget, isNameless, nameOfTarget } from "#features/imports/planning/fields.ts";
import type { Export, Program } from "#features/imports/programs/program.ts";
import { recordKinds } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";

export type Found = { program: Program; export: Export };

/** The exports whose headings the file has: those with the most of them. */
export function exportsOf(columns: readonly Column[], programs: readonly Program[]): Found[] {
  const headings = new Set(columns.map(({ heading }) => bare(heading)));
  const sizeOf = (one: Export): number =>
    Math.max(
      0,
      ...one.headings.filter((set) => set.every((heading) => headings.has(heading))).map((set) => set.length),
    );
  const found = programs
    .flatMap((program) => program.exports.map((each) => ({ program, export: each, size: sizeOf(each) })))
    .filter(({ size }) => size > 0);
  const most = Math.max(0, ...found.map(({ size }) => size));
  return found.filter(({ size }) => size === most);
}

export type Ranked = { target: Target; score: number };

const perFileName = 1;
/** The score of a table of days and numbers as daily figures. */
const asFigures = 2;
/** Below this, a file is about anything. */
const leastScore = 0.6;
/** Another target that is this close could be meant as well. */
const closeShare = 0.7;

/** The targets by how well their fields explain the headings, best first. */
export function rankTargets(columns: readonly Column[], fileName: string): Ranked[] {
  const filled = columns.filter((column) => column.filled > 0);
  const name = bare(fileName.replace(/\.[a-z]+$/i, ""));
  const levelsOf = filled.map((column) =>
    recordKinds.map((kind) => Math.max(...fieldsOfTarget(kind).map((field) => levelOf(field, column)))),
  );
  const ranked: Ranked[] = recordKinds.map((kind, at) => {
    let score = 0;
    for (const each of levelsOf) {
      const level = each[at] ?? 0;
      if (level < levels.alias) continue;
      // A heading that few kinds know says more.
      const others = each.filter((other) => other >= levels.alias).length;
      score += (level === levels.name ? 1.5 : 1) / others;
    }
    const { one, many } = kindNames[kind];
    if (name.includes(bare(one)) || name.includes(bare(many))) score += perFileName;
    const lacks = fieldsOfTarget(kind).filter(
      (field) => field.required && !filled.some((column) => levelOf(field, column) >= levels.alias),
    );
    return { target: kind, score: score * 0.6 ** lacks.length };
  });
  const isDay = ({ format }: Column) => format.type === "day" || format.type === "instant";
  const isNumber = ({ format }: Column) => ["number", "money", "percent"].includes(format.type);
  if (filled.filter(isDay).length === 1 && filled.length > 1 && filled.every((one) => isDay(one) || isNumber(one)))
    ranked.push({ target: "figures", score: asFigures });
  return ranked.toSorted((one, other) => other.score - one.score);
}

/** The target the headings leave no doubt about, or those between which a person must choose. */
export function chooseTarget(ranked: readonly Ranked[]): Target | Target[] {
  const [first, second] = ranked;
  if (!first || first.score < leastScore) return ranked.map(({ target }) => target);
  const close = ranked.filter(({ score }) => score >= first.score * closeShare);
  return second && close.length > 1 ? close.map(({ target }) => target) : first.target;
}

/** The names of other figures in a table of days: one for each column of numbers. */
export const needsFigureName = (heading: string): boolean => isNameless(heading);

/** What the rows are: "QuickBooks Online invoices", "Invoices". */
export function titleOf(target: Target, found: Found | null): string {
  if (found) return `${found.program.label} ${found.export.label}`;
  const name = nameOfTarget(target);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The currency that a heading or a file's name says: "Amount (EUR)", "Betrag in €". */
export function currencyIn(text: string, known: readonly string[]): string | null {
  const code = /(?<![A-Z])([A-Z]{3})(?![A-Za-z])/.exec(text)?.[1];
  if (code && known.includes(code)) return code;
  const sign = (
    [
      ["€", "EUR"],
      ["£", "GBP"],
      ["₹", "INR"],
    ] as const
  ).find(([mark]) => text.includes(mark));
  return sign?.[1] ?? null;
}
