import { formatNumber } from "#contract/format.ts";
import type { Cost } from "#contract/words.ts";
import { type Grade, grades } from "./grade.ts";

/** One case, scored with one engine. */
export type Result = {
  skill: string;
  company: string;
  case: string;
  /** What was asked. */
  about: string;
  isAnswerable: boolean;
  /** The engine that was measured, and the one that did the work in the end. */
  engine: string;
  doneBy: string;
  grade: Grade;
  text: string;
  /** What is wrong with it, as far as code can say. */
  faults: readonly string[];
  /** From the request to the end of the run. */
  seconds: number;
  calls: readonly { cost: Cost; input: number | null; output: number | null }[];
};

const headings = ["engine", ...grades, "cost, USD", "median", "p95", "tokens in", "out", "unverified", "by rules"];

/** A table per skill and company: a line per engine. */
export function sheetOf(results: readonly Result[]): string {
  const groups = Map.groupBy(results, ({ skill, company }) => `${skill}, ${company}`);
  return [...groups].map(([title, of]) => tableOf(title, of)).join("\n\n");
}

function tableOf(title: string, results: readonly Result[]): string {
  const engines = [...Map.groupBy(results, ({ engine }) => engine)];
  const [, first = []] = engines[0] ?? [];
  const answerable = first.filter(({ isAnswerable }) => isAnswerable).length;
  const held = answerable < first.length ? `, ${answerable} with an answer in the records` : "";
  const rows = [headings, ...engines.map(([engine, of]) => [engine, ...cellsOf(of)])];
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  return [`${title}: ${first.length} cases${held}`, ...lines].join("\n");
}

function cellsOf(results: readonly Result[]): string[] {
  const counts = grades.map((grade) => String(results.filter((one) => one.grade === grade).length));
  const calls = results.flatMap((one) => one.calls);
  const seconds = results.map((one) => one.seconds).toSorted((one, other) => one - other);
  const sum = (of: (call: Result["calls"][number]) => number | null) =>
    formatNumber(calls.reduce((total, call) => total + (of(call) ?? 0), 0));
  const unverified = results.filter(({ text }) => text.includes("(unverified)")).length;
  const byRules = results.filter(({ doneBy, engine }) => doneBy === "rules" && engine !== "rules").length;
  return [
    ...counts,
    describeCost(calls.map(({ cost }) => cost)),
    ...[0.5, 0.95].map((share) => `${formatNumber(quantile(seconds, share), 2)} s`),
    sum(({ input }) => input),
    sum(({ output }) => output),
    String(unverified),
    String(byRules),
  ];
}

/** What calls cost, by how certain it is: "0.0123 billed, 0.01 imputed, 2 unknown". */
function describeCost(costs: readonly Cost[]): string {
  const parts = (["billed", "imputed"] as const).flatMap((state) => {
    const of = costs.filter((one) => one.state === state);
    return of.length > 0
      ? [
          `${formatNumber(
            of.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
            4,
          )} ${state}`,
        ]
      : [];
  });
  const unknown = costs.filter(({ state }) => state === "unknown").length;
  return [...parts, ...(unknown > 0 ? [`${unknown} unknown`] : [])].join(", ") || "0";
}

/** The nearest rank of sorted values. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
