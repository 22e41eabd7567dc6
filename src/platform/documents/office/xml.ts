import { SaxesParser } from "saxes";
import { Unreadable } from "#platform/documents/document.ts";

/** Reads an attribute of a tag by its usual name, such as `w:val`. */
export type Attribute = (name: string) => string | null;

export type Visitor = {
  /** Returns false to skip the element with everything in it. */
  open: (name: string, attribute: Attribute) => unknown;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

export const brokenFile = (cause: unknown) =>
  new Unreadable("The file is broken. Open it in its program, save it again and upload that.", { cause });

/** The usual prefixes of the formats' namespaces, in their transitional and strict forms. */
const usualPrefixes: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, "w"],
  [/\/presentationml\/(?:2006\/)?main$/, "p"],
  [/\/drawingml\/(?:2006\/)?main$/, "a"],
  [/\/drawingml\/(?:2006\/)?chart$/, "c"],
  [/\/officeDocument\/(?:2006\/)?relationships$/, "r"],
  [/\/officeDocument\/(?:2006\/)?math$/, "m"],
  [/\/markup-compatibility\/2006$/, "mc"],
  [/\/package\/2006\/relationships$/, ""],
];

/**
 * Walks the tags of an Office part. Of an `mc:AlternateContent`, which holds the same content for several versions of
 * the program, only the first branch is visited. A document's own entities are refused by the parser.
 */
export function walk(xml: string, { open, close, text }: Visitor): void {
  const parser = new SaxesParser();
  const usual = new Map<string, string>();
  const written = new Map<string, string>();
  const usualName = (name: string): string => {
    const colon = name.indexOf(":");
    const prefix = usual.get(colon === -1 ? "" : name.slice(0, colon));
    const local = name.slice(colon + 1);
    return prefix === undefined ? name : prefix === "" ? local : `${prefix}:${local}`;
  };
  let skipped = 0;
  const branchTaken: boolean[] = [];
  parser.on("opentag", (tag) => {
    const attributes = tag.attributes as Record<string, string>;
    for (const key in attributes) {
      if (!key.startsWith("xmlns")) continue;
      const prefix = usualPrefixes.find(([uri]) => uri.test(attributes[key] ?? ""))?.[1];
      if (prefix === undefined) continue;
      usual.set(key.slice(6), prefix);
      written.set(prefix, key.slice(6));
    }
    if (skipped > 0) {
      skipped += 1;
      return;
    }
    const name = usualName(tag.name);
    if (name === "mc:AlternateContent") branchTaken.push(false);
    else if (name === "mc:Choice" || name === "mc:Fallback") {
      if (branchTaken.at(-1)) skipped = 1;
      else branchTaken[branchTaken.length - 1] = true;
    } else if (
      open(name, (key) => {
        const colon = key.indexOf(":");
        const prefix = colon === -1 ? undefined : written.get(key.slice(0, colon));
        return (prefix === undefined ? attributes[key] : attributes[`${prefix}${key.slice(colon)}`]) ?? null;
      }) === false
    )
      skipped = 1;
  });
  parser.on("closetag", (tag) => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const name = usualName(tag.name);
    if (name === "mc:AlternateContent") branchTaken.pop();
    else if (name !== "mc:Choice" && name !== "mc:Fallback") close?.(name);
  });
  parser.on("text", (part) => skipped === 0 && text?.(part));
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw brokenFile(error);
  }
}

/** Whether a property that is on without a value is on. */
export const isOn = (value: string | null): boolean => value === null || !/^(?:0|false|off)$/.test(value);
