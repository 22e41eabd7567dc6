import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "../machine.ts";
import type { Member, World } from "../world.ts";

/** How long a step may take on a machine that is busy with other things. */
const patienceMs = 120_000;
/**
 * A toast leaves after five seconds; a busy machine may take longer to look at it. To avoid waiting that long for
 * what it stands over, only its buttons are in the way of the mouse.
 */
const toastMs = { real: 5_000, here: 20_000 };

let kept: Browser | undefined;

/** The browser of all journeys of this process, which ends with it. Closing it closes the contexts that are open. */
export async function openBrowser(): Promise<Browser> {
  if (kept?.isConnected()) return kept;
  kept = await launchBrowser();
  const browser = kept;
  const newContext = browser.newContext.bind(browser);
  // Only tests can load it; measurements open their own browser.
  const { watchTexts } = await import("./seen-texts.ts");
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watchTexts(context);
    return context;
  };
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/** Starts the installed Chromium without a window. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("Chromium is not installed, or CHROMIUM does not name it.");
  // Its sandbox does not run as root.
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath,
    args: isRoot ? ["--no-sandbox"] : [],
    timeout: patienceMs,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript(({ real, here }) => {
      const set = window.setTimeout.bind(window) as (...given: unknown[]) => number;
      const patient = (work: unknown, ms?: number, ...given: unknown[]) => set(work, ms === real ? here : ms, ...given);
      Object.assign(window, { setTimeout: patient });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("[data-toast] { pointer-events: none } [data-toast] button { pointer-events: auto }");
      document.adoptedStyleSheets.push(sheet);
    }, toastMs);
    return context;
  };
  return browser;
}

/** Stops everything a tab does at intervals and gives their lengths, so that only the socket can bring news. */
export async function freezePolls(tab: Page): Promise<() => Promise<unknown>> {
  await tab.addInitScript(() => {
    const frozen: unknown[] = [];
    Object.assign(window, { frozen });
    Object.assign(window, { setInterval: (_: unknown, length: unknown) => -frozen.push(length) });
  });
  return () => tab.evaluate(() => Reflect.get(window, "frozen"));
}

/** A page of a browser of its own, signed in as somebody or as nobody, without motion. */
export async function openPage(
  browser: Browser,
  world: World,
  member: Member | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    ...options,
  });
  if (member?.cookie) await context.addCookies([{ name: "sid", value: member.cookie.slice(4), url: world.url }]);
  return context.newPage();
}

/** The feed in a tab that reads nothing at intervals: what appears there arrived live. */
export async function openFeed(browser: Browser, world: World, member: Member) {
  const feed = await openPage(browser, world, member);
  await freezePolls(feed);
  await feed.goto(`${world.url}/feed`);
  await feed.getByRole("banner").getByText("Live", { exact: true }).waitFor();
  const appears = (title: string | RegExp) => feed.getByRole("listitem").getByText(title).first().waitFor();
  return { feed, appears };
}

/** Downloads the page's list or answer as a CSV file. */
export async function exportCsv(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Copy, export or print/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Export CSV" }).click();
}
