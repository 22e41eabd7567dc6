import { formatNumber, pluralize } from "#contract/format.ts";
import { type Figure, formatFigure, joinLines, type Line, type Section, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Budgets, Planned } from "#features/conversations/queries/composed/composed.ts";
import { type Reply, replyOf } from "#features/conversations/replies/reply.ts";
import type { Months } from "./months.ts";

export type Amount = { name: string; actual: number; budget: number };
/** The amounts of a thing by month or by part, and the addresses of their rows. */
export type Compared = {
  item: Planned;
  amounts: readonly Amount[];
  unit: Figure["unit"];
  currency: Currency | null;
  hrefs: { actual: string; budget: string };
  leftOut: readonly Currency[];
};

const mostNamed = 8;
const mostListed = 12;
const mostRows = 24;

type Add = (
  label: string,
  value: number,
  of: Compared,
  how?: { formula?: string; side?: "actual" | "budget" },
) => Figure;
type Answering = { asked: Budgets; months: Months; add: Add };

/** The answer to a question about amounts beside their budgets. */
export function answerOf(asked: Budgets, months: Months, compared: readonly Compared[]): Reply {
  const figures: Figure[] = [];
  const add: Add = (label, value, { unit, currency, hrefs }, { formula = null, side = "actual" } = {}) => {
    const made: Figure = {
      id: `b${figures.length + 1}`,
      label,
      value,
      unit,
      currency: unit === "money" ? currency : null,
      range: null,
      formula,
      source: { label: months.label, href: hrefs[side], asOf: months.to },
    };
    figures.push(made);
    return made;
  };
  const on = { asked, months, add };
  const described = compared.map((one) => (asked.by === null ? wholeOf(one, on) : partsOf(one, on)));
  const others = new Set(compared.flatMap(({ leftOut }) => leftOut));
  const notes = [...months.notes, ...[...others].map((other) => `Amounts in ${other} are not added.`)];
  const line = [...saysYes(compared, on), ...joinLines(" ", described), ...notes.map((note) => ` ${note}`)];
  const sections = asked.by === null ? [] : compared.map((one) => tableOf(one, on));
  const reply = replyOf(true, line, figures);
  return { ...reply, report: { ...reply.report, sections } };
}

/** Actual, budget and the difference. */
function amountsOf(amount: Amount, of: Compared, { add }: Answering): Line {
  const actual = add(`${amount.name}, actual`, amount.actual, of);
  const budget = add(`${amount.name}, budget`, amount.budget, of, { side: "budget" });
  const gap = round(amount.actual - amount.budget);
  if (gap === 0) return toLine`actual ${actual}, budget ${budget}, exactly as planned`;
  const formula = `${formatFigure(actual)} less ${formatFigure(budget)}`;
  const difference = add(`${amount.name}, difference`, Math.abs(gap), of, { formula });
  return toLine`actual ${actual}, budget ${budget}, ${difference} ${sideOf(gap, of.item)} budget${percentOf(amount)}`;
}

function leftOf(amount: Amount, of: Compared, { months, add }: Answering): Line {
  const left = round(amount.budget - amount.actual);
  const gap = add(`${amount.name}, left of the budget`, Math.abs(left), of, { formula: "budget less actual" });
  const how = left < 0 ? toLine`Nothing is left, ${gap} over the budget` : toLine`${gap} is left of the budget`;
  const actual = add(`${amount.name}, actual`, amount.actual, of);
  const budget = add(`${amount.name}, budget`, amount.budget, of, { side: "budget" });
  const used = amount.budget > 0 ? `, ${formatNumber((amount.actual / amount.budget) * 100, 1)}% used` : "";
  return toLine`${of.item.name}, ${months.label}: ${how} (budget ${budget}, actual so far ${actual}${used}).`;
}

function sumOf({ item, amounts }: Compared): Amount {
  const sum = (side: "actual" | "budget") => round(amounts.reduce((all, one) => all + one[side], 0));
  return { name: item.name, actual: sum("actual"), budget: sum("budget") };
}

function wholeOf(of: Compared, on: Answering): Line {
  if (on.asked.asks === "left") return leftOf(sumOf(of), of, on);
  return toLine`${of.item.name}, ${on.months.label}: ${amountsOf(sumOf(of), of, on)}.`;
}

/** The months or the accounts that are asked for. */
function partsOf(of: Compared, on: Answering): Line {
  const { asked, months } = on;
  const what = asked.by === "month" ? "month" : "account";
  const lead = `${of.item.name}, ${months.label}: `;
  const chosen = chosenOf(of, asked);
  const ranked =
    what === "month" && !asked.isFurthest ? chosen : chosen.toSorted((one, other) => far(other) - far(one));
  const [first] = ranked;
  if (asked.isFurthest && first) {
    const byShare = chosen.toSorted((one, other) => shareOf(other) - shareOf(one))[0] ?? first;
    const other = byShare.name === first.name ? "" : ` By per cent it is ${byShare.name}${percentOf(byShare)}.`;
    return toLine`${lead}${first.name} is furthest, with ${amountsOf(first, of, on)}.${other}`;
  }
  const word = asked.asks === "both" ? "" : ` ${wordsOf[asked.asks]}`;
  const count = `${formatNumber(chosen.length)} of ${pluralize(of.amounts.length, what)}${word}`;
  const named = ranked.slice(0, asked.asks === "both" || what === "month" ? mostListed : mostNamed);
  const more = ranked.length - named.length;
  const list = named.map((one) => toLine`${one.name} ${amountsOf(one, of, on)}`);
  return toLine`${lead}${count}${list.length > 0 ? ": " : ""}${joinLines("; ", list)}${more > 0 ? `; and ${more} more` : ""}.`;
}

const chosenOf = ({ item, amounts }: Compared, { asks }: Budgets): readonly Amount[] =>
  asks === "both" ? amounts : amounts.filter((one) => meets(asks, one, item));

function saysYes(compared: readonly Compared[], { asked, months }: Answering): Line {
  const [one] = compared;
  if (asked.yes === null || !one) return [];
  const whole = sumOf(one);
  const isSo =
    asked.yes === "whole"
      ? meets(asked.asks, whole, one.item)
      : asked.yes === "all"
        ? compared.every((each) => chosenOf(each, asked).length === each.amounts.length)
        : compared.some((each) => chosenOf(each, asked).length > 0);
  // What a month that is not over has reached stays so; all else may change.
  if (months.isOpen) return isSo && whole.actual > whole.budget ? ["Yes, already. "] : ["Not known yet. "];
  return [isSo ? "Yes. " : "No. "];
}

function tableOf(of: Compared, { asked, months, add }: Answering): Section {
  const rows = of.amounts
    .slice(0, mostRows)
    .map((one) => [
      [one.name],
      toLine`${add(`${one.name}, actual`, one.actual, of)}`,
      toLine`${add(`${one.name}, budget`, one.budget, of, { side: "budget" })}`,
      toLine`${add(`${one.name}, difference`, round(one.actual - one.budget), of, { formula: "actual less budget" })}`,
    ]);
  const columns = [asked.by === "month" ? "Month" : "Account", "Actual", "Budget", "Difference"];
  return { title: `${of.item.name}, ${months.label}`, lines: [], table: { columns, rows } };
}

/** Whether an amount is what is asked of it. */
function meets(asks: Budgets["asks"], { actual, budget }: Amount, { isCost }: Planned): boolean {
  const gap = round(actual - budget);
  if (asks === "over") return gap > 0;
  if (asks === "under") return gap < 0;
  return asks === "worse" ? (isCost ? gap > 0 : gap < 0) : isCost ? gap <= 0 : gap >= 0;
}

const wordsOf = {
  over: "over budget",
  under: "below budget",
  better: "as planned or better",
  worse: "missed the budget",
  left: "",
} as const;

const round = (value: number): number => Math.round(value * 100) / 100;
const far = ({ actual, budget }: Amount): number => Math.abs(actual - budget);
const shareOf = (one: Amount): number => (one.budget === 0 ? 0 : far(one) / Math.abs(one.budget));
const sideOf = (gap: number, { isCost }: Planned): string =>
  gap > 0 ? (isCost ? "over" : "above") : isCost ? "under" : "below";
const percentOf = (one: Amount): string =>
  one.budget > 0 ? ` (${formatNumber(shareOf(one) * 100, 1)}% ${one.actual > one.budget ? "more" : "less"})` : "";
