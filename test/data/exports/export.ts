import type { Place } from "#platform/reading/reading.ts";

export type Amount = { amount: number; digits?: number; sign?: "before" | "after" | "code" };
/** What a cell holds, before it is written in the way of a locale. A string is written as it is. */
export type Cell =
  | string
  | null
  | { day: string }
  /** The time of day in the company's zone, or in UTC for "utc". */
  | { at: string; form?: string }
  | Amount;
export type Value = string | number | boolean | null;
/** A record in the product's words: the fields of its kind with their values. */
export type Entity = Record<string, Value>;

/** How a program writes days, numbers and text in a locale. */
export type Style = {
  /** Of Y, M, D as "YYYY-MM-DD", "D-MMM-YY". */
  days: string;
  /** Behind a day. */
  times: string;
  decimal: "." | ",";
  group: string;
  /** Groups of two above the thousands. */
  lakh?: boolean;
  /** "CR": costs are marked DR, income CR. */
  negative: "-" | "()" | "after" | "−" | "CR";
  delimiter: string;
  codePage: string;
  bom: boolean;
  eol: "\r\n" | "\n";
  quotes: "needed" | "all";
  xlsx: boolean;
};
export type Locale = {
  name: string;
  place: Place;
  style: Style;
  /** What the program writes otherwise there than elsewhere. */
  own?: Partial<Style>;
  /** The sign of its currency, and the digits behind the decimal sign. */
  sign: string;
  digits: number;
  customers: readonly string[];
  vendors: readonly string[];
  people: readonly string[];
  /** Every day of the file is a 12th or earlier, so that no cell tells day from month. */
  early?: boolean;
};

/** The column's heading (those of the three locales with "|" between), the field it holds, and how it is written. */
export type Column = [heading: string, field: string | null, how?: How];
/** Words of the program with ours, or the cell of a record. */
export type How = Readonly<Record<string, Value>> | ((entity: Entity, at: number, locale: Locale) => Cell);

export type Shape = {
  /** "spreadsheet" if a person wrote it. */
  program: string;
  /** "deals", "A/R aging detail". */
  name: string;
  target: string;
  locales: readonly [Locale, Locale, Locale];
  columns: readonly Column[];
  rows?: number;
  /** How the program writes in every locale, if not as the locale does. */
  style?: Partial<Style>;
  /** What the export says by being what it is, such as the direction of invoices. */
  implied?: Entity;
  /** Changes a record before it is written; one with `skip` is no record: a failed payment, a pending booking. */
  each?: (entity: Entity, at: number, locale: Locale) => Entity;
  /** Lines per record; the columns with `items` differ between them. */
  items?: (at: number) => number;
  item?: (entity: Entity, at: number, item: number, locale: Locale) => Record<string, Cell>;
  /** What a person answers who is asked about lines of one number. */
  sameNumber?: "sum" | "once";
  titles?: (locale: Locale) => string[][];
  ends?: (sum: Cell, width: number, locale: Locale) => Cell[][];
  /** The field whose sum stands at the end. */
  sum?: string;
  /** Headings of columns with words of the company's own: no program's default tells what they mean. */
  own?: readonly string[];
  /** Writes the body itself: what is not one record per line. */
  body?: (locale: Locale, entities: Entity[]) => { rows: Cell[][]; records: Truth["records"]; left: number[] };
  /** The program writes days in one order everywhere, which its description says. */
  knownOrder?: true;
  /** How shares are written where the cells alone do not say. */
  percent?: "one";
  /** What amounts without a sign are. */
  sign?: "out";
  /** Fields that several columns hold together. */
  also?: readonly string[];
  /** What words mean that are asked about although their column holds another field. */
  words?: Readonly<Record<string, Value>>;
  /** Questions that must be asked for other reasons. */
  ask?: Truth["mustAsk"];
};

/** What a reader must find, in neutral terms. Lines are counted from 1. */
export type Truth = {
  program: string;
  target: string;
  records: { lines: number[]; fields: Entity }[];
  /** Lines that hold no record, blank ones not counted. */
  left: number[];
  mustAsk: {
    kind: "day order" | "words" | "heading" | "decimal" | "currency" | "percent" | "sign";
    column: string | null;
  }[];
  /** What a person who knows the file would answer. */
  codePage: string;
  headingLine: number;
  dayOrder: "year first" | "day first" | "month first";
  decimal: "." | ",";
  currency: string;
  percent: "hundred" | "one";
  sign: "in" | "out";
  /** What several lines of one number are. */
  sameNumber: "sum" | "once" | null;
  columns: { heading: string; field: string | null; words: Readonly<Record<string, Value>> | null }[];
};

export type ExportFile = {
  id: string;
  fileName: string;
  place: Place;
  bytes: Uint8Array<ArrayBuffer>;
  truth: Truth;
};
