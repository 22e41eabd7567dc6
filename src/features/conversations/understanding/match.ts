import type { AgentRoleId } from "#contract/roles.ts";
import type { Ask } from "#features/workforce/topics/topic.ts";
import { has, nearlyBegins, telling } from "./words.ts";

/** One question a topic answers, with the topic it belongs to. */
export type Known = { topicId: string; role: AgentRoleId; title: string; ask: Ask };
/** How well a question fits; `cover` is the share of its telling words that are accounted for. */
export type Match = Known & { score: number; cover: number };

/** What has to be accounted for, at least: a question that is mostly about something else is not answered. */
const leastCover = 0.34;
/** Where the second best is this near, and of another role, it is worth a second opinion. */
const nearly = 0.75;
/** What the same words meant before counts this much. */
const remembered = 1.5;

/** The words of a role, for questions that name whom they are for: "ask the CFO ...". */
const roleWords: Record<AgentRoleId, readonly string[]> = {
  CEO: ["ceo", "chief executive"],
  CFO: ["cfo", "finance", "financial officer"],
  CTO: ["cto", "technology officer", "engineering"],
  CMO: ["cmo", "marketing"],
  Sales: ["sales director", "sales team", "head of sales"],
  "Customer Success": ["customer success"],
  Operations: ["operations", "coo"],
  Legal: ["legal", "lawyer", "counsel"],
};

/** The role a question names, where it names one. */
export function namedRole(text: string): AgentRoleId | null {
  const roles = Object.entries(roleWords) as [AgentRoleId, readonly string[]][];
  return roles.find(([, words]) => words.some((word) => ` ${text} `.includes(` ${word} `)))?.[0] ?? null;
}

/** Takes a normalized question, gives what it may mean, the best first. `named`: words that are names or times. */
export function matches(
  text: string,
  known: readonly Known[],
  named: readonly string[],
  before: ReadonlySet<string> = new Set(),
): Match[] {
  const words = telling(text).filter((word) => !named.includes(word));
  const role = namedRole(text);
  return known
    .map((one): Match => {
      const fit = fitOf(text, words, one.ask);
      if (fit === null) return { ...one, score: 0, cover: 0 };
      const bonus = (role === one.role ? 1.5 : 0) + (before.has(keyOf(one)) ? remembered : 0);
      return { ...one, score: fit.score + bonus, cover: fit.cover };
    })
    .filter(({ score, cover }) => score > 0 && cover >= leastCover)
    .sort((a, b) => b.score - a.score || a.topicId.localeCompare(b.topicId));
}

export const keyOf = (one: Pick<Known, "topicId" | "ask">): string => `${one.topicId}/${one.ask.id}`;

function fitOf(text: string, words: readonly string[], ask: Ask): { score: number; cover: number } | null {
  if (ask.not?.some((word) => has(text, word))) return null;
  let score = 0;
  const used: string[] = [];
  for (const group of ask.words) {
    const found = group.filter((word) => has(text, word));
    // The longest says most.
    const best = found.sort((a, b) => b.length - a.length)[0];
    if (best === undefined) return null;
    score += 2 + Math.min(1, best.length / 20) + (best.includes(" ") ? 0.5 : 0);
    used.push(...found);
  }
  for (const word of ask.also ?? [])
    if (has(text, word)) {
      score += 0.75;
      used.push(word);
    }
  const covered = words.filter((word) =>
    used.some((part) => part.split(" ").some((piece) => nearlyBegins(word, piece))),
  );
  const cover = words.length === 0 ? 1 : covered.length / words.length;
  return { score: score + cover, cover };
}

/** What a question means: the best fit, and one of another role where it fits nearly as well. */
export function chosen(found: readonly Match[]): { first: Match; second: Match | null } | null {
  const [first] = found;
  if (!first) return null;
  const second = found.find(({ role, score }) => role !== first.role && score >= first.score * nearly);
  return { first, second: second ?? null };
}

/** The questions whose examples share most words with one that was not understood. */
export function closest(text: string, known: readonly Known[], amount: number): string[] {
  const words = new Set(telling(text));
  return known
    .map(({ ask }) => {
      const all = [...telling(ask.example.toLowerCase()), ...ask.words.flat()];
      return {
        example: ask.example,
        shared: all.filter((word) => [...words].some((own) => own.startsWith(word.slice(0, 5)))).length,
      };
    })
    .sort((a, b) => b.shared - a.shared)
    .slice(0, amount)
    .map(({ example }) => example);
}
