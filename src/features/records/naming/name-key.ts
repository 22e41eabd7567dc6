const legal = new Set(
  "ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag kg sa sas srl spa bv nv oy ab as aps pty".split(
    " ",
  ),
);

/** A name without case, accents and punctuation: names that are equal in this are the same name. */
export const nameFold = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The search key of a name: lower case, without accents, punctuation and legal forms. */
export function nameKey(name: string): string {
  const words = nameFold(name).split(" ");
  while (words.length > 1 && legal.has(words.at(-1) ?? "")) words.pop();
  return words.join(" ");
}
