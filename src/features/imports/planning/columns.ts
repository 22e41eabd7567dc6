import { bare, externalId, fits, isPart, type TargetField, withoutUnit } from "#features/imports/planning/fields.ts";
import {
  type Column,
  isConstant,
  isEpochs,
  isNamedMonths,
  isRunning,
  isSerials,
  isYesNo,
} from "#features/imports/planning/content.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import type { Export } from "#features/imports/programs/program.ts";
import type { ColumnProfile } from "#platform/reading/reading.ts";

export type { Column };

export function namedColumns(columns: readonly ColumnProfile[]): Column[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const heading = column.heading.trim() || `Column ${column.at + 1}`;
    let name = heading;
    for (let again = 2; taken.has(name); again += 1) name = `${heading} (${again})`;
    taken.add(name);
    return { ...column, name };
  });
}

/** How surely a heading means a field. */
export const levels = { none: 0, alias: 2, name: 3, program: 4, remembered: 5, chosen: 6 } as const;

export type Rivals = { field: TargetField; columns: Column[]; isGuess: boolean };

export type Matched = {
  /** The field of each column by its name; "-amount" and "+amount" for parts of one. Absent: left out. */
  fields: Map<string, string>;
  rivals: Rivals[];
  /** Columns that nothing is decided about. */
  free: Column[];
};

const [texts, numbers] = [["text", "email", "empty"] as const, ["number", "money", "empty"] as const];
const meantTypes: Readonly<Record<string, readonly string[]>> = {
  day: ["day", "instant", "empty"],
  money: numbers,
  number: numbers,
  whole: numbers,
  share: ["percent", ...numbers],
  flag: ["flag", "empty"],
  email: texts,
  choice: [...texts, "flag"],
  line: texts,
  text: texts,
  id: [...texts, "number"],
};
/** Texts that may be digits alone. */
const numbered = new Set(["number", "reference", "phone", "accountName", "account"]);

/** Numbers are days of a spreadsheet only under a heading that says so: 40,000 may be paid as well. */
export const isCountedDay = (field: Pick<TargetField, "type">, column: ColumnProfile): boolean =>
  field.type === "day" && (isEpochs(column) || (isSerials(column) && saysDate(column.heading)));
const saysDate = (heading: string): boolean =>
  readingsOf(heading).some((reading) => reading.split(" ").includes("date"));

/** "Paid" and "Unpaid" are no days, whatever their heading says; those that cannot be read have digits. */
const holdsWords = ({ format, values, heading }: ColumnProfile): boolean =>
  format.type === "text" && !saysDate(heading) && values?.every(({ value }) => !/\p{N}/u.test(value)) === true;

/** How surely a heading alone means a field. */
export function levelOf(field: TargetField, column: ColumnProfile): number {
  const { heading, format } = column;
  if (!fits(field, format.type) && !isCountedDay(field, column)) return levels.none;
  // "Nov-03" may be a day without its year.
  if (field.type === "day" && format.months && field.name !== "month" && field.name !== "day") return levels.none;
  const isMonths = field.name === "month" && isNamedMonths(column);
  if (field.type === "day" && holdsWords(column) && !isMonths) return levels.none;
  // A name is no percent and no yes or no.
  if (field.type === "line" && (format.type === "percent" || format.type === "flag")) return levels.none;
  // "Amount (net)" is no "Amount".
  const isPart = readingsOf(heading).some((one) => /\b(?:net|tax|fee|discount)\b/.test(one));
  for (const key of new Set([bare(heading), ...(isPart ? [] : [bare(withoutUnit(heading))])])) {
    if (key === "") continue;
    if (field.names.includes(key)) return levels.name;
    if (field.aliases.includes(key)) return levels.alias;
  }
  // What only the lexicon reads must have the cells of its field.
  const types = numbered.has(field.name) ? [...texts, "number"] : meantTypes[field.type];
  const isState = field.type === "choice" && isYesNo(column);
  // Days that cannot be read are refused, not replaced.
  const isUnreadDay = field.type === "day" && format.type === "text" && (saysDate(heading) || isMonths);
  if (!types?.includes(format.type) && !isState && !isUnreadDay && !isCountedDay(field, column)) return levels.none;
  const { meanings } = field;
  const says = (text: string) => meanings !== undefined && readingsOf(text).some((one) => meanings.has(one));
  return says(heading) || (readingsOf(heading).length === 0 && says(withoutUnit(heading))) ? levels.alias : levels.none;
}

type Given = {
  fields: readonly TargetField[];
  columns: readonly Column[];
  export: Export | null;
  /** By the column's name: a field, or null to leave it out. */
  remembered: ReadonlyMap<string, string | null>;
  chosen: ReadonlyMap<string, string | null>;
  isOnlyChosen: boolean;
  /** What the numbers of a bank statement say: fields, and two columns of which one is money out. */
  evident?: ReadonlyMap<string, string>;
  either?: readonly [Column, Column] | null;
  /** Columns that hold no amount: they name lines, or hold what a balance is. */
  noAmounts?: ReadonlySet<string>;
};

/** Gives each column its field: as chosen, remembered, known of the program, by its heading. */
export function matchColumns(given: Given): Matched {
  const fields = new Map<string, string>();
  const settled = new Set<string>();
  const taken = new Set<string>();
  const isFree = ({ name }: Column) => !settled.has(name);
  const settle = (column: Column, field: string | null): void => {
    settled.add(column.name);
    if (field === null) return;
    if (!isPart(field) && taken.has(field)) return;
    fields.set(column.name, field);
    if (!isPart(field)) taken.add(field);
  };
  for (const source of [given.chosen, given.remembered]) {
    for (const column of given.columns) {
      const field = source.get(column.name);
      if (field !== undefined && isFree(column)) settle(column, field);
    }
    if (given.isOnlyChosen) return { fields, rivals: [], free: [] };
  }
  const rivals: Rivals[] = [];
  for (const column of given.columns) {
    const field = given.evident?.get(column.name);
    if (field === undefined || !isFree(column)) continue;
    settle(column, field);
    taken.add(field.replace(/^[-+]/, ""));
  }
  const out = given.either ? given.fields.find(({ name }) => name === "-amount") : undefined;
  if (given.either && out) {
    rivals.push({ field: out, columns: [...given.either], isGuess: false });
    for (const column of given.either) settled.add(column.name);
    taken.add("amount");
  }
  const known = given.export?.fields ?? {};
  const headingOf = ({ heading }: Column) => (bare(heading) in known ? bare(heading) : bare(withoutUnit(heading)));
  const ofProgram = (column: Column) => known[headingOf(column)];
  for (const column of given.columns) {
    const field = isFree(column) ? ofProgram(column) : undefined;
    if (field === null || (field !== undefined && isPart(field))) settle(column, field);
  }
  // Several headings of one field: the first that the file has.
  for (const [heading, field] of Object.entries(known)) {
    if (field === null || taken.has(field)) continue;
    const [first, ...others] = given.columns.filter((column) => isFree(column) && headingOf(column) === heading);
    if (!first) continue;
    if (others.length > 0) rivals.push(rival(given, field, [first, ...others]));
    else settle(first, field);
    for (const column of [first, ...others]) settled.add(column.name);
    taken.add(field);
  }
  for (const column of given.columns) if (isFree(column) && typeof ofProgram(column) === "string") settle(column, null);
  for (const level of [levels.name, levels.alias]) {
    for (const field of given.fields) {
      if (taken.has(field.name) || isPart(field.name)) continue;
      const found = given.columns.filter(
        (column) => isFree(column) && column.filled > 0 && levelOf(field, column) === level,
      );
      const empty = given.columns.filter(
        (column) => isFree(column) && column.filled === 0 && levelOf(field, column) === level,
      );
      // A total beside an amount may be another sum: which one counts is not for us to say.
      const close =
        level === levels.name && (field.type === "money" || field.name === "status")
          ? given.columns.filter((column) => isFree(column) && column.filled > 0 && isOnly(given, field, column))
          : [];
      const candidates = likelier(field, [...found, ...close]);
      const [first] = found.length > 0 ? candidates : empty;
      if (!first) continue;
      taken.add(field.name);
      const isVague = field.vague?.includes(bare(withoutUnit(first.heading))) === true && first.filled > 0;
      if ((candidates.length > 1 || isVague) && field.name !== externalId) {
        const columns = candidates;
        rivals.push({ field, columns, isGuess: false });
        for (const column of columns) settled.add(column.name);
      } else {
        fields.set(first.name, field.name);
        settled.add(first.name);
      }
    }
  }
  takeParts();
  return { fields, rivals, free: given.columns.filter(isFree) };

  /** Columns that hold a field together, at least two, if none holds it alone. */
  function takeParts(): void {
    // A first or a last name may be called just "Name".
    const other = given.columns.find(
      (column) =>
        isFree(column) && readingsOf(column.heading).some((one) => one === "first name" || one === "last name"),
    );
    const bareName = given.columns.find(
      ({ name, heading }) => fields.get(name) === "name" && readingsOf(heading).includes("name"),
    );
    if (other && bareName && given.fields.some(({ name }) => name === "+name")) {
      fields.set(bareName.name, "+name");
      settle(other, "+name");
    }
    const parts = given.fields.filter(
      ({ name, aliases }) => isPart(name) && aliases.length > 0 && !taken.has(name.slice(1)),
    );
    const found = parts.flatMap((field) =>
      given.columns
        .filter((column) => isFree(column) && levelOf(field, column) > levels.none)
        .map((column) => ({ field, column })),
    );
    const isPair = new Set(found.map(({ field }) => field.name)).size === parts.length && found.length > 1;
    if (!isPair) return;
    for (const { field, column } of found) {
      settle(column, field.name);
      taken.add(field.name.slice(1));
    }
  }
}

/** Of columns that could hold a field those that are not less than another: a line's own count, one word throughout. */
function likelier(field: TargetField, columns: Column[]): Column[] {
  const without = (isLess: (column: Column) => boolean) => (all: Column[]) => {
    const rest = all.filter((column) => !isLess(column));
    return rest.length > 0 ? rest : all;
  };
  const says = (word: string) => (column: Column) =>
    [column.heading, withoutUnit(column.heading)].some((text) =>
      readingsOf(text).some((reading) => reading.split(" ").includes(word)),
    );
  if (field.name === "number") return without(says("id"))(without(isRunning)(columns));
  if (field.type === "day") return without(({ format }) => format.type === "text")(columns);
  if (field.type === "line")
    return without(says("contact"))(without(({ format }) => format.type === "number")(without(isConstant)(columns)));
  // How an invoice is paid says more than how it is filed.
  if (field.name === "status") return without((column) => !says("paid")(column))(columns);
  return field.type === "money" ? without(says("net"))(columns) : columns;
}

/** Whether the heading means this field by another name, and no other field. */
const isOnly = ({ fields }: Given, field: TargetField, column: Column): boolean =>
  levelOf(field, column) === levels.alias &&
  !fields.some((other) => other.name !== field.name && levelOf(other, column) >= levels.alias);

const rival = ({ fields }: Given, name: string, columns: Column[]): Rivals => {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`A program names the field ${name}, which does not exist.`);
  return { field, columns, isGuess: false };
};
