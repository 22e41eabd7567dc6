/** A kind of text to redact: the pattern of candidates, and the test that confirms one. */
type Kind = { name: string; pattern: RegExp; isMatch?: (text: string) => boolean };

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Card numbers end with a check digit (Luhn). */
function isCard(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < 13 || digits.length > 19 || /^0|^(\d)\1*$/.test(digits)) return false;
  const sum = digits
    .split("")
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Account numbers begin with two check digits (ISO 13616). */
function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "").toUpperCase();
  if (plain.length < 15 || plain.length > 34) return false;
  const numbers = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of numbers) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const secrets: readonly Kind[] = [
  {
    name: "secret",
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s]{1,10000}-----END [A-Z ]{0,40}PRIVATE KEY-----/g,
  },
  { name: "secret", pattern: /\beyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{10,1000}/g },
  {
    name: "secret",
    pattern:
      /\b(?:sk|pk|rk)[-_][\w-]{16,200}|\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|whsec_|npm_|hf_)[\w-]{12,200}/g,
  },
  {
    name: "secret",
    pattern:
      /(?<=\b(?:password|passwd|secret|api[_ -]?key|access[_ -]?token|client[_ -]?secret|bearer)["']?(?: ?[:=] ?| )["']?)(?=[^\s"',;]{0,200}\d)[^\s"',;[\]]{8,200}/gi,
  },
  { name: "iban", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{1,4}){3,8}\b/g, isMatch: isIban },
  // Not within a digest, which has letters too.
  { name: "card", pattern: /(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w]|[.,]\d)/g, isMatch: isCard },
];

const isPhone = (text: string): boolean => {
  const { length } = digitsOf(text);
  const isDate = /^\d{2}[ /-]\d{2}[ /-]\d{4}$/.test(text);
  return length >= 8 && length <= 15 && !isDate;
};

const personal: readonly Kind[] = [
  { name: "email", pattern: /[\w.%+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,5}/gi },
  { name: "phone", pattern: /(?<![\w+])\+\d(?:[ ().-]{0,2}\d){7,14}(?!\d)/g, isMatch: isPhone },
  { name: "phone", pattern: /(?<![\w.,+-])\(?0\d{1,4}\)?(?:[ /-]{1,3}\d{2,7}){1,4}(?!\d)/g, isMatch: isPhone },
  { name: "phone", pattern: /(?<![\w.,+-])\(?\d{3}\)?[ -]\d{3}-\d{4}(?!\d)/g },
];

function replace(text: string, kinds: readonly Kind[], by: (name: string, found: string) => string): string {
  return kinds.reduce(
    (rest, { name, pattern, isMatch = () => true }) =>
      rest.replace(pattern, (found) => (isMatch(found) ? by(name, found) : found)),
    text,
  );
}

/** A text without secrets, for logs and error details. */
export const hideSecrets = (text: string): string => replace(text, secrets, (name) => `[${name}]`);

/** Names as words of their own, the longest first. */
function kindOfNames(names: readonly string[]): Kind[] {
  if (names.length === 0) return [];
  const all = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return [{ name: "person", pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${all.join("|")})(?![\\p{L}\\p{N}_])`, "gu") }];
}

const placeholder = /\[(?:secret|iban|card|email|phone|person)-\d{1,5}\]/g;
/** The beginning of a placeholder at the end of a text. */
const partialPlaceholder = /\[[a-z]{0,6}(?:-\d{0,5})?$/;

/** Replaces sensitive texts with placeholders, the same for the same text, and restores them in the answer. */
export class Redaction {
  readonly #kinds: readonly Kind[];
  readonly #byText = new Map<string, string>();
  readonly #byPlaceholder = new Map<string, string>();

  /** Secrets are always replaced; `personal`: e-mail addresses and telephone numbers too; `names`: these too. */
  constructor(options: { personal: boolean; names?: readonly string[] }) {
    this.#kinds = [...secrets, ...(options.personal ? personal : []), ...kindOfNames(options.names ?? [])];
  }

  hide(text: string): string {
    // A text that looks like a placeholder gets one too, so that it is restored unchanged.
    const own = text.replace(placeholder, (found) => this.#placeholderOf(found.slice(1).split("-")[0] ?? "", found));
    return replace(own, this.#kinds, (name, found) => this.#placeholderOf(name, found));
  }

  restore(text: string): string {
    return text.replace(placeholder, (found) => this.#byPlaceholder.get(found) ?? found);
  }

  /** A copy of plain JSON with every text restored. */
  restoreIn<T>(value: T): T {
    if (typeof value === "string") return this.restore(value) as T;
    if (Array.isArray(value)) return value.map((one: unknown) => this.restoreIn(one)) as T;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.restoreIn(inner)])) as T;
  }

  /** A copy of plain JSON with every text hidden. */
  hideIn<T>(value: T): T {
    if (typeof value === "string") return this.hide(value) as T;
    if (Array.isArray(value)) return value.map((one: unknown) => this.hideIn(one)) as T;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.hideIn(inner)])) as T;
  }

  /** Restores a text that arrives in pieces; a piece may end inside a placeholder. */
  stream(onText: (piece: string) => void): { add: (piece: string) => void; end: () => void } {
    let held = "";
    return {
      add: (piece) => {
        const all = held + piece;
        const at = partialPlaceholder.exec(all)?.index ?? all.length;
        held = all.slice(at);
        if (at > 0) onText(this.restore(all.slice(0, at)));
      },
      end: () => {
        if (held) onText(this.restore(held));
        held = "";
      },
    };
  }

  #placeholderOf(name: string, found: string): string {
    const known = this.#byText.get(found);
    if (known) return known;
    const made = `[${name}-${this.#byText.size + 1}]`;
    this.#byText.set(found, made);
    this.#byPlaceholder.set(made, found);
    return made;
  }
}
