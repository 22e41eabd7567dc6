import { formatNumber, pluralize } from "#contract/format.ts";
import { currencies, truncate } from "#contract/words.ts";
import type { Value } from "#contract/csv.ts";
import type { Preview } from "#features/imports/contract.ts";
import type { Column } from "#features/imports/planning/columns.ts";
import {
  fieldOfTarget,
  fieldsOfTarget,
  figurePrefix,
  isKind,
  isMoneyField,
} from "#features/imports/planning/fields.ts";
import {
  figuresFault,
  keyOf,
  lineReader,
  type Plan,
  type ReadLine,
  type ReadRow,
} from "#features/imports/planning/line-reader.ts";
import { planImport } from "#features/imports/planning/plan.ts";
import type { Planned, PlanInput } from "#features/imports/planning/plan-input.ts";
import { titleOf } from "#features/imports/planning/recognize.ts";
import { customPrefix } from "#features/records/custom/contract.ts";

const shownNames = 20;
const shownCell = 200;
const shownLines = 20;

/** How a file will be taken, for people, and what it is read by. */
export function previewOf(input: PlanInput): { preview: Preview; planned: Planned } {
  const { profile, facts } = input;
  const planned = planImport(input);
  const { target, found, plan, columns, matched, questions, missing } = planned;
  const parties = partiesOf(input, plan);
  const known = (target && input.own?.get(target)) ?? [];
  const fields: { name: string; label: string; required: boolean }[] = [
    ...(target ? fieldsOfTarget(target) : []),
    ...known.map(({ label }) => ({ name: `${customPrefix}${label}`, label, required: false })),
  ];
  const own = [...matched.fields.values()].filter((name) => target && !fields.some((one) => one.name === name));
  const rows = plan && !missing ? rowsOf(input, plan) : { shown: [], rows: [] };
  const preview: Preview = {
    headline: truncate(headlineOf(planned, input, parties), 300),
    program: found?.program.label ?? null,
    target,
    codePage: profile.layout.codePage,
    codePages: profile.layout.codePage ? [...new Set([profile.layout.codePage, ...profile.codePages])] : [],
    sheet: profile.layout.sheet,
    sheets: profile.sheets,
    headingLine: profile.layout.headingLine,
    lines: profile.lines,
    left: profile.left.map(({ line, why, text }) => ({ line, why, text: truncate(text, shownCell) })),
    leftCount: profile.leftCount,
    columns: columns.map((column) => ({
      heading: column.name,
      field: matched.fields.get(column.name) ?? null,
      reading: readingOf(column, plan),
      examples: column.examples.map((cell) => truncate(cell, shownCell)),
      unfit: matched.fields.has(column.name) ? column.unfit : 0,
    })),
    fields: [...fields, ...own.flatMap((name) => (target ? (fieldOfTarget(target, name) ?? []) : []))].map(
      ({ name, label, required }) => ({ name, label, required }),
    ),
    questions,
    ...rows,
    parties: parties.filter(({ count }) => count > 0),
    notes: [
      ...planned.notes,
      ...(facts && facts.repeated && plan ? [sameNumberNote(facts.repeated.lines, plan)] : []),
    ].filter(Boolean),
    missing: profile.lines === 0 ? "The file has no lines below its heading" : missing,
  };
  return { preview, planned };
}

const sameNumberNote = (lines: number, { sameNumber, sameBy }: Plan): string =>
  sameBy
    ? `${formatNumber(lines)} lines share a name with another: ${sameNumber === "newest" ? `each person stands as in the newest "${sameBy.name}", and who has none in the last two months has left` : `"${sameBy.name}" tells them apart`}.`
    : sameNumber === "sum"
      ? `${formatNumber(lines)} lines share a number with another: their amounts are added up.`
      : sameNumber === "once"
        ? `${formatNumber(lines)} lines share a number with another: their total is taken once.`
        : "";

type Parties = Preview["parties"];

function partiesOf({ facts, choices }: PlanInput, plan: Plan | null): Parties {
  if (!plan || !facts?.parties || choices.createParties === false) return [];
  return (["customers", "vendors"] as const).map((kind) => {
    const others = (facts.parties?.[kind].similar ?? [])
      .filter(({ name }) => !(name in plan.sameNames[kind]))
      .map(({ name }) => name);
    const names = [...(facts.parties?.[kind].create ?? []), ...others];
    const beyond = facts.names[kind].count - facts.names[kind].names.length;
    return { kind, names: names.slice(0, shownNames), count: names.length + beyond };
  });
}

function headlineOf({ target, found, plan }: Planned, { profile, fileName }: PlanInput, parties: Parties): string {
  if (target === null) return `${truncate(fileName, 100)}, ${pluralize(profile.lines, "row")}`;
  if (target === "document") return `${truncate(fileName, 100)}, for the Brain`;
  const parts = [titleOf(target, found), pluralize(profile.lines, "row")];
  for (const { kind, count } of parties) if (count > 0) parts.push(`${pluralize(count, kind.slice(0, -1))} to create`);
  if (plan) parts.push(...currenciesOf(plan, profile.columns));
  return parts.join(", ");
}

function currenciesOf({ target, columns, currency }: Plan, profiles: PlanInput["profile"]["columns"]): string[] {
  const money = columns.filter(({ field, own }) => isMoneyField(target, field, own));
  if (money.length === 0) return [];
  const named = new Set<string>();
  const known: readonly string[] = currencies;
  for (const code of Object.values(columns.find(({ field }) => field === "currency")?.words ?? {}))
    if (known.includes(code)) named.add(code);
  for (const { at, currency: ofColumn, format } of money) {
    for (const code of Object.keys(profiles.find((one) => one.at === at)?.currencies ?? {}))
      named.add(code === "?" ? (format.currency ?? currency) : code);
    if (ofColumn) named.add(ofColumn);
  }
  return [named.size === 0 ? currency : [...named].join(" and ")];
}

function readingOf(column: Column, plan: Plan | null): string {
  const planned = plan?.columns.find(({ at }) => at === column.at);
  const read = formatOf(column, plan);
  return planned?.own ? `kept as your own field: ${planned.own.type === "choice" ? "choices" : read}` : read;
}

function formatOf(column: Column, plan: Plan | null): string {
  const planned = plan?.columns.find(({ at }) => at === column.at);
  const { type, dayOrder, decimal } = planned?.format ?? column.format;
  if (type === "day" || type === "instant") return dayOrder ? `days, ${dayOrder}` : "days";
  const comma = decimal === "," ? ", with decimal commas" : "";
  if (type === "money") {
    const named = Object.keys(column.currencies).filter((code) => code !== "?");
    const codes = named.length > 0 ? named : [planned?.format.currency ?? planned?.currency ?? plan?.currency ?? ""];
    return `amounts in ${codes.filter(Boolean).join(" and ")}${comma}`;
  }
  if (type === "percent") return `percents${comma}`;
  if (type === "number") return `numbers${comma}`;
  const others = { flag: "yes or no", email: "email addresses", text: "text", empty: "empty" } as const;
  return others[type];
}

/** The first records as they will stand, under the labels of their fields. */
function rowsOf({ profile, place, today }: PlanInput, plan: Plan): Pick<Preview, "shown" | "rows"> {
  const read = lineReader(plan, place, today);
  const lines = profile.first.slice(0, shownLines).map(({ line, cells, fault }) => ({
    line,
    read: fault === undefined ? read(cells) : { fault },
  }));
  const own = new Map(
    plan.columns.flatMap((column) => (column.own ? [[column.field, keyOf(column.own)] as const] : [])),
  );
  const valueIn = ({ fields, custom }: ReadRow, name: string): Value =>
    (own.has(name) ? custom?.[own.get(name) ?? ""] : fields[name]) ?? null;
  const has = (name: string) => lines.some(({ read: one }) => "row" in one && valueIn(one.row, name) !== null);
  const names = isKind(plan.target)
    ? [...fieldsOfTarget(plan.target).map(({ name }) => name), ...own.keys()].filter(has)
    : ["day", ...new Set(plan.columns.map(({ field }) => field).filter((name) => name.startsWith(figurePrefix)))];
  const faultOf = (one: ReadLine): string | null =>
    "fault" in one ? one.fault : "left" in one ? "Left out" : plan.target === "figures" ? figuresFault(one) : null;
  const rows = lines.map(({ line, read: one }) => ({
    line,
    cells: "row" in one ? names.map((name) => shownValue(valueIn(one.row, name))) : names.map(() => ""),
    fault: faultOf(one),
  }));
  return { shown: names.map((name) => fieldOfTarget(plan.target, name)?.label ?? name), rows };
}

function shownValue(value: Value): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? String(Number(value.toFixed(4))) : truncate(value, shownCell);
}
