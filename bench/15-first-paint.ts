import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { ensureBrowserPart } from "../scripts/browser-part.ts";
import { root } from "../scripts/node24.mjs";
import { openBrowser } from "../test/e2e/browser.ts";
import { median } from "./compare.ts";
import { openGround } from "./ground.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const loads = 5;

type Paint = { largest: number; blocked: number; script: number };

/** Goal 15: when a signed-in, full dashboard has painted and how long it blocks, against a page that only parses as much. */
export async function measure(): Promise<Report> {
  const fault = ensureBrowserPart(root);
  if (fault !== null) throw new Error(fault);
  const ground = await openGround();
  const browser = await openBrowser();
  let floor: Awaited<ReturnType<typeof servePlain>> | undefined;
  try {
    const { member, server, asOwner } = ground;
    await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
    const cookie = member.cookie ?? "";
    const first = await paint(browser, server.url, cookie);
    floor = await servePlain(first.script);
    const [ours, bare]: [Paint[], Paint[]] = [[], []];
    for (let load = 0; load < loads; load += 1) {
      bare.push(await paint(browser, floor.url, null));
      ours.push(await paint(browser, server.url, cookie));
    }
    const middle = (paints: Paint[], what: keyof Paint) => median(paints.map((one) => one[what]));
    const line = (name: string, paints: Paint[]) =>
      `${name.padEnd(34)}${["largest", "blocked"]
        .map(
          (what) =>
            `${middle(paints, what as keyof Paint)
              .toFixed(0)
              .padStart(8)} ms ${what}`,
        )
        .join("")}`;
    const [largest, plain] = [middle(ours, "largest"), middle(bare, "largest")];
    return {
      title: `15  The dashboard in headless Chromium, signed in, empty cache, medians of ${loads}: largest contentful paint and total blocking time`,
      lines: [
        line(`floor: parses ${(first.script / 1000).toFixed(0)} kB of script`, bare),
        line("the dashboard", ours),
        `the dashboard paints ${(largest / plain).toFixed(2)} × as late as the floor`,
      ],
      goals: [
        atMost("largest contentful paint", largest, 800, "ms"),
        atMost("total blocking time", middle(ours, "blocked"), 100, "ms"),
      ],
    };
  } finally {
    floor?.stop();
    await browser.close();
    await ground.close();
  }
}

/** Runs in the page, before anything of it: keeps its largest paint and what long tasks block beyond 50 ms. */
function observe(): void {
  const found = { largest: 0, blocked: 0 };
  Object.assign(globalThis, { found });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
}

async function paint(browser: Browser, url: string, cookie: string | null): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (cookie) await context.addCookies([{ name: "sid", value: cookie.replace("sid=", ""), url }]);
    await context.addInitScript(observe);
    const page = await context.newPage();
    await page.goto(url);
    if (cookie)
      await page.getByRole("region", { name: "Task Inbox", exact: true }).getByRole("listitem").first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500);
    return await page.evaluate(() => {
      const { found } = globalThis as unknown as { found: Omit<Paint, "script"> };
      const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
      const script = scripts.reduce((sum, one) => sum + (one as PerformanceResourceTiming).decodedBodySize, 0);
      return { ...found, script };
    });
  } finally {
    await context.close();
  }
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
