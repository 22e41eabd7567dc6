import type { Target } from "#features/imports/contract.ts";
import {
  type Column,
  type Matched,
  type Rivals,
  levelOf,
  levels,
  matchColumns,
} from "#features/imports/planning/columns.ts";
import {
  bare,
  fieldOfTarget,
  fieldsOfTarget,
  figureNameOf,
  figurePrefix,
  paidPart,
} from "#features/imports/planning/fields.ts";
import { labelled, ownLabel } from "#features/imports/planning/own.ts";
import { Asking } from "#features/imports/planning/questions.ts";
import { type Found, needsFigureName } from "#features/imports/planning/recognize.ts";
import { isQuantity, isYesNo } from "#features/imports/planning/content.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import { type Pay, payOf } from "#features/imports/planning/pay.ts";
import { flowsOf, isNumbering } from "#features/imports/planning/flows.ts";
import { takeSettled } from "#features/imports/planning/settled.ts";
import { provenTotal, takeProvenNet } from "#features/imports/planning/sums.ts";
import { perMonth, periodIn } from "#features/imports/programs/spoken.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { foldLabel } from "#features/records/custom/rules.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";

/** The field of each column, with the questions about headings that could mean the same field. */
export function fieldsOfColumns(
  input: PlanInput,
  columns: Column[],
  target: Target,
  found: Found | null,
  asking: Asking,
  notes: string[],
): Matched & { pay: Pay | null } {
  const { choices, profile, place } = input;
  const own = (label: string) => labelled(input.own?.get(target), label);
  const isKnown = (field: string): boolean => {
    const label = ownLabel(field);
    return label === null ? fieldOfTarget(target, field) !== null : own(label) !== undefined;
  };
  const spellings = new Map<string, string>();
  /** Names of own fields that differ by case or spaces are one: as the company wrote it, otherwise the first. */
  const spelled = (field: string): string => {
    const label = ownLabel(field);
    if (label === null) return field;
    const folded = foldLabel(label);
    const one = own(label)?.label ?? spellings.get(folded) ?? label;
    spellings.set(folded, one);
    return `${customPrefix}${one}`;
  };
  const remembered = new Map<string, string | null>();
  for (const { name } of columns) {
    const field = input.remembered.get(`column:${name}\n`);
    if (field !== undefined && (field === "" || isKnown(field))) remembered.set(name, field || null);
    const label = ownLabel(`${customPrefix}${name}`);
    // The company's own field of this name, unless the program's heading means another one.
    if (field === undefined && label && own(label) && !found?.export.fields[bare(name)])
      remembered.set(name, spelled(`${customPrefix}${label}`));
  }
  const chosen = new Map(
    (choices.columns ?? []).map(({ heading, field }) => [
      heading,
      field && fieldOfTarget(target, field) ? spelled(field) : null,
    ]),
  );
  const isAmountSaid = [...chosen.values(), ...remembered.values()].some(
    (field) => field?.replace(/^[-+]/, "") === "amount",
  );
  const flows =
    target === "transactions" && !found && !isAmountSaid && choices.given?.onlyColumns !== true
      ? flowsOf(columns, profile, place)
      : null;
  if (flows?.note) notes.push(flows.note);
  const matched = matchColumns({
    fields: fieldsOfTarget(target),
    columns,
    ...(flows ? { evident: flows.fields, either: flows.open } : {}),
    noAmounts: new Set(columns.filter((column) => isNumbering(column, profile)).map(({ name }) => name)),
    export: found?.export ?? null,
    remembered,
    chosen,
    isOnlyChosen: choices.given?.onlyColumns === true,
  });
  if (target === "payments" && !found && choices.given === undefined && !isAmountSaid)
    takeProvenNet({ columns, profile, place }, matched, asking, notes);
  const isCost = ({ field }: Rivals) => target === "people" && field.name === "monthlyCost";
  for (const rivals of matched.rivals.filter((one) => !isCost(one))) {
    const proven =
      target === "invoices" && rivals.field.name === "amount" ? provenTotal({ columns, profile, place }, rivals) : null;
    if (proven) notes.push(`"${proven.column.name}" is the amount: ${proven.because}.`);
    const answer = proven?.column.name ?? asking.heading(rivals);
    if (!answer) continue;
    matched.fields.set(answer, rivals.field.name);
    const other = flows?.open?.find(({ name }) => name !== answer);
    if (rivals.field.name === "-amount" && other) matched.fields.set(other.name, "+amount");
  }
  if (target === "invoices") dropAccounts(columns, matched, (name) => chosen.has(name) || remembered.has(name));
  if (target === "invoices" && !found && choices.given === undefined) {
    takePaid(columns, matched, notes);
    takeSettled(columns, matched, input, asking, notes);
  }
  const pay =
    target === "people" && choices.given?.onlyColumns !== true
      ? payIn(columns, matched, chosen, remembered, found, asking, notes)
      : null;
  return { ...matched, pay };
}

/** An account beside a vendor is one of the books, not a customer. */
function dropAccounts(
  columns: readonly Column[],
  { fields, free }: Matched,
  isSaid: (column: string) => boolean,
): void {
  if (![...fields.values()].includes("vendorName")) return;
  for (const column of columns) {
    const isAccount = readingsOf(column.heading).some((one) => one.split(" ").includes("account"));
    if (!isAccount || fields.get(column.name) !== "customerName" || isSaid(column.name)) continue;
    fields.delete(column.name);
    free.push(column);
  }
}

/** Of invoices without a column of what is open the one of what was paid. */
function takePaid(columns: readonly Column[], { fields, free }: Matched, notes: string[]): void {
  const field = fieldsOfTarget("invoices").find(({ name }) => name === paidPart);
  if (!field || [...fields.values()].includes("openAmount") || ![...fields.values()].includes("amount")) return;
  const [paid, ...others] = free.filter(
    (column) =>
      !fields.has(column.name) && column.filled > 0 && !isYesNo(column) && levelOf(field, column) >= levels.alias,
  );
  if (!paid || others.length > 0) return;
  fields.set(paid.name, paidPart);
  notes.push(`"${paid.name}" is taken off the amount: the rest is open.`);
}

/** What people cost: of the columns left, of those that could be it, and of the one that is. */
function payIn(
  columns: readonly Column[],
  { fields, rivals }: Matched,
  chosen: ReadonlyMap<string, string | null>,
  remembered: ReadonlyMap<string, string | null>,
  found: Found | null,
  asking: Asking,
  notes: string[],
): Pay | null {
  const taken = columns.find(({ name }) => fields.get(name) === "monthlyCost") ?? null;
  const isSaid = taken !== null && (chosen.has(taken.name) || remembered.has(taken.name));
  const known = found?.export.fields ?? {};
  if (taken && (isSaid || known[bare(taken.heading)] === "monthlyCost")) {
    const period = periodIn(taken.heading);
    const factor = isSaid && period ? perMonth[period] : 1;
    return { column: taken, factor: factor ?? 1, per: null };
  }
  const isOpen = ({ name, heading }: Column) =>
    !fields.has(name) && !chosen.has(name) && !remembered.has(name) && !(bare(heading) in known);
  const others = rivals.filter(({ field }) => field.name === "monthlyCost").flatMap((one) => one.columns);
  const pay = payOf(columns, taken, others, columns.filter(isOpen), asking, notes);
  if (taken) fields.delete(taken.name);
  if (pay) fields.set(pay.column.name, "monthlyCost");
  return pay;
}

/** Every other column of numbers is a figure, named by its heading if that says what it is. */
export function nameFigures(
  { choices, remembered }: PlanInput,
  columns: Column[],
  matched: Matched,
  asking: Asking,
): void {
  const chosen = new Set(choices.columns?.map(({ heading }) => heading));
  for (const column of columns) {
    if (chosen.has(column.name) || remembered.has(`column:${column.name}\n`)) continue;
    // Beside many sums, cash is what was paid in it, or what is in the bank.
    const isTill = matched.fields.get(column.name) === `${figurePrefix}cash` && columns.filter(isQuantity).length > 3;
    if (isTill) {
      matched.fields.delete(column.name);
      const name = asking.figure(column, "cash_taken");
      if (name) matched.fields.set(column.name, name);
      continue;
    }
    if (matched.fields.has(column.name)) continue;
    if (!["number", "money", "percent"].includes(column.format.type)) continue;
    const own = figureNameOf(column.heading);
    const name = own === null || needsFigureName(column.heading) ? asking.figure(column, own) : `${figurePrefix}${own}`;
    if (name) matched.fields.set(column.name, name);
  }
}
