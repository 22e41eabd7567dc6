/** The form in which usernames and addresses are compared. */
export function fold(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

const letters = (text: string): string => fold(text).replaceAll(/[^\p{L}]/gu, "");
const lettersAndDigits = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Whether a password consists only of names or their words, plus digits, symbols and capitals. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  if (names.some((name) => fold(name) === fold(password))) return true;
  const plain = lettersAndDigits(password);
  if (plain !== "" && names.some((name) => lettersAndDigits(name) === plain)) return true;
  const words = [...names, ...names.flatMap((name) => name.split(/[^\p{L}]+/u))].map(letters);
  // Parts of up to two letters are ignored: removing them would leave little of any password.
  const parts = words.filter((word) => word.length > 2).toSorted((a, b) => b.length - a.length);
  const typed = letters(password);
  return typed !== "" && parts.reduce((rest, part) => rest.replaceAll(part, ""), typed) === "";
}

/** How long a replaced session still serves requests under way, in milliseconds. */
export const takeOverMs = 30_000;

/** The most sessions per person; the oldest end first (SAFETY 2.3). */
export const maxSessions = 20;

export const termsVersion = "2025-01-13";
