import { type CitedFact, mostFacts } from "#features/mailroom/reading/contract.ts";
import { countWords, plainText, wordList } from "#features/mailroom/letters/evidence.ts";
import type { MailLanguage } from "#features/mailroom/letters/template-texts.ts";
import { oneLine } from "#features/mailroom/letters/letter.ts";
import { factTexts, kindWords } from "#features/mailroom/reading/fact-texts.ts";
import type { CitedRow } from "#features/records/cited/rows.ts";

type Kind = CitedRow["kind"];

const wordsOf = Object.fromEntries(Object.entries(kindWords).map(([kind, list]) => [kind, wordList(list)])) as Record<
  Kind,
  string[]
>;

/** Only this much of an email is searched for names of records. */
const longest = 20_000;
const mostTokens = 3_000;
/** A number is of a kind if a word for it stands at most this many words before. */
const reach = 3;

export const bareNumber = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

type Token = { bare: string; before: string };

function tokensOf(text: string): Token[] {
  const words = (text.slice(0, longest).match(/[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*/gu) ?? []).slice(0, mostTokens);
  return words.flatMap((word, at) =>
    /\d/.test(word) && word.length <= 60
      ? [{ bare: bareNumber(word), before: plainText(words.slice(Math.max(0, at - reach), at).join(" ")) }]
      : [],
  );
}

const isOfKind = (before: string, kind: Kind): boolean => countWords(before, wordsOf[kind]) > 0;

/** What a reader found to be named in an email. */
export type Reference = { kind: Kind; number: string };

/** Whether an email names a record by its number: whole, or its digits after a word for its kind. */
function isNamed({ kind, name }: CitedRow, tokens: readonly Token[], hints: readonly Reference[]): boolean {
  const own = bareNumber(name);
  const digits = /(?<!\d)\d{3,30}$/.exec(own)?.[0];
  if (!/\d/.test(own) || own.length < 3) return false;
  const isBare = /^\d+$/.test(own);
  return tokens.some(({ bare, before }) => {
    const isWhole = bare === own;
    // "Invoice 1037" names INV-1037, and a number without letters could be any number.
    if (!isWhole && bare !== digits) return false;
    if (isWhole && !isBare) return true;
    return isOfKind(before, kind) || hints.some((one) => one.kind === kind && bareNumber(one.number) === bare);
  });
}

/** Whether an email names a record by its title; one word could be any word. */
function isTitled({ name }: CitedRow, plain: string): boolean {
  const title = plainText(name);
  return title.trim().length >= 6 && /\S\s\S/.test(title.trim()) && plain.includes(title);
}

/** The records that an email names. Two with the same name are none: which is meant is a person's to say. */
export function namedIn(text: string, rows: readonly CitedRow[], hints: readonly Reference[] = []): CitedRow[] {
  const tokens = tokensOf(text);
  const plain = plainText(text.slice(0, longest));
  const found = rows.filter((row) => isNamed(row, tokens, hints) || isTitled(row, plain));
  const tail = ({ kind, name }: CitedRow) =>
    `${kind} ${/(?<!\d)\d{3,30}$/.exec(bareNumber(name))?.[0] ?? bareNumber(name)}`;
  const count = Map.groupBy(found, tail);
  return found.filter((row) => count.get(tail(row))?.length === 1).slice(0, mostFacts);
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
function formatOf<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known as T;
}

const moneyIn = (language: MailLanguage, amount: number, currency: string): string =>
  formatOf(`${language} ${currency}`, () => new Intl.NumberFormat(language, { style: "currency", currency })).format(
    amount,
  );
const dayIn = (language: MailLanguage, day: string): string =>
  formatOf(
    language,
    () => new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "long", timeZone: "UTC" }),
  ).format(new Date(`${day}T00:00:00Z`));

/** A payment in part has a day too, and its invoice is not paid. */
const ended: ReadonlySet<string> = new Set(["paid", "resolved", "closed", "won"]);

/** A record as an email states it. */
export function factOf(row: CitedRow, language: MailLanguage): CitedFact {
  const texts = factTexts[language];
  const { kind, id, status, amount, openAmount, currency, startsOn, endsOn, doneOn } = row;
  const name = oneLine(row.name).slice(0, 120);
  const money = (value: number | null) =>
    value === null || currency === null ? null : moneyIn(language, value, currency);
  const days = { starts: startsOn, ends: endsOn, done: ended.has(status) ? doneOn : null } as const;
  const values: Record<string, string> = { number: name };
  const parts: string[] = [];
  const figures: string[] = [];
  const put = (field: string, value: string | null, text: string) => {
    if (value === null || text === "") return;
    values[field] = value;
    figures.push(value);
    parts.push(text.replace(/\{[ad]\}/, () => value));
  };
  put("amount", money(amount), "{a}");
  for (const [field, day] of Object.entries(days))
    put(field, day && dayIn(language, day), texts[field as "starts"][kind]);
  const isPart = openAmount !== null && openAmount > 0 && openAmount !== amount;
  if (isPart) put("open", money(openAmount), texts.owed);
  const state = texts.states[status];
  if (state && values["done"] === undefined) {
    values["state"] = state;
    if (!isPart) parts.push(state);
  }
  return { kind, id, name, language, text: `${texts.kinds[kind]} ${name}: ${parts.join(", ")}`, figures, values };
}
