import { formatNumber } from "#contract/format.ts";
import { currencies, truncate } from "#contract/words.ts";
import type { Question, Target } from "#features/imports/contract.ts";
import { answerKey, type Choices, type Facts, type Remembered } from "#features/imports/planning/choices.ts";
import type { Column, Rivals } from "#features/imports/planning/columns.ts";
import {
  bare,
  fieldsOfTarget,
  figurePrefix,
  isTarget,
  nameOfTarget,
  type TargetField,
} from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import type { Found } from "#features/imports/planning/recognize.ts";
import type { Period } from "#features/imports/programs/spoken.ts";
import { isYesNo } from "#features/imports/planning/content.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import {
  spellingOf,
  choiceOf,
  isRead,
  leaveEmpty,
  leaveLines,
  likelyChoices,
} from "#features/imports/planning/words.ts";
import { flags } from "#platform/reading/cells.ts";
import type { Doubt } from "#platform/reading/reading.ts";

const none = "none";
const asLastTime = "as last time";
const ownFigure = "own figure";
/** What is true of one file alone: not answered as last time. */
const isOfThisFile = (id: string): boolean => id.startsWith("year:") || id === "missing:month";

type Item = Question["items"][number];
type Evidence = Pick<Item, "answer" | "because">;
const open: Evidence = { answer: null, because: null };
const example = ({ name, examples }: Column) => `"${name}"${examples[0] ? ` (${truncate(examples[0], 40)})` : ""}`;

/** Collects the questions about a file, with the answers that hold. */
export class Asking {
  readonly questions: Question[] = [];
  readonly #choices: Choices;
  readonly #remembered: Remembered;
  /** Fields that an open question about several columns may give one. */
  readonly #pending = new Set<string>();

  constructor(choices: Choices, remembered: Remembered) {
    this.#choices = choices;
    this.#remembered = remembered;
  }

  ask(question: Question): void {
    this.questions.push({ ...question, sentence: truncate(question.sentence, 500) });
  }

  /** What a person chose, what was answered before, or what the evidence says. */
  #item(id: string, item: string, count: number, options: readonly string[], evidence: Evidence): Item {
    const chosen = this.#choices.answers?.findLast((one) => one.question === id && one.item === item)?.answer;
    if (chosen !== undefined && options.includes(chosen)) return { item, count, answer: chosen, because: null };
    const before = isOfThisFile(id) ? undefined : this.#remembered.get(answerKey(id, item));
    if (before !== undefined && options.includes(before)) return { item, count, answer: before, because: asLastTime };
    return { item, count, ...evidence };
  }

  /** Asks a question with one item, and returns its answer; null while it is open. */
  #one(question: Omit<Question, "items">, evidence: Evidence = open, count = 0): string | null {
    const values = question.options.map(({ value }) => value);
    const item = this.#item(question.id, "", count, values, evidence);
    this.ask({ ...question, items: [item] });
    return item.answer;
  }

  target(likely: readonly Target[], all: readonly Target[], evidence?: Evidence): Target | null {
    const targets = [...new Set<Target>([...likely, ...all, "figures", "entries", "document"])];
    const options = targets.map((value) => ({ value, label: nameOfTarget(value) }));
    const sentence = "What is in this file?";
    const answer = this.#one({ id: "target", kind: "target", sentence, column: null, options }, evidence);
    return answer !== null && isTarget(answer) ? answer : null;
  }

  /** Whether the pay of several months says what each month cost, or who works here. */
  payroll(month: Column, months: number): string | null {
    return this.#one({
      id: "payroll",
      kind: "target",
      sentence: `This file has the pay of ${formatNumber(months)} dates in "${month.name}". What is it for?`,
      column: month.name,
      options: [
        { value: "people", label: "People, and what each was paid: members see the amounts" },
        { value: "months", label: "Only the company's payroll by month, in the ledger" },
      ],
    });
  }

  /** What amounts are of which some are of months to come; null while it is open. */
  budget(column: Column): "actual" | "budget" | null {
    const answer = this.#one({
      id: `budget:${column.name}`,
      kind: "heading",
      sentence: `"${column.name}" has amounts of months to come. What are they?`,
      column: column.name,
      options: [
        { value: "budget", label: "A budget" },
        { value: "actual", label: "Actual amounts" },
      ],
    });
    return answer === "actual" || answer === "budget" ? answer : null;
  }

  /** The year of the first of months that are named without one. */
  year(column: Column, options: Question["options"]): string | null {
    const sentence = `The months of "${column.name}" have no year. Which months are they?`;
    const id = `year:${column.name}`;
    const before = this.questions.find((one) => one.id === id);
    if (before) return before.items[0]?.answer ?? null;
    return this.#one({ id, kind: "missing", sentence, column: column.name, options });
  }

  /** The column of a field that several could have; null for none of them, or while it is open. */
  heading({ field, columns, isGuess }: Rivals): string | null {
    const options = [...columns.map(({ name }) => name), ...(field.required && !isGuess ? [] : [none])];
    const answer = this.#one({
      id: `heading:${field.name}`,
      kind: "heading",
      sentence: isGuess
        ? columns.length === 1
          ? `No column is called "${field.label}". Is it ${columns.map(example).join("")}?`
          : `No column is called "${field.label}". Which one holds it?`
        : columns.length === 1
          ? `${columns.map(example).join("")} does not say of which period it is. Is it "${field.label}"?`
          : `${columns.length === 2 ? "Two" : columns.length} columns could be "${field.label}": ${columns.map(example).join(" and ")}.`,
      column: columns[0]?.name ?? null,
      options: options.map((value) => ({ value, label: value === none ? "None of them" : value })),
    });
    return answer === none ? null : answer;
  }

  /** What each of several columns of unknown headings holds; a field only once, and "none" leaves a column out. */
  headings(
    columns: readonly Column[],
    fields: readonly TargetField[],
    lacking: readonly string[],
  ): Map<string, string> {
    const options = [
      ...fields.map(({ name, label }) => ({ value: name, label })),
      { value: none, label: "Leave it out" },
    ];
    const values = options.map(({ value }) => value);
    const items = columns.map(({ name, filled, examples }) => {
      const sample = examples.slice(0, 3).map((cell) => `"${truncate(cell, 30)}"`);
      const item = this.#item("headings", truncate(name, 255), filled, values, open);
      return item.answer === null ? { ...item, because: `such as ${sample.join(", ")}` } : item;
    });
    const sentence = "These headings are not known. What does each column hold?";
    this.ask({ id: "headings", kind: "heading", sentence, column: null, options, items });
    const found = new Map<string, string>();
    for (const [at, { name }] of columns.entries()) {
      const answer = items[at]?.answer ?? none;
      if (answer !== none && ![...found.values()].includes(answer)) found.set(name, answer);
    }
    const isOpen = items.some(({ answer }) => answer === null);
    if (isOpen) for (const name of lacking) this.#pending.add(`heading:${name}`);
    return found;
  }

  /** Which parts of what came in are fees; where all are evident it is not asked. */
  parts(net: Column, parts: readonly ({ column: Column } & Evidence)[]): Column[] {
    const options = [
      { value: "sale", label: "Part of the sale" },
      { value: "fee", label: "A fee" },
    ];
    const id = `parts:${net.name}`;
    const items = parts.map(({ column, answer, because }) =>
      this.#item(id, truncate(column.name, 255), column.filled, ["sale", "fee"], { answer, because }),
    );
    if (parts.some(({ answer }) => answer === null)) {
      const sentence = `What are these parts of "${net.name}"?`;
      this.ask({ id, kind: "heading", sentence, column: net.name, options, items });
    }
    return parts.flatMap(({ column }, at) => (items[at]?.answer === "fee" ? [column] : []));
  }

  isOpen(id: string): boolean {
    if (this.#pending.has(id)) return true;
    return this.questions.some((one) => one.id === id && one.items.some(({ answer }) => answer === null));
  }

  /** What stands in for a field that no line has, or some lines of its column; null while it is open. */
  missing(
    field: string,
    sentence: string,
    options: readonly { value: string; label: string }[],
    proposal: { answer: string; because: string } | null,
    of: { column: string | null; lines: number } = { column: null, lines: 0 },
  ): string | null {
    const offered = options.map(({ value, label }) => ({ value, label }));
    const question = {
      id: `missing:${field}`,
      kind: "missing",
      sentence,
      column: of.column,
      options: offered,
    } as const;
    return this.#one(question, proposal ?? open, of.lines);
  }

  /** Which money is what a person costs, and for which time. */
  pay(columns: readonly Column[]): { column: Column; period: Period } | null {
    const options = columns.flatMap(({ name }) => [
      { value: name, label: `"${name}", for a month` },
      { value: `yearly:${name}`, label: `"${name}", for a year` },
    ]);
    options.push(
      { value: "hourly", label: "For an hour: leave it out" },
      { value: none, label: "Something else: leave it out" },
    );
    const names = columns.map(example);
    const answer = this.#one({
      id: "heading:monthlyCost",
      kind: "heading",
      sentence:
        columns.length === 1
          ? `${names.join("")} does not say of which period it is. Is it what a person costs, and for which time?`
          : `Which of ${names.join(" and ")} is what a person costs, and for which time?`,
      column: columns[0]?.name ?? null,
      options,
    });
    const column = columns.find(({ name }) => answer === name || answer === `yearly:${name}`);
    return column ? { column, period: answer === column.name ? "monthly" : "yearly" } : null;
  }

  /** What the words of a column say about the way of the money; leaveLines leaves theirs out. */
  marks(id: string, sentence: string, column: Column, options: Question["options"], items: readonly Item[]): Item[] {
    const values = options.map(({ value }) => value);
    const answered = items.map(({ item, count, answer, because }) =>
      this.#item(id, truncate(item, 255), count, values, { answer, because }),
    );
    this.ask({ id, kind: "words", sentence, column: column.name, options, items: answered });
    return answered;
  }

  /** What a column of amounts that are all below 0 holds. */
  below(
    column: Column,
    label: string,
    back: { value: string; label: string },
    evidence: Evidence,
    sentence = `All amounts in "${column.name}" are negative. What are they?`,
  ): string | null {
    const options = [{ value: "turned", label }, back];
    return this.#one({ id: `sign:${column.name}`, kind: "sign", sentence, column: column.name, options }, evidence);
  }

  direction(column: Column, evidence: Evidence): "in" | "out" | null {
    const sentence =
      column.below > 0
        ? `Most amounts in "${column.name}" are positive, and no balance tells what they are. Did the positive ones come in or go out?`
        : `No amount in "${column.name}" is negative. Did this money come in or go out?`;
    const options = [
      { value: "in", label: "It came in" },
      { value: "out", label: "It went out" },
    ];
    const question = { id: `sign:${column.name}`, kind: "sign", sentence, column: column.name, options } as const;
    const answer = this.#one(question, evidence);
    return answer === "in" || answer === "out" ? answer : null;
  }

  figure(column: Column, own: string | null): string | null {
    const known = fieldsOfTarget("figures").filter(({ name }) => name.startsWith(figurePrefix));
    const options = [
      ...known.map(({ name, label }) => ({ value: name, label })),
      ...(own === null ? [] : [{ value: ownFigure, label: `A figure of its own: ${own.replaceAll("_", " ")}` }]),
      { value: none, label: "Leave it out" },
    ];
    const sentence = `Which figure is in "${column.name}"?`;
    const question = { id: `figure:${column.name}`, kind: "heading", sentence, column: column.name, options } as const;
    const answer = this.#one(question);
    if (answer === ownFigure) return `${figurePrefix}${own}`;
    return answer === none ? null : answer;
  }

  /** Asks about what a column could mean as well, unless another column of the file has the same answer. */
  doubt(column: Column, about: Doubt["about"], apply: (value: string) => void): boolean {
    const doubt = column.doubts.find((one) => one.about === about);
    if (!doubt) return false;
    const sameInFile = about === "day order" || about === "decimal";
    const id = sameInFile ? about : `${about}:${column.name}`;
    const options = doubt.readings.map(({ value, cell, means }) => ({
      value,
      label: about === "currency" ? means : `${cell} is ${means}`,
    }));
    const before = this.questions.find((one) => one.id === id);
    if (before) {
      const answer = before.items[0]?.answer ?? null;
      if (answer !== null) apply(answer);
      return true;
    }
    const evidence = doubt.settled ? { answer: doubt.settled.value, because: doubt.settled.because } : open;
    const question = { id, kind: about, sentence: doubtSentence(column, doubt), column: column.name, options };
    const answer = this.#one(question, evidence);
    if (answer !== null) apply(answer);
    return true;
  }

  percent(column: Column, apply: (value: string) => void): void {
    const sentence = `1 in "${column.name}" could be 1% or 100%.`;
    const options = [
      { value: "hundred", label: "1 is 1%" },
      { value: "one", label: "1 is 100%" },
    ];
    const id = `percent:${column.name}`;
    const answer = this.#one({ id, kind: "percent", sentence, column: column.name, options });
    if (answer !== null) apply(answer);
  }

  /** The choice of each word of a column by its bare spelling. Words that nothing is known of are asked about. */
  words(target: Target, column: Column, field: TargetField, found: Found | null): Record<string, string> {
    const byFlag = stateFlags(field, column);
    if (byFlag) return byFlag;
    const id = `words:${column.name}`;
    const words: Record<string, string> = {};
    const options = [
      ...likelyChoices(
        field,
        column.values?.find(({ value }) => choiceOf(target, field, value, found?.export ?? null) === null)?.value ?? "",
      ),
    ].map((value) => ({ value, label: value }));
    if (!field.required) options.push({ value: leaveEmpty, label: "Leave empty" });
    options.push({ value: leaveLines, label: "Leave these lines out" });
    const values = options.map(({ value }) => value);
    const items: Item[] = [];
    for (const { value, count } of column.values ?? []) {
      const key = bare(value) || value.trim().toLowerCase();
      if (key === "" || /^(?:null|na|n\/a)$/.test(key)) continue;
      const item = this.#item(id, truncate(value, 255), count, values, open);
      const known = item.answer === null ? choiceOf(target, field, value, found?.export ?? null) : null;
      const answer = item.answer ?? known;
      if (answer !== null) words[key] = answer;
      if (known === null) items.push(item);
      else if (isRead(target, field, value, found?.export ?? null))
        items.push({ ...item, answer: known, because: "as the word is used" });
    }
    if (items.length > 0)
      this.ask({
        id,
        kind: "words",
        sentence: `What do these words of "${column.name}" mean as ${field.label.toLowerCase()}?`,
        column: column.name,
        options,
        items,
      });
    return words;
  }

  currency(answer: string, because: string): string {
    const sentence = "Amounts without a currency are in:";
    const options = currencies.map((value) => ({ value, label: value }));
    const question = { id: "currency", kind: "currency", sentence, column: null, options } as const;
    return this.#one(question, { answer, because }) ?? answer;
  }

  sameNumber(
    { numbers, lines, isSameAmount, example }: NonNullable<Facts["repeated"]>,
    label: string,
    evidence: Evidence,
  ): Plan["sameNumber"] {
    const question = {
      id: "same number",
      kind: "same number",
      sentence: `${formatNumber(lines)} lines share ${formatNumber(numbers)} ${numbers === 1 ? "number" : "numbers"}, such as ${label} ${truncate(example, 60)}${isSameAmount ? ", with the same amount on each" : ""}. Are they lines of one record?`,
      column: null,
      options: [
        { value: "sum", label: "Add their amounts up" },
        { value: "once", label: "Each line has the total: take it once" },
      ],
    } satisfies Omit<Question, "items">;
    const answer = this.#one(question, evidence, lines);
    return answer === "sum" || answer === "once" ? answer : "refuse";
  }

  /** The names that mean a known customer or vendor. */
  sameNames(similar: readonly { name: string; existing: string }[]): string[] {
    const isNew = "another one";
    const same: string[] = [];
    const items = similar.slice(0, 200).map(({ name, existing }) => {
      const item = this.#item("same name", truncate(name, 255), 0, ["same", isNew], {
        answer: null,
        because: `there is ${truncate(existing, 100)}`,
      });
      if (item.answer === "same") same.push(name);
      return item;
    });
    this.ask({
      id: "same name",
      kind: "same name",
      sentence: "Are these the customers or vendors you have already?",
      column: null,
      options: [
        { value: "same", label: "The same" },
        { value: isNew, label: "Another one" },
      ],
      items,
    });
    return same;
  }
}

/** "Paid?" with yes and no is a status. */
function stateFlags(field: TargetField, column: Column): Record<string, string> | null {
  const { heading, values } = column;
  if (field.name !== "status" || !isYesNo(column) || !values || !readingsOf(heading).includes("paid")) return null;
  return Object.fromEntries(
    values.map(({ value }) => [spellingOf(value), flags.get(value.trim().toLowerCase()) ? "paid" : "open"]),
  );
}

function doubtSentence({ name }: Column, { about, readings }: Doubt): string {
  const [first, ...others] = readings;
  const cell = first?.cell ?? "";
  const meanings = [first, ...others].map((one) => one?.means ?? "");
  const last = meanings.pop() ?? "";
  const could = meanings.length > 0 ? `${meanings.join(", ")} or ${last}` : last;
  return `${about === "currency" ? "The sign in " : ""}${truncate(cell, 60)} in "${name}" could be ${could}.`;
}
