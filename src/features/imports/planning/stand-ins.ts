import { formatNumber } from "#contract/format.ts";
import { addMonths } from "#contract/spans.ts";
import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { isOfType } from "#features/imports/planning/content.ts";
import {
  externalId,
  fieldOfTarget,
  fieldsOfTarget,
  nameOfTarget,
  type TargetField,
} from "#features/imports/planning/fields.ts";
import type { Fill } from "#features/imports/planning/line-reader.ts";
import type { Asking } from "#features/imports/planning/questions.ts";

type Given = {
  target: Target;
  columns: readonly Column[];
  matched: Matched;
  always: Readonly<Record<string, string>>;
  today: string | null;
  asking: Asking;
};
/** What can stand in for a field that the file does not have: a value for every line, or another column. */
type Option = { value: string; label: string } & ({ fill: Fill } | { column: Column });
type StandIns = { fills: Fill[]; columns: { column: Column; field: TargetField }[] };

/** A payment's amount is what came in and its fee. */
export const isMade = (target: Target, field: string, has: (field: string) => boolean): boolean =>
  target === "payments" && field === "amount" && has("net") && has("fee");

/** The fields a record cannot be without. */
export const neededOf = (target: Target, has: (field: string) => boolean): TargetField[] =>
  fieldsOfTarget(target).filter(
    ({ name, required }) =>
      (required && !isMade(target, name, has)) ||
      (target === "invoices" && name === "dueOn") ||
      (target === "ledger" && name === "actual" && !has("budget")),
  );

export const hasColumn = ({ columns, matched }: Pick<Given, "columns" | "matched">, field: string): boolean =>
  columns.some(({ name, filled }) => filled > 0 && matched.fields.get(name)?.replace(/^[-+]/, "") === field);

export function standIns(given: Given): StandIns {
  const { target, asking, always, columns, matched } = given;
  const columnOf = (field: string) => columns.find(({ name }) => matched.fields.get(name) === field);
  const found: StandIns = { fills: [], columns: [] };
  const present = new Set(Object.keys(always));
  const has = (field: string) => present.has(field) || hasColumn(given, field);
  for (const field of neededOf(target, has)) {
    const lacking = lackingOf(given, field.name);
    if ((has(field.name) && lacking === 0) || asking.isOpen(`heading:${field.name}`)) continue;
    const options = optionsFor(given, field, has).filter(
      ({ value }) => lacking === 0 || field.name !== "number" || value === counting,
    );
    if (options.length === 0) continue;
    present.add(field.name);
    const answer = asking.missing(
      field.name,
      sentenceOf(target, field, lacking),
      options,
      proposalFor(target, options, has, lacking > 0),
      { column: lacking > 0 ? (columnOf(field.name)?.name ?? null) : null, lines: lacking },
    );
    const option = options.find(({ value }) => value === answer);
    if (answer === noDay) continue;
    if (option && "fill" in option) found.fills.push(option.fill);
    else if (option) found.columns.push({ column: option.column, field });
  }
  return found;
}

const sentences: Readonly<Record<string, string>> = {
  "invoices amount": "These invoices have no total. What stands in its place?",
  "invoices dueOn": "These invoices have no due day. When are they due?",
  "invoices issuedOn": "These invoices have no day of issue. When were they issued?",
  "invoices number": "These invoices have no number. What tells them apart?",
  "deals openedOn": "These deals have no day of opening. Count them as opened on:",
  "tickets openedOn": "These tickets have no day of opening. Count them as opened on:",
  "payments type": "No column says what these payments are. They are:",
  "ledger month": "These ledger lines have no month. Of which month are they?",
};
function sentenceOf(target: Target, { name, label }: TargetField, lacking: number): string {
  const ofAll =
    sentences[`${target} ${name}`] ??
    `These ${nameOfTarget(target)} have no ${label.toLowerCase()}. What stands in its place?`;
  if (lacking === 0) return ofAll;
  return lacking === 1
    ? ofAll
        .replace(/^These invoices have/, "1 of these invoices has")
        .replace("are they", "is it")
        .replace("them", "it")
    : ofAll.replace("These", `${formatNumber(lacking)} of these`);
}

/** How many invoices with a day of issue have no due day or no number, in a file that has both. */
function lackingOf({ target, columns, matched }: Given, field: string): number {
  if (target !== "invoices" || (field !== "dueOn" && field !== "number")) return 0;
  const filled = (name: string) => columns.find((column) => matched.fields.get(column.name) === name)?.filled ?? 0;
  return filled(field) > 0 ? Math.max(0, filled("issuedOn") - filled(field)) : 0;
}

/** The answer that makes a running number. */
const counting = "counted";
/** The answer that leaves a day empty. */
const noDay = "none";
const terms = [0, 7, 14, 30, 60];

function optionsFor(given: Given, field: TargetField, has: (field: string) => boolean): Option[] {
  const { target, today, columns, matched } = given;
  const { name } = field;
  const value = (text: string, label: string): Option => ({ value: text, label, fill: { field: name, value: text } });
  const byDays = (from: string, sign: 1 | -1, same: string, word: string): Option[] =>
    terms.map((days) => ({
      value: `${sign * days}`,
      label: days === 0 ? same : `${days} days ${word}`,
      fill: { field: name, from, days: sign * days },
    }));
  const ofToday = today === null ? [] : [{ ...value(today, "The day of the import"), value: "today" }];
  switch (`${target} ${name}`) {
    case "invoices dueOn":
      return [value(noDay, "No due day: never overdue"), ...byDays("issuedOn", 1, "On the day of issue", "after it")];
    case "invoices issuedOn":
      return has("dueOn") ? byDays("dueOn", -1, "On the due day", "before it") : ofToday;
    case "deals openedOn":
    case "tickets openedOn":
      return ofToday;
    case "invoices amount":
      return columns
        .filter(({ name: heading }) => matched.fields.get(heading) === "openAmount")
        .map((column) => ({ value: `column:${column.name}`, label: `What is open: "${column.name}"`, column }));
    case "deals amount":
      return [{ value: "0", label: "Count each as 0", fill: { field: name, value: 0 } }];
    case "ledger month":
      return today === null
        ? []
        : Array.from({ length: 24 }, (_, back) => addMonths(`${today.slice(0, 8)}01`, -back)).map((month) =>
            value(month, month.slice(0, 7)),
          );
    case "ledger type":
      return [];
    default:
  }
  if (field.type === "choice") return (field.choices ?? []).map((choice) => value(choice, choice));
  if (field.type === "line") return [...otherColumns(given, field), ...counted(target, name, has)];
  return [];
}

/** Columns of texts that are another field of the record: a ticket's number, a deal's customer. */
function otherColumns({ target, columns, matched }: Given, field: TargetField): Option[] {
  const rank = (column: Column) => {
    const taken = matched.fields.get(column.name);
    return taken === "number" || taken === externalId ? 0 : 1;
  };
  return columns
    .filter((column) => {
      const taken = matched.fields.get(column.name);
      const type = taken ? fieldOfTarget(target, taken)?.type : undefined;
      if (column.filled === 0) return false;
      if (field.name === "number") return taken === externalId || isOfType(field, column);
      return type === "id" || taken === "number" || ["text", "email"].includes(column.format.type);
    })
    .filter((column) => fieldOfTarget(target, matched.fields.get(column.name) ?? "")?.type !== "choice")
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, 8)
    .map((column) => ({ value: `column:${column.name}`, label: `"${column.name}"`, column }));
}

/** What a running number follows in the name of a record. */
function counted(target: Target, name: string, has: (field: string) => boolean): Option[] {
  const parties = ["customerName", "vendorName"].filter(has);
  const of = target === "invoices" ? [has("issuedOn") || !has("dueOn") ? "issuedOn" : "dueOn", ...parties] : parties;
  if (of.length === 0) return [];
  const words = [...(target === "invoices" ? ["day"] : []), ...parties.map((party) => party.replace("Name", ""))];
  const label = `A running number by ${words.join(" and ")}`;
  return [{ value: counting, label, fill: { field: name, counted: of } }];
}

/** Only where nothing but the record's age or title follows from it. */
function proposalFor(
  target: Target,
  options: readonly Option[],
  has: (field: string) => boolean,
  isOfSome: boolean,
): { answer: string; because: string } | null {
  const [first] = options;
  if (first?.value === counting && isOfSome)
    return { answer: counting, because: "they are told apart by their day and name" };
  if (first?.value === noDay) return { answer: noDay, because: "the file has none" };
  if (first && target === "invoices" && first.label.startsWith("What is open"))
    return { answer: first.value, because: "no column has another amount" };
  if (first?.value === "today" && (target === "deals" || target === "tickets"))
    return has("closedOn") || has("+closedOn") || has("resolvedOn")
      ? null
      : { answer: "today", because: "only their age depends on it" };
  return target === "tickets" && first ? { answer: first.value, because: "it is only shown" } : null;
}
