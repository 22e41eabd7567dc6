import { formatNumber } from "#contract/format.ts";
import { truncate, currencies, lengths, usualCurrencies } from "#contract/words.ts";
import type { Question, Target } from "#features/imports/contract.ts";
import { askUnnamed, numberById, takeCurrency, takeNumber } from "#features/imports/planning/by-type.ts";
import { unitOf } from "#features/imports/planning/asked-units.ts";
import { isMade, standIns } from "#features/imports/planning/stand-ins.ts";
import type { Choices, Facts, Remembered } from "#features/imports/planning/choices.ts";
import {
  type Column,
  type Matched,
  isCountedDay,
  levelOf,
  levels,
  matchColumns,
  namedColumns,
  type Rivals,
} from "#features/imports/planning/columns.ts";
import {
  type TargetField,
  bare,
  fieldOfTarget,
  fieldsOfTarget,
  figureNameOf,
  figurePrefix,
  isKind,
  isMoneyField,
  isPart,
  paidPart,
} from "#features/imports/planning/fields.ts";
import { leaveOthers } from "#features/imports/planning/other-parties.ts";
import { labelled, type OwnFields, ownLabel, ownOf } from "#features/imports/planning/own.ts";
import type { Fill, Plan, PlannedColumn } from "#features/imports/planning/line-reader.ts";
import { Asking } from "#features/imports/planning/questions.ts";
import {
  chooseTarget,
  currencyIn,
  exportsOf,
  type Found,
  needsFigureName,
  rankTargets,
} from "#features/imports/planning/recognize.ts";
import { isYesNo } from "#features/imports/planning/content.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import { type Pay, payOf } from "#features/imports/planning/pay.ts";
import { flowsOf, isNumbering } from "#features/imports/planning/flows.ts";
import { takeSettled } from "#features/imports/planning/settled.ts";
import { apartBy, newestBy, sameNumberBy } from "#features/imports/planning/same-number.ts";
import { scaleOf, scaleOfHeading } from "#features/imports/planning/units.ts";
import { provenTotal, settleBeside, takeProvenNet } from "#features/imports/planning/sums.ts";
import { settleMarks, settleOwed } from "#features/imports/planning/signs.ts";
import { contradicted, directionInTitles, directionOfInvoices, signsOf } from "#features/imports/planning/turning.ts";
import { periodIn, perMonth } from "#features/imports/programs/spoken.ts";
import { programs } from "#features/imports/programs/programs.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { foldLabel } from "#features/records/custom/rules.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";
import type { ColumnFormat, DayOrder, Doubt, FileProfile, Place } from "#platform/reading/reading.ts";

export type PlanInput = {
  profile: FileProfile;
  fileName: string;
  place: Place;
  /** The day of the import; without it no question offers it. */
  today?: string;
  choices: Choices;
  remembered: Remembered;
  facts: Facts | null;
  own?: OwnFields;
};

/** What was decided about a file, and what is open. */
export type Planned = {
  target: Target | null;
  found: Found | null;
  columns: Column[];
  matched: Matched;
  /** Null until the target is known. */
  plan: Plan | null;
  questions: Question[];
  /** Why it cannot start, questions aside. */
  missing: string | null;
  notes: string[];
};

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
  if (target === null) return none;
  if (target === "document") return { ...none, plan: null };
  const notes = [...profile.notes];
  const matched = fieldsOfColumns(input, columns, target, found, asking, notes);
  const isAsked = choices.given?.onlyColumns !== true;
  // The older calls choose columns beforehand and answer nothing.
  const isTalking = choices.given === undefined;
  if (isTalking && !found) takeCurrency(target, columns, matched, input.place.currency, notes);
  if (isTalking && !found) takeNumber(target, columns, matched, notes);
  if (isAsked) askUnnamed(target, columns, matched, asking, isTalking && !found);
  if (isTalking && !found) settleBeside(target, { columns, ...input }, matched, asking);
  if (target === "figures" && isAsked) nameFigures(input, columns, matched, asking);
  const always: Record<string, string> = { ...found?.export.always };
  const today = input.today ?? null;
  const instead = isAsked ? standIns({ target, columns, matched, always, today, asking }) : null;
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
  const inOrder = columns.flatMap((column): PlannedColumn[] => {
    const name = matched.fields.get(column.name);
    const own = name === undefined ? undefined : ownField(input, target, column, name);
    const field = name === undefined ? null : fieldOfTarget(target, name, own);
    if (name === undefined || !field) return [];
    return [{ ...planColumn(input, target, asking, column, name, field, found, notes), ...(own && { own }) }];
  });
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
  const signs = signsOf(input, target, columns, matched, found, asking, notes);
  for (const { name, scale } of planned)
    if (scale) notes.push(`"${name}" says what 1 stands for: it is read as ${formatNumber(scale)}.`);
  const plan: Plan = {
    target,
    columns: planned,
    width: columns.length,
    always,
    leaves: [
      ...atColumns(columns, found?.export.leaves),
      ...signs.leaves,
      ...(isAsked ? leaveOthers(target, columns, profile.lines, found, asking) : []),
    ],
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
    currency: currencyOf(input, target, asking, planned, columns),
    ...sameNumberOf(input, asking, target, found, columns, matched, planned),
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
    missing: absent(input, columns) ?? missingOf(target, matched, plan, asking) ?? signs.missing,
    questions: asking.questions,
  };
}

function targetOf({ choices, fileName }: PlanInput, columns: Column[], asking: Asking) {
  const exports = exportsOf(columns, programs);
  const withTarget = (target: Target): Found | null => exports.find((one) => one.export.target === target) ?? null;
  if (choices.target) return { target: choices.target, found: withTarget(choices.target) };
  const [first, ...others] = exports;
  if (first && others.every((one) => one.export.target === first.export.target))
    return { target: first.export.target, found: first };
  const ranked = rankTargets(columns, fileName);
  const chosen = exports.length > 0 ? exports.map((one) => one.export.target) : chooseTarget(ranked);
  if (!Array.isArray(chosen)) return { target: chosen, found: null };
  const target = asking.target(
    chosen,
    ranked.map((one) => one.target),
  );
  return { target, found: target && withTarget(target) };
}

/** The column of a party whose heading does not say whether it owes or is owed: "Company", "Kontrahent". */
function neutralParty(
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
function askedDirection(
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
function sayAllOpen({ fields }: Matched, fills: Fill[], asking: Asking): void {
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

/** The field of each column, with the questions about headings that could mean the same field. */
function fieldsOfColumns(
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
function nameFigures({ choices, remembered }: PlanInput, columns: Column[], matched: Matched, asking: Asking): void {
  const chosen = new Set(choices.columns?.map(({ heading }) => heading));
  for (const column of columns) {
    if (matched.fields.has(column.name) || chosen.has(column.name) || remembered.has(`column:${column.name}\n`))
      continue;
    if (!["number", "money", "percent"].includes(column.format.type)) continue;
    const own = figureNameOf(column.heading);
    const name = own === null || needsFigureName(column.heading) ? asking.figure(column, own) : `${figurePrefix}${own}`;
    if (name) matched.fields.set(column.name, name);
  }
}

/** What stands above the heading. */
const titlesOf = ({ left }: FileProfile): string[] =>
  left.filter(({ why, text }) => why === "title" && text.length < 200).map(({ text }) => text);

/** A part comes behind its field's own column, and a first name before a last one. */
const partRank = ({ field, name }: PlannedColumn): number =>
  field === "+name" ? 1 + nameRank(name) : Number(isPart(field));
const nameRank = (heading: string): number => {
  const readings = readingsOf(heading);
  return readings.includes("first name") ? 0 : readings.includes("last name") ? 2 : 1;
};

/** The field of the company's own that a column is kept as. */
function ownField({ own, place }: PlanInput, target: Target, column: Column, name: string) {
  const label = ownLabel(name);
  if (label === null || !isKind(target)) return undefined;
  const hasCurrency = fieldsOf[target].some((field) => field.name === "currency");
  return ownOf(own?.get(target), label, column, { hasCurrency, currency: place.currency });
}

const numericTypes = new Set<TargetField["type"]>(["money", "number", "whole", "share"]);
/** Where an answer goes. */
const placesOf = {
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

function planColumn(
  { choices, profile }: PlanInput,
  target: Target,
  asking: Asking,
  column: Column,
  name: string,
  field: TargetField,
  found: Found | null,
  notes: string[],
): PlannedColumn {
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
  if (name === "-amount" && column.below > 0 && column.above > 0) planned.turn = column.above >= column.below ? -1 : 1;
  const unit = choices.given ? undefined : unitOf(column, field, asking, notes);
  if (unit) planned.unit = unit;
  if (field.type === "choice") planned.words = asking.words(target, column, field, found);
  return planned;
}

/** The type of ledger lines without a column for it: each account is asked about once. */
function typeByName(
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

function atColumns(columns: Column[], leaves: readonly { heading: string; words: readonly string[] }[] = []) {
  return leaves.flatMap(({ heading, words }) => {
    const column = columns.find((one) => bare(one.heading) === heading);
    return column ? [{ at: column.at, words: [...words] }] : [];
  });
}

/** The currency of amounts without one: the file's, if its name says one, otherwise the company's. */
function currencyOf(
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

function sameNumberOf(
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

function sameNamesOf({ facts }: PlanInput, asking: Asking): Plan["sameNames"] {
  const { customers, vendors } = facts?.parties ?? { customers: { similar: [] }, vendors: { similar: [] } };
  const similar = [...customers.similar, ...vendors.similar];
  const same = new Set(similar.length > 0 ? asking.sameNames(similar) : []);
  const of = (party: { similar: { name: string; existing: string }[] }) =>
    Object.fromEntries(party.similar.flatMap(({ name, existing }) => (same.has(name) ? [[name, existing]] : [])));
  return { customers: of(customers), vendors: of(vendors) };
}

/** A column that an older call names and the file does not have. */
function absent({ choices }: PlanInput, columns: readonly Column[]): string | null {
  if (!choices.given?.onlyColumns) return null;
  const gone = choices.columns?.find(({ heading }) => !columns.some(({ name }) => name === heading));
  return gone ? `The file has no column "${truncate(gone.heading, 60)}"` : null;
}

function missingOf(target: Target, { fields }: Matched, plan: Plan, asking: Asking): string | null {
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
