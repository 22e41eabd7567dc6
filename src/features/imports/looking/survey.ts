import type { Facts } from "#features/imports/planning/choices.ts";
import { bare, dayField, externalId, isKind, isPart } from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import { seenIds } from "#features/imports/running/seen-ids.ts";
import { complete, type Fields, naturalKey } from "#features/records/fields/complete.ts";
import { roles } from "#features/records/fields/fields.ts";

/** Names kept of each kind of party. */
const mostNames = 5_000;
const keyFields = new Set(["number", "name", "title", "customerName", "vendorName"]);
/** The field that a column is, or is a part of: first and last names are one. */
const keyOf = (field: string): string => (isPart(field) ? field.slice(1) : field);

/** The columns a survey counts: a changed choice of these needs another one. */
export const surveyedColumns = ({ target, columns, fills = [] }: Plan): string =>
  JSON.stringify([
    target,
    columns
      .filter(
        ({ field }) =>
          field === externalId ||
          field === dayField ||
          keyFields.has(keyOf(field)) ||
          field === "amount" ||
          field === "direction",
      )
      .map(({ at, field }) => [at, field]),
    ...fills.filter((fill) => "counted" in fill).map(({ field }) => field),
  ]);

/** Whether two plans count the same. */
export const countsAlike = (one: Plan, other: Plan): boolean =>
  JSON.stringify(countedBy(one)) === JSON.stringify(countedBy(other));
const countedBy = (plan: Plan) => [
  surveyedColumns(plan),
  plan.leaves,
  plan.always,
  plan.columns.find(({ field }) => field === "direction")?.words,
];

/** A small number for an amount as it is written: the texts of a million lines would take 40 MB more. */
function digestOf(text: string): number {
  let digest = 0;
  for (let at = 0; at < text.length; at += 1) digest = (Math.imul(digest, 31) + text.charCodeAt(at)) | 0;
  return digest >> 1;
}

/** Counts what lines share, without reading their cells: one pass over all of them. */
export function surveyor(plan: Plan): { take(cells: readonly string[]): void; end(): Facts } {
  const kind = isKind(plan.target) ? plan.target : null;
  const placeOf = (name: string) => plan.columns.find(({ field }) => field === name)?.at ?? -1;
  const [idAt, dayAt] = [placeOf(externalId), placeOf(dayField)];
  const money = kind ? placeOf(roles[kind].money ?? "") : -1;
  const isCounted = plan.fills?.some((fill) => "counted" in fill) === true;
  const keyed = plan.columns.filter(({ field }) => keyFields.has(keyOf(field)));
  const direction = plan.columns.find(({ field }) => field === "direction");
  const [seen, seenDays, seenNames] = [seenIds(), seenIds(), { customers: seenIds(), vendors: seenIds() }];
  const names = { customers: new Map<string, number>(), vendors: new Map<string, number>() };
  const counts = { customers: 0, vendors: 0 };
  const amounts: number[] = [];
  const repeated = { numbers: 0, lines: 0, isSameAmount: true, differing: 0, example: "" };
  const differing = new Set<number>();
  const known = new Set<number>();
  let repeatedDays = 0;
  let at = 0;
  const parties = (["customers", "vendors"] as const).map((one) => ({
    one,
    column: placeOf(one === "customers" ? "customerName" : "vendorName"),
  }));

  function takeRecord(cells: readonly string[]): void {
    for (const { one, column } of parties) {
      const name = (cells[column] ?? "").trim();
      if (name === "" || name.length > 100) continue;
      const count = names[one].get(name);
      if (count !== undefined) names[one].set(name, count + 1);
      else if (seenNames[one](name, at) === null) {
        counts[one] += 1;
        if (names[one].size < mostNames) names[one].set(name, 1);
      }
    }
    // Names with a running number never repeat.
    if (!kind || isCounted) return;
    const fields: Fields = { ...plan.always };
    for (const { at: place, field } of keyed) {
      const name = keyOf(field);
      fields[name] = `${name === field ? "" : (fields[name] ?? "")} ${cells[place] ?? ""}`.trim();
    }
    if (direction) fields["direction"] ??= direction.words?.[bare(cells[direction.at] ?? "")] ?? null;
    const key = (cells[idAt] ?? "").trim() || naturalKey(kind, complete(kind, fields));
    if (key === "") return;
    const amount = money < 0 ? 0 : digestOf((cells[money] ?? "").trim());
    amounts.push(amount);
    const before = seen(key, at);
    if (before === null) return;
    if (!known.has(before)) {
      known.add(before);
      repeated.numbers += 1;
      repeated.lines += 1;
      if (repeated.example === "") repeated.example = key;
    }
    repeated.lines += 1;
    if (amounts[before - 1] === amount) return;
    repeated.isSameAmount = false;
    differing.add(before);
    repeated.differing = differing.size;
  }

  return {
    take(cells) {
      at += 1;
      if (plan.leaves.some(({ at: place, words }) => words.includes(bare(cells[place] ?? "")))) {
        amounts.push(0);
        return;
      }
      if (dayAt >= 0 && plan.target === "figures" && seenDays((cells[dayAt] ?? "").trim(), at) !== null)
        repeatedDays += 1;
      const length = amounts.length;
      takeRecord(cells);
      if (amounts.length === length) amounts.push(0);
    },
    end: () => ({
      of: surveyedColumns(plan),
      repeated: repeated.numbers > 0 ? repeated : null,
      repeatedDays,
      names: {
        customers: { names: [...names.customers.keys()], count: counts.customers },
        vendors: { names: [...names.vendors.keys()], count: counts.vendors },
      },
    }),
  };
}
