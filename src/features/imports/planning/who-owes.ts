import { truncate } from "#contract/words.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { paidPart } from "#features/imports/planning/fields.ts";
import type { Fill } from "#features/imports/planning/line-reader.ts";
import { Asking } from "#features/imports/planning/questions.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import { directionInTitles } from "#features/imports/planning/turning.ts";
import { titlesOf } from "#features/imports/planning/planned-columns.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";

/** The column of a party whose heading does not say whether it owes or is owed: "Company", "Kontrahent". */
export function neutralParty(
  columns: readonly Column[],
  { fields }: Matched,
  { choices, remembered }: PlanInput,
): Column | null {
  const column = columns.find(({ name }) => fields.get(name) === "customerName");
  if (!column || [...fields.values()].some((field) => field === "vendorName" || field === "direction")) return null;
  const isSaid =
    choices.columns?.some(({ heading }) => heading === column.name) ||
    choices.answers?.some(({ question }) => question === "heading:customerName") ||
    remembered.has(`column:${column.name}\n`);
  const readings = readingsOf(column.heading);
  const isCustomer = readings.some((reading) => reading.split(" ").includes("customer"));
  return isSaid || isCustomer || readings.length === 0 ? null : column;
}

/**
 * Without a customer and a vendor nothing tells who owes; nor with both on a line, or where a column says something
 * else than they do.
 */
export function askedDirection(
  { profile }: PlanInput,
  columns: readonly Column[],
  { fields }: Matched,
  party: Column | null,
  doubted: Column | null,
  isAsked: boolean,
  asking: Asking,
): string | null {
  const names = new Set(fields.values());
  const [customer, vendor] = ["customerName", "vendorName"].map((field) =>
    columns.find(({ name }) => fields.get(name) === field),
  );
  const isBoth =
    customer !== undefined &&
    vendor !== undefined &&
    (customer.filled + vendor.filled > profile.lines ||
      profile.first.some(({ cells }) => cells[customer.at] && cells[vendor.at]));
  const isOpen =
    !party &&
    !isBoth &&
    !doubted &&
    ["customerName", "vendorName"].some((name) => names.has(name) || asking.isOpen(`heading:${name}`));
  if (!isAsked || isOpen || names.has("direction")) return null;
  const options = [
    { value: "receivable", label: "Invoices that customers owe" },
    { value: "payable", label: "Bills that are owed to vendors" },
  ];
  const sentence = doubted
    ? `"${truncate(doubted.name, 60)}" and the names in the file disagree about who owes. What are these?`
    : party
      ? `"${truncate(party.name, 60)}" may be who owes or who is owed. What are these?`
      : isBoth
        ? "The lines name a customer and a vendor. What are these?"
        : "No column names a customer or a vendor. What are these?";
  const said = party && !doubted ? directionInTitles(titlesOf(profile)) : null;
  const proposal = said === null ? null : { answer: said, because: "the lines above say so" };
  return asking.missing("direction", sentence, options, proposal, {
    column: (doubted ?? party)?.name ?? null,
    lines: 0,
  });
}

/** Invoices of which no column says what is paid are open: said, and changed by a person who knows better. */
export function sayAllOpen({ fields }: Matched, fills: Fill[], asking: Asking): void {
  const told = new Set(["status", "openAmount", paidPart, "paidOn"]);
  if ([...fields.values()].some((field) => told.has(field)) || asking.isOpen("heading:status")) return;
  if (asking.questions.some(({ id }) => id === "missing:openAmount")) return;
  const options = [
    { value: "open", label: "All are open" },
    { value: "paid", label: "All are paid" },
    { value: "draft", label: "All are drafts" },
  ];
  const proposal = { answer: "open", because: "no column says what is paid" };
  const answer = asking.missing("status", "No column says how these invoices stand.", options, proposal);
  if (answer && answer !== "open") fills.push({ field: "status", value: answer });
}
