import { formatNumber } from "#contract/format.ts";
import { truncate } from "#contract/words.ts";
import type { Target } from "#features/imports/contract.ts";
import { askUnnamed, numberById, takeCurrency, takeNumber } from "#features/imports/planning/by-type.ts";
import { flowsOf } from "#features/imports/planning/flows.ts";
import { standIns } from "#features/imports/planning/stand-ins.ts";
import { type Column, type Matched, namedColumns } from "#features/imports/planning/columns.ts";
import { bare, fieldOfTarget } from "#features/imports/planning/fields.ts";
import { finerChoices, keepOthers, leaveOwnChoices, saidIn, takePrefixed } from "#features/imports/planning/keep.ts";
import { leaveOthers } from "#features/imports/planning/other-parties.ts";
import { isOwnTable, lineName, tableName, takeTitleAndDay } from "#features/imports/planning/own-table.ts";
import { ofBooks, settleGroups } from "#features/imports/planning/grouped.ts";
import type { Plan, PlannedColumn } from "#features/imports/planning/line-reader.ts";
import { Asking } from "#features/imports/planning/questions.ts";
import { type Found, chooseTarget, exportsOf, isNamedKind, rankTargets } from "#features/imports/planning/recognize.ts";
import { journalFault } from "#features/imports/planning/journal.ts";
import { settleBeside } from "#features/imports/planning/sums.ts";
import { settleMarks, settleOwed } from "#features/imports/planning/signs.ts";
import {
  keepPayDay,
  payrollByMonth,
  payrollLines,
  settleBudget,
  takePayDay,
} from "#features/imports/planning/ledger-months.ts";
import type { Choices } from "#features/imports/planning/choices.ts";
import { contradicted, directionOfInvoices, signsOf } from "#features/imports/planning/turning.ts";
import { programs } from "#features/imports/programs/programs.ts";
import type { FileProfile } from "#platform/reading/reading.ts";
import { ownField, partRank, planColumn, typeByName } from "#features/imports/planning/planned-columns.ts";
import { fieldsOfColumns, nameFigures } from "#features/imports/planning/planned-fields.ts";
import { absent, currencyOf, missingOf, sameNamesOf, sameNumberOf } from "#features/imports/planning/whole-file.ts";
import type { PlanInput, Planned } from "#features/imports/planning/plan-input.ts";
import { askedDirection, neutralParty, sayAllOpen } from "#features/imports/planning/who-owes.ts";

/** Files of one source look alike: of one export of a program, or with the same headings. */
export function sourceOf(profile: FileProfile): string {
  const columns = namedColumns(profile.columns);
  const [found, ...others] = exportsOf(columns, programs);
  if (found && others.length === 0) return `${found.program.id} ${found.export.target}`;
  return truncate(columns.map(({ heading }) => bare(heading)).join(" "), 1_000);
}

/** Decides how a file is read, from what it holds, what is known of its source, and what people chose. */
export function planImport(input: PlanInput): Planned {
  const { profile, choices } = input;
  const columns = namedColumns(profile.columns);
  const asking = new Asking(choices, input.remembered);
  // A described export of a program says what its lines are; its groups may be ages of what is open.
  const groups = exportsOf(columns, programs).length > 0 ? "others" : settleGroups(input, columns, asking);
  if (groups === "ledger" && !choices.target && !input.summed)
    return planImport({ ...input, choices: ofBooks(input, columns), summed: {} });
  if (groups === "banks" && !choices.target)
    return planImport({ ...input, choices: { ...choices, target: "transactions" } });
  const { target, found } = targetOf(input, columns, asking);
  const none: Planned = {
    target,
    found,
    columns,
    matched: { fields: new Map(), rivals: [], free: [] },
    plan: null,
    questions: asking.questions,
    missing: null,
    notes: [...profile.notes],
  };
  if (target === null || groups === null) return none;
  if (target === "document") return { ...none, plan: null };
  const notes = [...profile.notes];
  const byMonth = target === "people" && choices.given === undefined ? payrollByMonth(input, columns, asking) : null;
  if (byMonth === "open") return { ...none, notes };
  if (byMonth) return planPayroll(input, byMonth, asking);
  if (asking.questions.some(({ id, items }) => id === "payroll" && items[0]?.answer === "people"))
    notes.push("What each person was paid comes in from the same file, as payslips.");
  const matched = fieldsOfColumns(input, columns, target, found, asking, notes);
  const isAsked = choices.given?.onlyColumns !== true;
  // The older calls choose columns beforehand and answer nothing.
  const isTalking = choices.given === undefined;
  const whole = { input, target, columns, matched, found };
  if (isTalking && target === "people") keepPayDay(columns, matched, profile.lines);
  if (isTalking && target === "pay") takePayDay(columns, matched, profile.lines);
  if (isTalking && target === "entries") takeTitleAndDay(columns, matched, saidIn(whole));
  if (isTalking) {
    takePrefixed(whole);
    leaveOwnChoices(whole);
  }
  if (isTalking && !found) takeCurrency(target, columns, matched, input.place.currency, notes);
  if (isTalking && !found) takeNumber(target, columns, matched, notes);
  if (isAsked && target !== "entries") askUnnamed(target, columns, matched, asking, isTalking && !found);
  if (isTalking && !found) settleBeside(target, { columns, ...input }, matched, asking);
  if (target === "figures" && isAsked) nameFigures(input, columns, matched, asking);
  if (target === "figures" && isTalking) sayTextsLeft(columns, matched, notes);
  const always: Record<string, string> = {
    ...found?.export.always,
    ...input.summed,
    ...(target === "entries" ? { table: tableName(input), ...lineName(columns, matched) } : {}),
  };
  if (target === "ledger" && isTalking) settleBudget(input, columns, matched, asking, notes);
  const today = input.today ?? null;
  const instead =
    isAsked && target !== "entries" ? standIns({ target, columns, matched, always, today, asking }) : null;
  if (target === "invoices" && isTalking && !found) sayAllOpen(matched, instead?.fills ?? [], asking);
  const columnOf = (field: string) => columns.find(({ name }) => matched.fields.get(name) === field) ?? null;
  const amount = columnOf("amount");
  if (amount && target === "transactions") settleMarks(amount, columnOf("balance"), profile, input.place);
  if (target === "invoices" && !found) {
    const party = neutralParty(columns, matched, input);
    const doubted = isTalking ? contradicted(columns, matched) : null;
    // It may still tell credit notes from invoices.
    if (doubted && !columnOf("document")) matched.fields.set(doubted.name, "document");
    else if (doubted) matched.fields.delete(doubted.name);
    const direction =
      (doubted ? null : directionOfInvoices(columns, matched, party)) ??
      askedDirection(input, columns, matched, party, doubted, isTalking, asking);
    if (party && direction === "payable") matched.fields.set(party.name, "vendorName");
    for (const column of [amount, columnOf("openAmount")]) if (column) settleOwed(column, direction);
    if (direction && !columnOf("direction")) always["direction"] = direction;
  }
  const plannedOf = (of: readonly Column[], isUnasked: boolean) =>
    of.flatMap((column): PlannedColumn[] => {
      const name = matched.fields.get(column.name);
      const own = name === undefined ? undefined : ownField(input, target, column, name, isUnasked);
      const field = name === undefined ? null : fieldOfTarget(target, name, own);
      if (name === undefined || !field) return [];
      return [{ ...planColumn(input, target, asking, column, name, field, found, notes), ...(own && { own }) }];
    });
  const inOrder = plannedOf(columns, false);
  const ownNumber = isTalking ? numberById(target, columns, matched) : null;
  const numberField = ownNumber && fieldOfTarget(target, "number");
  // A part is added to what the field's own column says.
  const planned = [
    ...inOrder.toSorted((one, other) => partRank(one) - partRank(other)),
    ...typeByName(target, columns, matched, found, asking),
    ...[
      ...(ownNumber && numberField ? [{ column: ownNumber, field: numberField }] : []),
      ...(instead?.columns ?? []),
    ].map(({ column, field }) => planColumn(input, target, asking, column, field.name, field, found, notes)),
  ];
  const pay = matched.pay;
  for (const one of planned) {
    if (!pay || one.field !== "monthlyCost" || one.name !== pay.column.name) continue;
    if (pay.per) one.per = pay.per;
    else one.factor = pay.factor;
  }
  const signs = signsOf(input, target, columns, matched, found, asking, notes, planned);
  for (const { name, scale } of planned)
    if (scale) notes.push(`"${name}" says what 1 stands for: it is read as ${formatNumber(scale)}.`);
  const leaves = [
    ...atColumns(columns, found?.export.leaves),
    ...signs.leaves,
    ...(isAsked ? leaveOthers(target, columns, profile.lines, found, asking) : []),
  ];
  const currency = currencyOf(input, target, asking, planned, columns);
  const several = sameNumberOf(input, asking, target, found, columns, matched, planned);
  // What one person gets is not for a sum's line.
  if (isTalking && !input.summed) {
    planned.push(...plannedOf(keepOthers(whole, asking, notes), true));
    for (const { column, field } of finerChoices(whole, planned)) {
      const own = ownField(input, target, column, field.name, true);
      if (own) planned.push({ at: column.at, name: column.name, field: field.name, format: { ...column.format }, own });
    }
  }
  const plan: Plan = {
    target,
    columns: planned,
    width: columns.length,
    always,
    leaves,
    negates: [
      ...signs.negates,
      ...(found?.export.negates ?? []).flatMap(({ field, heading, words = [] }) =>
        heading === undefined
          ? [{ field }]
          : atColumns(columns, [{ heading, words }]).map((one) => ({ field, ...one })),
      ),
    ],
    overrides: [
      ...(found?.export.overrides ?? []).flatMap(({ field, heading, words }) =>
        atColumns(columns, [{ heading, words: [] }]).map(({ at }) => ({ field, at, words: { ...words } })),
      ),
      ...signs.overrides,
    ],
    ...(instead && instead.fills.length > 0 ? { fills: instead.fills } : {}),
    currency,
    ...several,
    ...(input.summed ? { sameNumber: "sum" as const } : {}),
    createParties: choices.createParties !== false,
    sameNames: sameNamesOf(input, asking),
    ...(choices.given?.metric?.currency ? { figureCurrency: choices.given.metric.currency } : {}),
    isStrict: choices.given?.metric !== undefined,
  };
  if (target === "figures" && (input.facts?.repeatedDays ?? 0) > 0)
    asking.ask({
      id: "same day",
      kind: "same day",
      sentence: `Several lines have the same day: their numbers are added up.`,
      column: null,
      options: [{ value: "sum", label: "Add them up" }],
      items: [{ item: "", count: input.facts?.repeatedDays ?? 0, answer: "sum", because: "a day has one figure" }],
    });
  return {
    ...none,
    matched,
    plan,
    notes,
    missing:
      absent(input, columns) ??
      missingOf(target, matched, plan, asking) ??
      (target === "transactions" && isTalking ? journalFault(columns, matched, input) : null) ??
      signs.missing,
    questions: asking.questions,
  };
}

function sayTextsLeft(columns: readonly Column[], { fields }: Matched, notes: string[]): void {
  const texts = columns.filter(({ name, filled, format }) => filled > 0 && format.type === "text" && !fields.has(name));
  const names = texts.map(({ name }) => `"${truncate(name, 60)}"`);
  if (names.length > 0)
    notes.push(`${names.join(", ")} ${names.length === 1 ? "is" : "are"} left out: a day keeps numbers alone.`);
}

function planPayroll(input: PlanInput, byMonth: Choices, asking: Asking): Planned {
  const own = (input.choices.columns ?? []).filter(({ field }) => field === null || fieldOfTarget("ledger", field));
  const choices = { ...input.choices, ...byMonth, columns: [...(byMonth.columns ?? []), ...own] };
  const planned = planImport({ ...input, choices, summed: payrollLines });
  const questions = planned.questions.map((one) =>
    one.id === "heading:actual" ? { ...one, sentence: "Which column has the company's cost of its people?" } : one,
  );
  return { ...planned, questions: [...asking.questions, ...questions] };
}

function targetOf({ choices, fileName, profile, place }: PlanInput, columns: Column[], asking: Asking) {
  const exports = exportsOf(columns, programs);
  const withTarget = (target: Target): Found | null => exports.find((one) => one.export.target === target) ?? null;
  if (choices.target) return { target: choices.target, found: withTarget(choices.target) };
  const [first, ...others] = exports;
  if (first && others.every((one) => one.export.target === first.export.target))
    return { target: first.export.target, found: first };
  const ranked = rankTargets(columns, fileName);
  const all = ranked.map((one) => one.target);
  const [nearest] = ranked;
  const isOpen = exports.length === 0 && nearest && !isNamedKind(nearest, columns);
  const ownTable = isOpen ? isOwnTable(columns, nearest.target) : "no";
  // Numbers read alike in all languages: a balance that moves by an amount may be a bank's.
  const likely = chooseTarget(ranked);
  const isSure = ownTable === "no" && (likely === "figures" || likely === "transactions");
  if (isOpen && !isSure && [...flowsOf(columns, profile, place).fields.values()].includes("balance"))
    return { target: asking.target(["transactions", "entries"], all), found: null };
  if (ownTable !== "no") {
    const because = "few of its columns are those of another kind";
    const evidence = ownTable === "surely" ? { answer: "entries", because } : undefined;
    return { target: asking.target(["entries", ...all.slice(0, 2)], all, evidence), found: null };
  }
  const chosen = exports.length > 0 ? exports.map((one) => one.export.target) : likely;
  if (!Array.isArray(chosen)) return { target: chosen, found: null };
  const target = asking.target(chosen, all);
  return { target, found: target && withTarget(target) };
}

function atColumns(columns: Column[], leaves: readonly { heading: string; words: readonly string[] }[] = []) {
  return leaves.flatMap(({ heading, words }) => {
    const column = columns.find((one) => bare(one.heading) === heading);
    return column ? [{ at: column.at, words: [...words] }] : [];
  });
}
