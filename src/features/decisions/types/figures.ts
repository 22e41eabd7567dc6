import { grouped } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";

/** Takes a figure and a number of decimals, gives it rounded; never −0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** Takes a number of percent, gives it in words with at most one decimal. */
export function percent(value: number): string {
  return `${grouped(value, 1)}%`;
}

/** Takes words, gives them as a sentence starts with them. */
export const capital = (words: string): string => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;

/** Takes an amount, gives the round figure below it: whole thousands from 10,000, hundreds from 1,000, tens from 100. */
export function floorRound(amount: number): number {
  const unit = amount >= 10_000 ? 1000 : amount >= 1000 ? 100 : amount >= 100 ? 10 : amount >= 1 ? 1 : 0.01;
  // A hair more, so that 0.29 / 0.01 does not lose its last unit.
  return round(Math.floor(amount / unit + 1e-9) * unit, 2);
}

const decimals: Record<Step["unit"], number> = { money: 2, percent: 1, months: 1, days: 0, count: 0, score: 0 };

/** One row of a calculation, its value rounded by its unit: money to 2 decimals, percent and months to 1. */
export function row(name: string, formula: string, value: number | null, unit: Step["unit"], deciding = false): Step {
  return { name, formula, value: value === null ? null : round(value, decimals[unit]), unit, deciding };
}
