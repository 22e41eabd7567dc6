import { convert } from "html-to-text";
import { Parser } from "htmlparser2";

type Colour = readonly [number, number, number] | "clear";
type Shown = { isGone: boolean; isTiny: boolean; colour: Colour; ground: Colour };

const void_ = new Set(["br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "source", "embed"]);
const neverShown = new Set(["script", "style", "head", "title", "template", "object", "svg", "select", "datalist"]);
const names: Readonly<Record<string, Colour>> = {
  white: [255, 255, 255],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  black: [0, 0, 0],
  transparent: "clear",
};

/** A colour as CSS writes it; null: not known, so it counts as visible. */
function colourOf(text: string): Colour | null {
  const value = text.trim().toLowerCase();
  const hex = /^#([\da-f]{3,8})$/.exec(value)?.[1];
  if (hex && hex.length < 5) return colourOf(`#${hex.replaceAll(/./g, "$&$&")}`);
  if (hex?.length === 8 && hex.endsWith("00")) return "clear";
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  const parts = /^rgba?\(([^)]{3,60})\)$/.exec(value)?.[1]?.split(/[\s,/]+/) ?? [];
  if (parts.length > 3 && Number.parseFloat(parts[3] ?? "1") < 0.1) return "clear";
  if (parts.length > 2) {
    return parts.slice(0, 3).map((part) => Number.parseFloat(part) * (part.endsWith("%") ? 2.55 : 1)) as never;
  }
  return names[value] ?? null;
}

const isSame = (one: Colour, other: Colour): boolean =>
  one === "clear" || (other !== "clear" && one.every((part, at) => Math.abs(part - (other[at] ?? 0)) < 24));

/** The declarations of a style, comments and `!important` removed; the last of a name wins. */
function declarationsOf(style: string): Map<string, string> {
  const plain = style.replaceAll(/\/\*[^*]*\*\//g, "").toLowerCase();
  return new Map(
    plain.split(";").flatMap((one) => {
      const colon = one.indexOf(":");
      if (colon < 0) return [];
      return [
        [
          one.slice(0, colon).trim(),
          one
            .slice(colon + 1)
            .replace("!important", "")
            .trim(),
        ] as const,
      ];
    }),
  );
}

const isZero = (value: string | undefined): boolean => value !== undefined && Number.parseFloat(value) === 0;
const isFarOff = (value: string | undefined): boolean => value !== undefined && Number.parseFloat(value) <= -100;

/** Whether a style takes an element and everything within it out of sight. */
function hides(style: ReadonlyMap<string, string>): boolean {
  const get = (name: string) => style.get(name);
  const isClipped = /hidden|clip/.test(get("overflow") ?? "");
  return (
    get("display") === "none" ||
    /^(?:hidden|collapse)$/.test(get("visibility") ?? "") ||
    get("mso-hide") === "all" ||
    Number.parseFloat(get("opacity") ?? "1") < 0.1 ||
    (isClipped && ["height", "max-height", "width", "max-width"].some((name) => isZero(get(name)))) ||
    ["text-indent", "left", "top", "right", "bottom", "margin-left", "margin-top"].some((name) =>
      isFarOff(get(name)),
    ) ||
    /scale[xy]?\(0[),.]|translate[xy]?\(-\d{3,}/.test(get("transform") ?? "") ||
    /rect\((?:0|1px)[\s,]/.test(get("clip") ?? "") ||
    /inset\((?:50|100)%/.test(get("clip-path") ?? "")
  );
}

function isTiny(size: string): boolean {
  const value = Number.parseFloat(size);
  return value === 0 || (value <= 2 && /p[xt]$/.test(size)) || (value < 0.2 && size.endsWith("em"));
}

/** The styles of a letter's own style sheet by simple selector: a tag, `.class` or `#id`. */
function sheetOf(html: string): Map<string, string> {
  const styles = new Map<string, string>();
  let depth = 0;
  const parser = new Parser({
    onopentagname: (name) => void (depth += name === "style" ? 1 : 0),
    onclosetag: (name) => void (depth -= name === "style" ? 1 : 0),
    ontext(css) {
      if (depth === 0) return;
      for (const part of css.slice(0, 200_000).split("}")) {
        const [selectors = "", body] = part.split("{").slice(-2);
        // What shows on narrow screens or paper only is no trick.
        if (body === undefined || /@media[^{]*(?:width|print)/.test(part)) continue;
        for (const selector of selectors.split(",")) {
          const last = selector
            .trim()
            .slice(-100)
            .split(/[\s>+~]|(?=[.#])/)
            .at(-1)
            ?.replace(/[[:].*/, "");
          if (last) styles.set(last.toLowerCase(), `${styles.get(last.toLowerCase()) ?? ""};${body}`);
        }
      }
    },
  });
  parser.end(html);
  return styles;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Tags nested deeper keep only their text: the library's time grows with the square of the depth. */
const deepest = 100;

/** The HTML that a person sees: no attributes, no comments, nothing hidden. */
function seenHtml(html: string): { html: string; isHiding: boolean } {
  const sheet = sheetOf(html);
  const out: string[] = [];
  let isHiding = false;
  const stack: (Shown & { name: string })[] = [
    { name: "", isGone: false, isTiny: false, colour: [0, 0, 0], ground: [255, 255, 255] },
  ];
  const top = () => stack.at(-1) as Shown;
  const parser = new Parser({
    onopentag(name, attributes) {
      const selectors = [
        name,
        ...(attributes["class"] ?? "").split(/\s+/).map((one) => `.${one}`),
        `#${attributes["id"] ?? ""}`,
      ];
      const css = [...selectors.map((one) => sheet.get(one.toLowerCase()) ?? ""), attributes["style"] ?? ""].join(";");
      const style = declarationsOf(css);
      const above = top();
      const size = style.get("font-size") ?? /(?:^|\s)0(?:px|pt)?(?=[\s/])/.exec(style.get("font") ?? "")?.[0].trim();
      const ground = colourOf(style.get("background-color") ?? style.get("background") ?? attributes["bgcolor"] ?? "");
      const shown: Shown = {
        isGone: above.isGone || neverShown.has(name) || attributes["hidden"] !== undefined || hides(style),
        isTiny: size === undefined ? above.isTiny : isTiny(size),
        colour: colourOf(style.get("color") ?? attributes["color"] ?? "") ?? above.colour,
        ground: ground === null || ground === "clear" ? above.ground : ground,
      };
      if (!shown.isGone && stack.length < deepest) out.push(`<${name}>`);
      if (!void_.has(name)) stack.push({ ...shown, name });
    },
    ontext(text) {
      const { isGone, isTiny, colour, ground } = top();
      const isSeen = !isGone && !isTiny && !isSame(colour, ground);
      if (isSeen) out.push(escape(text));
      else if (/\p{L}{2}/u.test(text) && !stack.some(({ name }) => neverShown.has(name))) isHiding = true;
    },
    // Programs leave short marks and conditions of their own.
    oncomment(text) {
      const isOfProgram = /^\s*(?:\[|<!)/.test(text) || stack.some(({ name }) => neverShown.has(name));
      if (!isOfProgram && (text.slice(0, 20_000).match(/\p{L}{2,}/gu)?.length ?? 0) >= 6) isHiding = true;
    },
    onclosetag(name) {
      if (void_.has(name) || stack.length < 2) return;
      const { isGone } = top();
      stack.pop();
      if (!isGone && stack.length < deepest) out.push(`</${name}>`);
    },
  });
  parser.end(html);
  return { html: out.join(""), isHiding };
}

/** How deep tags nest at most, all of them counted that no tag ends. */
function depthOf(html: string): number {
  let [depth, most] = [0, 0];
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    if (void_.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (slash ? -1 : 1));
    most = Math.max(most, depth);
  }
  return most;
}

/** The text of HTML as a person sees it, and whether it hides more. */
export function textOfHtml(html: string): { text: string; isHiding: boolean } {
  // The parser's time grows with the square of the depth.
  if (depthOf(html) > 5_000) throw new RangeError("nested too deeply");
  const seen = seenHtml(html);
  const text = convert(seen.html, {
    wordwrap: false,
    limits: { maxDepth: 60, maxInputLength: 2_000_000, ellipsis: "" },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "table", format: "block" },
    ],
  });
  return { text, isHiding: seen.isHiding };
}
