import { truncate } from "#contract/words.ts";
import { type Column, levelOf, levels } from "#features/imports/planning/columns.ts";
import { fieldOfTarget } from "#features/imports/planning/fields.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";
import type { Asking } from "#features/imports/planning/questions.ts";

const meanings = [
  { value: "ledger", label: "Accounts of the books: keep each one's sum of a month", heading: "Account" },
  { value: "banks", label: "Bank accounts", heading: "Bank account" },
  { value: "customers", label: "Customers", heading: "Customer" },
  { value: "vendors", label: "Vendors", heading: "Vendor" },
  { value: "others", label: "Something else", heading: "Group" },
] as const;

/**
 * What the names above the lines of a grouped table are. Its column gets the heading that such a one would have; null
 * while it is open.
 */
export function settleGroups(
  { profile, choices }: PlanInput,
  columns: readonly Column[],
  asking: Asking,
): (typeof meanings)[number]["value"] | null {
  const column = profile.shape.groups && choices.given === undefined ? columns.at(-1) : undefined;
  if (!column) return "others";
  const names = [...new Set(profile.first.map(({ cells }) => cells[column.at] ?? ""))].slice(0, 3);
  const answer = asking.missing(
    "groups",
    `The lines stand in groups below ${names.map((name) => `"${truncate(name, 40)}"`).join(", ")}. What are these?`,
    meanings,
    null,
    { column: column.name, lines: 0 },
  );
  const meaning = meanings.find(({ value }) => value === answer);
  if (!meaning) return null;
  column.heading = meaning.heading;
  return meaning.value;
}

/** How the lines of a general ledger become months of its accounts: running balances and texts are of no month. */
export function ofBooks({ choices }: PlanInput, columns: readonly Column[]): PlanInput["choices"] {
  const ofLines = [fieldOfTarget("transactions", "balance"), fieldOfTarget("ledger", "notes")];
  const said = new Set(choices.columns?.map(({ heading }) => heading));
  const left = columns.filter(
    (column) => !said.has(column.name) && ofLines.some((field) => field && levelOf(field, column) >= levels.alias),
  );
  return {
    ...choices,
    target: "ledger",
    columns: [...(choices.columns ?? []), ...left.map(({ name }) => ({ heading: name, field: null }))],
  };
}
