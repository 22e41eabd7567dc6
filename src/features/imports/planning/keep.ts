import type { Target } from "#features/imports/contract.ts";
import { type Matched, levelOf, levels } from "#features/imports/planning/columns.ts";
import { type Column, isConstant, isYesNo } from "#features/imports/planning/content.ts";
import {
  bare,
  fieldOfTarget,
  fieldsOfTarget,
  isKind,
  isPart,
  type TargetField,
} from "#features/imports/planning/fields.ts";
import { names, readingsOf } from "#features/imports/planning/meanings.ts";
import { ownLabel } from "#features/imports/planning/own.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";
import type { PlannedColumn } from "#features/imports/planning/line-reader.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import type { Found } from "#features/imports/planning/recognize.ts";
import { choiceOf, leaveEmpty, leaveLines, spellingOf } from "#features/imports/planning/words.ts";
import { personal, says } from "#features/imports/programs/spoken.ts";
import { mostCustomFields } from "#features/records/contract.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { foldLabel } from "#features/records/custom/rules.ts";

/** "Deal - " of a program that writes it before every heading. */
function prefixOf(columns: readonly Column[]): string {
  const [prefix = ""] = columns.flatMap(({ heading }) => /^.{2,30}? [-–:] /.exec(heading) ?? []);
  return columns.filter(({ heading }) => heading.startsWith(prefix)).length * 2 > columns.length ? prefix : "";
}

type Given = {
  input: PlanInput;
  target: Target;
  columns: readonly Column[];
  matched: Matched;
  found: Found | null;
};

/** Whether a person, or what is remembered of the source, says what becomes of a column. */
export const saidIn = ({ input: { choices, remembered } }: Given) => {
  const chosen = new Set(choices.columns?.map(({ heading }) => heading));
  return ({ name }: Column): boolean => {
    const field = remembered.get(`column:${name}\n`);
    // What was kept of people is kept of their pay too.
    return chosen.has(name) || (field !== undefined && !(choices.isPay && ownLabel(field) !== null));
  };
};

/** Headings that a program writes behind a prefix mean the fields that they mean without it. */
export function takePrefixed(given: Given): void {
  const { target, columns, matched } = given;
  const prefix = prefixOf(columns);
  if (prefix === "") return;
  const isSaid = saidIn(given);
  const taken = new Set(matched.fields.values());
  for (const field of fieldsOfTarget(target)) {
    if (taken.has(field.name) || isPart(field.name)) continue;
    const meant = columns.filter((column) => {
      const heading = column.heading.slice(prefix.length);
      const isOpen = !matched.fields.has(column.name) && column.filled > 0 && !isSaid(column);
      return isOpen && column.heading.startsWith(prefix) && levelOf(field, { ...column, heading }) === levels.name;
    });
    const [only] = meant;
    if (only && meant.length === 1) matched.fields.set(only.name, field.name);
  }
}

/** A choice of which no word is one of ours is the company's own: its column is kept, and nobody is asked about each word. */
export function leaveOwnChoices(given: Given): void {
  const { target, columns, matched, found } = given;
  const isSaid = saidIn(given);
  const fields = fieldsOfTarget(target);
  for (const column of columns) {
    const field = fields.find(({ name }) => name === matched.fields.get(column.name));
    // A stage is kept in the company's words beside ours.
    const isOurs = !field || field.type !== "choice" || field.required || field.wordIn !== undefined;
    if (isOurs || isSaid(column) || isYesNo(column)) continue;
    if (column.values && column.values.length > 1 && column.values.every(isUnknown(target, field, found)))
      matched.fields.delete(column.name);
  }
}

const isUnknown =
  (target: Target, field: TargetField, found: Found | null) =>
  ({ value }: { value: string }): boolean =>
    choiceOf(target, field, value, found?.export ?? null) === null;

const iban = /^[A-Z]{2}\d{2}(?: ?[A-Z\d]){10,30}$/i;
const identifier = /\d(?:[ .\-/]?\d){4}/;

/** Whether a list is one of persons by their first and last names, and of no firms: their homes and families are theirs. */
const isOfPersons = (columns: readonly Column[], lines: number): boolean =>
  ["first name", "last name"].every((part) => columns.some(({ heading }) => namesPart(heading, part))) &&
  !columns.some(({ heading, filled }) => names(heading, "company") && filled * 2 > lines);
/** Also with what stands beside it: "First Name (Billing)", "Billing: First name". */
const namesPart = (heading: string, part: string): boolean =>
  readingsOf(heading.replace(/\([^()]*\)|^[^–:-]+ ?[–:-] /g, "")).some((one) => one.includes(part));
const ofHome = ["street", "zip", "address", "phone", "mobile", "email"];

/** Whether a column may hold what tells who somebody is, or their account: nobody keeps that by leaving it as it is. */
function mayIdentify(target: Target, { heading, format, values, examples }: Column, isPrivate: boolean): boolean {
  const cells = values?.map(({ value }) => value) ?? examples;
  if (cells.some((cell) => iban.test(cell.trim()))) return true;
  const isOfAccount = readingsOf(heading).some((one) => one.split(" ").includes("account"));
  if (isOfAccount && cells.some((cell) => identifier.test(cell))) return true;
  const isTold = says(heading, personal) || ofHome.some((word) => names(heading, word));
  if (isPrivate && isTold) return true;
  if (target !== "people" && target !== "pay") return false;
  if (says(heading, personal)) return true;
  // Of people: numbers, which viewers do not see, and what several of them share. No days, such as of birth.
  if (["number", "money", "percent"].includes(format.type)) return cells.every((cell) => /^\d{8,}$/.test(cell.trim()));
  const isShared = values !== null && values.length <= mostShared && values.some(({ count }) => count > 1);
  return format.type !== "flag" && (!isShared || isDay(format.type) || cells.some((cell) => identifier.test(cell)));
}
const mostShared = 12;
const isDay = (type: string): boolean => type === "day" || type === "instant";

/**
 * Keeps the columns that fit no field of a kind as fields of the company's own, which questions can ask for. Left out are
 * columns that may identify somebody, that a person leaves out, that a question is open about, whose words a program's description reads, and those
 * that are empty or say the same in all lines.
 */
export function keepOthers(given: Given, { questions }: Asking, notes: string[]): Column[] {
  const { input, target, columns, matched, found } = given;
  if (!isKind(target)) return [];
  const { fields } = matched;
  const known = input.own?.get(target) ?? [];
  const taken = new Set(
    [...known.map(({ label }) => label), ...[...fields.values()].flatMap((field) => ownLabel(field) ?? [])].map(
      foldLabel,
    ),
  );
  const open = questions.filter(({ kind, items }) => kind === "heading" && items.some(({ answer }) => answer === null));
  const asked = new Set(
    open.flatMap(({ items, options }) => [...items.map(({ item }) => item), ...options.map(({ value }) => value)]),
  );
  const read = new Set(
    [...(found?.export.leaves ?? []), ...(found?.export.overrides ?? [])].map(({ heading }) => heading),
  );
  const isSaid = saidIn(given);
  const prefix = prefixOf(columns);
  const isPrivate = isOfPersons(columns, input.profile.lines);
  const isLeft = (column: Column): boolean =>
    fields.has(column.name) ||
    isSaid(column) ||
    asked.has(column.name) ||
    read.has(bare(column.heading)) ||
    column.filled === 0 ||
    mayIdentify(target, column, isPrivate) ||
    (isConstant(column) && column.filled >= input.profile.lines * 0.9);
  const others = columns.filter((column) => !isLeft(column)).toSorted((one, other) => other.filled - one.filled);
  const room = mostCustomFields - known.length;
  const kept: Column[] = [];
  for (const column of others) {
    const plain = column.name.slice(column.name.startsWith(prefix) ? prefix.length : 0);
    const label = ownLabel(customPrefix + (input.isBuiltIn?.(target, plain) ? `${plain} (as written)` : plain));
    if (label === null || taken.has(foldLabel(label)) || kept.length >= room) continue;
    taken.add(foldLabel(label));
    fields.set(column.name, customPrefix + label);
    kept.push(column);
  }
  const left = others.length - kept.length;
  if (left > 0 && kept.length >= room)
    notes.push(`${left} more columns are left out: there can be ${mostCustomFields} fields of your own.`);
  return kept;
}

/**
 * Columns of which two words become one choice of ours, such as "High" and "Urgent": they are kept in the company's words
 * too. A stage is so already.
 */
export function finerChoices(
  { input, target, columns }: Given,
  planned: readonly PlannedColumn[],
): { column: Column; field: TargetField }[] {
  if (!isKind(target)) return [];
  const known = input.own?.get(target) ?? [];
  let room = mostCustomFields - known.length - planned.filter(({ own }) => own?.isNew).length;
  const taken = new Set([...known, ...planned.flatMap(({ own }) => own ?? [])].map(({ label }) => foldLabel(label)));
  return planned.flatMap(({ at, name, field, words = {} }) => {
    const column = columns.find((one) => one.at === at);
    const choice = fieldsOfTarget(target).find((one) => one.name === field);
    const values = new Set(column?.values?.map(({ value }) => spellingOf(value)));
    const meant = [...values]
      .flatMap((word) => words[word] ?? [])
      .filter((one) => one !== leaveEmpty && one !== leaveLines);
    if (!column || choice?.type !== "choice" || choice.wordIn || new Set(meant).size === meant.length) return [];
    const label = ownLabel(customPrefix + (input.isBuiltIn?.(target, name) ? `${name} (as written)` : name));
    const own = label && fieldOfTarget(target, customPrefix + label);
    if (!own || (room < 1 && !taken.has(foldLabel(label)))) return [];
    if (!taken.has(foldLabel(label))) room -= 1;
    return [{ column, field: own }];
  });
}
