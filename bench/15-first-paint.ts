import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ensureBuilt } from "../scripts/built-parts.mjs";
import { launchBrowser } from "../test/e2e/browser.ts";
import { openGround } from "./ground.ts";
import { middle, type Paint, paint } from "./paint.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const loads = 9;
const decision = "#decision-feed article";

/**
 * Goal 15: when a signed-in, full dashboard has painted and how long it blocks, against a page that only parses as much. With
 * BESIDE=<another checkout, built> that one is loaded in turns with it.
 */
export async function measure(): Promise<Report> {
  const fault = ensureBuilt("browser");
  if (fault !== null) throw new Error(fault);
  await using ground = await openGround();
  const browser = await launchBrowser();
  ground.after(() => browser.close());
  const { member, server, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  const cookie = member.cookie ?? "";
  const first = await paint(browser, server.url, cookie, decision);
  const floor = await servePlain(first.scripts);
  ground.after(() => floor.stop());
  const sides = [
    {
      name: `floor: parses ${(first.scripts / 1000).toFixed(0)} kB of script`,
      url: floor.url,
      cookie: null,
      shows: "p",
    },
    { name: "the dashboard", url: server.url, cookie, shows: decision },
  ];
  if (process.env["BESIDE"]) {
    const { url } = await ground.beside(process.env["BESIDE"]);
    sides.push({ name: "the dashboard of the other checkout", url, cookie, shows: decision });
  }
  const found: Paint[][] = sides.map(() => []);
  // The first turn warms both up.
  for (let load = -1; load < loads; load += 1)
    for (const [at, side] of sides.entries()) {
      const one = await paint(browser, side.url, side.cookie, side.shows);
      if (load >= 0) found[at]?.push(one);
    }
  const [bare = [], ours = []] = found;
  const line = ({ name }: { name: string }, at: number) => {
    const of = (figure: (one: Paint) => number) =>
      middle(found[at] ?? [], figure)
        .toFixed(0)
        .padStart(7);
    return `${name.padEnd(36)}${of((one) => one.largest)} ms largest${of((one) => one.blocked)} ms blocked${of((one) => one.cpu)} ms processor time`;
  };
  const largest = middle(ours, (one) => one.largest);
  return {
    title: `15  The dashboard in headless Chromium, signed in, empty cache, medians of ${loads} in turns: largest contentful paint and total blocking time`,
    lines: [
      ...sides.map(line),
      `the dashboard paints ${(largest / middle(bare, (one) => one.largest)).toFixed(2)} × as late as the floor`,
    ],
    goals: [
      atMost("largest contentful paint", largest, 800, "ms"),
      atMost(
        "total blocking time",
        middle(ours, (one) => one.blocked),
        100,
        "ms",
      ),
    ],
  };
}

/** A page of one line and a script of so many bytes, of functions that nobody calls. */
async function servePlain(bytes: number): Promise<{ url: string; stop(): void }> {
  const one = (at: number) =>
    `function f${at}(a, b) { const c = a.map((d) => ({ d, e: b })); return c.filter(({ e }) => e) }\n`;
  let script = "";
  for (let at = 0; script.length < bytes; at += 1) script += one(at);
  const server = createServer(({ url }, response) => {
    const isScript = url === "/plain.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? script : '<!doctype html><title>Plain</title><p>A plain page.</p><script src="/plain.js"></script>',
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
