// A load generator in a process of its own: `node bench/load.ts <JSON>`. Prints one line of JSON.
import { Agent, request } from "node:http";

/** What is asked for: the paths and the cookies one after the other, over and over. */
export type Load = {
  url: string;
  paths?: readonly string[];
  cookies?: readonly string[];
  /** An API token, sent instead of cookies. */
  token?: string;
  /** Makes it a POST. */
  body?: object;
  /** Asks with the tag of the answer before; then only 304 counts as right. */
  unchanged?: boolean;
  seconds: number;
  /** Goes on until so many are answered, where a busy machine answers few. */
  least?: number;
  /** So many at a time, each as soon as the one before is answered … */
  concurrency: number;
  /** … or so many a second, whatever is still under way. */
  perSecond?: number;
};
export type Answers = { count: number; faults: number[]; seconds: number; p50: number; p99: number; bytes: number };

/** As browsers send it. */
const acceptEncoding = "gzip, deflate, br, zstd";

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? "{}") as Load);

async function main(load: Load): Promise<void> {
  const {
    url,
    paths = [""],
    cookies = [""],
    token,
    body,
    unchanged,
    seconds,
    least = 0,
    concurrency,
    perSecond,
  } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: perSecond ? 64 : concurrency });
  const sent = body && JSON.stringify(body);
  const posted = sent && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) };
  const tags = new Map<string, string>();
  const times: number[] = [];
  const faults: number[] = [];
  let bytes = 0;
  let asked = 0;

  function once(): Promise<void> {
    const path = paths[asked % paths.length] ?? "";
    const cookie = cookies[asked % cookies.length];
    asked += 1;
    const tag = tags.get(path);
    const headers = {
      "accept-encoding": acceptEncoding,
      ...(cookie ? { cookie } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(posted ? { ...posted, "sec-fetch-site": "same-origin" } : {}),
      ...(tag ? { "if-none-match": tag } : {}),
    };
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const call = request(url + path, { agent, headers, method: sent ? "POST" : "GET" }, (response) => {
        response.on("data", (chunk: Buffer) => (bytes += chunk.length));
        response.on("end", () => {
          times.push(performance.now() - started);
          const status = response.statusCode ?? 0;
          if (unchanged && !tag) tags.set(path, response.headers.etag ?? "");
          else if (unchanged ? status !== 304 : status < 200 || status > 299) faults.push(status);
          resolve();
        });
      });
      call.on("error", reject);
      call.end(sent);
    });
  }

  // The first answers only give the tags.
  if (unchanged) for (const _path of paths) await once();
  times.length = 0;
  bytes = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  if (perSecond) {
    const underWay: Promise<void>[] = [];
    for (let due = started; due < until; due += 1000 / perSecond) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      underWay.push(once());
    }
    await Promise.all(underWay);
  } else {
    const worker = async () => {
      while (performance.now() < until || times.length < least) await once();
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const answers: Answers = { count: times.length, faults, seconds: elapsed, p50: at(0.5), p99: at(0.99), bytes };
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
