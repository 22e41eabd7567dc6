import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export type Offer = {
  url: string;
  /** Sent in turn, again and again; a hostile one is to be refused in a sentence. */
  requests: readonly { method: string; path: string; cookie?: string | null; body?: unknown; isHostile?: boolean }[];
  seconds: number;
  /**
   * Requests a second, whether or not answers come, over `concurrency` connections, 1,000 where it is not said. Without it
   * `concurrency` callers wait for their answers.
   */
  rate?: number;
  concurrency?: number;
};

/** What was really sent and what came back. */
export type Offered = {
  sent: number;
  /** Due, and not sent because the generator itself had no connection left. */
  unsent: number;
  seconds: number;
  /** Milliseconds from the sending to the end of the answer. */
  answers: { status: number; count: number; p50: number; p95: number; p99: number; slowest: number }[];
  goodBySecond: number[];
  /** Every other answer than 2xx and 3xx, as it was worded. */
  texts: Record<string, number>;
  withoutRetryAfter: number;
  unanswered: number;
  /** Connections that ended without the answer. */
  broken: number;
  /** Hostile requests that were refused as such. */
  refused: number;
  /** The longest the generator itself was kept from sending. */
  latestTickMs: number;
  /** How many cores the generator kept busy. */
  cores: number;
};

const program = fileURLToPath(new URL("./offer.ts", import.meta.url));

/** Offers the requests from a process of its own, and gives what came of them. */
export async function offer(what: Offer): Promise<Offered> {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(what));
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`The generator ended with ${code}.`);
  return JSON.parse(output) as Offered;
}

/** Answers a second that were what was asked for. */
export const goodput = ({ answers, seconds }: Offered): number =>
  answers.filter(({ status }) => status < 400).reduce((sum, { count }) => sum + count, 0) / seconds;
