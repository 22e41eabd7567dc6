import type { Target } from "#features/imports/contract.ts";
import { type Matched, levelOf, levels } from "#features/imports/planning/columns.ts";
import { type Column, isDay, isDistinct, isQuantity } from "#features/imports/planning/content.ts";
import { fieldsOfTarget, figurePrefix, withoutUnit } from "#features/imports/planning/fields.ts";
import { meaning, names, readingsOf } from "#features/imports/planning/meanings.ts";
import { meaningsOfField } from "#features/imports/programs/field-meanings.ts";
import { ownLabel } from "#features/imports/planning/own.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";
import { lengths, truncate } from "#contract/words.ts";
import { customPrefix } from "#features/records/custom/contract.ts";

/** Below this share of known headings a table is hardly one of a kind; narrower tables have too few to tell. */
const leastExplained = 0.34;
const leastColumns = 5;
const wide = 15;
const pay = fieldsOfTarget("people").find(({ name }) => name === "monthlyCost");
/** Numbers that no heading explains: a statement in an unknown language has fewer. */
const mostUnexplained = 2;

/** Whether a table is rather the company's own than of the kind it is nearest to. */
export function isOwnTable(columns: readonly Column[], nearest: Target): "surely" | "maybe" | "no" {
  const filled = columns.filter((column) => column.filled > 0);
  const fields = fieldsOfTarget(nearest);
  const unexplained = filled.filter((column) => fields.every((field) => levelOf(field, column) < levels.alias));
  const explained = 1 - unexplained.length / filled.length;
  if (nearest === "figures" || filled.length < leastColumns) return "no";
  // A wide table that no kind describes: orders with a date of delivery, a guest count and a tent.
  const isWide = filled.length >= wide && explained < 0.6;
  const numbers = unexplained.filter(isQuantity).length;
  // Half of a stock list is a name, a supplier and a value: what is on hand and the least of it decide.
  if (!isWide && explained >= leastExplained) return explained <= 0.5 && numbers > mostUnexplained ? "maybe" : "no";
  // Viewers see own tables, and not what a person is paid.
  const isPay = filled.some((column) => pay && levelOf(pay, column) >= levels.alias);
  return !isPay && !filled.some(isSale) && (isWide || numbers > mostUnexplained) ? "surely" : "maybe";
}

/** What an order came to may be a shop's revenue. */
const isSale = (column: Column): boolean =>
  isQuantity(column) &&
  ((names(column.heading, "order") && ["total", "net", "amount"].some((word) => names(column.heading, word))) ||
    readingsOf(column.heading).some((one) => sales.has(one)));
const sales = new Set(meaningsOfField("figures", `${figurePrefix}daily_revenue`).map(meaning));

/** "Roast log": the name of the sheet, or of the file where a program named the sheet. */
export function tableName({ fileName, profile }: Pick<PlanInput, "fileName" | "profile">): string {
  const { sheet } = profile.layout;
  const isNamed = sheet !== null && !/\d$|^(?:data|export)$/i.test(sheet.trim());
  const text = isNamed ? sheet : fileName.replace(/\.[a-z]{2,5}$/i, "").replaceAll(/[_-]+/g, " ");
  const name = text.replaceAll(/\s+/g, " ").trim();
  return truncate(name.charAt(0).toUpperCase() + name.slice(1), lengths.title);
}

/** The columns that name a line and say its day, where no heading does. */
export function takeTitleAndDay(
  columns: readonly Column[],
  { fields }: Matched,
  isSaid: (column: Column) => boolean,
): void {
  const isOpen = ({ name }: Column): boolean => ownLabel(fields.get(name) ?? customPrefix + name) !== null;
  const open = columns.filter((column) => isOpen(column) && column.filled > 0 && !isSaid(column));
  const has = (name: string): boolean => [...fields.values()].includes(name);
  const isWord = ({ format }: Column): boolean => format.type === "text" || format.type === "email";
  const title = open.find((column) => isDistinct(column) && !isDay(column) && !isQuantity(column)) ?? open.find(isWord);
  if (title && !has("title")) fields.set(title.name, "title");
  const day = open.find((column) => isDay(column) && column !== title);
  if (day && !has("day")) fields.set(day.name, "day");
}

/** "Batch": what a line is called, by the heading of its title. */
export function lineName(columns: readonly Column[], { fields }: Matched): { called: string } | null {
  const heading = columns.find(({ name }) => fields.get(name) === "title")?.heading;
  const called =
    heading &&
    withoutUnit(heading)
      .replace(/\s(?:no|number|id|code|name)\.?$/i, "")
      .trim();
  return called ? { called: truncate(called, lengths.title) } : null;
}
