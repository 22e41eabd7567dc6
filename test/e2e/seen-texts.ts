import { basename } from "node:path";
import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { journeyTexts } from "../data/spec-texts.ts";

/** Test files of one process follow each other; each has its own list. */
const seen = new Map<string, Set<string>>();
const here = (): string => basename(expect.getState().testPath ?? "");

/** The texts of the specification that the pages of one test file showed. */
export const textsSeenIn = (file: string): ReadonlySet<string> => seen.get(file) ?? new Set();

const texts = Object.values(journeyTexts).flat();

/** Keeps which texts of the specification the pages of a browser show: as text, name, title, placeholder or question. */
export async function watchTexts(context: BrowserContext): Promise<void> {
  const file = here();
  const own = seen.get(file) ?? new Set<string>();
  seen.set(file, own);
  await context.exposeFunction("sawSpecTexts", (found: string[]) => {
    for (const text of found) own.add(text);
  });
  await context.addInitScript(watchPage, texts);
}

/** Runs in the page. */
function watchPage(wanted: string[]): void {
  const left = new Set(wanted);
  const report = (globalThis as unknown as { sawSpecTexts: (found: string[]) => void }).sawSpecTexts;
  const look = (text: string): void => {
    if (!text) return;
    const plain = text.replaceAll(/\s+/g, " ");
    const found = [...left].filter((one) => plain.includes(one));
    for (const one of found) left.delete(one);
    if (found.length > 0) report(found);
  };
  const isShown = (element: Element): boolean => element.checkVisibility();
  const attributes = ["aria-label", "title", "placeholder"];
  const lookAt = (node: Node): void => {
    if (left.size === 0) return;
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || !isShown(element)) return;
    const all = node instanceof Element ? [element, ...element.querySelectorAll("*")] : [element];
    for (const each of all) {
      for (const name of attributes) look(each.getAttribute(name) ?? "");
      const hasText = [...each.childNodes].some((child) => child instanceof Text);
      if (hasText && isShown(each)) look(each.textContent.slice(0, 1_000));
    }
  };
  const changed = new Set<Node>();
  const observer = new MutationObserver((records) => {
    if (changed.size === 0)
      requestAnimationFrame(() => {
        for (const node of changed) if (node.isConnected) lookAt(node);
        changed.clear();
      });
    for (const { type, target, addedNodes } of records)
      if (type === "childList") for (const node of addedNodes) changed.add(node);
      else changed.add(target);
  });
  const shape = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: attributes };
  observer.observe(document, shape);
  const { confirm } = globalThis;
  Object.assign(globalThis, {
    confirm: (question: string) => {
      look(question);
      return confirm.call(globalThis, question);
    },
  });
}
