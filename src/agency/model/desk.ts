import type { Origin } from "#contract/origins.ts";
import { formatMoney, longDay, shortDay } from "#contract/format.ts";
import { type Fact, type Figure, formatFigure, formatLine, type Line, type Proposal } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";

/**
 * A result as text for a model: every number is a figure's id in braces, such as "{total}". `own`: what the model wrote
 * to get this result; the text may repeat it.
 */
export type ModelText = {
  text: string;
  own?: readonly string[];
  figures: readonly Figure[];
  facts: readonly Fact[];
  /** The origins of its texts. */
  origins: readonly Origin[];
};

const citation = /\{(f\d{1,4})\}/g;
const codes = Intl.supportedValuesOf("currency").join("|");
/** A day, or a number with its currency or unit, in a model's text. */
const numberOrDay = new RegExp(
  String.raw`(?<![\w{])(?:\d{4}-\d\d-\d\d|(?:${codes})?[-+]?[$£€]?\d(?:[.,]?\d)*(?:[ ]?%|[kKmMbB]n?)?(?:${codes})?)(?![\w}])`,
  "g",
);
/** The currency directly before and after a number. */
const currencyBefore = new RegExp(String.raw`(?:([$£€¥])|\b(${codes}))\s?$`);
const currencyAfter = new RegExp(String.raw`^\s?(?:([$£€¥])|(${codes})\b)`);
const mark = " (unverified)";
/** A number that was marked before, in this run or in another agent's. */
const markedNumber = new RegExp(`${numberOrDay.source} \\(unverified\\)`, "g");

/** The figures a run has read, each with an id for citations; the values stay here. */
export class Desk {
  readonly #figures = new Map<string, Figure>();
  readonly #facts: Fact[] = [];
  readonly #proposals: Proposal[] = [];
  readonly #prefix: string;
  /** Numbers the model wrote before it read them. They stay unverified even if a later result repeats them. */
  readonly #own = new Set<string>();
  #texts = "";

  /** `prefix` keeps ids of bound figures unique when reports of several runs are combined. */
  constructor(prefix = "") {
    this.#prefix = prefix;
  }

  /** Registers the figures and facts of a result; returns its text with the value after each id. */
  add({ text, own = [], figures, facts }: ModelText): string {
    // Writing a day also writes its year, month and day of the month.
    for (const written of own)
      for (const [number] of written.matchAll(numberOrDay))
        if (!this.#isRead(number)) for (const part of [number, ...partsOfDay(number)]) this.#own.add(digitsOf(part));
    const ids = new Map<string, string>();
    for (const figure of figures) {
      const id = `f${this.#figures.size + 1}`;
      ids.set(figure.id, id);
      this.#figures.set(id, { ...figure, id: `${this.#prefix}${id}` });
    }
    this.#facts.push(...facts);
    const withFigures = (write: (id: string, figure: Figure) => string): string =>
      text.replace(/\{([\w.-]{1,100})\}/g, (whole, local: string) => {
        const id = ids.get(local);
        const figure = id && this.#figures.get(id);
        return figure ? write(id, figure) : whole;
      });
    // A value must be cited, not copied.
    this.#texts += `\n${withFigures((id) => `{${id}}`)}`;
    return withFigures((id, figure) => `{${id}} ${formatFigure(figure)}`);
  }

  /** Adds other text the model has read, such as the question. */
  addContext(text: string): void {
    this.#texts += `\n${text}`;
  }

  /** The figure a model cites as "{f1}" or "f1"; null if there is none. */
  figure(citation: string): Figure | null {
    return this.#figures.get(citation.replaceAll(/[{}]/g, "")) ?? null;
  }

  /** Whether the texts read contain a number outside of figures; with `currency`, not as money in another currency. */
  hasRead(number: string, currency?: string): boolean {
    const { words, found } = this.#occurrences(number);
    return found.some(
      ({ at, end }) =>
        !currency || isInCurrency(currency, words.slice(Math.max(0, at - 5), at), words.slice(end, end + 5)),
    );
  }

  /** Adds a proposal, which becomes a decision when the run ends. */
  propose(proposal: Proposal): void {
    this.#proposals.push(proposal);
  }

  get proposals(): readonly Proposal[] {
    return this.#proposals;
  }

  /** A sentence of a model as plain text, with the numbers of its citations. */
  write(sentence: string): string {
    const line = this.bind(sentence);
    return formatLine(line, this.cited([line]));
  }

  get facts(): readonly Fact[] {
    return this.#facts;
  }

  /** A model's sentence with its citations as figures; other numbers are marked. */
  bind(sentence: string): Line {
    const line: Line = [];
    const text = this.#cite(sentence);
    let end = 0;
    for (const match of text.matchAll(citation)) {
      const [whole, id = ""] = match;
      line.push(this.#markUnverified(text.slice(end, match.index)));
      const figure = this.#figures.get(id);
      line.push(figure ? { figure: figure.id } : "(no such fact)");
      end = match.index + whole.length;
    }
    line.push(this.#markUnverified(text.slice(end)));
    return line.filter((part) => part !== "");
  }

  /** The figures these lines cite. */
  cited(lines: readonly Line[]): Figure[] {
    const ids = new Set(lines.flat().flatMap((part) => (typeof part === "string" ? [] : [part.figure])));
    return [...this.#figures.values()].filter(({ id }) => ids.has(id));
  }

  /** Replaces an amount or share that equals exactly one figure with a citation. */
  #cite(sentence: string): string {
    const ids = new Map<string, string | null>();
    for (const [id, figure] of this.#figures)
      if (figure.unit === "money" || figure.unit === "share")
        ids.set(formatFigure(figure), ids.has(formatFigure(figure)) ? null : id);
    // The model often writes a value beside its citation; only the citation stays.
    const withoutCopies = sentence.replace(
      /(\{f\d{1,4}\}) ?\(?([-+−]?[$£€¥]?\d[\d.,]*%?)\)?/g,
      (whole, cited: string, copy: string) => (ids.has(copy) ? cited : whole),
    );
    return withoutCopies.replace(numberOrDay, (found) => {
      const id = ids.get(found);
      return id ? `{${id}}` : found;
    });
  }

  /** Marks numbers that are in no text the run has read, and spells out days that are. */
  #markUnverified(text: string): string {
    return text
      .replace(numberOrDay, (found) => (this.#isRead(found) ? longDay(found) : `${found}${mark}`))
      .replaceAll(mark + mark, mark);
  }

  /** A day counts in any spelling. */
  #isRead(number: string): boolean {
    if (this.#own.has(digitsOf(number))) return false;
    const spellings = new Set([number, longDay(number), shortDay(number)]);
    return [...spellings].some((one) => this.#occurrences(one).found.length > 0);
  }

  /** Where the texts read contain a number, outside of figures and unmarked, with or without thousands separators. */
  #occurrences(number: string): { words: string; found: { at: number; end: number }[] } {
    const words = this.#own.has(digitsOf(number)) ? "" : this.#texts.replace(markedNumber, " ");
    const [whole = "", ...decimals] = number.split(".");
    const rest = decimals.map((digits) => `.${digits}`).join("");
    const wholePattern = wholeNumberPattern(whole.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, ""));
    const pattern = new RegExp(`(?<![\\d.,])${wholePattern}${escapePattern(rest)}(?![\\d]|[.,]\\d)`, "g");
    const found = [...words.matchAll(pattern)].map(({ 0: { length }, index }) => ({ at: index, end: index + length }));
    return { words, found };
  }
}

/** A pattern that matches a whole number with or without thousands separators. */
function wholeNumberPattern(whole: string): string {
  const [digits = ""] = /\d{0,30}$/.exec(whole) ?? [];
  const groups = [...Array(Math.ceil(digits.length / 3)).keys()].map((group) =>
    digits.slice(Math.max(0, digits.length - 3 * (group + 1)), digits.length - 3 * group),
  );
  return escapePattern(whole.slice(0, whole.length - digits.length)) + groups.toReversed().join(",?");
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const partsOfDay = (number: string): string[] => (/^\d{4}-\d\d-\d\d$/.test(number) ? number.split("-") : []);

/** A number without currency, unit and separators of thousands. */
const digitsOf = (number: string): string => number.replaceAll(/[^\d.]/g, "");

/** False if the text before or after a number marks it as money in another currency. */
function isInCurrency(currency: string, before: string, after: string): boolean {
  const [, signBefore, codeBefore] = currencyBefore.exec(before) ?? [];
  const [, signAfter, codeAfter] = currencyAfter.exec(after) ?? [];
  const own = formatMoney(0, currency as Currency, "whole", "narrowSymbol");
  return (
    [codeBefore, codeAfter].every((code) => !code || code === currency) &&
    [signBefore, signAfter].every((sign) => !sign || own.includes(sign))
  );
}
