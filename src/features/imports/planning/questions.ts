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
import { choiceOf, leaveEmpty, leaveLines, likelyChoices } from "#features/imports/planning/words.ts";
import type { Doubt } from "#platform/reading/reading.ts";

const none = "none";
const asLastTime = "as last time";
const ownFigure = "own figure";

type Item = Question["items"][number];

/** Collects the questions about a file, with the answers that hold. */
export class Asking {
  readonly questions: Question[] = [];
  readonly #choices: Choices;
  readonly #remembered: Remembered;

  constructor(choices: Choices, remembered: Remembered) {
    this.#choices = choices;
    this.#remembered = remembered;
  }

  ask(question: Question): void {
    this.questions.push({ ...question, sentence: truncate(question.sentence, 500) });
  }

  /** What a person chose, what was answered before, or what the evidence says. */
  #item(
    id: string,
    item: string,
    count: number,
    options: readonly string[],
    evidence: Pick<Item, "answer" | "because">,
  ): Item {
    const chosen = this.#choices.answers?.findLast((one) => one.question === id && one.item === item)?.answer;
    if (chosen !== undefined && options.includes(chosen)) return { item, count, answer: chosen, because: null };
    const before = this.#remembered.get(answerKey(id, item));
    if (before !== undefined && options.includes(before)) return { item, count, answer: before, because: asLastTime };
    return { item, count, ...evidence };
  }

  target(likely: readonly Target[], all: readonly Target[]): Target | null {
    const options = [...new Set<Target>([...likely, ...all, "figures", "document"])];
    const item = this.#item("target", "", 0, options, { answer: null, because: null });
    this.ask({
      id: "target",
      kind: "target",
      sentence: "What is in this file?",
      column: null,
      options: options.map((value) => ({ value, label: nameOfTarget(value) })),
      items: [item],
    });
    return item.answer !== null && isTarget(item.answer) ? item.answer : null;
  }

  /** The column of a field that several could have; null for none of them, or while it is open. */
  heading({ field, columns, isGuess }: Rivals): string | null {
    const id = `heading:${field.name}`;
    const options = [...columns.map(({ name }) => name), ...(field.required && !isGuess ? [] : [none])];
    const item = this.#item(id, "", 0, options, { answer: null, because: null });
    const example = ({ name, examples }: Column) => `"${name}"${examples[0] ? ` (${truncate(examples[0], 40)})` : ""}`;
    this.ask({
      id,
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
      items: [item],
    });
    return item.answer === none ? null : item.answer;
  }

  /** Whether a question waits for its answer. */
  isOpen(id: string): boolean {
    return this.questions.some((one) => one.id === id && one.items.some(({ answer }) => answer === null));
  }

  /** What stands in for a field that no line has; null while it is open. */
  missing(
    field: string,
    sentence: string,
    options: readonly { value: string; label: string }[],
    proposal: { answer: string; because: string } | null,
    lines = 0,
  ): string | null {
    const id = `missing:${field}`;
    const offered = options.map(({ value, label }) => ({ value, label }));
    const values = offered.map(({ value }) => value);
    const item = this.#item(id, "", lines, values, proposal ?? { answer: null, because: null });
    this.ask({ id, kind: "missing", sentence, column: null, options: offered, items: [item] });
    return item.answer;
  }

  /** Which money is what a person costs, and for which time. */
  pay(columns: readonly Column[]): { column: Column; period: Period } | null {
    const id = "heading:monthlyCost";
    const options = columns.flatMap(({ name }) => [
      { value: name, label: `"${name}", for a month` },
      { value: `yearly:${name}`, label: `"${name}", for a year` },
    ]);
    options.push(
      { value: "hourly", label: "For an hour: leave it out" },
      { value: none, label: "Something else: leave it out" },
    );
    const item = this.#item(
      id,
      "",
      0,
      options.map(({ value }) => value),
      { answer: null, because: null },
    );
    const names = columns.map(
      ({ name, examples }) => `"${name}"${examples[0] ? ` (${truncate(examples[0], 40)})` : ""}`,
    );
    this.ask({
      id,
      kind: "heading",
      sentence:
        columns.length === 1
          ? `${names.join("")} does not say of which period it is. Is it what a person costs, and for which time?`
          : `Which of ${names.join(" and ")} is what a person costs, and for which time?`,
      column: columns[0]?.name ?? null,
      options,
      items: [item],
    });
    const column = columns.find(({ name }) => item.answer === name || item.answer === `yearly:${name}`);
    return column ? { column, period: item.answer === column.name ? "monthly" : "yearly" } : null;
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
    evidence: Pick<Item, "answer" | "because">,
  ): string | null {
    const id = `sign:${column.name}`;
    const options = [{ value: "turned", label }, back];
    const item = this.#item(
      id,
      "",
      0,
      options.map(({ value }) => value),
      evidence,
    );
    this.ask({
      id,
      kind: "sign",
      sentence: `All amounts in "${column.name}" are negative. What are they?`,
      column: column.name,
      options,
      items: [item],
    });
    return item.answer;
  }

  /** Whether amounts of which none is negative came in or went out. */
  direction(column: Column, evidence: Pick<Item, "answer" | "because">): "in" | "out" | null {
    const id = `sign:${column.name}`;
    const item = this.#item(id, "", 0, ["in", "out"], evidence);
    this.ask({
      id,
      kind: "sign",
      sentence: `No amount in "${column.name}" is negative. Did this money come in or go out?`,
      column: column.name,
      options: [
        { value: "in", label: "It came in" },
        { value: "out", label: "It went out" },
      ],
      items: [item],
    });
    return item.answer === "in" || item.answer === "out" ? item.answer : null;
  }

  /** The figure in a column whose heading does not say which. */
  figure(column: Column, own: string | null): string | null {
    const id = `figure:${column.name}`;
    const known = fieldsOfTarget("figures").filter(({ name }) => name.startsWith(figurePrefix));
    const options = [
      ...known.map(({ name, label }) => ({ value: name, label })),
      ...(own === null ? [] : [{ value: ownFigure, label: `A figure of its own: ${own.replaceAll("_", " ")}` }]),
      { value: none, label: "Leave it out" },
    ];
    const item = this.#item(
      id,
      "",
      0,
      options.map(({ value }) => value),
      { answer: null, because: null },
    );
    this.ask({
      id,
      kind: "heading",
      sentence: `Which figure is in "${column.name}"?`,
      column: column.name,
      options,
      items: [item],
    });
    if (item.answer === ownFigure) return `${figurePrefix}${own}`;
    return item.answer === none ? null : item.answer;
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
    const evidence = doubt.settled
      ? { answer: doubt.settled.value, because: doubt.settled.because }
      : { answer: null, because: null };
    const item = this.#item(
      id,
      "",
      0,
      options.map(({ value }) => value),
      evidence,
    );
    this.ask({ id, kind: about, sentence: doubtSentence(column, doubt), column: column.name, options, items: [item] });
    if (item.answer !== null) apply(item.answer);
    return true;
  }

  percent(column: Column, apply: (value: string) => void): void {
    const id = `percent:${column.name}`;
    const item = this.#item(id, "", 0, ["hundred", "one"], { answer: null, because: null });
    this.ask({
      id,
      kind: "percent",
      sentence: `1 in "${column.name}" could be 1% or 100%.`,
      column: column.name,
      options: [
        { value: "hundred", label: "1 is 1%" },
        { value: "one", label: "1 is 100%" },
      ],
      items: [item],
    });
    if (item.answer !== null) apply(item.answer);
  }

  /** The choice of each word of a column by its bare spelling. Words that nothing is known of are asked about. */
  words(target: Target, column: Column, field: TargetField, found: Found | null): Record<string, string> {
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
      const item = this.#item(id, truncate(value, 255), count, values, { answer: null, because: null });
      const known = item.answer === null ? choiceOf(target, field, value, found?.export ?? null) : null;
      const answer = item.answer ?? known;
      if (answer !== null) words[key] = answer;
      if (known === null) items.push(item);
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
    const item = this.#item("currency", "", 0, currencies, { answer, because });
    this.ask({
      id: "currency",
      kind: "currency",
      sentence: "Amounts without a currency are in:",
      column: null,
      options: currencies.map((value) => ({ value, label: value })),
      items: [item],
    });
    return item.answer ?? answer;
  }

  sameNumber(
    { numbers, lines, isSameAmount, example }: NonNullable<Facts["repeated"]>,
    label: string,
    evidence: Pick<Item, "answer" | "because">,
  ): Plan["sameNumber"] {
    const item = this.#item("same number", "", lines, ["sum", "once"], evidence);
    this.ask({
      id: "same number",
      kind: "same number",
      sentence: `${formatNumber(lines)} lines share ${formatNumber(numbers)} ${numbers === 1 ? "number" : "numbers"}, such as ${label} ${truncate(example, 60)}${isSameAmount ? ", with the same amount on each" : ""}. Are they lines of one record?`,
      column: null,
      options: [
        { value: "sum", label: "Add their amounts up" },
        { value: "once", label: "Each line has the total: take it once" },
      ],
      items: [item],
    });
    return item.answer === "sum" || item.answer === "once" ? item.answer : "refuse";
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

function doubtSentence({ name }: Column, { about, readings }: Doubt): string {
  const [first, ...others] = readings;
  const cell = first?.cell ?? "";
  const meanings = [first, ...others].map((one) => one?.means ?? "");
  const last = meanings.pop() ?? "";
  const could = meanings.length > 0 ? `${meanings.join(", ")} or ${last}` : last;
  return `${about === "currency" ? "The sign in " : ""}${truncate(cell, 60)} in "${name}" could be ${could}.`;
}
