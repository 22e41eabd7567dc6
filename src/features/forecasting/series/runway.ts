import { meanOf, sumOf } from "#features/forecasting/series/robust.ts";

/**
 * Months until the cash runs out: `months` at the mean burn, `low` to `high` with 80%; null means not within ten years.
 * Rounded down to tenths. `burn` is the mean monthly net burn, negative if cash grows.
 */
export type Runway = { months: number | null; low: number | null; high: number | null; burn: number; points: number };

/** Older months no longer describe the company. */
const maxMonths = 12;
const minMonths = 3;
const tenYears = 120;
/** 90% quantiles of Student's t with 2 to 11 degrees of freedom, because a mean of few months is uncertain. */
const studentQuantiles = [1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363];

/**
 * `burns` are the net burn of the last months (spending minus income, oldest first); null with fewer than three. After
 * m months the burn is m b ± t s √(m + m²/n): the noise of the coming months, and that of the mean.
 */
export function runway(cash: number, burns: readonly number[]): Runway | null {
  const last = burns.slice(-maxMonths);
  const count = last.length;
  if (count < minMonths || !Number.isFinite(cash) || !last.every(Number.isFinite)) return null;
  const burn = meanOf(last);
  const spread = Math.sqrt(sumOf(last.map((value) => (value - burn) ** 2)) / (count - 1));
  const t = studentQuantiles[count - minMonths] ?? 0;
  const until = (side: number): number | null => {
    if (cash <= 0) return 0;
    for (let tenth = 1; tenth <= tenYears * 10 + 1; tenth += 1) {
      const months = tenth / 10;
      const spent = months * burn + side * t * spread * Math.sqrt(months + months ** 2 / count);
      if (spent > cash * (1 + 1e-9)) return (tenth - 1) / 10;
    }
    return null;
  };
  return { months: until(0), low: until(1), high: until(-1), burn, points: count };
}
