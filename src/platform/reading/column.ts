import { formatNumber } from "#contract/format.ts";
import { daysOf, epochOf, flags, inDecimal, inOrder, isDash, isEmail, isNothing, isSerial } from "./cells.ts";
import { readWrittenDay, type WrittenDay } from "./days.ts";
import { choicesOf, currenciesOf, readWrittenNumber, type WrittenNumber } from "./numbers.ts";
import type { ColumnFormat, ColumnProfile, ColumnType, DayOrder, DecimalSign, Doubt, Place } from "./reading.ts";

const mostValues = 200;
/** Distinct cells between two readings of a column with more. */
const mostPending = 1000;
/** Cells that repeat less often are read one by one for a while. */
const mostAlike = 1.2;
const unlikeCells = 20_000;
const mostExamples = 5;
/** The share of the filled cells that must fit a type. */
const enough = 0.75;

/** A copy that does not keep the text alive that it is a piece of. */
const copy = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

type Unfit = { line: number; cell: string }[];
/** Cells by what decides between readings: their number and the first of them. */
type Evidence = Map<string, { count: number; cell: string }>;

const note = (evidence: Evidence, key: string, count: number, cell: string): void => {
  const known = evidence.get(key);
  if (known) known.count += count;
  else evidence.set(key, { count, cell: copy(cell) });
};

const orders = ["day first", "month first", "year first"] as const satisfies DayOrder[];

/** Gathers what the cells of a column are, in bounded memory. */
export class ColumnReader {
  readonly at: number;
  readonly heading: string;
  readonly place: Place;
  /** Cells that are not read yet: all distinct ones while they are few. */
  private readonly pending = new Map<string, { count: number; line: number }>();
  private isFew = true;
  /** How many of the next cells are read as they come, because those before hardly repeated. */
  private unlike = 0;
  private examples: string[] = [];
  private filled = 0;
  private longest = 0;
  private dashes = 0;
  private readonly fits = { day: 0, number: 0, flag: 0, email: 0 };
  private readonly unfit = { day: [] as Unfit, number: [] as Unfit, flag: [] as Unfit, email: [] as Unfit };
  private readonly dayEvidence: Evidence = new Map();
  private days = { timed: 0, zoned: 0, late: 0, months: 0, serials: 0, epochs: 0 };
  /** The first and last numbers of days with two digits for the year. */
  private readonly ends = { first: new Set<string>(), last: new Set<string>() };
  /** Numbers without any sign, and ambiguous ones that end in a zero. */
  private readonly groups = { small: 0, large: 0, round: 0 };
  private readonly decimals: Evidence = new Map();
  private numbers = {
    percent: 0,
    zeros: 0,
    cents: 0,
    over: 0,
    fractions: 0,
    ones: 0,
    unmarked: 0,
    currency: 0,
    below: 0,
    above: 0,
  };
  private readonly marks: Evidence = new Map();
  private readonly currencies: Evidence = new Map();

  constructor(at: number, heading: string, place: Place) {
    this.at = at;
    this.heading = heading;
    this.place = place;
  }

  add(cell: string, line: number): void {
    if (cell === "") return;
    if (this.unlike > 0) {
      this.unlike -= 1;
      this.classify(cell, 1, line);
      return;
    }
    const known = this.pending.get(cell);
    if (known) {
      known.count += 1;
      return;
    }
    if (this.pending.size >= (this.isFew ? mostValues : mostPending)) {
      this.classifyAll();
      this.isFew = false;
    }
    this.pending.set(this.isFew ? copy(cell) : cell, { count: 1, line });
  }

  /** Equal cells are read once: most columns repeat theirs. */
  private classifyAll(): void {
    if (this.isFew)
      this.examples = [...this.pending.keys()].filter((value) => !isNothing(value)).slice(0, mostExamples);
    let cells = 0;
    for (const [value, { count, line }] of this.pending) {
      this.classify(value, count, line);
      cells += count;
    }
    if (!this.isFew && cells < this.pending.size * mostAlike) this.unlike = unlikeCells;
    this.pending.clear();
  }

  private classify(cell: string, count: number, line: number): void {
    if (cell.length > this.longest) this.longest = cell.length;
    if (isNothing(cell)) {
      if (isDash(cell)) this.dashes += count;
      return;
    }
    this.filled += count;
    const number = readWrittenNumber(cell, this.place.currency);
    if (number) this.addNumber(cell, number, count);
    else this.misfit("number", cell, line);
    // A plain number of another length is no day.
    const day = number && number.currency === null && !/^\d{8}$|\D/.test(cell) ? null : readWrittenDay(cell);
    if (day) this.addDay(cell, day, count);
    else if (isSerial(cell)) this.days.serials += count;
    else if (number && !/^[2-9]\d{9}(?!\d)/.test(cell) && epochOf(cell) !== null) this.days.epochs += count;
    else this.misfit("day", cell, line);
    if (cell.length < 12 && flags.has(cell.toLowerCase())) this.fits.flag += count;
    else this.misfit("flag", cell, line);
    if (isEmail(cell)) this.fits.email += count;
    else this.misfit("email", cell, line);
  }

  private misfit(type: keyof typeof this.unfit, cell: string, line: number): void {
    const cells = this.unfit[type];
    if (cells.length < mostExamples) cells.push({ line, cell: copy(cell.slice(0, 200)) });
  }

  private addNumber(cell: string, read: WrittenNumber, count: number): void {
    const { point, comma } = read;
    this.fits.number += count;
    if (/^0\d/.test(cell)) this.numbers.zeros += count;
    if (/[.,]\d\d(?!\d)/.test(cell)) this.numbers.cents += count;
    if (point !== comma) {
      const sign = cell.includes(",") ? "," : ".";
      note(this.decimals, point === null ? "comma" : comma === null ? "point" : `both ${sign}`, count, cell);
    }
    if (point !== comma && point !== null && comma !== null && cell.endsWith("0")) this.groups.round += count;
    if (/^-?[1-9]\d{0,2}$/.test(cell)) this.groups.small += count;
    else if (/^-?\d{4,}$/.test(cell)) this.groups.large += count;
    const value = point ?? comma ?? 0;
    if (value < 0) this.numbers.below += count;
    else if (value > 0) this.numbers.above += count;
    if (read.percent) this.numbers.percent += count;
    else {
      const size = Math.abs(value);
      if (size > 1) this.numbers.over += count;
      else if (size === 1) this.numbers.ones += count;
      else if (size > 0) this.numbers.fractions += count;
    }
    if (read.mark) note(this.marks, read.mark, count, cell);
    else this.numbers.unmarked += count;
    if (read.currency !== null) {
      this.numbers.currency += count;
      note(this.currencies, read.currency, count, cell);
    }
  }

  private addDay(cell: string, read: WrittenDay, count: number): void {
    this.fits.day += count;
    if (read.month) this.days.months += count;
    if (read.time !== null) {
      this.days.timed += count;
      if (read.offset !== null) this.days.zoned += count;
      if (read.time !== "00:00:00") this.days.late += count;
    }
    const fitting = orders.filter((order) => inOrder(read, order) !== null);
    const ends =
      read.yearFirst !== null && fitting.length > 1 && read.yearFirst !== read.dayFirst
        ? /^(\d\d)\D(?:.*\D)?(\d\d)\b/.exec(cell)
        : null;
    if (ends) {
      this.ends.first.add(ends[1] ?? "");
      this.ends.last.add(ends[2] ?? "");
    }
    // A cell that means the same in each order tells nothing.
    if (daysOf(read).length > 1 || fitting.length < 3)
      note(this.dayEvidence, `${fitting.join()}${daysOf(read).length > 1 ? "" : " alike"}`, count, cell);
  }

  finish(): ColumnProfile {
    const values = this.isFew ? [...this.pending] : null;
    this.classifyAll();
    const format: ColumnFormat = { type: this.type() };
    const doubts: Doubt[] = [];
    this.decideDays(format, doubts);
    this.decideDecimal(format, doubts);
    this.decideNumbers(format, doubts);
    const fit = fitOf[format.type];
    const profile: ColumnProfile = {
      at: this.at,
      heading: this.heading,
      format,
      doubts,
      filled: this.filled,
      serials: this.days.serials,
      epochs: this.days.epochs,
      unfit: fit ? this.filled - this.fits[fit] - (fit === "day" ? this.days.serials : 0) : 0,
      unfitCells: fit ? this.unfit[fit] : [],
      below: this.numbers.below,
      above: this.numbers.above,
      currencies: {},
      values: values
        ? values
            .filter(([value]) => !isNothing(value))
            .map(([value, { count }]) => ({ value, count }))
            .sort((a, b) => b.count - a.count)
        : null,
      examples: this.examples,
      longest: this.longest,
    };
    for (const [sign, { count }] of this.currencies) {
      const meant = currenciesOf(sign);
      const name = meant.length === 1 ? (meant[0] ?? "?") : "?";
      profile.currencies[name] = (profile.currencies[name] ?? 0) + count;
    }
    return profile;
  }

  /** What is read in a way that a person should know. */
  notes(): string[] {
    const type = this.type();
    const { serials } = this.days;
    const zeros = type === "money" && this.dashes > 0;
    return [
      zeros ? `${this.heading}: ${this.dashes === 1 ? "a dash is" : `${this.dashes} dashes are`} read as 0.` : "",
      fitOf[type] === "day" && serials > 0
        ? `${this.heading}: ${serials === 1 ? "a number is" : `${serials} numbers are`} read as a spreadsheet's days.`
        : "",
    ].filter(Boolean);
  }

  private type(): ColumnType {
    const { filled, fits, numbers, days } = this;
    if (filled === 0) return "empty";
    const least = enough * filled;
    if (fits.day > 0 && fits.day + days.serials >= least) {
      // Midnights of one zone in every cell are days of a program that only knows instants.
      return days.timed > 0 && days.late > 0 ? "instant" : "day";
    }
    if (fits.flag === filled && numbers.over === 0 && fits.number < filled) return "flag";
    if (fits.number >= least) {
      if (numbers.percent >= least) return "percent";
      if (numbers.zeros > 0 && numbers.cents === 0) return "text";
      return numbers.currency > 0 || numbers.cents >= 0.9 * fits.number ? "money" : "number";
    }
    return fits.email >= least ? "email" : "text";
  }

  private decideDays(format: ColumnFormat, doubts: Doubt[]): void {
    if (this.days.zoned > 0 && this.days.zoned === this.days.timed && this.days.late === 0) format.midnights = true;
    if (this.days.months > 0 && this.days.months === this.fits.day) format.months = true;
    if (this.days.timed > this.days.zoned && this.days.late > 0 && /(?<![a-z])(?:utc|gmt)(?![a-z])/i.test(this.heading))
      format.zone = "UTC";
    const evidence = [...this.dayEvidence];
    if (evidence.length === 0) return;
    const { first, last } = this.ends;
    // Where the numbers at one end are nearly all alike, they are the year.
    const isYearLast = last.size <= 3 && first.size >= 6;
    const isYearFirst = first.size <= 3 && last.size >= 6;
    const fitting = orders.filter(
      (order) =>
        evidence.every(([key]) => key.includes(order)) &&
        !(order === "year first" ? isYearLast : isYearFirst && last.size > 0),
    );
    const [only, other] = fitting;
    if (only && !other) {
      format.dayOrder = only;
      return;
    }
    const contradict = fitting.length === 0;
    const open = contradict
      ? orders.filter((order) => evidence.some(([key]) => key.includes(order) && order !== "year first"))
      : fitting;
    const readings = open.flatMap((order) => {
      const found =
        evidence.find(
          ([key]) =>
            key.includes(order) &&
            !key.includes("alike") &&
            (contradict ? !open.every((one) => key.includes(one)) : true),
        ) ?? evidence.find(([key]) => key.includes(order));
      const read = found && readWrittenDay(found[1].cell);
      const day = read && inOrder(read, order);
      return found && day ? [{ value: order, cell: found[1].cell, means: longDay(day) }] : [];
    });
    // All cells mean the same in each order that is left.
    if (!contradict && evidence.every(([key]) => key.includes("alike"))) return;
    doubts.push({ about: "day order", readings, settled: null });
  }

  private decideDecimal(format: ColumnFormat, doubts: Doubt[]): void {
    const [point, comma, ...both] = ["point", "comma", "both ,", "both ."].map((key) => this.decimals.get(key));
    if (!(point && comma) && (point ?? comma)) {
      format.decimal = point ? "." : ",";
      return;
    }
    // Cells that contradict each other, or one that could be either.
    const [first, last] = point && comma ? [point, comma] : [both[0] ?? both[1], both[1] ?? both[0]];
    if (!first || !last) return;
    const { small, large, round } = this.groups;
    // Beside 950, a program that drops zeros would not write 12,500 for 12.5; one that does not, 950,000 for 950.
    const isGrouped = first === last && small > 0 && large === 0 && (round > 0 || first.count >= 20);
    const grouped = first.cell.includes(",") ? "." : ",";
    doubts.push({
      about: "decimal",
      readings: [
        { value: ".", cell: first.cell, means: meaning(first.cell, ".", this.place) },
        { value: ",", cell: last.cell, means: meaning(last.cell, ",", this.place) },
      ],
      settled: isGrouped ? { value: grouped, because: "smaller numbers have no such sign" } : null,
    });
    if (isGrouped) format.decimal = grouped;
  }

  private decideNumbers(format: ColumnFormat, doubts: Doubt[]): void {
    const { numbers, place } = this;
    if (this.fits.number === 0) return;
    const bare = numbers.over + numbers.fractions + numbers.ones;
    if (numbers.over > 0 && (numbers.fractions === 0 || numbers.percent === 0)) format.whole = "hundred";
    else if (numbers.fractions > 0 && numbers.over === 0 && numbers.percent === 0 && !/%|percent/i.test(this.heading))
      format.whole = "one";
    else if (bare > 0) {
      const cell = this.examples.find((example) => {
        const read = readWrittenNumber(example, place.currency);
        return read !== null && !read.percent && (read.point ?? read.comma) !== 0;
      });
      const value = Number(cell?.replace(",", "."));
      if (cell && Number.isFinite(value))
        doubts.push({
          about: "percent",
          readings: [
            { value: "hundred", cell, means: `${formatNumber(value)}%` },
            { value: "one", cell, means: `${formatNumber(value * 100)}%` },
          ],
          settled: null,
        });
    }
    for (const [sign, { cell }] of this.currencies) {
      const meant = currenciesOf(sign);
      if (meant.length < 2) continue;
      const settled = meant.includes(place.currency)
        ? { value: place.currency, because: "the company's currency" }
        : null;
      if (settled) format.currency = settled.value;
      const choices = [...new Set([...(settled ? [settled.value] : []), ...choicesOf(sign)])];
      doubts.push({ about: "currency", readings: choices.map((value) => ({ value, cell, means: value })), settled });
    }
    const [credit, debit] = [this.marks.get("CR"), this.marks.get("DR")];
    const marked = credit ?? debit;
    if (!marked) return;
    // Where other amounts have no mark, it is that of the exceptions.
    const exception = numbers.unmarked === 0 || (credit && debit) ? null : credit ? "CR" : "DR";
    if (exception) format.negative = exception;
    doubts.push({
      about: "sign",
      readings: [
        { value: "DR", cell: marked.cell, means: credit ? "positive" : "negative" },
        { value: "CR", cell: marked.cell, means: credit ? "negative" : "positive" },
      ],
      settled: exception ? { value: exception, because: "other amounts have no mark" } : null,
    });
  }
}

const fitOf: Readonly<Record<ColumnType, "day" | "number" | "flag" | "email" | null>> = {
  empty: null,
  day: "day",
  instant: "day",
  number: "number",
  money: "number",
  percent: "number",
  flag: "flag",
  email: "email",
  text: null,
};

const longDays = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const longDay = (day: string): string => longDays.format(Date.parse(day));

/** A cell as a number with that decimal sign, for people. */
function meaning(cell: string, decimal: DecimalSign, place: Place): string {
  const read = readWrittenNumber(cell, place.currency);
  const value = read && inDecimal(read, decimal);
  return value === null ? cell : value.toLocaleString("en", { maximumFractionDigits: 10 });
}
