import { counted, grouped, money, shortDay } from "#contract/format.ts";
import {
  exploreHref,
  spelledOut,
  type QueryGroup,
  type QueryResult,
  type QuerySubject,
  type ResultUnit,
} from "#contract/query.ts";
import { type Fact, type Figure, type Line, say, type Section } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Reading } from "./reading.ts";

/** What a query says as an answer: a sentence with its figures, the rows it stands on, and a table. */
export type QueryAnswer = { headline: Line; figures: Figure[]; facts: Fact[]; section: Section | null };

type Row = NonNullable<QueryResult["rows"]>["rows"][number];

const mostNamed = 5;
const mostRows = 12;

const unitOf: Record<ResultUnit, Figure["unit"]> = {
  count: "count",
  money: "money",
  number: "score",
  share: "share",
  days: "days",
  hours: "hours",
};

/** What the rows were narrowed to, in words; empty where nothing was. */
const conditionsOf = ({ title }: QueryResult): string => title.split(": ").slice(1).join(": ");
const inBrackets = (text: string): string => (text === "" ? "" : ` (${text})`);

/** Takes what a query came to and how it was read, gives the answer in words. */
export function answerOf(
  result: QueryResult,
  subject: QuerySubject,
  reading: Pick<Reading, "kind" | "focus">,
  ownCurrency: Currency,
): QueryAnswer {
  const { query, total, unit, currency, groups, rows, compared } = result;
  const figures: Figure[] = [];
  const isFigure = subject.id === "figures";
  const figureName = isFigure ? String(query.filters.find(({ field }) => field === "name")?.values[0] ?? "") : "";
  const noun = (count: number): string =>
    isFigure ? (count === 1 ? "day" : "days") : count === 1 ? subject.one : subject.many;
  const figure = (
    label: string,
    value: number | null,
    { href = exploreHref(query), of = unitOf[unit], formula = null as string | null, in: other = currency } = {},
  ): Figure => {
    const made: Figure = {
      id: `q${figures.length + 1}`,
      label,
      value,
      unit: of,
      currency: of === "money" ? other : null,
      range: null,
      formula,
      source: { label: counted(total.rows, noun(1), noun(2)), href, asOf: result.asOf },
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
      return say` ${`Not added: `}${other} in ${counted(one.rows, noun(1), noun(2))}.`;
    }),
    ...(result.data && total.rows === 0 && result.period
      ? [` The data runs from ${shortDay(result.data.from)} to ${shortDay(result.data.to)}.`]
      : []),
  ];
  return { headline: joined(headline()), figures, facts, section: table() };

  function change(): Line {
    if (!compared || total.previous === null || total.value === null) return [];
    const before = figure(`The same, ${compared.label}`, total.previous);
    if (total.previous === 0) return say`, against ${before} in ${compared.label}`;
    const by = (total.value - total.previous) / Math.abs(total.previous);
    const word = by > 0 ? "up" : "down";
    return by === 0
      ? say`, the same as in ${compared.label}`
      : say`, ${word} ${`${grouped(Math.abs(by) * 100, 1)}%`} on ${compared.label} (${before})`;
  }

  function headline(): Line {
    if (total.rows === 0) return [...say`${"No"} ${subject.many} match${conditions}`, ...end()];
    if (groups) return grouping(groups);
    if (reading.kind === "rows") return listing();
    const named = figureName.replaceAll("_", " ");
    if (query.measure.of === "count") return [...say`${whole()} ${noun(total.rows)}${conditions}`, ...end()];
    if (query.measure.of === "latest" && isFigure && result.data && !query.period)
      return [...say`${spelledOut(figureName)} was ${whole()} on ${shortDay(result.data.to)}`, ...end()];
    const rowsOf = isFigure ? named : counted(total.rows, noun(1), noun(2));
    const how = {
      sum: "",
      average: " on average",
      median: " at the median",
      minimum: " at least",
      maximum: " at most",
      latest: " at the last count",
      count: "",
    }[query.measure.of];
    const field = subject.fields.find(({ name }) => name === (query.measure.field ?? subject.amount));
    const of = isFigure || field?.name === subject.amount ? "" : `${(field?.label ?? "").toLowerCase()}, `;
    return [...say`${whole()}${how}: ${of}${rowsOf}${conditions}`, ...end()];
  }

  /** One row in full: "INV-104: disputed, Alder Ltd, £4,350, due 3 Nov 2026." */
  function described({ cells, currency: own }: Row): string {
    const parts = (rows?.columns ?? []).flatMap(({ label, type, name }, at) => {
      const cell = cells[at] ?? null;
      if (cell === null || at === 0) return [];
      if (type === "money" && typeof cell === "number") return [money(cell, own ?? ownCurrency)];
      if (type === "day") return [`${label.toLowerCase()} ${shortDay(String(cell))}`];
      if (type === "choice" || name === "status") return [String(cell).toLowerCase()];
      return type === "note" ? [`${label.toLowerCase()}: ${String(cell)}`] : [cellText(cell) ?? ""];
    });
    return `${String(cells[0] ?? subject.one)}: ${parts.join(", ")}`;
  }

  function listing(): Line {
    const [single] = rows?.rows ?? [];
    if (total.rows === 1 && single) {
      figure(result.title, 1, { of: "count", href: single.href ?? exploreHref(query) });
      return [described(single), ...end()];
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
        typeof value === "number" ? (isMoney ? money(value, own ?? ownCurrency) : grouped(value, 1)) : null;
      const more = [typeof party === "string" && !String(title).includes(party) ? party : null, amount].filter(Boolean);
      return `${String(title ?? "one without a name")}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
    });
    const rest = total.rows - shown.length;
    const of = figure(result.title, total.rows, { of: "count" });
    const worth = query.measure.of === "sum" ? say`, ${whole()} in all` : [];
    const most = query.limit < total.rows && query.limit <= mostNamed;
    const list = `${names.join("; ")}${rest > 0 && !most ? `; and ${grouped(rest)} more` : ""}`;
    return most
      ? [...say`${list}, of ${of} ${noun(total.rows)}${conditions}`, ...end()]
      : [...say`${of} ${noun(total.rows)}`, ...worth, `${conditions}: ${list}`, ...end()];
  }

  function grouping(of: readonly QueryGroup[]): Line {
    const known = of.filter(({ key }) => key !== null);
    const one = (group: QueryGroup): Figure => figure(group.label, group.value, { href: group.href });
    const whose = (group: QueryGroup) =>
      group.share !== null ? `, ${grouped(group.share * 100, 1)}% of the total` : "";
    if (reading.focus !== null) {
      const focus = of.find(({ key }) => key?.toLowerCase() === reading.focus?.toLowerCase());
      const share = figure(`Share: ${focus?.label ?? reading.focus}`, focus?.share ?? 0, { of: "share" });
      return [
        ...say`${share} of ${counted(total.rows, noun(1), noun(2))}: ${focus?.label ?? reading.focus}, ${counted(focus?.rows ?? 0, noun(1), noun(2))}${conditions}`,
        ...end(),
      ];
    }
    if (reading.kind === "series" && query.measure.of === "latest") {
      const dated = known
        .filter(({ value }) => value !== null)
        .toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
      const [start, now] = [dated[0], dated.at(-1)];
      if (start && now)
        return [...say`${one(now)} in ${now.label}, from ${one(start)} in ${start.label}${conditions}`, ...end()];
    }
    if (reading.kind === "names") {
      const names = known.slice(0, mostRows).map(({ label }) => label);
      const more = result.groupCount - names.length;
      const amount = figure(result.title, known.length > 0 ? result.groupCount : 0, { of: "count" });
      return [
        ...say`${amount}${conditions}: ${names.join(", ")}${more > 0 ? ` and ${grouped(more)} more` : ""}`,
        ...end(),
      ];
    }
    const ordered = reading.kind === "series" ? known.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)) : known;
    const isLow = query.order === "smallest";
    const [first, ...others] = isLow && reading.kind === "series" ? ordered.toReversed() : ordered;
    if (!first)
      return [
        ...say`${whole()}: ${counted(total.rows, noun(1), noun(2))}${conditions}, none of them with a known group`,
        ...end(),
      ];
    const unitName = query.measure.of === "count" ? ` ${noun(first.value ?? 0)}` : "";
    const next = others.slice(0, Math.min(mostNamed, query.limit) - 1);
    if (reading.kind === "series" && query.order !== "largest" && query.order !== "smallest") {
      const last = others.at(-1);
      const low = last ? say`; lowest ${last.label} with ${one(last)}` : [];
      return [
        ...say`${whole()}${query.measure.of === "count" ? ` ${noun(total.rows)}` : ""} in all${conditions}. Highest ${first.label} with ${one(first)}`,
        ...low,
        ...end(),
      ];
    }
    const word = isLow ? "is lowest" : reading.kind === "series" ? "was highest" : "leads";
    const then = next.flatMap((group, at) => [...say`${at === 0 ? ". Then " : ", "}${group.label} ${one(group)}`]);
    return [
      ...say`${first.label} ${word}: ${one(first)}${unitName}${whose(first)} (${whole()})${conditions}`,
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
              say`${figure(group.label, group.value, { href: group.href })}`,
              ...(compared ? [say`${figure(`${group.label}, ${compared.label}`, group.previous)}`] : []),
              [grouped(group.rows)],
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
    return typeof cell === "number" ? grouped(cell, 2) : cell;
  }
}

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
