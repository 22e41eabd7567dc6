import { isNothing } from "./cells.ts";
import { readWrittenDay } from "./days.ts";
import { readWrittenNumber } from "./numbers.ts";
import type { LeftLine, Line, Shape } from "./reading.ts";

/** The word for a sum in the languages of business, as a whole cell or at either end of one. */
const words = new Set(
  `total, totals, grand total, subtotal, sub total, sum, summe, gesamt, gesamtsumme, gesamtbetrag, endsumme,
  zwischensumme, somme, sous total, total général, totale, totali, subtotale, totaal, subtotaal, eindtotaal,
  suma, suma total, total general, total geral, soma, razem, suma końcowa, ogółem, celkem, součet, spolu,
  összesen, toplam, genel toplam, summa, totalt, i alt, sammanlagt, yhteensä, kokku, kopā, iš viso, итого,
  всего, итог, разом, усього, общо, ukupno, skupaj, σύνολο, 合計, 小計, 総計, 总计, 合计, 小计, 總計, 합계, 총계, 소계, रकम, कुल,
  जोड़, المجموع, الإجمالي, סה״כ, סה"כ, tổng, tổng cộng, jumlah, รวม`
    .split(",")
    .map((word) => word.trim()),
);

/** How a cell names a sum: the word alone, or at an end with what it is the sum of; null if it does not. */
type Naming = { of: string } | null;
const namings = new Map<string, Naming>();
const partsOf = (cell: string): string[] => cell.toLowerCase().match(/[\p{L}\p{M}"״]+/gu) ?? [];

export function namingOf(cell: string): Naming {
  if (cell === "" || cell.length > 120 || /^[\d.,/: -]+$/.test(cell)) return null;
  let naming = namings.get(cell);
  if (naming === undefined) {
    const parts = partsOf(cell);
    const [start, end] =
      [3, 2, 1]
        .flatMap((count): [string, string][] => [
          [parts.slice(0, count).join(" "), parts.slice(count).join(" ")],
          [parts.slice(-count).join(" "), parts.slice(0, -count).join(" ")],
        ])
        .find(([word]) => words.has(word)) ?? [];
    naming = start === undefined ? null : { of: end || cell.replaceAll(/\D/g, "") };
    if (namings.size >= 5000) namings.clear();
    namings.set(cell, naming);
  }
  return naming;
}

export const namesTotal = (cells: readonly string[]): boolean => cells.some((cell) => namingOf(cell) !== null);

/** Whether a text is, begins or ends with a word for a sum: "Total for Income". */
export const isTotalWord = (text: string): boolean => namingOf(text) !== null;
/** Whether a line that is taken as a record reads like a total, and lacks cells that would show it is none. */
export const looksLikeTotal = (cells: readonly string[], width: number): boolean =>
  (width < 3 || cells.length < width || cells.includes("")) &&
  (namingOf(cells[0] ?? "")?.of === "" || namingOf(cells[1] ?? "")?.of === "") &&
  (width < 3 || cells.filter((cell) => cell !== "").length < width);

/** Sums of rounded amounts may differ by a cent. */
const same = (a: number, b: number) => Math.abs(a - b) < 0.011 + Math.abs(b) * 1e-11;

const mostLabels = 5000;

type Sums = { point: number; comma: number };

/**
 * Returns the judge of lines below the heading: why a line holds no record, or null for a record. It must see every
 * line in order, because sums tell totals from records.
 */
export function leftLines(shape: Shape): (line: Line) => LeftLine["why"] | null {
  const { heading, keys, days, numbers } = shape;
  const normal = heading.map((cell) => cell.toLowerCase());
  const all = numbers.map((): Sums => ({ point: 0, comma: 0 }));
  const since = numbers.map((): Sums => ({ point: 0, comma: 0 }));
  let [records, recordsSince] = [0, 0];
  const read = (cells: readonly string[], at: number) => {
    const cell = cells[at] ?? "";
    return cell === "" ? null : readWrittenNumber(cell, "");
  };
  /** Whether every number of the line is the sum of the records above, of all or since the last sum. */
  const isSum = (cells: readonly string[]): boolean =>
    [
      { sums: all, count: records },
      { sums: since, count: recordsSince },
    ].some(({ sums, count }) => {
      let found = 0;
      const fits = numbers.every((at, index) => {
        const number = read(cells, at);
        const sum = sums[index];
        if (!number || !sum) return true;
        if (number.point !== 0) found += 1;
        return (
          (number.point !== null && same(number.point, sum.point)) ||
          (number.comma !== null && same(number.comma, sum.comma))
        );
      });
      return count > 1 && found > 0 && fits;
    });
  /** The labels above, which a sum may name: "Expenses" before "Total Expenses". */
  const labels = new Set<string>();
  let isFirst = true;
  return ({ cells }) => {
    if (isHeading(cells, normal) || (isFirst && isSecondHeading(cells))) return "repeated heading";
    isFirst = false;
    let missing = 0;
    for (const at of keys) if ((cells[at] ?? "") === "") missing += 1;
    // What fills all cells that records fill is one: a customer may be named Total.
    if (keys.length < 2 || missing > 0) {
      const why = whyBare(cells, missing);
      if (why === "total") resetSince();
      if (why !== null) return why;
    }
    records += 1;
    recordsSince += 1;
    for (const [index, at] of numbers.entries()) {
      const number = read(cells, at);
      for (const sums of [all[index], since[index]]) {
        if (!number || !sums) continue;
        sums.point += number.point ?? 0;
        sums.comma += number.comma ?? 0;
      }
    }
    return null;
  };
  function whyBare(cells: readonly string[], missing: number): LeftLine["why"] | null {
    const filled = cells.filter((cell) => cell !== "");
    const label = filled[0] ?? "";
    const found = filled.map(namingOf).filter((naming) => naming !== null);
    const isWhole = found.some((naming) => naming.of === "");
    const hasNumber = numbers.some((at) => read(cells, at) !== null);
    // The cells that records fill are empty, but for the one with the word.
    const isBare = keys.length > 1 && missing >= keys.length - 1;
    const isEmpty = keys.length > 0 && missing === keys.length;
    if (found.length > 0) {
      if (isBare && (hasNumber || isWhole || filled.length === 1)) return "total";
      if (isWhole && (isEmpty || isSum(cells))) return "total";
      if (hasNumber && (isSum(cells) || found.some((naming) => isLabel(naming.of)))) return "total";
    } else if (labels.size < mostLabels) labels.add(partsOf(label).join(" "));
    if (isEmpty && hasNumber && isSum(cells)) return "total";
    if (filled.every((cell) => /^[-=_*.]{2,}$/.test(cell))) return "note";
    // When a report was made.
    if (filled.length === 1 && heading.length > 2 && readWrittenDay(filled[0] ?? "")) return "note";
    if (filled.length > 1 || heading.length < 3 || days.length === 0 || hasNumber) return null;
    return days.every((at) => readWrittenDay(cells[at] ?? "") === null) ? "note" : null;
  }
  /** Also behind a word such as "for". */
  function isLabel(name: string): boolean {
    return name !== "" && (labels.has(name) || labels.has(name.slice(name.indexOf(" ") + 1)));
  }
  /** A line of units or forms below the heading: texts where records hold numbers and days. */
  function isSecondHeading(cells: readonly string[]): boolean {
    const places = [...numbers, ...days];
    return (
      places.length > 1 &&
      places.every((at) => {
        const cell = cells[at] ?? "";
        return cell !== "" && !isNothing(cell) && read(cells, at) === null && readWrittenDay(cell) === null;
      })
    );
  }
  function resetSince(): void {
    recordsSince = 0;
    for (const sums of since) [sums.point, sums.comma] = [0, 0];
  }
}

/** A repeated heading has the same cells, in at least the two first. */
function isHeading(cells: readonly string[], heading: readonly string[]): boolean {
  let filled = 0;
  for (let at = 0; at < Math.max(cells.length, heading.length); at += 1) {
    const [cell, head] = [cells[at] ?? "", heading[at] ?? ""];
    if (cell.length !== head.length || cell.toLowerCase() !== head) return false;
    if (cell !== "") filled += 1;
  }
  return filled > 1 || (filled === 1 && heading.length === 1);
}
