import type { Browser } from "playwright-core";
import { median } from "./compare.ts";

/** One load of a page, in milliseconds since it was asked for, of which `cpu` is processor time; `scripts` in bytes. */
export type Paint = { largest: number; blocked: number; scripts: number; cpu: number };

/** Loads a page with an empty cache in a browser window of its own, until nothing more of it comes. */
export async function paint(browser: Browser, url: string, cookie: string | null, shows: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (cookie) await context.addCookies([{ name: "sid", value: cookie.replace("sid=", ""), url }]);
    await context.addInitScript(observe);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(url);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500);
    const { metrics } = await session.send("Performance.getMetrics");
    const cpu = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
    if ((await page.locator(shows).count()) === 0) throw new Error(`Void: ${url} did not show ${shows}.`);
    return { ...(await page.evaluate(read)), cpu };
  } finally {
    await context.close();
  }
}

type Watched = Pick<Paint, "blocked" | "largest">;

/** Runs in the page, before anything of it: keeps its largest paint and what long tasks block beyond 50 ms. */
function observe(): void {
  const found: Watched = { blocked: 0, largest: Number.NaN };
  Object.assign(globalThis, { found });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
}

/** Runs in the page, at the end. */
function read(): Omit<Paint, "cpu"> {
  const { found } = globalThis as unknown as { found: Watched };
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
  return { ...found, scripts: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) };
}

/** The middle of one figure of several loads. */
export const middle = (paints: readonly Paint[], figure: (one: Paint) => number): number => median(paints.map(figure));
