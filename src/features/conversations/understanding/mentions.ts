import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";

type Executive = { role: AgentRoleId; name: string };
/** An executive who is asked, and what: the likeliest reading of the question first. */
export type Mention = { role: AgentRoleId; questions: string[] };
/** The executives asked in a text, each once, and unknown @names. */
export type Mentions = { asked: Mention[]; strangers: string[] };

type Found = { at: number; end: number; role: AgentRoleId };

/** Where an @ begins a name: not within an address of mail or of a page. */
const beginnings = /(?<![\p{L}\p{N}_.@/+-])@/gu;
const word = /^\p{L}[\p{L}\p{N}_.-]*(?![\p{L}\p{N}_./-])/u;
/** Readings of one question that are tried: each costs a look at what it means. */
const mostReadings = 5;
/** What stands before a name that is called: nothing, the end of a sentence, or a word that calls. */
const calls = /(?:^|[.!?:;]|\b(?:ask|asking|tell|hey|hi|hello|dear|please|cc|and|or))[\s,]*$|\n(?:(?!\n)[\s,])*$/iu;

/** Which executives a text asks, and what. */
export function mentionsIn(text: string, team: readonly Executive[], people: Iterable<string>): Mentions {
  const found: Found[] = [];
  const strangers: string[] = [];
  const names = [...callings(team), ...[...people].map((name) => ({ role: null, name }))].toSorted(
    (one, other) => other.name.length - one.name.length,
  );
  // In a text without a question or an address, @name is a plain word, such as a package.
  const isQuestion = text.includes("?");
  for (const { index } of text.matchAll(beginnings)) {
    const rest = text.slice(index + 1);
    // At the beginning a space may stand between.
    const gap = index === 0 ? rest.length - rest.trimStart().length : 0;
    const called = names.find(({ name }) => isAt(rest.slice(gap), name));
    if (called?.role) found.push({ at: index, end: index + 1 + gap + called.name.length, role: called.role });
    else if (!called && (isQuestion || calls.test(text.slice(Math.max(0, index - 40), index))))
      strangers.push(...(word.exec(rest)?.map((name) => name.replace(/(?<![.-])[.-]+$/, "")) ?? []));
  }
  const whole = asQuestion(
    found
      .reduceRight((left, { at, end }) => `${left.slice(0, at)} ${left.slice(end)}`, text)
      .replace(/(?<!\s)\s+([,.?!])/g, "$1"),
  );
  const asked = new Map<AgentRoleId, string[]>();
  for (const [place, { end, role }] of found.entries()) {
    const own = asQuestion(text.slice(end, found[place + 1]?.at));
    const questions = [...(asked.get(role) ?? []), own, whole].filter((one) => /[\p{L}\p{N}]/u.test(one));
    asked.set(role, [...new Set(questions)].slice(0, mostReadings));
  }
  return { asked: [...asked].map(([role, questions]) => ({ role, questions })), strangers };
}

/** Every name an executive goes by: the role, written together or apart, the whole name, and the first where only one has it. */
function callings(team: readonly Executive[]): { role: AgentRoleId | null; name: string }[] {
  const first = ({ name }: Executive): string => name.split(" ")[0] ?? "";
  const firsts = team
    .filter((one) => team.filter((other) => first(other) === first(one)).length === 1)
    .map((one) => ({ role: one.role, name: first(one) }));
  const roles = agentRoleIds.flatMap((role) =>
    ["", " ", "_", "-"].map((gap) => ({ role, name: role.replace(" ", gap) })),
  );
  return [...roles, ...team, ...firsts].filter(({ name }) => name !== "");
}

const isAt = (text: string, name: string): boolean =>
  text.slice(0, name.length).toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));

const asQuestion = (text: string): string =>
  text
    .replace(/^[\s,:;.)]+/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
