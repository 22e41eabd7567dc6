import type { ItemFact } from "#features/brain/rules.ts";

const mostPerPassage = 12;
const [longestSubject, longestValue] = [100, 120];

/** Columns that name what a line is about, and columns whose values become facts about it. */
const subjectColumns =
  /^(?:product|item|sku|article|supplier|vendor|customer|company|name|plan|service)(?: name| code| no)?$/i;
const factColumns =
  /price|cost|amount|fee|rate|terms|status|owner|contact|date|due|valid|renew|discount|quantity|stock|lead time|minimum/i;

const money = /[£$€]\s?\d[\d,]{0,15}(?:\.\d{1,4})?/;
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The start date in a sentence: "from 1 September 2026". */
function validFromIn(sentence: string): Date | null {
  const found = /\b(?:from|since|as of|on) (\d{1,2}) ([A-Z][a-z]{2})[a-z]{0,6},? (\d{4})\b/i.exec(sentence);
  const month = months.indexOf(found?.[2] ?? "");
  if (!found || month < 0) return null;
  const at = new Date(Date.UTC(Number(found[3]), month, Number(found[1])));
  return Number(found[3]) >= 1900 && Number(found[3]) < 2200 && at.getUTCMonth() === month ? at : null;
}

/** Facts in a table's lines and in plain statements of a price. */
export function factsIn(text: string, validFrom: Date | null): ItemFact[] {
  const facts: ItemFact[] = [];
  for (const line of text.split("\n")) {
    const cells = line.split("; ").map((cell) => {
      const colon = cell.indexOf(": ");
      return colon < 1 ? null : { name: cell.slice(0, colon), value: cell.slice(colon + 2).trim() };
    });
    const subject = cells.find((cell) => cell && subjectColumns.test(cell.name));
    if (subject && cells.length > 1 && subject.value && subject.value.length <= longestSubject) {
      for (const cell of cells)
        if (cell && cell !== subject && factColumns.test(cell.name) && cell.value && cell.value.length <= longestValue)
          facts.push({ subject: subject.value, predicate: cell.name.toLowerCase(), value: cell.value, validFrom });
    } else facts.push(...line.split(/(?<=[.!?]) /).flatMap((sentence) => priceIn(sentence, validFrom)));
  }
  return facts.slice(0, mostPerPassage);
}

/** "The 11 oz enamel mug is £3.42" or "…costs £3.42". */
function priceIn(sentence: string, validFrom: Date | null): ItemFact[] {
  if (sentence.length > 400) return [];
  const price = money.exec(sentence);
  if (!price) return [];
  const before = sentence.slice(0, price.index).trimEnd();
  const verb = [" is priced at", " now costs", " sells for", " costs", " is", " is now"].find((words) =>
    before.endsWith(words),
  );
  if (!verb) return [];
  const statement = before.slice(0, -verb.length);
  const named =
    statement.lastIndexOf("the ") >= 0
      ? statement.slice(statement.lastIndexOf("the ") + 4)
      : statement.replace(/^(?:The|A|An) /, "");
  const subject = named.trim();
  if (!/\p{L}/u.test(subject) || subject.length > 60 || subject.split(" ").length > 7 || /[,:;]/.test(subject))
    return [];
  return [
    {
      subject,
      predicate: "price",
      value: price[0].replace(/[,.]$/, ""),
      validFrom: validFromIn(sentence) ?? validFrom,
    },
  ];
}
