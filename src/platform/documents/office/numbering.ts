import { isOn, walk } from "./xml.ts";

type Level = { start: number; format: string; text: string; isLegal: boolean };
type List = { abstract: string; starts: Map<number, number>; levels: Map<number, Level> };

const roman = (value: number): string =>
  [
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ].reduce(
    ([left, text], [worth = 1, sign = ""]) => {
      const times = Math.floor((left as number) / (worth as number));
      return [(left as number) - times * (worth as number), (text as string) + String(sign).repeat(times)];
    },
    [Math.min(value, 4_999), ""] as (number | string)[],
  )[1] as string;

/** a to z, then aa to zz, as Word counts. */
const letter = (value: number): string =>
  String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(Math.ceil(value / 26), 9));

function formatNumber(value: number, format: string): string {
  if (value < 1) return String(value);
  if (format === "lowerLetter") return letter(value);
  if (format === "upperLetter") return letter(value).toUpperCase();
  if (format === "lowerRoman") return roman(value);
  if (format === "upperRoman") return roman(value).toUpperCase();
  if (format === "decimalZero") return String(value).padStart(2, "0");
  return String(value);
}

/** Counts the paragraphs of a Word file's numbered lists: returns a paragraph's number as it is shown, or "". */
export function openNumbering(xml: string | null): (list: string, depth: number) => string {
  const { abstracts, lists } = readLists(xml);
  const counts = new Map<string, number[]>();
  const started = new Set<string>();
  return (id, depth) => {
    const list = lists.get(id);
    if (!list || depth < 0 || depth > 8) return "";
    const levelAt = (at: number): Level | undefined => list.levels.get(at) ?? abstracts.get(list.abstract)?.get(at);
    const level = levelAt(depth);
    if (!level) return "";
    const count = counts.get(list.abstract) ?? [];
    counts.set(list.abstract, count);
    const override = list.starts.get(depth);
    const key = `${id}:${depth}`;
    if (override !== undefined && !started.has(key)) count[depth] = override - 1;
    started.add(key);
    count[depth] = (count[depth] ?? level.start - 1) + 1;
    count.length = depth + 1;
    if (level.format === "bullet" || level.format === "none") return "";
    return level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const other = levelAt(at);
      const value = (count[at] ??= other?.start ?? 1);
      return formatNumber(value, level.isLegal ? "decimal" : (other?.format ?? "decimal"));
    });
  };
}

function readLists(xml: string | null) {
  const abstracts = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  let levels: Map<number, Level> | null = null;
  let list: List | null = null;
  let level: Level | null = null;
  let overridden = 0;
  if (xml)
    walk(xml, {
      open(name, attribute) {
        const value = attribute("w:val") ?? "";
        if (name === "w:abstractNum") abstracts.set(attribute("w:abstractNumId") ?? "", (levels = new Map()));
        if (name === "w:num") {
          list = { abstract: "", starts: new Map(), levels: (levels = new Map()) };
          lists.set(attribute("w:numId") ?? "", list);
        }
        if (name === "w:abstractNumId" && list) list.abstract = value;
        if (name === "w:lvlOverride") overridden = Number(attribute("w:ilvl"));
        if (name === "w:startOverride") list?.starts.set(overridden, Number(value));
        if (name === "w:lvl") {
          level = { start: 1, format: "decimal", text: "", isLegal: false };
          levels?.set(Number(attribute("w:ilvl")), level);
        }
        if (!level) return;
        if (name === "w:start") level.start = Number(value) || 0;
        if (name === "w:numFmt") level.format = value;
        if (name === "w:lvlText") level.text = value;
        if (name === "w:isLgl") level.isLegal = isOn(attribute("w:val"));
      },
      close(name) {
        if (name === "w:lvl") level = null;
        if (name === "w:num" || name === "w:abstractNum") [list, levels] = [null, null];
      },
    });
  return { abstracts, lists };
}
