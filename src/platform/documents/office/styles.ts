import { isOn, walk } from "./xml.ts";

export type Style = {
  /** Of a heading, from 1. */
  level: number | null;
  isHidden: boolean;
  numbering: { list: string; depth: number } | null;
};

type Stated = { base: string | null; level?: number | null; isHidden?: boolean; list?: string; depth?: number };

const deepestHeading = 6;
export const levelOf = (outline: string | null): number | null => {
  const level = Number(outline ?? "9") + 1;
  return level >= 1 && level <= 9 ? Math.min(level, deepestHeading) : null;
};

/** The names of built-in styles are English in every language of Word; only their ids differ. */
const levelNamed = (name: string): number | undefined => {
  const found = /^heading ([1-9])$/i.exec(name)?.[1];
  return found ? Math.min(Number(found), deepestHeading) : /^title$/i.test(name) ? 1 : undefined;
};

/** The styles of a Word file by their id, each with what it takes from the style it is based on. */
export function readStyles(xml: string | null): (id: string) => Style {
  const stated = new Map<string, Stated>();
  let style: Stated | null = null;
  if (xml)
    walk(xml, {
      open(name, attribute) {
        const value = attribute("w:val");
        if (name === "w:style") stated.set(attribute("w:styleId") ?? "", (style = { base: null }));
        if (!style) return;
        if (name === "w:basedOn") style.base = value;
        if (name === "w:name") style.level ??= levelNamed(value ?? "");
        if (name === "w:outlineLvl") style.level = levelOf(value);
        if (name === "w:vanish") style.isHidden = isOn(value);
        if (name === "w:numId") style.list = value ?? "0";
        if (name === "w:ilvl") style.depth = Number(value ?? 0);
      },
      close(name) {
        if (name === "w:style") style = null;
      },
    });
  return (id) => {
    const all: Stated = { base: null };
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null && !seen.has(at); at = stated.get(at)?.base ?? null) {
      seen.add(at);
      const own = stated.get(at);
      if (own?.level !== undefined) all.level ??= own.level;
      all.isHidden ??= own?.isHidden;
      all.list ??= own?.list;
      all.depth ??= own?.depth;
    }
    return {
      level: all.level ?? null,
      isHidden: all.isHidden ?? false,
      numbering: all.list ? { list: all.list, depth: all.depth ?? 0 } : null,
    };
  };
}
