export type Labels = Readonly<Record<string, string>>;
export type Sample = { labels?: Labels; value: number };

/** One number that only grows; holding on to it costs nothing per count. */
type Cell = { value: number };
type Timed = { observe(value: number): void };

/** What can be measured, written in the Prometheus text format; knows nothing of the product. */
export type Registry = {
  counter(name: string, help: string): (labels?: Labels) => Cell;
  histogram(name: string, help: string, bounds: readonly number[]): (labels?: Labels) => Timed;
  /** Asks at every reading; nothing known gives no line, as zero would be a claim. */
  gauge(name: string, help: string, read: () => readonly Sample[] | number | null): void;
  text(): string;
};

/** Labels come from closed lists; this stops the one that turns out not to. */
const mostSeries = 1_000;

type Type = "counter" | "histogram" | "gauge";

/** Gives an empty registry. */
export function makeRegistry(): Registry {
  const families = new Map<string, () => string[]>();
  const add = (name: string, help: string, type: Type, lines: () => string[]): void => {
    if (families.has(name)) throw new Error(`${name} is measured twice.`);
    families.set(name, () => {
      const found = lines();
      return found.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...found];
    });
  };

  return {
    counter(name, help) {
      const cells = series<Cell>(() => ({ value: 0 }));
      add(name, help, "counter", () => cells.all().map(([labels, cell]) => `${name}${braced(labels)} ${cell.value}`));
      return cells.of;
    },
    histogram(name, help, bounds) {
      const cells = series(() => makeHistogram(bounds));
      add(name, help, "histogram", () => cells.all().flatMap(([labels, cell]) => cell.lines(name, labels)));
      return cells.of;
    },
    gauge(name, help, read) {
      add(name, help, "gauge", () => {
        const found = read();
        if (found === null) return [];
        const samples = typeof found === "number" ? [{ value: found }] : found;
        return samples.map(({ labels, value }: Sample) => `${name}${braced(labelText(labels))} ${value}`);
      });
    },
    text: () => `${[...families.values()].flatMap((lines) => lines()).join("\n")}\n`,
  };
}

/** One of its kind for each set of labels. */
function series<Kind>(make: () => Kind): { of: (labels?: Labels) => Kind; all: () => [string, Kind][] } {
  const cells = new Map<string, Kind>();
  return {
    of(labels) {
      const key = labelText(labels);
      const cell = cells.get(key) ?? make();
      if (cells.size < mostSeries) cells.set(key, cell);
      return cell;
    },
    all: () => [...cells],
  };
}

function makeHistogram(bounds: readonly number[]): Timed & { lines(name: string, labels: string): string[] } {
  const counts = bounds.map(() => 0);
  let [sum, count] = [0, 0];
  return {
    observe(value) {
      count += 1;
      sum += value;
      const at = bounds.findIndex((bound) => value <= bound);
      if (at !== -1) counts[at] = (counts[at] ?? 0) + 1;
    },
    lines(name, labels) {
      let below = 0;
      const bucket = (bound: number | string, value: number) =>
        `${name}_bucket${braced([labels, `le="${bound}"`].filter(Boolean).join(","))} ${value}`;
      return [
        ...bounds.map((bound, at) => bucket(bound, (below += counts[at] ?? 0))),
        bucket("+Inf", count),
        `${name}_sum${braced(labels)} ${sum}`,
        `${name}_count${braced(labels)} ${count}`,
      ];
    },
  };
}

const braced = (labels: string): string => (labels === "" ? "" : `{${labels}}`);

const labelText = (labels: Labels = {}): string =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}="${escaped(labels[name] ?? "")}"`)
    .join(",");

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
