import { csvFile, csvLine } from "#contract/csv.ts";
import { copyText } from "#ui/copy.ts";
import { save } from "#ui/save.ts";

/** What is for the screen only: controls, pictures without words, and what a screen reader alone reads. */
const forScreen =
  "nav, [data-control], [role=menu], [role=tooltip], [role=status].sr-only, input, select, textarea, svg, noscript, [aria-hidden=true]:not([data-cell]), .sr-only";

/**
 * What is shown in an element as words alone: folded parts open, charts as their description, figures without their
 * bubbles. It hangs in the page, out of sight, until `done` is called, so that the browser lays it out.
 */
function wordsOf(element: Element): { words: HTMLElement; done: () => void } {
  const words = element.cloneNode(true) as HTMLElement;
  for (const chart of words.querySelectorAll("[role=img][aria-label]"))
    chart.replaceWith(Object.assign(document.createElement("p"), { textContent: chart.getAttribute("aria-label") }));
  for (const one of words.querySelectorAll(forScreen)) one.remove();
  for (const summary of words.querySelectorAll("summary")) summary.remove();
  for (const fold of words.querySelectorAll("details")) fold.open = true;
  for (const button of words.querySelectorAll("button")) {
    const text = document.createElement("span");
    text.append(...button.childNodes);
    button.replaceWith(text);
  }
  for (const one of words.querySelectorAll("[id]")) one.removeAttribute("id");
  const frame = document.createElement("div");
  frame.setAttribute("data-handed-on", "");
  frame.setAttribute("aria-hidden", "true");
  frame.append(words);
  document.body.append(frame);
  return { words, done: () => frame.remove() };
}

const tidy = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      line
        .replaceAll(/[ \u00a0]+/g, " ")
        .replace(/^ /, "")
        .replace(/ $/, ""),
    )
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

/** As text; a table's cells are parted by tabs, so that a spreadsheet takes them. */
export async function copyWords(element: Element): Promise<boolean> {
  const { words, done } = wordsOf(element);
  for (const table of words.querySelectorAll("table")) {
    const lines = [...table.rows].map(({ cells }) => [...cells].map(cellText).join("\t"));
    table.replaceWith(Object.assign(document.createElement("pre"), { textContent: lines.join("\n") }));
  }
  const text = tidy(words.innerText);
  done();
  return copyText(text);
}

const cellText = (cell: Element): string =>
  tidy((cell as HTMLElement).innerText)
    .split("\n")
    .filter(Boolean)
    .join(", ");

/** The rows of its tables; without a table its list, a line each; without a list its lines. */
export function rowsIn(words: HTMLElement): string[][] {
  const tables = [...words.querySelectorAll("table")];
  if (tables.length > 0)
    return tables.flatMap(({ rows }, at) => [
      ...(at > 0 ? [[]] : []),
      ...[...rows].map(({ cells }) => [...cells].map(cellText)),
    ]);
  const leaves = [...words.querySelectorAll<HTMLElement>("li, dl > div")].filter((one) => !one.querySelector("li"));
  const lines = leaves.length > 0 ? leaves.map(({ innerText }) => innerText) : words.innerText.split("\n");
  return lines
    .map((line) =>
      line
        .split(/[\n\t]+/)
        .map(tidy)
        .filter(Boolean),
    )
    .filter((cells) => cells.length > 0);
}

export function saveCsv(element: Element, name: string): void {
  const { words, done } = wordsOf(element);
  const rows = rowsIn(words);
  done();
  save(`${fileName(name)}.csv`, [csvFile(rows.map(csvLine))]);
}

/** "Total amount: 2011" is total-amount-2011. */
export const fileName = (name: string): string =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["boardroom"]).join("-").slice(0, 80).replace(/-$/, "");

/** Prints it alone, or saves it as PDF by the browser's own dialog. */
export function printWords(element: Element, name: string): void {
  const { words, done } = wordsOf(element);
  const title = document.createElement("h1");
  title.textContent = name;
  words.before(title);
  const before = document.title;
  document.title = name;
  const end = (): void => {
    document.title = before;
    done();
  };
  window.addEventListener("afterprint", end, { once: true });
  window.print();
}
