import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "../machine.ts";
import type { Member, World } from "../world.ts";

/** Opens the installed Chromium without a window. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("Chromium is not installed, or CHROMIUM does not name it.");
  // Its sandbox does not run as root.
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({ executablePath, args: isRoot ? ["--no-sandbox"] : [] });
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
