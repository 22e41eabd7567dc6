import { pluralize, formatNumber, formatMoney, shortDay } from "#contract/format.ts";
import {
  exploreHref,
  figureUnitOf,
  type Query,
  spelledOut,
  type QueryGroup,
  type QueryResult,
  type QuerySubject,
} from "#contract/query.ts";
import { type Fact, type Figure, type Line, toLine, type Section } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Reading } from "./reading.ts";

/** An answer from a query: a sentence with figures, the rows behind it, and a table. */
export type QueryAnswer = { headline: Line; figures: Figure[]; facts: Fact[]; section: Section | null };

type Row = NonNullable<QueryResult["rows"]>["rows"][number];

const mostNamed = 5;
/** A query for a share as one for the rows of it. */
const counted: Pick<Query, "measure" | "part"> = { measure: { of: "count", field: null }, part: [] };
const mostRows = 12;

/** What the rows were narrowed to, in words; empty where nothing was, and without a time that every group names. */
function conditionsOf({ title, period, groups, query: { groupBy } }: QueryResult): string {
  const all = title.split(": ").slice(1).join(": ");
  const isNamed =
    period && groupBy?.unit && groups?.every(({ key, label }) => key === null || label.endsWith(period.label));
  const isEach = (one: string): boolean => isNamed === true && one === period.label;
  return all
    .split(", ")
    .filter((one) => !isEach(one))
    .join(", ");
}
const inBrackets = (text: string): string => (text === "" ? "" : ` (${text})`);

/** A series without the units before the first record and those to come: of them nothing is known, which is not zero. */
function ofRecords(groups: readonly QueryGroup[], { data, asOf }: QueryResult): QueryGroup[] {
  if (!data) return [...groups];
  const keys = groups.flatMap(({ key }) => key ?? []).toSorted();
  const first = keys.findLast((key) => key <= data.from) ?? data.from;
  const last = data.to > asOf ? data.to : asOf;
  return groups.filter(({ key, rows }) => rows > 0 || key === null || (key >= first && key <= last));
}

/** The answer of a query in words. */
export function answerOf(
  result: QueryResult,
  subject: QuerySubject,
  reading: Pick<Reading, "kind" | "why">,
  ownCurrency: Currency,
): QueryAnswer {
  const { query, total, unit, currency, rows, compared } = result;
  const groups = result.groups && reading.kind === "series" ? ofRecords(result.groups, result) : result.groups;
  const figures: Figure[] = [];
  const isFigure = subject.id === "figures";
  const figureName = isFigure ? String(query.filters.find(({ field }) => field === "name")?.values[0] ?? "") : "";
  const noun = (count: number): string =>
    isFigure ? (count === 1 ? "day" : "days") : count === 1 ? subject.one : subject.many;
  const figure = (
    label: string,
    value: number | null,
    { href = exploreHref(query), of = figureUnitOf(unit), formula = null as string | null, in: other = currency } = {},
  ): Figure => {
    const made: Figure = {
      id: `q${figures.length + 1}`,
      label,
      value,
      unit: of,
      currency: of === "money" ? other : null,
      range: null,
      formula,
      source: { label: pluralize(total.rows, noun(1), noun(2)), href, asOf: result.asOf },
    };
    figures.push(made);
    return made;
  };
  const conditions = inBrackets(conditionsOf(result));
  const whole = () => figure(result.title, total.value, { formula: result.title });
  const facts: Fact[] = (rows?.rows ?? []).slice(0, mostRows).map((row) => ({
    kind: subject.one,
    reference: String(row.cells[0] ?? "without a name"),
    value: cellText(row.cells.at(-1) ?? null),
    asOf: null,
    href: row.href,
  }));
  const end = (): Line => [
    ...change(),
    ".",
    ...result.leftOut.flatMap((one) => {
      const other = figure(`${result.title}, in ${one.currency}`, one.value, { href: one.href, in: one.currency });
      return toLine` ${`Not added: `}${other} in ${pluralize(one.rows, noun(1), noun(2))}.`;
    }),
    ...(result.data && total.rows === 0 && result.period
      ? [` The data runs from ${shortDay(result.data.from)} to ${shortDay(result.data.to)}.`]
      : []),
  ];
  return { headline: joined(headline()), figures, facts, section: table() };

  function change(): Line {
    if (!compared || total.previous === null || total.value === null) return [];
    if (result.data && compared.to < result.data.from)
      return toLine`; nothing is recorded of ${compared.label}: the data begins on ${shortDay(result.data.from)}`;
    const before = figure(`The same, ${compared.label}`, total.previous);
    if (unit === "share") {
      const points = (total.value - total.previous) * 100;
      if (Math.abs(points) < 0.05) return toLine`, the same as in ${compared.label}`;
      return toLine`, ${points > 0 ? "up" : "down"} ${formatNumber(Math.abs(points), 1)} points on ${compared.label} (${before})`;
    }
    if (total.previous === 0) return toLine`, against ${before} in ${compared.label}`;
    const by = (total.value - total.previous) / Math.abs(total.previous);
    const word = by > 0 ? "up" : "down";
    if (by === 0) return toLine`, the same as in ${compared.label}`;
    const rounded = formatNumber(Math.abs(by) * 100, 1);
    return rounded === "0"
      ? toLine`, about the same as in ${compared.label} (${before})`
      : toLine`, ${word} ${`${rounded}%`} on ${compared.label} (${before})`;
  }

  function headline(): Line {
    if (total.rows === 0) return [...toLine`${"No"} ${subject.many} match${conditions}`, ...end()];
    if (groups) return grouping(groups);
    if (reading.kind === "rows") return listing();
    const named = figureName.replaceAll("_", " ");
    if (query.measure.of === "share") return sharing();
    if (query.measure.of === "count") return [...toLine`${whole()} ${noun(total.rows)}${conditions}`, ...end()];
    if (query.measure.of === "latest" && isFigure && result.data && !query.period)
      return [...toLine`${spelledOut(figureName)} was ${whole()} on ${shortDay(result.data.to)}`, ...end()];
    const rowsOf = isFigure ? named : pluralize(total.rows, noun(1), noun(2));
    const how = {
      sum: "",
      average: " on average",
      median: " at the median",
      minimum: " at least",
      maximum: " at most",
      latest: " at the last count",
      count: "",
      share: "",
    }[query.measure.of];
    const field = subject.fields.find(({ name }) => name === (query.measure.field ?? subject.amount));
    const of = isFigure || field?.name === subject.amount ? "" : `${(field?.label ?? "").toLowerCase()}, `;
    return [...toLine`${whole()}${how}: ${of}${rowsOf}${conditions}`, ...end()];
  }

  /** Which of the rows the share is of, as the title says it behind their name. */
  function partOf(): string {
    const [said = ""] = result.title.split(": ");
    const rowsName = isFigure ? figureName.replaceAll("_", " ") : subject.many;
    return said.slice(said.indexOf(rowsName) + rowsName.length + 1).replace("that are ", "");
  }

  /** "18.3% of 120 invoices are overdue: 22." */
  function sharing(): Line {
    const share = whole();
    const base = pluralize(total.rows, noun(1), noun(2));
    const part = partOf();
    const field = subject.fields.find(({ name }) => name === query.measure.field);
    if (field)
      return [...toLine`${share} of the ${field.label.toLowerCase()} of ${base} ${part}${conditions}`, ...end()];
    const meeting = Math.round((total.value ?? 0) * total.rows);
    const plain: Query = { ...query, ...counted, filters: [...query.filters, ...query.part] };
    const amount = figure(`${result.title}: rows`, meeting, {
      of: "count",
      href: exploreHref(plain),
    });
    return [...toLine`${share} of ${base}${conditions}: ${amount} ${part}`, ...end()];
  }

  /** One row in full, equal states once: "INV-104: disputed, Alder Ltd, £4,350, due 3 Nov 2026." */
  function describeRow({ cells, currency: own }: Row): string {
    const parts = (rows?.columns ?? []).flatMap(({ label, type, name }, at) => {
      const cell = cells[at] ?? null;
      if (cell === null || at === 0) return [];
      if (type === "money" && typeof cell === "number") return [formatMoney(cell, own ?? ownCurrency)];
      if (type === "day") return [`${label.toLowerCase()} ${shortDay(String(cell))}`];
      if (name === "role") return [String(cell)];
      if (type === "choice" || name === "status") return [String(cell).toLowerCase()];
      return type === "note" ? [`${label.toLowerCase()}: ${unended(String(cell))}`] : [cellText(cell) ?? ""];
    });
    return `${String(cells[0] ?? subject.one)}: ${[...new Set(parts)].join(", ")}`;
  }

  function listing(): Line {
    const [single] = rows?.rows ?? [];
    if (total.rows === 1 && single) {
      figure(result.title, 1, { of: "count", href: single.href ?? exploreHref(query) });
      return [describeRow(single), ...end()];
    }
    const shown = (rows?.rows ?? []).slice(0, Math.min(mostNamed, query.limit));
    const names = shown.map(({ cells, currency: own }) => {
      const [title, second] = cells;
      const party = subject.fields.find(({ name }) => name === rows?.columns[1]?.name)?.type === "text" ? second : null;
      const at =
        rows?.columns.findIndex(({ name, type }) =>
          query.measure.field ? name === query.measure.field : type === "money",
        ) ?? -1;
      const value = at >= 0 ? cells[at] : null;
      const isMoney = rows?.columns[at]?.type === "money";
      const amount =
        typeof value === "number" ? (isMoney ? formatMoney(value, own ?? ownCurrency) : formatNumber(value, 1)) : null;
      const more = [typeof party === "string" && !String(title).includes(party) ? party : null, amount].filter(Boolean);
      const reason = reading.why ? cells[rows?.columns.findIndex(({ name }) => name === "reason") ?? -1] : undefined;
      const why = reading.why ? `: ${typeof reason === "string" && reason ? unended(reason) : "no reason given"}` : "";
      return `${String(title ?? "one without a name")}${more.length > 0 ? ` (${more.join(", ")})` : ""}${why}`;
    });
    const rest = total.rows - shown.length;
    const of = figure(result.title, total.rows, { of: "count" });
    const worth = query.measure.of === "sum" ? toLine`, ${whole()} in all` : [];
    const most = query.limit < total.rows && query.limit <= mostNamed;
    const list = `${names.join("; ")}${rest > 0 && !most ? `; and ${formatNumber(rest)} more` : ""}`;
    return most
      ? [...toLine`${list}, of ${of} ${noun(total.rows)}${conditions}`, ...end()]
      : [...toLine`${of} ${noun(total.rows)}`, ...worth, `${conditions}: ${list}`, ...end()];
  }

  function grouping(of: readonly QueryGroup[]): Line {
    const known = of.filter(({ key }) => key !== null);
    const one = (group: QueryGroup): Figure => figure(group.label, group.value, { href: group.href });
    const whose = (group: QueryGroup) =>
      group.share !== null ? `, ${formatNumber(group.share * 100, 1)}% of the total` : "";
    if (reading.kind === "series" && query.measure.of === "latest") {
      const dated = known
        .filter(({ value }) => value !== null)
        .toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
      const [start, now] = [dated[0], dated.at(-1)];
      if (start && now)
        return [...toLine`${one(now)} in ${now.label}, from ${one(start)} in ${start.label}${conditions}`, ...end()];
    }
    if (reading.kind === "names") {
      const names = known.slice(0, mostRows).map(({ label }) => label);
      const more = result.groupCount - names.length;
      const amount = figure(result.title, known.length > 0 ? result.groupCount : 0, { of: "count" });
      return [
        ...toLine`${amount}${conditions}: ${names.join(", ")}${more > 0 ? ` and ${formatNumber(more)} more` : ""}`,
        ...end(),
      ];
    }
    const ordered = reading.kind === "series" ? known.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)) : known;
    const isLow = query.order === "smallest";
    const [first, ...others] = isLow && reading.kind === "series" ? ordered.toReversed() : ordered;
    if (!first)
      return [
        ...toLine`${whole()}: ${pluralize(total.rows, noun(1), noun(2))}${conditions}, none of them with a known group`,
        ...end(),
      ];
    const unitName = query.measure.of === "count" ? ` ${noun(first.value ?? 0)}` : "";
    const next = others.slice(0, Math.min(mostNamed, query.limit) - 1);
    if (reading.kind === "series" && query.order !== "largest" && query.order !== "smallest") {
      const last = others.at(-1);
      const low = last ? toLine`; lowest ${last.label} with ${one(last)}` : [];
      return [
        ...toLine`${whole()}${query.measure.of === "count" ? ` ${noun(total.rows)}` : ""} in all${conditions}. Highest ${first.label} with ${one(first)}`,
        ...low,
        ...end(),
      ];
    }
    const word = isLow ? "is lowest" : reading.kind === "series" ? "was highest" : "leads";
    const then = next.flatMap((group, at) => [...toLine`${at === 0 ? ". Then " : ", "}${group.label} ${one(group)}`]);
    return [
      ...toLine`${first.label} ${word}${conditions}: ${one(first)}${unitName}${whose(first)} (${whole()})`,
      ...then,
      ...end(),
    ];
  }

  function table(): Section | null {
    if (groups) {
      const columns = [query.groupBy?.unit ?? "Group", "Value", ...(compared ? [compared.label] : []), "Rows"];
      return {
        title: result.title,
        lines: [],
        table: {
          columns,
          rows: groups
            .slice(0, mostRows)
            .map((group) => [
              [group.label],
              toLine`${figure(group.label, group.value, { href: group.href })}`,
              ...(compared ? [toLine`${figure(`${group.label}, ${compared.label}`, group.previous)}`] : []),
              [formatNumber(group.rows)],
            ]),
        },
      };
    }
    if (!rows || rows.rows.length === 0) return null;
    return {
      title: result.title,
      lines: [],
      table: {
        columns: rows.columns.map(({ label }) => label),
        rows: rows.rows.slice(0, mostRows).map(({ cells }) => cells.map((cell) => [cellText(cell) ?? "–"])),
      },
    };
  }

  function cellText(cell: string | number | boolean | null): string | null {
    if (cell === null) return null;
    if (typeof cell === "boolean") return cell ? "Yes" : "No";
    return typeof cell === "number" ? formatNumber(cell, 2) : cell;
  }
}

/** A typed sentence without its end mark, to continue it. */
const unended = (text: string): string => text.trim().replace(/[.;]$/, "");

/** Neighbouring words become one, so that a line is as short as it can be. */
function joined(line: Line): Line {
  const parts: Line = [];
  for (const part of line) {
    const last = parts.at(-1);
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}
