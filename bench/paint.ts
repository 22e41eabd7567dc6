import type { Browser, CDPSession } from "playwright-core";
import { median } from "./compare.ts";

/** A file or call of one load: when it was asked for, when it was all there, whether the page itself names it. */
type Fetched = { path: string; asked: number; back: number; bytes: number; isNamed: boolean };
type Painted = { at: number; size: number; what: string };

/** One load of a page, in milliseconds since it was asked for; `cpu` counts processor time of the page's main thread. */
export type Paint = {
  html: number;
  evaluated: number;
  first: number;
  largest: number;
  blocked: number;
  paints: Painted[];
  fetched: Fetched[];
  cpu: { script: number; layout: number; all: number };
};

type Seen = Pick<Paint, "html" | "evaluated" | "first" | "largest" | "blocked" | "paints" | "fetched">;

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
    const cpu = await processorTime(session);
    if ((await page.locator(shows).count()) === 0) throw new Error(`Void: ${url} did not show ${shows}.`);
    const html = await (await context.request.get(url)).text();
    return { ...(await page.evaluate(read, html)), cpu };
  } finally {
    await context.close();
  }
}

async function processorTime(session: CDPSession): Promise<Paint["cpu"]> {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string): number => (metrics.find((metric) => metric.name === `${name}Duration`)?.value ?? 0) * 1000;
  return { script: of("Script"), layout: of("Layout") + of("RecalcStyle"), all: of("Task") };
}

type Watched = Pick<Paint, "blocked" | "paints">;

/** Runs in the page, before anything of it: keeps its paints and what long tasks block beyond 50 ms. */
function observe(): void {
  const found: Watched = { blocked: 0, paints: [] };
  Object.assign(globalThis, { found });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, size, element } = entry as PerformanceEntry & { size: number; element: Element | null };
      const text = element?.textContent?.slice(0, 50) ?? "";
      found.paints.push({ at: startTime, size, what: `${element?.tagName.toLowerCase()} "${text}"` });
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
}

/** Runs in the page, at the end; takes the text it came as. */
function read(html: string): Seen {
  const { found } = globalThis as unknown as { found: Watched };
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return {
    ...found,
    html: page?.responseEnd ?? Number.NaN,
    evaluated: page?.domContentLoadedEventStart ?? Number.NaN,
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    largest: found.paints.at(-1)?.at ?? Number.NaN,
    fetched: resources.map(({ name, startTime, responseEnd, decodedBodySize }) => ({
      path: new URL(name).pathname,
      asked: startTime,
      back: responseEnd,
      bytes: decodedBodySize,
      isNamed: html.includes(`"${new URL(name).pathname}"`),
    })),
  };
}

const isCode = ({ path }: Fetched): boolean => /\.(?:js|css)$/.test(path);

/** The bytes of script one load has parsed. */
export const scriptOf = ({ fetched }: Paint): number =>
  fetched.filter(({ path }) => path.endsWith(".js")).reduce((sum, { bytes }) => sum + bytes, 0);

/** The middle of one figure of several loads. */
export const middle = (paints: readonly Paint[], figure: (one: Paint) => number): number => median(paints.map(figure));

/** Says in lines how loads went, from the page's first byte to its largest paint: medians, milliseconds since it was asked for. */
export function timeline(paints: readonly Paint[]): string[] {
  const at = (figure: (one: Paint) => number): string => middle(paints, figure).toFixed(0).padStart(5);
  const [one] = paints;
  if (!one) return [];
  const told = (load: Paint): Fetched[] => load.fetched.filter((each) => isCode(each) && each.isNamed);
  const first = told(one).length;
  const found = (load: Paint): Fetched[] => load.fetched.filter((each) => isCode(each) && !each.isNamed);
  const last = (files: readonly Fetched[], when: "asked" | "back"): number =>
    Math.max(...files.map((each) => each[when]));
  const calls = one.fetched.map(({ path }) => path).filter((path) => path.startsWith("/api/"));
  const font = (load: Paint): number =>
    last(
      load.fetched.filter(({ path }) => path.endsWith(".woff2")),
      "back",
    );
  const call = (path: string, when: "asked" | "back") => (load: Paint) =>
    load.fetched.find((each) => each.path === path)?.[when] ?? Number.NaN;
  return [
    `${at((load) => load.html)}  the page's HTML is there`,
    `${at((load) => last(told(load), "back"))}  all ${first} files of code it names are there (first asked for at${at((load) => Math.min(...told(load).map(({ asked }) => asked)))}), the font at${at(font)}`,
    `${at((load) => load.evaluated)}  the code has run for the first time`,
    ...(found(one).length > 0
      ? [
          `${at((load) => last(found(load), "back"))}  the last of ${found(one).length} files of code found only on the way is there (first asked for at${at((load) => Math.min(...found(load).map(({ asked }) => asked)))})`,
        ]
      : []),
    ...calls.map((path) => `${at(call(path, "back"))}  ${path} is answered, asked at${at(call(path, "asked"))}`),
    `${at((load) => load.first)}  first content`,
    ...one.paints.map(
      ({ what }) =>
        `${at((load) => load.paints.find((each) => each.what === what)?.at ?? Number.NaN)}  largest so far: ${what}`,
    ),
    `processor time of the page's thread: script${at((load) => load.cpu.script)}, style and layout${at((load) => load.cpu.layout)}, all${at((load) => load.cpu.all)} ms`,
  ];
}
