import unhomoglyph from "unhomoglyph";

/** Takes a folded name, gives its skeleton (UTS 39): names that look alike have the same one. */
export function skeletonOf(name: string): string {
  const spaced = name.replaceAll(/\s+/g, " ").normalize("NFD");
  // The table writes 0 as O and 1 as l; a capital I, which is folded by now, looks like an l.
  return unhomoglyph(spaced).normalize("NFD").toLowerCase().replaceAll("i", "l");
}
