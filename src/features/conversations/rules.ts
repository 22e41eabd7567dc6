import { agentRole, type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import { type Figure, inWords, type Line, type Report } from "#contract/report.ts";
import type { Urgency } from "#features/conversations/contract.ts";
import { writtenDay } from "#features/workforce/topics/words.ts";

/** Minutes a question waits before somebody begins with it: at once, or with the next cycle. */
const waitMinutes: Record<Urgency, number> = { high: 0, medium: 0, low: 30 };
/** Minutes by which it is to be answered. */
const dueMinutes: Record<Urgency, number> = { high: 1, medium: 5, low: 60 };

/** Takes when a question was asked and how urgent it is, gives when it begins (null: now) and when it is due. */
export function scheduleOf(askedAt: Date, urgency: Urgency): { notBefore: string | null; dueAt: string } {
  const after = (minutes: number): string => new Date(askedAt.getTime() + minutes * 60_000).toISOString();
  return {
    notBefore: waitMinutes[urgency] > 0 ? after(waitMinutes[urgency]) : null,
    dueAt: after(dueMinutes[urgency]),
  };
}

type Member = { role: AgentRoleId; status: string };

/** Who answers: the executive of the role the question belongs to, else the CEO, else whoever is there; null: nobody is. */
export function answererOf<Agent extends Member>(
  team: readonly Agent[],
  topic: { role: AgentRoleId } | null,
): { agent: Agent; why: "owner of the topic" | "in place of the owner" } | null {
  const working = team.filter(({ status }) => status === "active");
  const owner = topic && working.find(({ role }) => role === topic.role);
  if (owner) return { agent: owner, why: "owner of the topic" };
  const agent = working.find(({ role }) => role === "CEO") ?? working[0];
  return agent ? { agent, why: "in place of the owner" } : null;
}

/** The sentence for a question whose executive is not there to answer. */
export const nobodyFor = (role: AgentRoleId): string =>
  `This belongs to the ${agentRole(role).name}, who is not at work. Switch this executive to active, or create one.`;

/** What an answer would need, in one line; apart by semicolons where a comma stands in one of them. */
export const needsOf = (needs: readonly string[]): string =>
  needs.join(needs.some((one) => one.includes(",")) ? "; " : ", ") || "records about it";

/** An answer as a message: the sentence, then where each of its figures comes from. */
export function messageOf(report: Report): string {
  const used = (of: Line): Figure[] =>
    of.flatMap((part) => report.figures.filter((figure) => typeof part !== "string" && figure.id === part.figure));
  const sources = [...new Set(used(report.headline))].map(
    ({ label, source, formula }) =>
      `- ${label}: ${source.label}${source.asOf ? `, ${writtenDay(source.asOf)}` : ""}${formula ? ` (${formula})` : ""}`,
  );
  const needed = report.missing.map(({ what, needed: needs }) => `- ${what}: needs ${needs}`);
  return [
    inWords(report.headline, report.figures),
    ...(sources.length > 0 ? ["", "Sources", ...sources] : []),
    ...(needed.length > 0 ? ["", "What is missing", ...needed] : []),
  ].join("\n");
}

/** A remark that begins with @ and the role or the name of one of a team asks that executive: the role and the question, or null. */
export function mentioned(
  text: string,
  team: readonly { role: AgentRoleId; name: string }[],
): { role: AgentRoleId; question: string } | null {
  if (!text.startsWith("@")) return null;
  const rest = text.slice(1).trimStart();
  const called = [
    ...agentRoleIds.flatMap((role) => ["", " ", "_", "-"].map((gap) => ({ role, name: role.replace(" ", gap) }))),
    ...team,
    ...team.map(({ role, name }) => ({ role, name: firstName(name) })).filter(({ name }) => isOnly(name, team)),
  ];
  for (const { role, name } of called) {
    const question = after(rest, name);
    if (question) return { role, question };
  }
  return null;
}

const firstName = (name: string): string => name.split(" ")[0] ?? "";
const isOnly = (first: string, team: readonly { name: string }[]): boolean =>
  team.filter(({ name }) => firstName(name) === first).length === 1;

/** What follows a name at the beginning of a text; null where another word stands there. */
function after(text: string, name: string): string | null {
  const begins = text.slice(0, name.length).toLowerCase() === name.toLowerCase();
  const rest = text.slice(name.length);
  return begins && !/^[\p{L}\p{N}]/u.test(rest) ? rest.replace(/^[\s,:]+/, "").trim() : null;
}
