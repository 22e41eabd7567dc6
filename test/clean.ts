import { addDays } from "#contract/days.ts";

/** Takes a seed, gives numbers from 0 to 1 that the seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One standard normal number (Box & Muller 1958). */
export const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A kind of clean data: what a value is, given its noise in sigmas and its place; `daily` is a series, else a list. */
export type Clean = { name: string; daily: boolean; valueAt: (noise: number, at: number) => number };

/** A shop that sells half as much on Saturdays and a third on Sundays. */
const week = [1, 0.95, 1, 1.05, 1.15, 0.5, 0.33];
const weekday = (at: number): number => week[at % 7] ?? 1;

export const clean: readonly Clean[] = [
  { name: "amounts, normal, 10 %", daily: false, valueAt: (noise) => 100 + 10 * noise },
  // What a bill cannot be: 5 sigma below are 2 of 100, not nothing.
  { name: "amounts, normal, 20 %", daily: false, valueAt: (noise) => 100 + 20 * Math.max(-4.9, noise) },
  { name: "amounts, normal, around 0", daily: false, valueAt: (noise) => 10 * noise },
  { name: "amounts, log-normal 0.2", daily: false, valueAt: (noise) => 100 * Math.exp(0.2 * noise) },
  { name: "amounts, log-normal 0.5", daily: false, valueAt: (noise) => 100 * Math.exp(0.5 * noise) },
  { name: "amounts, log-normal 1", daily: false, valueAt: (noise) => 100 * Math.exp(noise) },
  { name: "days, normal", daily: true, valueAt: (noise) => 1_000 + 100 * noise },
  { name: "days, log-normal", daily: true, valueAt: (noise) => 1_000 * Math.exp(0.3 * noise) },
  { name: "days, weekdays", daily: true, valueAt: (noise, at) => 1_000 * weekday(at) * Math.exp(0.15 * noise) },
  { name: "days, trend", daily: true, valueAt: (noise, at) => 1_000 * 1.002 ** at * Math.exp(0.2 * noise) },
  {
    name: "days, weekdays and trend",
    daily: true,
    valueAt: (noise, at) => 1_000 * weekday(at) * 1.002 ** at * Math.exp(0.2 * noise),
  },
];

/** Takes values, gives them as days from a Monday on. */
export const asDays = (values: readonly number[]): { day: string; value: number }[] =>
  values.map((value, at) => ({ day: addDays("2024-01-01", at), value }));
