/** Takes what a person typed as username or address, gives the form names are compared in. */
export function fold(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

const letters = (text: string): string => fold(text).replaceAll(/[^\p{L}]/gu, "");
const lettersAndDigits = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Says whether a password is nothing but names or their words, with digits, signs and capitals added. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const plain = lettersAndDigits(password);
  if (plain !== "" && names.some((name) => lettersAndDigits(name) === plain)) return true;
  const words = [...names, ...names.flatMap((name) => name.split(/[^\p{L}]+/u))].map(letters);
  // Two letters are no word of a name: taken out of any password they leave little of it.
  const parts = words.filter((word) => word.length > 2).toSorted((a, b) => b.length - a.length);
  const typed = letters(password);
  return typed !== "" && parts.reduce((rest, part) => rest.replaceAll(part, ""), typed) === "";
}

/** How long a session that another one has taken over still answers what is under way, in milliseconds. */
export const takeOverMs = 30_000;

/** At most this many sessions per person; the oldest end first (SAFETY 2.3). */
export const mostSessions = 20;

/** Version of the terms a person agrees to when they sign up. */
export const termsVersion = "2025-01-13";
