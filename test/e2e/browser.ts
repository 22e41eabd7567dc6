import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../machine.ts";

/** Opens the installed Chromium without a window. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("Chromium is not installed, or CHROMIUM does not name it.");
  // Its sandbox does not run as root.
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({ executablePath, args: isRoot ? ["--no-sandbox"] : [] });
}
