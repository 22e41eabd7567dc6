import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parse } from "csv-parse/sync";
import { profileFile } from "#platform/reading/profile.ts";
import type { Source } from "#platform/reading/reading.ts";
import { recordsOf } from "#platform/reading/records.ts";
import { atMost, type Report } from "./report.ts";

const megabytes = Number(process.env["READING_MB"] ?? 25);
const place = { currency: "USD", timeZone: "America/New_York" };
const trials = 3;

const day = (at: number): string => {
  const [year, month, date] = new Date(Date.UTC(2024, 0, 1 + (at % 700))).toISOString().slice(0, 10).split("-");
  return `${month}/${date}/${year}`;
};

/** Invoices with quoted names and amounts, as accounting programs export them. */
function invoices(): { text: string; lines: number } {
  const lines = ["Number,Customer,Email,Date,Due date,Amount,Balance,Status,Notes"];
  let size = 0;
  for (let at = 0; size < megabytes * 1_000_000; at += 1) {
    const amount = ((at * 7919) % 10_000_000) / 100;
    const customer = at % 2000;
    const written = amount.toLocaleString("en", { minimumFractionDigits: 2 });
    const line = `INV-${at},"Northwind ${customer}, Ltd",billing${customer}@northwind.example,${day(at * 7)},${day(at * 7 + 30)},"${written}",${at % 3 ? "0.00" : amount.toFixed(2)},${["Paid", "Open", "Overdue"][at % 3]},Delivery to site ${at % 97} as agreed`;
    lines.push(line);
    size += line.length + 2;
  }
  return { text: `${lines.join("\r\n")}\r\n`, lines: lines.length - 1 };
}

/** Seconds of processor time of the quickest of some runs. */
async function quickest(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < trials; trial += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

/** A large file of text, profiled whole: processor time beside the CSV library alone, pauses of the event loop, memory. */
export async function measure(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "reading-"));
  try {
    const { text, lines } = invoices();
    const path = join(folder, "invoices.csv");
    writeFileSync(path, text);
    const source: Source = { size: statSync(path).size, bytes: () => createReadStream(path) };
    const floor = await quickest(() => parse(text, { relax_quotes: true, relax_column_count: true }).length);
    const profile = await profileFile(source, place);
    const read = await quickest(async () => {
      let count = 0;
      for await (const { cells } of recordsOf(source, profile)) count += cells.length;
      return count;
    });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    globalThis.gc?.();
    const heap = process.memoryUsage().heapUsed;
    let most = heap;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 100);
    let found = 0;
    const profiled = await quickest(async () => {
      delay.enable();
      found = (await profileFile(source, place)).lines;
      delay.disable();
    });
    clearInterval(watch);
    if (found !== lines) throw new Error(`${found} records of ${lines} were found`);
    const line = (what: string, seconds: number) =>
      `${what.padEnd(60)}${seconds.toFixed(2).padStart(7)} s of processor time${(seconds / floor).toFixed(2).padStart(7)} × floor`;
    return {
      title: `reading  ${lines.toLocaleString("en")} invoices in a CSV file of ${megabytes} MB`,
      lines: [
        line("floor: csv-parse alone, the text in memory", floor),
        line("ours: all records of the file", read),
        line("ours: the profile of the file", profiled),
        `longest pause of the event loop meanwhile`.padEnd(60) +
          `${(delay.max / 1e6).toFixed(0).padStart(7)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
        `heap before and at its most meanwhile`.padEnd(60) +
          `${(heap / 2 ** 20).toFixed(0).padStart(7)} MiB${(most / 2 ** 20).toFixed(0).padStart(7)} MiB`,
      ],
      goals: [atMost("profile of a file of 25 MB", profiled * (25 / megabytes), 2, "s")],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
