/** A cell as a number: its value with a decimal point and with a decimal comma; null where it is none in that way. */
export type WrittenNumber = {
  point: number | null;
  comma: number | null;
  /** An ISO code, or a sign that several currencies use. */
  currency: string | null;
  percent: boolean;
  /** A mark of credits or debits beside an amount without a sign. */
  mark: "CR" | "DR" | null;
  /** Only a dash beside a currency's sign, as spreadsheets write zero. */
  dash: boolean;
};

const signs = new Map<string, string[]>();
const codes = new Set(Intl.supportedValuesOf("currency"));
for (const currency of codes) {
  for (const currencyDisplay of ["narrowSymbol", "symbol"] as const) {
    const part = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
      .formatToParts(1)
      .find(({ type }) => type === "currency");
    const sign = part?.value.toUpperCase() ?? "";
    const known = signs.get(sign) ?? [];
    if (sign && sign !== currency && !known.includes(currency)) signs.set(sign, [...known, currency]);
  }
}
/** As people write them besides, and the pound sign, whose other users are few. */
const written =
  "US$:USD AU$:AUD C$:CAD S$:SGD £:GBP SFR:CHF FR:CHF EURO:EUR ZL:PLN KC:CZK 元:CNY 円:JPY 원:KRW RMB:CNY " +
  "ЛВ:BGN РУБ:RUB TL:TRY KSH:KES";
for (const [sign = "", currency = ""] of written.split(" ").map((entry) => entry.split(":")))
  signs.set(sign, [currency]);

/** The currencies a sign in a cell may mean; empty for a word that is no sign. */
export function currenciesOf(sign: string): string[] {
  return codes.has(sign) ? [sign] : (signs.get(sign.toUpperCase()) ?? []);
}

/** The currencies of a shared sign that people are asked about, the most used first. */
const mostUsed = ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "JPY", "CNY", "SEK", "NOK", "DKK", "ISK", "INR"];
export const choicesOf = (sign: string): string[] => {
  const all = currenciesOf(sign);
  const used = mostUsed.filter((currency) => all.includes(currency));
  return used.length > 0 ? used : all;
};

const marks = new Map<string, "CR" | "DR">([
  ...["CR", "CREDIT", "C", "H", "HABEN"].map((word) => [word, "CR"] as const),
  ...["DR", "DEBIT", "D", "S", "SOLL"].map((word) => [word, "DR"] as const),
]);

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code > 47 && code < 58;
};
const isDecimal = (text: string, at: number): boolean => text[at] === "." || text[at] === ",";

/** A cell with the signs of ASCII for those that mean the same. */
const plain = (cell: string): string =>
  /[^\x20-\x7e]/.test(cell)
    ? cell
        .replaceAll(/[\u2212\u2010-\u2015\ufe63\uff0d]/g, "-")
        .replaceAll(/[’‘ʼ′´`]/g, "'")
        .replaceAll(/[\u066b]/g, ".")
        .normalize("NFKC")
        .replaceAll(/\s/g, " ")
    : cell;

/** The form most programs write: groups and cents. */
const usual = /^-?\d{1,3}(?:,\d{3})+\.\d\d$/;
/** Longer words than any beside a number. */
const words = /[A-Za-z]{7}/;

const withPoint =
  /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})?(?:\.\d*)?$/;
const withComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+)?(?:,\d*)?$/;
const simple = /^-?\d{1,15}(?:\.(?:\d\d?|\d{4,}))?$/;

/** Grouped digits never begin with a zero: 0.234 has a decimal point. */
const isGrouped = (digits: string, sign: string) => !(digits.startsWith("0") && digits.charAt(1) === sign);

const valueOf = (digits: string, decimal: "." | ","): number | null => {
  const pattern = decimal === "." ? withPoint : withComma;
  if (!/\d/.test(digits) || !pattern.test(digits)) return null;
  if (!isGrouped(digits, decimal === "." ? "," : ".") || !isGrouped(digits, "'") || !isGrouped(digits, " "))
    return null;
  const clean = decimal === "." ? digits.replaceAll(/[,' ]/g, "") : digits.replaceAll(/[.' ]/g, "").replace(",", ".");
  return Number(clean);
};

/** Letters that are a currency's sign only in its own country: "R 500" is an amount in South Africa, else a code. */
const isLetter = (sign: string) => /^[A-Z]$/i.test(sign);

/** What a cell says as a number; null if it is none. `home` is the company's currency. */
export function readWrittenNumber(cell: string, home: string): WrittenNumber | null {
  const first = cell.charCodeAt(0);
  if (first < 58) {
    const isSimple = simple.test(cell);
    if (isSimple || usual.test(cell)) {
      const point = Number(isSimple ? cell : cell.replaceAll(",", ""));
      const comma = isSimple && !cell.includes(".") ? point : null;
      return { point, comma, currency: null, percent: false, mark: null, dash: false };
    }
  }
  if (cell.length > 60 || words.test(cell)) return null;
  // Most texts begin with a word that is no currency: INV-20417.
  const word = first > 64 ? /^[A-Za-z]{2,6}(?=[\s\d%+-])/.exec(cell)?.[0] : undefined;
  if (word !== undefined && currenciesOf(word).length === 0) return null;
  if (!/[\d\u2010-\u2015\u2212-]/.test(cell))
    return /\p{Nd}/u.test(cell) ? readWrittenNumber(toAsciiDigits(cell), home) : null;
  const text = plain(cell).trim();
  let [start, end] = [0, text.length];
  while (start < end && !isDigit(text, start)) start += 1;
  while (end > start && !isDigit(text, end - 1)) end -= 1;
  // A sign of decimals may stand at either end of the digits.
  if (start > 0 && isDecimal(text, start - 1)) start -= 1;
  if (end < text.length && isDecimal(text, end)) end += 1;
  let [before, digits, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  let exponent = 0;
  const power = /[eE]([+-]?\d{1,2})$/.exec(digits);
  if (power) [exponent, digits] = [Number(power[1]), digits.slice(0, -power[0].length)];
  if (/[^\d.,' ]/.test(digits)) return null;
  let negative = false;
  const bracket = before.indexOf("(");
  if (bracket !== -1 || after.includes(")")) {
    if (bracket === -1 || !after.includes(")")) return null;
    negative = true;
    before = before.replace("(", " ");
    after = after.replace(")", " ");
  }
  let [currency, percent, mark]: [string | null, boolean, "CR" | "DR" | null] = [null, false, null];
  // "50,-" and "50.–" have no decimals.
  if (/^\d[\d.,' ]*[.,]$/.test(digits) && /^--?(?=\D|$)/.test(after)) {
    digits = digits.slice(0, -1);
    after = after.replace(/^--?/, "");
  }
  for (const [side, isAfter] of [
    [before, false],
    [after, true],
  ] as const) {
    for (const [part] of side.matchAll(/[+-]|%|[^\s+%-]+/g)) {
      if (part === "-" || part === "+") {
        if (negative && part === "-") return null;
        negative ||= part === "-";
      } else if (part === "%") {
        if (percent) return null;
        percent = true;
      } else {
        const bare = part.replace(/\.$/, "");
        const found = marks.get(bare.toUpperCase());
        const meant = isLetter(bare) ? currenciesOf(bare).filter((code) => code === home) : currenciesOf(bare);
        // A single letter marks a credit or debit only behind cents.
        if (found && isAfter && !mark && (bare.length > 1 || /[.,]\d\d$/.test(digits))) mark = found;
        else if (
          meant.length > 0 &&
          (!currency || meant.includes(currency) || currenciesOf(currency).some((code) => meant.includes(code)))
        )
          currency = codes.has(bare) || !currency ? bare : currency;
        else return null;
      }
    }
  }
  if (digits === "")
    return currency && negative && !percent ? { point: 0, comma: 0, currency, percent, mark, dash: true } : null;
  if (mark && negative) return null;
  // A code of letters and a number, such as RM-100.
  if (/^[A-Z]+-$/i.test(before) && /^\d+$/.test(digits)) return null;
  const signed = (value: number | null) =>
    value === null ? null : (negative && value !== 0 ? -value : value) * (exponent === 0 ? 1 : 10 ** exponent);
  const point = signed(valueOf(digits, "."));
  // Only programs write powers, with a point.
  const comma = exponent === 0 ? signed(valueOf(digits, ",")) : null;
  return point === null && comma === null ? null : { point, comma, currency, percent, mark, dash: false };
}

/** Digits of other scripts, such as Arabic ones. */
const toAsciiDigits = (cell: string): string =>
  cell.replaceAll(/\p{Nd}/gu, (digit) => {
    let at = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (at < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - at - 1))) at += 1;
    return String(at % 10);
  });
