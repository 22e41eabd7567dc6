import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const impacts = ["minor", "moderate", "serious", "critical"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const wcag = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] } as const;
/** The rules among them that look at colours. */
const colours = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const;

/** Everything axe has against a page of this impact or above. */
async function faultsOf(page: Page, least: string, runOnly: typeof wcag | typeof colours): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // Only what is broken is worked out to its places.
  const options = { runOnly, resultTypes: ["violations"] } as unknown as RunOptions;
  const violations = await page.evaluate(async (how) => {
    const run = Reflect.get(window, "axe") as { run(of: Document, how: RunOptions): Promise<AxeResults> };
    const found = (await run.run(document, how)).violations;
    return found.map(({ id, impact, nodes }) => ({ id, impact, places: nodes.map(({ html }) => html) }));
  }, options);
  const found = violations.filter(({ impact }) => impacts.indexOf(impact ?? "minor") >= impacts.indexOf(least));
  return found.map(({ id, places }) => `${id}: ${places.join(" | ")}`);
}

/** Asserts that a page has no accessibility violation of this impact or above, by axe, and does not scroll sideways. */
export async function inspectPage(page: Page, least: "minor" | "serious" = "serious"): Promise<void> {
  expect(await faultsOf(page, least, wcag)).toEqual([]);
  // What moves in stands still after a moment.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, { message: "the page scrolls sideways", timeout: 5_000 }).toBeLessThanOrEqual(0);
}

/** Asserts the same in both themes, of a page in the light one without motion: the dark one differs in its colours alone. */
export async function inspectThemes(page: Page): Promise<void> {
  await inspectPage(page);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
  expect(await faultsOf(page, "serious", colours), "in the dark theme").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
