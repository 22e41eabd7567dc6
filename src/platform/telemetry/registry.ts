import { Counter, Gauge, Histogram, Registry } from "prom-client";

export type Labels = Record<string, string>;
export type Sample = { labels?: Labels; value: number };

/** An instance's metrics in the Prometheus text format; independent of the product. */
export type Metrics = ReturnType<typeof makeMetrics>;

export function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: readonly number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets: [...buckets], labelNames, registers }),
    /** Read on every scrape. An unknown value is omitted, because 0 would be wrong. */
    gauge: (
      name: string,
      help: string,
      read: () => readonly Sample[] | number | null,
      labelNames: readonly string[] = [],
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          const found = read();
          this.reset();
          if (labelNames.length === 0) this.remove({});
          const samples = typeof found === "number" ? [{ value: found }] : (found ?? []);
          for (const { labels = {}, value } of samples) this.set(labels, value);
        },
      }),
    text: () => registry.metrics(),
  };
}
