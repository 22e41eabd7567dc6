import { type Found, candidateNames, findEntities } from "#features/brain/documents/entities.ts";
import { factsIn } from "#features/brain/documents/findings.ts";
import { relationshipsIn } from "#features/brain/documents/relations.ts";
import { type Item, keyOf, topicOf } from "#features/brain/rules.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import type { ReadDocument } from "#platform/documents/document.ts";

const mostFacts = 300;

/** The kinds of record ("customer", "vendor") that have a name, by the key of the name. */
export type Listed = ReadonlyMap<string, readonly string[]>;

export type Pending = { content: string; withNames: (listed: Listed) => Item };

/**
 * A document's passages as items to ingest. Names and relationships are found per passage by `withNames`, which needs
 * to know which names are on the company's records.
 */
export function itemsOf(
  document: ReadDocument,
  { documentId, title }: { documentId: string; title: string },
): Pending[] {
  const { kind, passages, writtenAt } = document;
  const happenedAt = writtenAt ? { happenedAt: new Date(writtenAt) } : {};
  const validFrom = writtenAt ? new Date(writtenAt) : null;
  const facts = passages.map(({ text }) => factsIn(text, validFrom));
  // Several values for one subject and column, as in a list of orders, are no lasting fact about the subject.
  const values = new Map<string, Set<string>>();
  for (const fact of facts.flat()) {
    const topic = topicOf(fact);
    values.set(topic, (values.get(topic) ?? new Set()).add(keyOf(fact.value)));
  }
  let remaining = mostFacts;
  const kept = facts.map((some) =>
    some.filter((fact) => values.get(topicOf(fact))?.size === 1 && (remaining -= 1) >= 0),
  );
  return passages.map(({ text, headings, page, row, start, end }, position) => ({
    content: text,
    withNames: (listed) => {
      const found = withRecords(text, findEntities(text), listed);
      const entities = [
        ...new Map(found.map(({ name, type, tags }) => [`${type}\n${keyOf(name)}`, { name, type, tags }])).values(),
      ];
      const inDocument = { name: title, type: "document" };
      const named = entities.filter(({ type }) => type === "company" || type === "person" || type === "product");
      return {
        key: `${documentId}:${position}`,
        content: text,
        title,
        contentType: row === null ? ("document" as const) : ("table" as const),
        tags: [kind],
        sourceId: documentId,
        position,
        headingPath: headings,
        page,
        startOffset: start,
        endOffset: end,
        ...happenedAt,
        entities: position === 0 || named.length > 0 ? [...entities, inDocument] : entities,
        relationships: [
          ...relationshipsIn(text, found),
          ...named.slice(0, 6).map((target) => ({ source: inDocument, target, type: "names" })),
        ],
        facts: kept[position] ?? [],
      };
    },
  }));
}

/** The names, relationships and facts in a text that stands by itself, such as a note. */
export function findingsIn(text: string, listed: Listed): Pick<Item, "entities" | "relationships" | "facts"> {
  const found = withRecords(text, findEntities(text), listed);
  return {
    entities: found.map(({ name, type, tags }) => ({ name, type, tags })),
    relationships: relationshipsIn(text, found),
    facts: factsIn(text, null),
  };
}

/** Names on the company's records count as companies, whatever the other rules found there. */
function withRecords(text: string, found: readonly Found[], listed: Listed): Found[] {
  if (listed.size === 0) return [...found];
  const known: Found[] = [];
  for (const one of candidateNames(text).toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    const tags = listed.get(nameKey(one.name));
    if (tags && !known.some((other) => one.start < other.end && other.start < one.end)) known.push({ ...one, tags });
  }
  const rest = found.filter((one) => !known.some((other) => one.start < other.end && other.start < one.end));
  return [...known, ...rest].toSorted((a, b) => a.start - b.start);
}
