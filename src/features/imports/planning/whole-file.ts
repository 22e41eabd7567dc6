import { lengths, truncate, usualCurrencies } from "#contract/words.ts";
import type { Target } from "#features/imports/contract.ts";
import { isMade } from "#features/imports/planning/stand-ins.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { fieldsOfTarget, figurePrefix, isKind, isMoneyField } from "#features/imports/planning/fields.ts";
import type { Plan, PlannedColumn } from "#features/imports/planning/line-reader.ts";
import { Asking } from "#features/imports/planning/questions.ts";
import { type Found, currencyIn } from "#features/imports/planning/recognize.ts";
import { apartBy, newestBy, sameNumberBy } from "#features/imports/planning/same-number.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";
import { placesOf } from "#features/imports/planning/planned-columns.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";

/** The currency of amounts without one: the file's, if its name says one, otherwise the company's. */
export function currencyOf(
  { fileName, place, choices }: PlanInput,
  target: Target,
  asking: Asking,
  planned: readonly PlannedColumn[],
  columns: readonly Column[],
): string {
  if (choices.given?.metric) return choices.given.metric.currency ?? place.currency;
  const bareAmounts = planned.filter(({ at, field, currency, own }) => {
    const { filled = 0, currencies: named = {} } = columns.find((column) => column.at === at) ?? {};
    const withCurrency = Object.values(named).reduce((sum, count) => sum + count, 0);
    return isMoneyField(target, field, own) && !own?.currency && !currency && withCurrency < filled;
  });
  if (bareAmounts.length === 0 || planned.some(({ field }) => field === "currency")) return place.currency;
  const inName = currencyIn(fileName, [...usualCurrencies, place.currency]);
  return asking.currency(inName ?? place.currency, inName ? "the file's name says so" : "your company's currency");
}

export function sameNumberOf(
  { facts, profile, place }: PlanInput,
  asking: Asking,
  target: Target,
  found: Found | null,
  columns: readonly Column[],
  { fields }: Matched,
  planned: readonly PlannedColumn[],
): Pick<Plan, "sameNumber" | "sameBy"> {
  const repeated = facts?.repeated;
  if (!repeated || !isKind(target)) return { sameNumber: "refuse" };
  if (target === "people") {
    const column = newestBy(columns, fields, profile.lines);
    if (!column) return { sameNumber: "refuse" };
    const { at, name } = column;
    const format = { ...column.format };
    asking.doubt(column, "day order", (order) => Object.assign(format, { [placesOf["day order"]]: order }));
    return { sameNumber: "newest", sameBy: { at, name, format } };
  }
  const apart = toldApart.has(target) ? apartBy(columns) : null;
  if (apart) return { sameNumber: "apart", sameBy: { at: apart.at, name: apart.name, format: apart.format } };
  if (!sums.has(target)) return { sameNumber: "refuse" };
  const known = found?.export.sameNumber;
  if (known) return { sameNumber: known === "line amounts" ? "sum" : "once" };
  const label = fieldsOf[target].find(({ name }) => name === roles[target].title)?.label ?? "Number";
  const by = sameNumberBy(columns, planned, repeated, profile, place);
  return { sameNumber: asking.sameNumber(repeated, label, by) };
}

/** Kinds whose records have a name alone, and may have the name of another one. */
const toldApart = new Set<string>(["deals", "contracts", "subscriptions"]);

/** Kinds whose records may take several lines of a file. */
const sums = new Set<string>(["invoices"]);

export function sameNamesOf({ facts }: PlanInput, asking: Asking): Plan["sameNames"] {
  const { customers, vendors } = facts?.parties ?? { customers: { similar: [] }, vendors: { similar: [] } };
  const similar = [...customers.similar, ...vendors.similar];
  const same = new Set(similar.length > 0 ? asking.sameNames(similar) : []);
  const of = (party: { similar: { name: string; existing: string }[] }) =>
    Object.fromEntries(party.similar.flatMap(({ name, existing }) => (same.has(name) ? [[name, existing]] : [])));
  return { customers: of(customers), vendors: of(vendors) };
}

/** A column that an older call names and the file does not have. */
export function absent({ choices }: PlanInput, columns: readonly Column[]): string | null {
  if (!choices.given?.onlyColumns) return null;
  const gone = choices.columns?.find(({ heading }) => !columns.some(({ name }) => name === heading));
  return gone ? `The file has no column "${truncate(gone.heading, 60)}"` : null;
}

export function missingOf(target: Target, { fields }: Matched, plan: Plan, asking: Asking): string | null {
  const has = (name: string) =>
    [...fields.values()].some((one) => one.replace(/^[-+]/, "") === name) || name in plan.always;
  const isPlanned = (name: string) =>
    plan.columns.some(({ field }) => field === name) ||
    plan.fills?.some(({ field }) => field === name) === true ||
    asking.isOpen(`heading:${name}`) ||
    asking.isOpen(`missing:${name}`);
  const lacks = fieldsOfTarget(target).find(
    ({ name, required }) => required && !has(name) && !isPlanned(name) && !isMade(target, name, has),
  );
  if (lacks)
    return `Choose the column that holds "${lacks.label}": ${isKind(target) ? "a record" : "a figure"} cannot be without it`;
  if (target === "figures" && plan.columns.length < 2) return "Choose a column that holds a figure";
  const named = plan.columns.find(({ field }) => field.startsWith(figurePrefix) && field.length > lengths.name);
  return named ? `The name of the figure "${named.name}" is too long` : null;
}
