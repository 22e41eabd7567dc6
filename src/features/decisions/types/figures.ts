import type { Step } from "#features/decisions/contract.ts";

/** Never −0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

export const capitalize = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;

/** Rounds down: to thousands from 10,000, hundreds from 1,000, tens from 100. */
export function floorRound(amount: number): number {
  const unit = amount >= 10_000 ? 1000 : amount >= 1000 ? 100 : amount >= 100 ? 10 : amount >= 1 ? 1 : 0.01;
  // The epsilon keeps 0.29 / 0.01 at 29.
  return round(Math.floor(amount / unit + 1e-9) * unit, 2);
}

const decimals: Record<Step["unit"], number> = { money: 2, percent: 1, months: 1, days: 0, count: 0, score: 0 };

export function step(name: string, formula: string, value: number | null, unit: Step["unit"], deciding = false): Step {
  return { name, formula, value: value === null ? null : round(value, decimals[unit]), unit, deciding };
}
