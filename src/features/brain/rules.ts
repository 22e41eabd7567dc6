import type { Mark, MemoryType } from "#features/brain/contract.ts";
import type { Origin } from "#contract/origins.ts";

/** Where the passages given to `ingest` come from. */
export type Source = {
  /** "upload", "communication", "comment", "decision", "task", "run", "person". */
  type: string;
  origin: Origin;
  /** The document the passages belong to. */
  documentId?: string | null;
  /** Passages of one stream are neighbours; by default the document, or the source's type. */
  stream?: string;
};

export type Named = { name: string; type: string; tags?: readonly string[] | undefined };

export type ItemFact = { subject: string; predicate: string; value: string; validFrom?: Date | null };

/** A passage to ingest, with the entities, relationships and facts found in it. */
export type Item = {
  /** Unique within the source's type: another text under the same key updates the passage. */
  key: string;
  content: string;
  /** The title of its document, by which it is found too. */
  title?: string;
  contentType: MemoryType;
  /** 1 to 10; 5 by default. */
  importance?: number;
  tags?: readonly string[];
  /** The row it comes from. */
  sourceId?: string | null;
  position?: number;
  headingPath?: readonly string[];
  page?: number | null;
  startOffset?: number | null;
  endOffset?: number | null;
  happenedAt?: Date;
  /** A text search configuration of PostgreSQL; recognized from the text by default. */
  language?: string;
  stream?: string;
  origin?: Origin;
  derivedFrom?: readonly string[];
  entities?: readonly Named[];
  relationships?: readonly { source: Named; target: Named; type: string; context?: string; strength?: number }[];
  facts?: readonly ItemFact[];
};

/** A file's name in words, without its ending. */
export const plainTitle = (title: string): string =>
  title
    .replace(/\.[a-z\d]{2,5}$/i, "")
    .replaceAll(/[_\s-]+/g, " ")
    .trim();

/** Entities, subjects and predicates are compared in lower case with single spaces. */
export const keyOf = (name: string): string => name.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

export const topicOf = ({ subject, predicate }: { subject: string; predicate: string }): string =>
  `${keyOf(subject)}\n${keyOf(predicate)}`;

type Current = { id: string; value: string; validFrom: Date | null; recordedAt: Date; mark: Mark | null };

/** What a new fact does to the current ones of its topic. */
export type Effect = {
  /** The same fact is stored already. */
  isKnown: boolean;
  supersedes: string[];
  /** A current fact that starts later: the new one is only history. */
  supersededBy: string | null;
  /** A current fact with a different value for the same time. */
  conflictsWith: string | null;
};

/**
 * A newer fact supersedes older ones. Two different values with the same or no date are a conflict, which a person
 * settles with a mark.
 */
export function effectOf(
  fact: { value: string; validFrom: Date | null },
  current: readonly Current[],
  isByPerson: boolean,
): Effect {
  const others = current.filter(({ mark }) => mark === null);
  const same = others.find(({ value }) => keyOf(value) === keyOf(fact.value));
  const none = { isKnown: false, supersedes: [], supersededBy: null, conflictsWith: null };
  if (same && (same.validFrom?.getTime() ?? null) === (fact.validFrom?.getTime() ?? null))
    return { ...none, isKnown: true };
  const at = fact.validFrom?.getTime();
  const later = at === undefined ? [] : others.filter(({ validFrom }) => (validFrom?.getTime() ?? -Infinity) > at);
  const supersedes = others
    .filter((one) => !later.includes(one))
    // A fact entered by a person supersedes undated ones.
    .filter(
      ({ validFrom }) => (at !== undefined && (validFrom?.getTime() ?? -Infinity) < at) || (isByPerson && !validFrom),
    )
    .map(({ id }) => id);
  const conflict = others.find(
    (one) => !later.includes(one) && !supersedes.includes(one.id) && keyOf(one.value) !== keyOf(fact.value),
  );
  return {
    isKnown: false,
    supersedes,
    supersededBy: later[0]?.id ?? null,
    conflictsWith: conflict?.id ?? null,
  };
}

/** Frequent short words, to detect which of the languages that PostgreSQL can stem a text is in. */
const frequent: Readonly<Record<string, string>> = {
  english: "the and of to is that for with was are this from have not you",
  german: "der die das und ist nicht mit den von ein eine auf für sich dem wir",
  french: "le la les des est une dans pour que qui sur pas avec nous vous",
  spanish: "el los las una por con para que del está como más pero muy",
  italian: "il gli della che per una con non sono del nel anche più",
  dutch: "het een van dat niet zijn voor met aan ook wij naar deze",
  portuguese: "os uma para com não que dos das mais como por você foi",
  swedish: "och att det som för med inte till den har är ett",
};
const frequentWords = Object.entries(frequent).map(([language, list]) => ({
  language,
  words: new Set(list.split(" ")),
}));

/** The text search configuration for a text; English unless another one is clear. */
export function languageOf(text: string): string {
  const found =
    text
      .slice(0, 2_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const scored = frequentWords.map(({ language, words: set }) => ({
    language,
    score: found.filter((word) => set.has(word)).length,
  }));
  const best = scored.reduce((most, one) => (one.score > most.score ? one : most));
  const english = scored[0]?.score ?? 0;
  return best.score >= 3 && best.score > english * 2 ? best.language : "english";
}

/** The action agents ask the Brain with. Texts of runs that used it are not ingested: they would repeat the Brain. */
export const recallId = "brain_recall";
