import { count } from "#ui/format.ts";

const units = ["bytes", "kB", "MB", "GB", "TB"];

/** 2,474 bytes, 24.4 kB, 83 GB. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 10_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${count(Math.round(value * 10) / 10)} ${units[unit]}`;
}
