import { outliersInAmounts } from "../src/features/forecasting/series/outliers.ts";
import { type Clean, clean, gaussian, seeded } from "../test/clean.ts";
import type { Goal, Report } from "./report.ts";

const sizes = [14, 20, 28, 35, 60, 100, 365, 1_000];
const distances = [3, 4, 5, 8];
/** Clean values looked at for each kind and size. */
const values = 12_000;
/** From so many values on an outlier of 5 sigma can be told from chance every time. */
const surely = 100;

type Found = { name: string; size: number; falseShare: number; found: number[] };

/** How many clean values are called outliers, and how many of those planted at 3, 4, 5 and 8 sigma are found. */
export async function measure(): Promise<Report> {
  const rows = clean.flatMap((kind) => sizes.map((size) => tryKind(kind, size)));
  const sure = rows.filter(({ size }) => size >= surely);
  return {
    title: "outliers  Clean values called outliers, and planted ones found, in percent",
    lines: [
      `${"kind".padEnd(26)}${"values".padStart(7)}${"false".padStart(8)}${distances.map((sigma) => `${sigma} sigma`.padStart(9)).join("")}`,
      ...rows.map(line),
    ],
    goals: [
      share("most false ones of any kind and size", Math.max(...rows.map((row) => row.falseShare)), "at most", 0.01),
      share(
        `least found at 5 sigma from ${surely} values on`,
        Math.min(...sure.map(({ found }) => found[2] ?? 0)),
        "at least",
        1,
      ),
      share(
        "least found at 5 sigma of 14 to 60 values",
        Math.min(...rows.filter(({ size }) => size < surely).map(({ found }) => found[2] ?? 0)),
        "at least",
        1,
      ),
    ],
  };
}

const percent = (one: number): string => (100 * one).toFixed(2);

function share(what: string, found: number, side: "at most" | "at least", wanted: number): Goal {
  const met = side === "at most" ? found <= wanted : found >= wanted;
  return { what, found: `${percent(found)} %`, wanted: `${side} ${percent(wanted)} %`, met };
}

const line = ({ name, size, falseShare, found }: Found): string =>
  `${name.padEnd(26)}${String(size).padStart(7)}${percent(falseShare).padStart(8)}${found.map((one) => percent(one).padStart(9)).join("")}`;

/** Lists without an outlier, then with one at each distance, above and below in turn. */
function tryKind(kind: Clean, size: number): Found {
  const lists = Math.max(100, Math.ceil(values / size));
  const random = seeded(1_000_003 + size);
  let named = 0;
  const hits = distances.map(() => 0);
  for (let list = 0; list < lists; list += 1) {
    const noise = Array.from({ length: size }, () => gaussian(random));
    named += namedIn(kind, noise).length;
    const place = Math.floor(random() * size);
    for (const [at, distance] of distances.entries()) {
      const planted = noise.with(place, list % 2 === 0 ? distance : -distance);
      if (namedIn(kind, planted).includes(place)) hits[at] = (hits[at] ?? 0) + 1;
    }
  }
  return { name: kind.name, size, falseShare: named / (lists * size), found: hits.map((count) => count / lists) };
}

const namedIn = ({ valueAt }: Clean, noise: readonly number[]): number[] =>
  outliersInAmounts(noise.map(valueAt)).map(({ at }) => at);
