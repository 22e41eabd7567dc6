/** What a file is read with; everything a person can change about the way its bytes become lines. */
export type Layout = {
  /** A table of text, or a sheet of a workbook. */
  format: "text" | "workbook";
  /** A label of the WHATWG encoding standard, such as "windows-1252"; null for a workbook. */
  codePage: string | null;
  /** Null for a workbook. */
  delimiter: string | null;
  /** The name of the sheet; null for a text. */
  sheet: string | null;
  /** The line of the heading, counted from 1 as a spreadsheet program counts; 0 if the file has none. */
  headingLine: number;
};

/** Gives the bytes of a file again on each call, so that files of any size can be read more than once. */
export type Source = { size: number; bytes(): AsyncIterable<Uint8Array> };

/** A file whose bytes are in memory. */
export const sourceOf = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  async *bytes() {
    yield bytes;
  },
});

/**
 * A line of the file: its number, counted from 1 as a spreadsheet program counts, and its cells. A line with a fault
 * cannot be taken, such as one with more filled cells than the heading.
 */
export type Line = { line: number; cells: string[]; fault?: string };

export type LeftLine = { line: number; why: "title" | "total" | "repeated heading" | "note"; text: string };

export type DayOrder = "year first" | "day first" | "month first";
export type DecimalSign = "." | ",";

/** What the cells of a column are; "text" if nothing else fits. "empty": no cell is filled. */
export type ColumnType = "empty" | "day" | "instant" | "number" | "money" | "percent" | "flag" | "email" | "text";

/** How the cells of a column are read, decided by the whole column. */
export type ColumnFormat = {
  type: ColumnType;
  dayOrder?: DayOrder;
  /** Of numbers, amounts and percents. */
  decimal?: DecimalSign;
  /** Of percents: whether 50 means 50 % ("hundred") or 0.5 does ("one"). */
  whole?: "hundred" | "one";
  /** Of amounts: the currency that a sign used by several stands for, such as "$". */
  currency?: string;
  /** Of amounts marked CR and DR: the mark of negative ones. */
  negative?: "CR" | "DR";
  /** Of instants: the zone of cells that name none, from the heading: "Created (UTC)". */
  zone?: string;
  /** Of days: the cells are months, read as their first day. */
  months?: true;
  /** Of days: each cell is midnight of its zone, as programs write days that only know instants: days as written. */
  midnights?: true;
};

/**
 * What a column could mean as well: readings that fit every cell equally, or that cells contradict each other about.
 * `settled` is by the company's country, the other columns of the file or a sign beside the numbers, with its reason;
 * null must be asked. The answer goes into the column's format: "day order" into `dayOrder`, "decimal" into `decimal`,
 * "percent" into `whole`, "currency" into `currency`, "sign" into `negative`. Doubts are listed for every use of the
 * column: only those about what it is used as matter.
 */
export type Doubt = {
  about: "day order" | "decimal" | "percent" | "currency" | "sign";
  /** Each reading with a cell as an example, read in that way: 03/04/2026 is 3 April 2026. */
  readings: { value: string; cell: string; means: string }[];
  settled: { value: string; because: string } | null;
};

export type ColumnProfile = {
  /** The place in the line, from 0. */
  at: number;
  heading: string;
  format: ColumnFormat;
  doubts: Doubt[];
  filled: number;
  /** Numbers that a spreadsheet would count days by, and numbers of seconds (to 2033) or milliseconds since 1970. */
  serials?: number;
  epochs?: number;
  /** Cells that do not fit the format, and the first of them. */
  unfit: number;
  unfitCells: { line: number; cell: string }[];
  below: number;
  above: number;
  /** Currencies named in cells, by ISO code with their number; "?" for a sign that several currencies use. */
  currencies: Record<string, number>;
  /** The distinct cells with their number, most frequent first; null if there are more than 200. */
  values: { value: string; count: number }[] | null;
  /** The first few distinct cells. */
  examples: string[];
  longest: number;
};

/** A table with months across, such as a profit and loss: each of its cells is a record. */
export type Across = {
  label: number;
  /** Other columns, kept for every record of a line. */
  kept: number[];
  /** The first day of each month, or its name where nothing says the year; `measure` counts amounts of one month. */
  months: { at: number; month: string; measure?: number }[];
  /** How many amounts each month has, such as budget and actual; one if absent. */
  measures?: number;
  /** Lines that only have a name and head the lines below: "Income". */
  sections: string[];
  heading: string[];
};

/** A year and a month, and perhaps a day, in columns of their own: records have one column in their place. */
export type SplitDay = {
  year: number;
  month: number;
  day: number | null;
  heading: string[];
};

/** Of a table whose records stand below a name each: lines without a day are names, totals and notes. */
export type Groups = { day: number; numbers: number[]; notes: string[]; hasTotals: boolean; heading: string[] };

/** What tells lines without a record from records, as places in the line. */
export type Shape = {
  heading: string[];
  /** Columns without numbers that nearly every line fills. */
  keys: number[];
  /** Those keys that hold days: a line without them, and without numbers, is no record. */
  days: number[];
  numbers: number[];
  /** Of a table with months across; its columns are those of the records it makes. */
  across?: Across;
  /** Of a table with the year and the month in columns of their own. */
  split?: SplitDay;
  /** Of a table in groups; its records have the name of theirs in one more column, the last. */
  groups?: Groups;
};

/** What a pass over a whole file finds. */
export type FileProfile = {
  layout: Layout;
  /** Other code pages that fit, best first; empty if the bytes leave no doubt. */
  codePages: string[];
  /** The sheets of a workbook, the chosen one included. */
  sheets: string[];
  lines: number;
  left: LeftLine[];
  /** `left` holds the first 50. */
  leftCount: number;
  columns: ColumnProfile[];
  shape: Shape;
  first: Line[];
  /** Lines behind those that have what is rare before them, such as the only unpaid ones. */
  further?: Line[];
  /** What a person should know, such as "The quote in line 7 does not close: the line was read as it stands." */
  notes: string[];
};

/** What the reader needs to know of the company to settle a tie. */
export type Place = { currency: string; timeZone: string };

export class UnreadableFile extends Error {
  readonly line: number;
  constructor(sentence: string, line = 1, options?: ErrorOptions) {
    super(sentence, options);
    this.line = line;
  }
}
