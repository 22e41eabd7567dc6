import { formatMoney, formatNumber, shortDay } from "#contract/format.ts";
import { exploreHref, type FieldType, measuredName } from "#contract/query.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { type AnswerParts, mostNamed, mostRows, type Row } from "./parts.ts";
import { formatCell } from "./table.ts";

/** "3 invoices, £6,000 in all: INV-1 (Alder Ltd, £1,000); …", or the only row in full. */
export function rowsHeadline(parts: AnswerParts): Line {
  const { result, subject, reading, ownCurrency, conditions, noun, addFigure, addTotal, ending } = parts;
  const { query, total, rows } = result;
  const [single] = rows?.rows ?? [];
  if (total.rows === 1 && single) {
    addFigure(result.title, 1, { of: "count", href: single.href ?? exploreHref(query) });
    return [describeRow(parts, single), ...ending()];
  }
  const isByDay = query.order === "first" || query.order === "last";
  const isLong = total.rows > mostNamed;
  const shown = (rows?.rows ?? []).slice(0, Math.min(total.rows <= mostRows ? mostRows : mostNamed, query.limit));
  const names = shown.map(({ cells, currency: own }) => {
    const [title] = cells;
    if (isLong && total.rows <= mostRows && !reading.why && !query.show) return String(title ?? "one without a name");
    const columns = rows?.columns ?? [];
    const asked = (query.show ?? []).flatMap((name) => {
      const place = columns.findIndex((one) => one.name === name);
      const [column, cell = null] = [columns[place], cells[place]];
      return column ? [shownCell(column, cell, own ?? ownCurrency)] : [];
    });
    const second = cells[1 + asked.length];
    const isParty = subject.fields.find(({ name }) => name === columns[1 + asked.length]?.name)?.type === "text";
    const party = isParty ? second : null;
    const at =
      rows?.columns.findIndex(({ name, type }) =>
        query.measure.field ? name === measuredName(subject, query) : type === "money",
      ) ?? -1;
    const value = at >= 0 ? cells[at] : null;
    const isMoney = rows?.columns[at]?.type === "money";
    const amount =
      typeof value === "number" ? (isMoney ? formatMoney(value, own ?? ownCurrency) : formatNumber(value, 1)) : null;
    // The latest and the first are told by their day.
    const dayName = query.day ?? subject.day;
    const day =
      isByDay && !query.show?.includes(dayName ?? "") ? cells[columns.findIndex(({ name }) => name === dayName)] : null;
    const on = typeof day === "string" ? shortDay(day) : null;
    const more = [
      typeof party === "string" && !String(title).includes(party) && party !== day ? party : null,
      ...asked,
      on,
      amount,
    ].filter(Boolean);
    const reason = reading.why ? cells[rows?.columns.findIndex(({ name }) => name === "reason") ?? -1] : undefined;
    const why = reading.why
      ? `: ${typeof reason === "string" && reason ? withoutEndMark(reason) : "no reason given"}`
      : "";
    return `${String(title ?? "one without a name")}${more.length > 0 ? ` (${more.join(", ")})` : ""}${why}`;
  });
  const rest = total.rows - shown.length;
  const of = addFigure(result.title, total.rows, { of: "count" });
  const worth = query.measure.of === "sum" ? toLine`, ${addTotal()} in all` : [];
  const most = query.limit < total.rows && query.limit <= mostNamed;
  const list = `${names.join("; ")}${rest > 0 && !most ? `; and ${formatNumber(rest)} more` : ""}`;
  return most
    ? [...toLine`${list}, of ${of} ${noun(total.rows)}${conditions}`, ...ending()]
    : [...toLine`${of} ${noun(total.rows)}`, ...worth, `${conditions}: ${list}`, ...ending()];
}

/** "due on 3 Nov 2026", "pH 7.2": the value of a field that was asked for. */
function shownCell(
  { label, type }: { label: string; type: FieldType },
  cell: string | number | boolean | null,
  own: Currency,
): string {
  if (cell === null) return `no ${label.toLowerCase()}`;
  const text =
    type === "money" && typeof cell === "number"
      ? formatMoney(cell, own)
      : type === "day"
        ? shortDay(String(cell))
        : (formatCell(cell) ?? "");
  return `${label.toLowerCase()} ${text}`;
}

/** One row in full, without repeated states: "INV-104: disputed, Alder Ltd, £4,350, due 3 Nov 2026." */
function describeRow({ result: { rows }, subject, ownCurrency }: AnswerParts, { cells, currency: own }: Row): string {
  const parts = (rows?.columns ?? []).flatMap(({ label, type, name }, at) => {
    const cell = cells[at] ?? null;
    if (cell === null || at === 0) return [];
    if (type === "money" && typeof cell === "number") return [formatMoney(cell, own ?? ownCurrency)];
    if (type === "day") return [`${label.toLowerCase()} ${shortDay(String(cell))}`];
    if (name === "role") return [String(cell)];
    if (type === "choice" || name === "status") return [String(cell).toLowerCase()];
    return type === "note" ? [`${label.toLowerCase()}: ${withoutEndMark(String(cell))}`] : [formatCell(cell) ?? ""];
  });
  return `${String(cells[0] ?? subject.one)}: ${[...new Set(parts)].join(", ")}`;
}

/** A typed sentence without its final mark, to continue it. */
const withoutEndMark = (text: string): string => text.trim().replace(/[.;]$/, "");
