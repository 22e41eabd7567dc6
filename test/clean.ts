import { addDays } from "#contract/days.ts";

/** Random numbers from 0 to 1, repeatable by seed (mulberry32). */
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

/** A kind of clean amounts: what one is, given its noise in sigmas. */
export type Clean = { name: string; valueAt: (noise: number) => number };

export const clean: readonly Clean[] = [
  { name: "amounts, normal, 10 %", valueAt: (noise) => 100 + 10 * noise },
  // What a bill cannot be: 5 sigma below are 2 of 100, not nothing.
  { name: "amounts, normal, 20 %", valueAt: (noise) => 100 + 20 * Math.max(-4.9, noise) },
  { name: "amounts, normal, around 0", valueAt: (noise) => 10 * noise },
  { name: "amounts, log-normal 0.2", valueAt: (noise) => 100 * Math.exp(0.2 * noise) },
  { name: "amounts, log-normal 0.5", valueAt: (noise) => 100 * Math.exp(0.5 * noise) },
  { name: "amounts, log-normal 1", valueAt: (noise) => 100 * Math.exp(noise) },
];

/** Dates values from a Monday on. */
export const asDays = (values: readonly number[]): { day: string; value: number }[] =>
  values.map((value, at) => ({ day: addDays("2024-01-01", at), value }));
