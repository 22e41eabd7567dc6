import { formatNumber } from "#contract/format.ts";
import { truncate } from "#contract/truncate.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The most characters of a result: assistants refuse longer ones or lose what came before. */
export const mostCharacters = 100_000;
/** What is said about a result beside it. */
const besideIt = 2_000;
/** Texts are shortened to this length before rows are left out. */
const longText = 4_000;

/** An answer with whole addresses in place of paths of pages, so that they open from anywhere. */
export function withAddresses(value: Json, publicUrl: URL): Json {
  if (Array.isArray(value)) return value.map((one) => withAddresses(one, publicUrl));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      name === "href" && typeof one === "string" && one.startsWith("/")
        ? ["url", new URL(one, publicUrl).href]
        : [name, withAddresses(one, publicUrl)],
    ),
  );
}

/** An answer as JSON within the limit, and what was left out of it, in a sentence; null if it is whole. */
export function fitted(value: Json, most = mostCharacters - besideIt): { text: string; leftOut: string | null } {
  const whole = JSON.stringify(value);
  if (whole.length <= most) return { text: whole, leftOut: null };
  const rest = shortened(value);
  for (;;) {
    const text = JSON.stringify(rest);
    if (text.length <= most) return { text, leftOut: sentenceOf(value, rest) };
    const list = longestList(rest);
    if (!list) return { text: truncate(text, most), leftOut: "The rest is left out because the answer is too long." };
    list.length = Math.min(list.length - 1, Math.floor((list.length * most) / text.length));
  }
}

/** A copy with long texts shortened. */
function shortened(value: Json): Json {
  if (typeof value === "string" && value.length > longText)
    return `${truncate(value, longText)}… (${formatNumber(value.length - longText)} more characters)`;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** The longest list, of those with several rows if there is one; null if none has a row. */
function longestList(value: Json): Json[] | null {
  const lists: { list: Json[]; isSeveral: number; size: number }[] = [];
  const walk = (one: Json): void => {
    if (typeof one !== "object" || one === null) return;
    if (Array.isArray(one) && one.length > 0)
      lists.push({ list: one, isSeveral: Number(one.length > 1), size: JSON.stringify(one).length });
    for (const inner of Object.values(one)) walk(inner);
  };
  walk(value);
  return lists.sort((one, other) => other.isSeveral - one.isSeveral || other.size - one.size)[0]?.list ?? null;
}

function sentenceOf(value: Json, rest: Json): string {
  const [all, kept] = [countRows(value), countRows(rest)];
  const rows =
    kept < all ? `${formatNumber(all - kept)} of ${formatNumber(all)} rows are left out` : "Long texts are shortened";
  return `${rows} because the answer is too long. Ask for less, such as a filter, a period or one thing.`;
}

function countRows(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return own + Object.values(value).reduce<number>((sum, one) => sum + countRows(one), 0);
}
