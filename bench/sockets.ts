// Many open tabs in a process of its own: `node bench/sockets.ts <JSON>`. Prints a line of JSON once all of them listen, then
// one for each announced row when the last of them has heard of it.
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";

/** Where to, how many for each cookie, and the company they join; null where nothing is joined. */
export type Tabs = { url: string; cookies: readonly string[]; each: number; companyId: string | null };
/** The moment, by the machine's monotonic clock in milliseconds, at which the last tab had the message about this row. */
export type Heard = { type: string; id: string; at: number };

const atOnce = 50;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? "{}") as Tabs);

async function main({ url, cookies, each, companyId }: Tabs): Promise<void> {
  const total = cookies.length * each;
  const heard = new Map<string, number>();

  function receive(text: string): void {
    const before = heard.get(text) ?? 0;
    heard.set(text, before + 1);
    if (before + 1 < total) return;
    heard.delete(text);
    const at = Number(process.hrtime.bigint()) / 1e6;
    const message = JSON.parse(text) as { type: string; id: string };
    process.stdout.write(`${JSON.stringify({ ...message, at } satisfies Heard)}\n`);
  }

  const open = (cookie: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false });
      socket.on("error", reject);
      socket.on("close", (code) => reject(new Error(`A socket was closed with ${code}.`)));
      socket.on("open", () => {
        if (companyId) socket.send(JSON.stringify({ type: "join_company", companyId }));
        else resolve();
      });
      socket.on("message", (frame: Buffer) => {
        const text = frame.toString();
        if (text.includes('"joined"')) resolve();
        else receive(text);
      });
    });

  const wanted = cookies.flatMap((cookie) => Array.from({ length: each }, () => cookie));
  for (let at = 0; at < total; at += atOnce) {
    await Promise.all(wanted.slice(at, at + atOnce).map(open));
    await sleep(5);
  }
  process.stdout.write(`${JSON.stringify({ open: total })}\n`);
}
