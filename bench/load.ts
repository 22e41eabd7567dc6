// A load generator in a process of its own: `node bench/load.ts <JSON>`. Prints one line of JSON.
import { Agent, request } from "node:http";

const { url, cookie, seconds, concurrency } = JSON.parse(process.argv[2] ?? "{}") as {
  url: string;
  cookie?: string;
  seconds: number;
  concurrency: number;
};
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
const headers = cookie ? { cookie } : {};
const times: number[] = [];
const faults: number[] = [];
let bytes = 0;

function once(): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(url, { agent, headers }, (response) => {
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("end", () => {
        times.push(performance.now() - started);
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) faults.push(status);
        resolve();
      });
    });
    call.on("error", reject);
    call.end();
  });
}

const started = performance.now();
const until = started + seconds * 1000;
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (performance.now() < until) await once();
  }),
);
const elapsed = (performance.now() - started) / 1000;
agent.destroy();
times.sort((one, other) => one - other);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const answer = { count: times.length, faults, seconds: elapsed, p50: at(0.5), p99: at(0.99), bytes };
process.stdout.write(`${JSON.stringify(answer)}\n`);
