import type { ModelText } from "#agency/model/desk.ts";
import { pluralize } from "#contract/format.ts";
import { exploreHref, figureUnitOf, type QueryResult, type QuerySubject } from "#contract/query.ts";
import type { Fact, Figure } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Origin } from "#contract/origins.ts";

export const mostRows = 40;
/** Of a count; a sum or average has none unless they are asked for. */
const usualRows = 10;

/** Every measured number is a figure a model can cite. */
export function describeQueryResult({
  result,
  origins,
  rows: wanted,
}: {
  result: QueryResult;
  origins: readonly Origin[];
  rows?: number | undefined;
}): ModelText {
  const { query, total, title, compared, period, data, groups, rows, unit } = result;
  const figures: Figure[] = [];
  const figure = (
    label: string,
    value: number | null,
    given: { href?: string | null; unit?: Figure["unit"]; currency?: Currency | null } = {},
  ): string => {
    const { href = exploreHref(query), unit: of = figureUnitOf(unit), currency = result.currency } = given;
    const id = `q${figures.length + 1}`;
    figures.push({
      id,
      label,
      value,
      unit: of,
      currency: of === "money" ? currency : null,
      range: null,
      formula: title,
      source: { label: pluralize(total.rows, "row"), href, asOf: result.asOf },
    });
    return `{${id}}`;
  };
  const lines = [
    `${title}${period ? ` (${period.from} to ${period.to})` : ""}`,
    // Without rows a sum is unknown, not 0.
    total.rows === 0
      ? `No rows match: ${figure(`Rows: ${title}`, 0, { unit: "count" })}. A sum or average of them is not known.`
      : query.measure.of === "count"
        ? `Total: ${figure(title, total.value)}`
        : `Total: ${figure(title, total.value)}, of ${figure(`Rows: ${title}`, total.rows, { unit: "count" })} rows`,
  ];
  const isBefore = compared !== null && data !== null && compared.from < data.from;
  if (compared && isBefore) lines.push(`Nothing is known of a part of ${compared.label}: see below.`);
  if (compared && total.previous !== null && !isBefore)
    lines.push(
      `Before, ${compared.label} (${compared.from} to ${compared.to}): ${figure(`${title}, ${compared.label}`, total.previous)}`,
    );
  if (compared && total.previous && total.value !== null && !isBefore) {
    const change = (total.value - total.previous) / Math.abs(total.previous);
    lines.push(`Change: ${figure(`Change of ${title} on ${compared.label}`, change, { unit: "share" })}`);
  }
  if (data)
    lines.push(`These rows are on record from ${data.from} to ${data.to}; of other days nothing is known, not even 0.`);
  for (const one of result.leftOut)
    lines.push(`Not in it, ${one.currency}: ${figure(`${title}, in ${one.currency}`, one.value, one)}`);
  for (const group of groups?.slice(0, mostRows) ?? []) {
    const value = figure(`${title}: ${group.label}`, group.value, group);
    const before =
      group.previous === null || isBefore ? "" : `, before ${figure(`${group.label}, before`, group.previous)}`;
    const share =
      group.share === null || query.groupBy?.unit
        ? ""
        : `, share ${figure(`Share of ${group.label}`, group.share, { unit: "share" })}`;
    lines.push(`- ${group.label}${group.isPartial ? " (cut off, not whole)" : ""}: ${value}${before}${share}`);
  }
  if (groups && result.groupCount > mostRows) lines.push(`More groups exist: ${result.groupCount} in all.`);
  const listed = wanted ?? (query.measure.of === "count" ? usualRows : 0);
  const shown = groups ? [] : (rows?.rows.slice(0, listed) ?? []);
  for (const { cells, currency, href } of shown) {
    const name = String(cells[0] ?? "without a name");
    // Empty cells are omitted.
    const parts = (rows?.columns ?? []).flatMap(({ label, type }, at) => {
      const cell = cells[at] ?? null;
      if (cell === null) return [];
      if (typeof cell === "boolean") return `${label}: ${cell ? "yes" : "no"}`;
      if (typeof cell !== "number") return `${label}: ${String(cell)}`;
      const of = type === "money" || type === "share" || type === "days" || type === "hours" ? type : "score";
      return `${label}: ${figure(`${label}: ${name}`, cell, { unit: of, currency, href })}`;
    });
    lines.push(`- ${parts.join("; ")}`);
  }
  if (shown.length > 0 && total.rows > shown.length) lines.push("Only the first rows are shown.");
  const facts: Fact[] = shown.slice(0, 12).map(({ cells, href }) => ({
    kind: query.subject,
    reference: String(cells[0] ?? ""),
    value: null,
    asOf: null,
    href,
  }));
  const own = [
    ...query.filters.flatMap(({ values }) => values.filter((one) => !isDay(one)).map(String)),
    query.search ?? "",
  ];
  const days = period ? [period.from, period.to] : [];
  return { text: lines.join("\n"), own, conditions: [...conditionsOf(query), ...days], figures, facts, origins };
}

/** The days and thresholds of a query's filters. */
const conditionsOf = ({ filters }: QueryResult["query"]): string[] =>
  filters.flatMap(({ test, values }) =>
    test.endsWith("Than") || test.startsWith("at") ? values.map(String) : values.filter(isDay).map(String),
  );
const isDay = (value: string | number): boolean => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** Lists the agents only once, and omits the `source` field, which questions rarely need. */
export function describeSubjects(subjects: readonly QuerySubject[]): ModelText {
  const listedAgents = new Set<string>();
  const valuesOf = ({ type, choices }: QuerySubject["fields"][number]): string => {
    if (type === "flag") return " [yes | no]";
    const all = choices
      .slice(0, 40)
      .map(({ value, label }) => (value.toLowerCase() === label.toLowerCase() ? value : `${value} (${label})`))
      .join(" | ");
    const isRepeated = type === "agent" && listedAgents.has(all);
    listedAgents.add(all);
    return all && ` [${isRepeated ? "the same agents" : all}]`;
  };
  const text = subjects
    .map(({ id, many, alsoCalled, day, amount, needs, fields }) => {
      const about = [
        day && `period by ${day}`,
        amount && `amount in ${amount}`,
        needs && `always filter by ${needs}`,
        alsoCalled.length > 0 && `also called ${alsoCalled.join(", ")}`,
      ].filter(Boolean);
      const each = fields
        .filter(({ name }) => name !== "source")
        .map((field) => `${field.name}: ${field.type}${valuesOf(field)}`);
      return `${id} (${many}${about.length > 0 ? `; ${about.join("; ")}` : ""})\n  ${each.join("\n  ")}`;
    })
    .join("\n");
  // Names of files and categories are typed by staff.
  return { text, figures: [], facts: [], origins: ["staff"] };
}
