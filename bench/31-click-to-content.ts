import type { Browser, Page } from "playwright-core";
import { ensureBuilt } from "../scripts/built-parts.mjs";
import { launchBrowser } from "../test/e2e/browser.ts";
import { openGround } from "./ground.ts";
import { median, percentile } from "./compare.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const rounds = 5;
/** Pages of the menu, by their entries. */
const pages = [
  "Decisions",
  "Tasks",
  "Records",
  "Explore",
  "Agent Identity",
  "Org Chart",
  "CEO Chat",
  "Orchestrator",
  "Company Brain",
  "Console",
  "Runs",
  "Live Feed",
  "AGI Oversight",
  "Privacy",
  "Security",
  "Company Settings",
  "Members",
  "Agent Setup",
];

type Visits = { first: number[]; second: number[] };

/**
 * Goal 31: from the click on an entry of the menu to the page's content, at the first visit and at the second, in a
 * window of its own each round. With BESIDE=<another checkout, built> that one is visited in turns with it.
 */
export async function measure(): Promise<Report> {
  const fault = ensureBuilt("browser");
  if (fault !== null) throw new Error(fault);
  await using ground = await openGround();
  const browser = await launchBrowser();
  ground.after(() => browser.close());
  const { member, server, asOwner } = ground;
  await grow(asOwner, member, { decisions: 200, tasks: 200 });
  const sides = [{ name: "ours", url: server.url, visits: { first: [], second: [] } as Visits }];
  if (process.env["BESIDE"]) {
    const { url } = await ground.beside(process.env["BESIDE"]);
    sides.push({ name: "the other checkout", url, visits: { first: [], second: [] } });
  }
  // The first round warms all up.
  for (let round = -1; round < rounds; round += 1)
    for (const { url, visits } of sides) {
      const found = await visitAll(browser, url, member.cookie ?? "");
      if (round < 0) continue;
      visits.first.push(...found.first);
      visits.second.push(...found.second);
    }
  const ms = (value: number): string => `${value.toFixed(0).padStart(5)} ms`;
  const [ours] = sides;
  const first = ours?.visits.first ?? [];
  return {
    title: `31  From click to content, ${pages.length} pages from the menu, ${rounds} rounds in turns, headless Chromium`,
    lines: sides.map(
      ({ name, visits }) =>
        `${name.padEnd(20)} first visit p50${ms(median(visits.first))} p90${ms(percentile(visits.first, 0.9))}, second p50${ms(median(visits.second))} p90${ms(percentile(visits.second, 0.9))}; first is ${(median(visits.first) / median(visits.second)).toFixed(2)} × the second`,
    ),
    goals: [atMost("click to content, first visits, p90", percentile(first, 0.9), 300, "ms")],
  };
}

/** Visits every page once and then once more. */
async function visitAll(browser: Browser, url: string, cookie: string): Promise<Visits> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([{ name: "sid", value: cookie.replace("sid=", ""), url }]);
    await context.addInitScript(watchClicks);
    const page = await context.newPage();
    await page.goto(url);
    await page.locator("#decision-feed article").first().waitFor();
    const first: number[] = [];
    for (const name of pages) first.push(await visit(page, name));
    const second: number[] = [];
    for (const name of pages) second.push(await visit(page, name));
    return { first, second };
  } finally {
    await context.close();
  }
}

async function visit(page: Page, name: string): Promise<number> {
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  const taken = await page
    .waitForFunction(() => (globalThis as { taken?: number }).taken, undefined, { timeout: 30_000 })
    .catch((cause: unknown) => {
      throw new Error(`Void: ${name} never showed its content.`, { cause });
    });
  return Number(await taken.jsonValue());
}

/** Runs in the page: how long from a click on a link until the page it leads to shows content and no placeholder. */
function watchClicks(): void {
  const shared = globalThis as { taken?: number | undefined };
  addEventListener(
    "click",
    ({ target, timeStamp }) => {
      const link = (target as Element).closest("a");
      if (!link) return;
      shared.taken = undefined;
      const before = document.getElementById("main");
      const look = (): void => {
        const main = document.getElementById("main");
        const isThere =
          location.pathname.startsWith(link.pathname) &&
          main !== before &&
          main?.querySelector("h1") &&
          !main.querySelector(".bg-pressed.block.rounded-\\[3px\\]");
        if (isThere) shared.taken = performance.now() - timeStamp;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
}
