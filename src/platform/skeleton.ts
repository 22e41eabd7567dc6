import unhomoglyph from "unhomoglyph";

/** The skeleton of a folded name (UTS 39): names that look alike share it. */
export function skeletonOf(name: string): string {
  const spaced = name.replaceAll(/\s+/g, " ").normalize("NFD");
  // The table maps 0 to O and 1 to l; a folded capital I looks like an l.
  return unhomoglyph(spaced).normalize("NFD").toLowerCase().replaceAll("i", "l");
}
