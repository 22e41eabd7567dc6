import { writeText, writeWorkbook } from "./bytes.ts";
import { entitiesOf, pick, rounded } from "./entities.ts";
import type { Cell, Column, Entity, ExportFile, Locale, Shape, Truth, Value } from "./export.ts";

const isMoneyKind = (shape: Shape) => !["tickets", "figures", "customers", "vendors"].includes(shape.target);

/** The program's word for what the record says; where it has none, the record says what a word of the program does. */
function wordOf(words: Readonly<Record<string, unknown>>, field: string, entity: Entity, at: number): string {
  const own = Object.keys(words);
  const fitting = own.filter((word) => words[word] === entity[field]);
  const word = pick(fitting.length > 0 ? fitting : own, fitting.length > 0 ? Math.floor(at / 2) : at);
  entity[field] = words[word] as Entity[string];
  return word;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isInteger(value) ? { amount: value, digits: 0 } : { amount: value };
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)) return { day: value };
  return String(value);
}

function written([, field, how]: Column, entity: Entity, at: number, of: Locale, word: string | undefined): Cell {
  if (typeof how === "function") return how(entity, at, of);
  if (word !== undefined) return word;
  const value = field === null ? null : (entity[field] ?? null);
  // Amounts have the digits of their currency; counts have none.
  return typeof value === "number" && /amount|value|cost|balance|net|fee|budget|actual|revenue/i.test(field ?? "")
    ? { amount: value, digits: of.digits }
    : cellOf(value);
}

/** Days of the file as they are written: whether one of them tells the day from the month. */
function leavesDayOrderOpen(rows: Cell[][], of: Locale): boolean {
  const cells = rows.flat().filter((cell) => cell !== null && typeof cell === "object");
  const days = cells.flatMap((cell) =>
    "day" in cell ? [[cell.day, of.style.days]] : "at" in cell ? [[cell.at, cell.form ?? of.style.days]] : [],
  ) as [string, string][];
  const open = days.filter(([, form]) => /^(?:D{1,2}[/-]M{1,2}|M{1,2}[/-]D{1,2})[/-]/.test(form));
  return (
    !of.style.xlsx &&
    open.some(([day]) => day.slice(5, 7) !== day.slice(8, 10)) &&
    open.every(([day]) => Number(day.slice(8, 10)) <= 12)
  );
}

export function write(shape: Shape, locale: Locale): ExportFile {
  const at = shape.locales.indexOf(locale);
  const of: Locale = { ...locale, style: { ...locale.style, ...shape.style, ...locale.own } };
  const headings = shape.columns.map(([heading]) => heading.split("|")[at] ?? heading.split("|")[0] ?? "");
  const entities = entitiesOf(shape.target, shape.rows ?? 24, of).map((entity, row) => {
    const full = { ...entity, ...shape.implied };
    return shape.each ? { ...full, ...shape.each(full, row, of) } : full;
  });
  const titles: Cell[][] = shape.titles?.(of) ?? [];
  const headingLine = titles.length + 1;
  const rows: Cell[][] = [...titles, headings];
  const records: Truth["records"] = [];
  /** What the words of each column mean. */
  const meanings: Record<string, Value>[] = [];
  const left = titles.flatMap((cells, line) => (cells.some((cell) => cell !== "") ? [line + 1] : []));
  const fields = [
    ...new Set([
      ...shape.columns.flatMap(([, field]) => (field ? [field] : [])),
      ...Object.keys(shape.implied ?? {}),
      ...(shape.also ?? []),
    ]),
  ];
  if (shape.body) {
    const body = shape.body(of, entities);
    for (const { lines, fields: own } of body.records)
      records.push({ lines: lines.map((line) => line + headingLine), fields: own });
    left.push(...body.left.map((line) => line + headingLine));
    rows.push(...body.rows);
  } else {
    for (const [row, entity] of entities.entries()) {
      const words = shape.columns.map(([, field, how], place) => {
        if (!field || typeof how !== "object") return undefined;
        const word = wordOf(how, field, entity, row);
        (meanings[place] ??= {})[word] = entity[field] ?? null;
        return word;
      });
      const lines: number[] = [];
      for (let item = 0; item < (shape.items?.(row) ?? 1); item += 1) {
        const own = shape.item?.(entity, row, item, of) ?? {};
        rows.push(
          shape.columns.map((column, place) => own[column[0]] ?? written(column, entity, row, of, words[place])),
        );
        lines.push(rows.length);
        for (const [place, [, field, how]] of shape.columns.entries()) {
          const cell = rows.at(-1)?.[place];
          if (field && typeof how === "function" && typeof cell === "string" && cell)
            (meanings[place] ??= {})[cell] = entity[field] ?? null;
        }
      }
      if (entity["skip"]) {
        left.push(...lines);
        continue;
      }
      const said = Object.fromEntries(fields.map((field) => [field, entity[field] ?? null]));
      if (isMoneyKind(shape)) said["currency"] = entity["currency"] ?? of.place.currency;
      records.push({ lines, fields: said });
    }
  }
  const total = entities.reduce((sum, entity) => sum + Number(entity[shape.sum ?? ""] ?? 0), 0);
  for (const cells of shape.ends?.({ amount: rounded(total, of) }, headings.length, of) ?? []) {
    rows.push(cells);
    if (cells.some((cell) => cell !== "" && cell !== null)) left.push(rows.length);
  }
  const { style } = of;
  const mustAsk = [...(shape.ask ?? [])];
  if (of.place.currency === "CAD" && !shape.knownOrder && leavesDayOrderOpen(rows, of))
    mustAsk.push({ kind: "day order", column: null });
  for (const heading of shape.own ?? []) mustAsk.push({ kind: "words", column: heading.split("|")[at] ?? heading });
  return {
    id: `${shape.program} ${shape.name}, ${of.name}`,
    fileName:
      `${shape.program}-${shape.name}`.replaceAll(/[^A-Za-z0-9]+/g, "-").toLowerCase() +
      (style.xlsx ? ".xlsx" : ".csv"),
    place: of.place,
    bytes: style.xlsx ? writeWorkbook(rows, "Sheet1") : writeText(rows, of),
    truth: {
      program: shape.program,
      target: shape.target,
      records,
      left,
      mustAsk,
      codePage: style.codePage,
      headingLine,
      dayOrder: /^Y/.test(style.days) ? "year first" : /^D/.test(style.days) ? "day first" : "month first",
      decimal: style.decimal,
      currency: of.place.currency,
      sign: shape.sign ?? "in",
      percent: shape.percent ?? "hundred",
      sameNumber: shape.sameNumber ?? null,
      columns: shape.columns.map(([, field], place) => ({
        heading: headings[place] ?? "",
        field,
        words: shape.words ?? meanings[place] ?? null,
      })),
    },
  };
}

export const filesOf = (shapes: readonly Shape[]): ExportFile[] =>
  shapes.flatMap((shape) => shape.locales.map((locale) => write(shape, locale)));
