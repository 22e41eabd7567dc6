import { currencies } from "#contract/words.ts";
import type { Target } from "#features/imports/contract.ts";
import { unitOf } from "#features/imports/planning/asked-units.ts";
import { type Column, type Matched, isCountedDay } from "#features/imports/planning/columns.ts";
import {
  type TargetField,
  bare,
  fieldOfTarget,
  figurePrefix,
  isKind,
  isPart,
  paidPart,
} from "#features/imports/planning/fields.ts";
import { ownLabel, ownOf } from "#features/imports/planning/own.ts";
import type { PlannedColumn } from "#features/imports/planning/line-reader.ts";
import { Asking } from "#features/imports/planning/questions.ts";
import { type Found, currencyIn } from "#features/imports/planning/recognize.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import { yearsOf } from "#features/imports/planning/named-months.ts";
import { scaleOf, scaleOfHeading } from "#features/imports/planning/units.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import type { ColumnFormat, DayOrder, Doubt, FileProfile } from "#platform/reading/reading.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";

/** What stands above the heading. */
export const titlesOf = ({ left }: FileProfile): string[] =>
  left.filter(({ why, text }) => why === "title" && text.length < 200).map(({ text }) => text);

/** A part comes behind its field's own column, and a first name before a last one. */
export const partRank = ({ field, name }: PlannedColumn): number =>
  field === "+name" ? 1 + nameRank(name) : Number(isPart(field));

const nameRank = (heading: string): number => {
  const readings = readingsOf(heading);
  return readings.includes("first name") ? 0 : readings.includes("last name") ? 2 : 1;
};

/** The field of the company's own that a column is kept as; with `isUnasked` no question may hold it up. */
export function ownField({ own, place }: PlanInput, target: Target, column: Column, name: string, isUnasked: boolean) {
  const label = ownLabel(name);
  if (label === null || !isKind(target)) return undefined;
  const hasCurrency = fieldsOf[target].some((field) => field.name === "currency");
  const found = ownOf(own?.get(target), label, column, { hasCurrency, currency: place.currency });
  // What could be read in two ways stays as it is written.
  const isDoubtful = isUnasked && found.isNew && column.doubts.some(({ settled }) => !settled);
  return isDoubtful ? { ...found, type: "text" as const, choices: [] } : found;
}

const numericTypes = new Set<TargetField["type"]>(["money", "number", "whole", "share"]);

/** Where an answer goes. */
export const placesOf = {
  "day order": "dayOrder",
  decimal: "decimal",
  percent: "whole",
  currency: "currency",
  sign: "negative",
} as const satisfies Record<Doubt["about"], keyof ColumnFormat>;

const dayOrders: Record<string, DayOrder> = {
  "YYYY-MM-DD": "year first",
  "DD/MM/YYYY": "day first",
  "DD.MM.YYYY": "day first",
  "MM/DD/YYYY": "month first",
};

/** Whether a cell may be a number without a percent sign; not so where all cells are known and none is. */
const mayHoldBareShares = ({ values }: Column): boolean =>
  values === null || values.some(({ value }) => /^[-+\d.,\s]+$/.test(value));

export function planColumn(
  input: PlanInput,
  target: Target,
  asking: Asking,
  column: Column,
  name: string,
  field: TargetField,
  found: Found | null,
  notes: string[],
): PlannedColumn {
  const { choices, profile } = input;
  const format: ColumnFormat = { ...column.format };
  const planned: PlannedColumn = { at: column.at, name: column.name, field: name, format };
  const { dateFormat, decimalCommas } = choices.given ?? {};
  const known = found?.export.formats?.[bare(column.heading)];
  Object.assign(format, known);
  const apply = (about: Doubt["about"]) => (value: string) => Object.assign(format, { [placesOf[about]]: value });
  const settle = (about: Doubt["about"], given?: string): boolean => {
    const place = placesOf[about];
    if (given !== undefined) apply(about)(given);
    return given !== undefined || known?.[place] !== undefined || asking.doubt(column, about, apply(about));
  };
  if (isCountedDay(field, column)) format.type = "day";
  if (field.type === "day") settle("day order", dateFormat && dayOrders[dateFormat]);
  const months = field.type === "day" && !choices.given ? yearsOf(input, column, asking) : null;
  if (months) planned.months = months;
  if (numericTypes.has(field.type)) {
    const ofAmounts = field.type === "money" ? decimalOfAmounts(column) : undefined;
    settle("decimal", decimalCommas === undefined ? ofAmounts : decimalCommas ? "," : ".");
    settle("sign");
  }
  if (field.type === "share" && !settle("percent") && !format.whole && mayHoldBareShares(column))
    asking.percent(column, apply("percent"));
  if (field.type === "money" || field.name.startsWith(figurePrefix)) {
    const scale =
      scaleOfHeading(column.heading) ??
      titlesOf(profile)
        .map(scaleOf)
        .find((one) => one !== undefined);
    if (scale) planned.scale = scale;
  }
  if (field.type === "money") {
    const inHeading = currencyIn(column.heading, currencies);
    if (inHeading) planned.currency = inHeading;
    settle("currency");
  }
  if (name === paidPart) planned.turn = -1;
  // A fee taken off is a cost, one given back is none.
  if (name === "-fee") planned.turn = column.above > column.below ? 1 : -1;
  // Money out that comes back stands there with the other sign.
  if ((name === "-amount" || name === "-actual") && column.below > 0 && column.above > 0)
    planned.turn = column.above >= column.below ? -1 : 1;
  const unit = choices.given ? undefined : unitOf(column, field, asking, notes);
  if (unit) planned.unit = unit;
  if (field.type === "choice") planned.words = asking.words(target, column, field, found);
  return planned;
}

/** The type of ledger lines without a column for it: each account is asked about once. */
export function typeByName(
  target: Target,
  columns: readonly Column[],
  { fields }: Matched,
  found: Found | null,
  asking: Asking,
): PlannedColumn[] {
  const type = target === "ledger" && ![...fields.values()].includes("type") ? fieldOfTarget(target, "type") : null;
  const account = columns.find(({ name }) => fields.get(name) === "account");
  if (!type || !account?.values) return [];
  const { at, name, format } = account;
  return [{ at, name, field: "type", format, words: asking.words(target, account, type, found) }];
}

/** Of 1,234 with two readings, the decimal sign of an amount: none of our currencies has three decimals. */
function decimalOfAmounts({ doubts }: Column): "." | "," | undefined {
  const doubt = doubts.find(({ about }) => about === "decimal");
  const cells = new Set(doubt?.readings.map(({ cell }) => cell));
  if (!doubt || doubt.settled || cells.size !== 1) return undefined;
  const group = /^[^.,]*([.,])\d{3}(?!\d)[^.,]*$/.exec([...cells][0] ?? "")?.[1];
  return group === "," ? "." : group === "." ? "," : undefined;
}
