import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";

type Executive = { role: AgentRoleId; name: string };
/** An executive who is asked, and the question, its likeliest reading first. */
export type Mention = { role: AgentRoleId; questions: string[] };
/** The executives mentioned in a text, without duplicates, and unknown @names. */
export type Mentions = { asked: Mention[]; strangers: string[] };

type Found = { at: number; end: number; role: AgentRoleId };

/** An @ that starts a name: not one within an email address or URL. */
const mentionStart = /(?<![\p{L}\p{N}_.@/+-])@/gu;
const word = /^\p{L}[\p{L}\p{N}_.-]*(?![\p{L}\p{N}_./-])/u;
/** The most readings of a question that are tried, because each one is matched. */
const mostReadings = 5;
/** Text before a name that addresses someone: nothing, the end of a sentence, or a word like "ask". */
const addressing =
  /(?:^|[.!?:;]|\b(?:ask|asking|tell|hey|hi|hello|dear|please|cc|and|or))[\s,]*$|\n(?:(?!\n)[\s,])*$/iu;

export function mentionsIn(text: string, team: readonly Executive[], people: Iterable<string>): Mentions {
  const found: Found[] = [];
  const strangers: string[] = [];
  const names = [...namesToCall(team), ...[...people].map((name) => ({ role: null, name }))].toSorted(
    (one, other) => other.name.length - one.name.length,
  );
  // In a text without a question or an address, @name is a plain word, such as a package.
  const isQuestion = text.includes("?");
  for (const { index } of text.matchAll(mentionStart)) {
    const rest = text.slice(index + 1);
    // At the start of the text a space may follow the @.
    const gap = index === 0 ? rest.length - rest.trimStart().length : 0;
    const called = names.find(({ name }) => isAt(rest.slice(gap), name));
    if (called?.role) found.push({ at: index, end: index + 1 + gap + called.name.length, role: called.role });
    else if (!called && (isQuestion || addressing.test(text.slice(Math.max(0, index - 40), index))))
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

/** All names of an executive: the role with or without a space, the full name, and the first name if it is unique. */
function namesToCall(team: readonly Executive[]): { role: AgentRoleId | null; name: string }[] {
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
