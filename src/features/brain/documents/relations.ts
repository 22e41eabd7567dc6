import type { Item, Named } from "#features/brain/rules.ts";
import type { Found } from "#features/brain/documents/entities.ts";
import { linkingVerbs } from "#features/brain/documents/words.ts";

type Relationship = NonNullable<Item["relationships"]>[number];

const mostPairs = 24;
const longestContext = 200;

/** Of two names, the one with the lower rank is the source of the relationship; types above 2 are never a source. */
const rank: Readonly<Record<string, number>> = {
  company: 0,
  person: 1,
  product: 2,
  address: 3,
  email: 4,
  money: 5,
  date: 6,
};

const named = ({ name, type }: Found): Named => ({ name, type });

/** The type of the relationship between two names in one sentence. */
function typeBetween(first: Found, second: Found, between: string): string {
  const verb = linkingVerbs.find(([words]) => between.includes(` ${words} `));
  if (verb) return verb[1];
  if (second.type === "money") return "priced at";
  if (second.type === "address") return "located at";
  if (second.type === "email") return "writes from";
  if (second.type === "date") return "dated";
  return "named with";
}

/** Relationships between names in the same sentence or the same line of a table. */
export function relationshipsIn(text: string, found: readonly Found[]): Relationship[] {
  const related = new Map<string, Relationship>();
  let from = 0;
  for (const sentence of text.split(/(?<=[.!?] )|(?<=\n)/)) {
    const [start, end] = [from, from + sentence.length];
    from = end;
    const inside = found.filter((one) => one.start >= start && one.end <= end).slice(0, 8);
    for (const [at, one] of inside.entries())
      for (const other of inside.slice(at + 1)) {
        const rankOf = (entity: Found) => rank[entity.type] ?? 3;
        // Two amounts or dates of one sentence say nothing about each other.
        if (Math.min(rankOf(one), rankOf(other)) > 2) continue;
        const between = text.slice(one.end, other.start);
        const isSwapped = rankOf(one) > rankOf(other);
        const [source, target] = isSwapped ? [other, one] : [one, other];
        const type = typeBetween(source, target, isSwapped ? "" : between);
        const key = [source.name, target.name, type].join("\n");
        if (related.size < mostPairs)
          related.set(key, {
            source: named(source),
            target: named(target),
            type,
            context: sentence.trim().slice(0, longestContext),
          });
      }
  }
  return [...related.values()];
}
