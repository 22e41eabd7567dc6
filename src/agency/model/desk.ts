import { type Occurrence, ReadNumbers } from "#agency/model/read-numbers.ts";
import type { Origin } from "#contract/origins.ts";
import { formatMoney, longDay } from "#contract/format.ts";
import { type Fact, type Figure, formatFigure, formatLine, type Line, type Proposal } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";

/**
 * A result as text for a model: every number is a figure's id in braces, such as "{total}". `own`: what the model wrote
 * to get this result; the text may repeat it. `conditions`: days and thresholds the result was narrowed by.
 */
export type ModelText = {
  text: string;
  own?: readonly string[];
  conditions?: readonly string[];
  figures: readonly Figure[];
  facts: readonly Fact[];
  /** The origins of its texts. */
  origins: readonly Origin[];
};

/** What is wrong with an answer: numbers that are in nothing the run has read, and citations of no fact. */
export type Flaws = { unverified: string[]; hasUnknownFact: boolean };

const citation = /\{(f\d{1,4})\}/g;
const codes = Intl.supportedValuesOf("currency").join("|");
/** A day, or a number with its currency or unit, in a model's text; numbers in digits of other scripts. */
const numberOrDay = new RegExp(
  String.raw`[^\P{Nd}\d]|(?<!\w)(?:\d{4}-\d\d(?:-\d\d)?|(?:${codes})?[-+]?[$£€]?\d(?:[.,]?\d)*(?:[ ]?%|[kKmMbB]n?)?(?:${codes})?)(?!\w)`,
  "gu",
);
/** A number after one of these words is a threshold: "over 10,000". */
const beforeThreshold =
  /(?:\b(?:than|over|above|under|below|least|most|exceed(?:s|ing)?|beyond|als|über|unter|mindestens|höchstens|de|di|que|dan)|[<>≤≥])\s{0,2}$/i;
/** Words for a fall, around a figure that is below zero. */
const fallBefore =
  /\b(?:fell|falls?|fallen|falling|drop(?:s|ped)?|declin(?:es?|ed)|decreas(?:es?|ed)|down|los[st]|sh(?:rank|runk)|slid|sank)(?: by| some| about)?\s{0,2}$/i;
const fallAfter = /^\s{0,2}(?:lower|less|fewer|below|down|under|short)\b/i;
/** The currency directly before and after a number. */
const currencyBefore = new RegExp(String.raw`(?:([$£€¥])|\b(${codes}))\s?$`);
const currencyAfter = new RegExp(String.raw`^\s?(?:([$£€¥])|(${codes})\b)`);
const mark = " (unverified)";
/** The longest result a model gets, in characters; nothing after it is read. */
export const maxResult = 20_000;

/** The figures a run has read, each with an id for citations; the values stay here. */
export class Desk {
  readonly #figures = new Map<string, Figure>();
  /** The id of the only figure that is written like this; null: several are. */
  readonly #idByValue = new Map<string, string | null>();
  readonly #facts: Fact[] = [];
  readonly #proposals: Proposal[] = [];
  readonly #prefix: string;
  /** Numbers the model wrote before it read them. They stay unverified even if a later result repeats them. */
  readonly #own = new Set<string>();
  readonly #read = new ReadNumbers();
  /** The ids of the figures that a threshold of a query narrowed, by its digits. */
  readonly #narrowed = new Map<string, Set<string>>();
  #results = 0;
  #flaws: Flaws = { unverified: [], hasUnknownFact: false };

  /** `prefix` keeps ids of bound figures unique when reports of several runs are combined. */
  constructor(prefix = "") {
    this.#prefix = prefix;
  }

  /** Registers the figures and facts of a result; returns its text with the value after each id. */
  add({ text, own = [], conditions = [], figures, facts, origins }: ModelText): string {
    // What comes from no one says nothing about the company.
    if (origins.length + figures.length + facts.length > 0) this.#results += 1;
    // Writing a day also writes its year, month and day of the month.
    for (const written of own)
      for (const [number] of written.slice(0, maxResult).matchAll(numberOrDay))
        if (!this.#isRead(number)) for (const part of [number, ...partsOfDay(number)]) this.#own.add(digitsOf(part));
    const ids = new Map<string, string>();
    for (const figure of figures) {
      const id = `f${this.#figures.size + 1}`;
      ids.set(figure.id, id);
      this.#figures.set(id, { ...figure, id: `${this.#prefix}${id}` });
      const value = formatFigure(figure);
      if (figure.unit === "money" || figure.unit === "share")
        this.#idByValue.set(value, this.#idByValue.has(value) ? null : id);
    }
    for (const condition of conditions) {
      this.#read.addDay(condition);
      const digits = digitsOf(condition);
      this.#narrowed.set(digits, new Set([...(this.#narrowed.get(digits) ?? []), ...ids.values()]));
    }
    this.#facts.push(...facts);
    const shown = text.slice(0, maxResult);
    const withFigures = (write: (id: string, figure: Figure) => string): string =>
      shown.replace(/\{([\w.-]{1,100})\}/g, (whole, local: string) => {
        const id = ids.get(local);
        const figure = id && this.#figures.get(id);
        return figure ? write(id, figure) : whole;
      });
    // A value must be cited, not copied, and an id is no number.
    this.#read.add(withFigures(() => "{}"));
    return withFigures((id, figure) => `{${id}} ${formatFigure(figure)}`);
  }

  /** Adds other text the model has read, such as the question. */
  addContext(text: string): void {
    this.#read.add(text);
  }

  /** The figure a model cites as "{f1}" or "f1"; null if there is none. */
  figure(citation: string): Figure | null {
    return this.#figures.get(citation.slice(0, 20).replaceAll(/[{}]/g, "")) ?? null;
  }

  /** Whether the texts read contain a number outside of figures; with `currency`, not as money in another currency. */
  hasRead(number: string, currency?: string): boolean {
    if (!currency && this.#isRead(number)) return true;
    return this.#occurrences(number).some(
      ({ before, after }) => !currency || isInCurrency(currency, before.slice(-5), after.slice(0, 5)),
    );
  }

  /** Whether a sentence copies the value of exactly one figure, which then is cited. */
  cites(sentence: string): boolean {
    return /\{f\d{1,4}\}/.test(this.#cite(sentence));
  }

  /** Whether any result about the company was read. */
  get hasResults(): boolean {
    return this.#results > 0;
  }

  get hasFigures(): boolean {
    return this.#figures.size > 0;
  }

  /** What `bind` finds wrong with the sentences that `write` binds meanwhile. */
  flawsIn<T>(write: () => T): { bound: T; flaws: Flaws } {
    this.#flaws = { unverified: [], hasUnknownFact: false };
    const bound = write();
    return { bound, flaws: this.#flaws };
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

  /** The same for a text that a person checks before it is used: numbers of its own are marked, which is no flaw. */
  mark(text: string): string {
    const flaws = this.#flaws;
    this.#flaws = { unverified: [], hasUnknownFact: false };
    const written = this.write(text);
    this.#flaws = flaws;
    return written;
  }

  get facts(): readonly Fact[] {
    return this.#facts;
  }

  /** A model's sentence with its citations as figures; other numbers are marked. */
  bind(sentence: string): Line {
    const line: Line = [];
    const text = this.#cite(sentence);
    const cited = new Set([...text.matchAll(citation)].map(([, id = ""]) => id));
    let end = 0;
    for (const match of text.matchAll(citation)) {
      const [whole, id = ""] = match;
      const before = text.slice(end, match.index);
      end = match.index + whole.length;
      line.push(this.#markUnverified(before, cited));
      const figure = this.#figures.get(id);
      if (!figure) this.#flaws.hasUnknownFact = true;
      const isFall = fallBefore.test(before) || fallAfter.test(text.slice(end));
      line.push(figure ? { figure: (isFall ? this.#fallOf(id, figure) : figure).id } : "(no such fact)");
    }
    line.push(this.#markUnverified(text.slice(end), cited));
    return line.filter((part) => part !== "");
  }

  /** A figure below zero without its sign: "fell by 41%". */
  #fallOf(id: string, figure: Figure): Figure {
    if (figure.value === null || figure.value >= 0) return figure;
    const fall = { ...figure, id: `${figure.id}.fall`, label: `${figure.label} (a fall)`, value: -figure.value };
    this.#figures.set(`${id}.fall`, fall);
    return fall;
  }

  cited(lines: readonly Line[]): Figure[] {
    const ids = new Set(lines.flat().flatMap((part) => (typeof part === "string" ? [] : [part.figure])));
    return [...this.#figures.values()].filter(({ id }) => ids.has(id));
  }

  /** Replaces an amount or share that equals exactly one figure with a citation. */
  #cite(sentence: string): string {
    const ids = this.#idByValue;
    // The model often writes a value beside its citation; only the citation stays.
    const withoutCopies = sentence.replace(
      /(\{f\d{1,4}\}) ?\(?([-+−]?[$£€¥]?\d[\d.,]{0,40}%?)\)?/g,
      (whole, cited: string, copy: string) => (ids.has(copy) ? cited : whole),
    );
    return withoutCopies.replace(numberOrDay, (found) => {
      const id = ids.get(found);
      return id ? `{${id}}` : found;
    });
  }

  /** Marks numbers that are in no text the run has read, and spells out days that are. */
  #markUnverified(text: string, cited: ReadonlySet<string>): string {
    return text
      .replace(numberOrDay, (found, at: number) => {
        const isThreshold = () =>
          beforeThreshold.test(text.slice(Math.max(0, at - 20), at)) &&
          [...(this.#narrowed.get(digitsOf(found)) ?? [])].some((id) => cited.has(id));
        if (this.#isRead(found, text.slice(at + found.length, at + found.length + 24)) || isThreshold())
          return longDay(found);
        if (this.#flaws.unverified.length < 10) this.#flaws.unverified.push(found.slice(0, 40));
        return `${found}${mark}`;
      })
      .replaceAll(mark + mark, mark);
  }

  /** A day counts in any spelling. `after`: the text that follows, which may make it a part of a day. */
  #isRead(number: string, after = ""): boolean {
    if (this.#own.has(digitsOf(number))) return false;
    return this.#read.hasDay(number, after) || this.#occurrences(number).length > 0;
  }

  /** Where the texts read contain a number, outside of figures and unmarked, with or without thousands separators. */
  #occurrences(number: string): readonly Occurrence[] {
    return this.#own.has(digitsOf(number)) ? [] : this.#read.find(number);
  }
}

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
