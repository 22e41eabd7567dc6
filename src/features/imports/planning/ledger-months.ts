import type { Target } from "#features/imports/contract.ts";
import type { Choices } from "#features/imports/planning/choices.ts";
import { type Column, levelOf, levels, type Matched } from "#features/imports/planning/columns.ts";
import { isDay, isDistinct, isQuantity } from "#features/imports/planning/content.ts";
import { fieldOfTarget, fieldsOfTarget, isNameless } from "#features/imports/planning/fields.ts";
import { names } from "#features/imports/planning/meanings.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";
import { yearsOf } from "#features/imports/planning/named-months.ts";
import { titlesOf } from "#features/imports/planning/planned-columns.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { readWrittenDay } from "#platform/reading/days.ts";

/** Fewer lines a person are no pay of several months. */
const leastLines = 1.5;
const isOf = (target: Target, field: string, column: Column): boolean => {
  const found = fieldOfTarget(target, field);
  return found !== null && levelOf(found, column) >= levels.alias;
};

/** The day or month of pay of a file of several lines a person, and the columns of money; null if the file is none. */
function payrollOf(columns: readonly Column[], lines: number): { month: Column; paid: Column[] } | null {
  const people = columns.filter((column) => ["name", "+name"].some((part) => isNamed(part, column)));
  const isRepeated = ({ values }: Column) => values !== null && values.length * leastLines <= lines;
  const known = (column: Column) =>
    fieldsOfTarget("people").some((field) => field.name !== "monthlyCost" && levelOf(field, column) >= levels.alias);
  const distinct = ({ values }: Column) => values?.length ?? Number.POSITIVE_INFINITY;
  const [month] = columns
    .filter((column) => isDay(column) && column.filled === lines && distinct(column) > 1 && !known(column))
    .toSorted((one, other) => distinct(one) - distinct(other));
  const isNumber = ({ heading }: Column) => names(heading, "id") || names(heading, "number");
  const quantities = columns.filter(
    (column) => isQuantity(column) && column.format.type !== "percent" && !known(column) && !isNumber(column),
  );
  // Hours beside money are no pay.
  const money = quantities.filter(({ format }) => format.type === "money");
  const paid = money.length > 0 ? money : quantities;
  if (people.length === 0 || !people.every(isRepeated) || !month || isDistinctWithin(month, lines) || paid.length === 0)
    return null;
  return { month, paid };

  function isNamed(part: string, column: Column): boolean {
    const field = fieldsOfTarget("people").find(({ name }) => name === part);
    return field !== undefined && levelOf(field, column) >= levels.alias;
  }
}

/**
 * The pay of people by months, as lines of the ledger: all of a month are one sum, as what a person gets is not for
 * everyone's eyes. Null if the file is none, or if it is to say who works here and what each was paid; "open" until that
 * is answered.
 */
export function payrollByMonth(
  { profile }: PlanInput,
  columns: readonly Column[],
  asking: Asking,
): Choices | "open" | null {
  const found = payrollOf(columns, profile.lines);
  if (!found) return null;
  const { month, paid } = found;
  const purpose = asking.payroll(month, month.values?.length ?? profile.lines);
  if (purpose !== "months") return purpose === null ? "open" : null;
  const [only, ...others] = paid;
  const fieldOf = (column: Column): string | null | undefined =>
    column === month
      ? "month"
      : column === only && others.length === 0
        ? "actual"
        : paid.includes(column)
          ? undefined
          : isOf("ledger", "currency", column)
            ? "currency"
            : null;
  return {
    target: "ledger",
    columns: columns.flatMap((column) => {
      const field = fieldOf(column);
      return field === undefined ? [] : [{ heading: column.name, field }];
    }),
  };
}

/** The days of pay of who works here say which line is the newest, and nothing else of them. */
export function keepPayDay(columns: readonly Column[], { free }: Matched, lines: number): void {
  const month = payrollOf(columns, lines)?.month;
  if (month && free.includes(month)) free.splice(free.indexOf(month), 1);
}

/** Pay without a day of pay is of its month. */
export function takePayDay(columns: readonly Column[], { fields }: Matched, lines: number): void {
  const month = [...fields.values()].includes("day") ? null : payrollOf(columns, lines)?.month;
  if (month) fields.set(month.name, "day");
}

const isDistinctWithin = (column: Column, lines: number): boolean => lines > 12 && isDistinct(column);

/** What every line of a payroll is in the ledger. */
export const payrollLines = { account: "Payroll", type: "expense" } as const;

const plans = ["budget", "plan", "forecast", "target"];

/** Amounts that no heading calls actual or a budget: the file says which, or months that are still to come ask. */
export function settleBudget(
  input: PlanInput,
  columns: readonly Column[],
  { fields }: Matched,
  asking: Asking,
  notes: string[],
): void {
  const of = (field: string) => columns.find(({ name }) => fields.get(name) === field);
  const [amount, month] = [of("actual"), of("month")];
  if (!amount || of("budget") || !isNameless(amount.heading)) return;
  if (input.choices.columns?.some(({ heading }) => heading === amount.name)) return;
  // Of several sheets each is called for itself: "Actual" of a workbook that is called "Budget".
  const {
    layout: { sheet },
    sheets,
  } = input.profile;
  const called = sheet !== null && sheets.length > 1 ? sheet : input.fileName;
  const said = [called.replaceAll(/[_\W\d]+/g, " "), ...titlesOf(input.profile)];
  if (said.some((text) => plans.some((word) => names(text, word) || text.toLowerCase().split(" ").includes(word)))) {
    fields.set(amount.name, "budget");
    notes.push(`"${amount.name}" is taken as the budget: the file says so.`);
    return;
  }
  const { today } = input;
  const isToCome = ({ value }: { value: string }) => (readWrittenDay(value)?.yearFirst ?? "") > (today ?? "9");
  const named = month ? yearsOf(input, month, asking) : null;
  const months = named ? Object.values(named).map((value) => ({ value })) : month?.values;
  if (today === undefined || !months?.some(isToCome)) return;
  const answer = asking.budget(amount);
  if (answer) fields.set(amount.name, answer);
}
