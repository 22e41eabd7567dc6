import { shortDay } from "#contract/format.ts";
import { agentRole, type AgentRoleId } from "#contract/roles.ts";
import { type Figure, formatLine, type Line, type Report } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import type { Urgency } from "#features/conversations/contract.ts";

/** Minutes until an agent starts on a question: immediately, or in the next cycle. */
const waitMinutes: Record<Urgency, number> = { high: 0, medium: 0, low: 30 };
const dueMinutes: Record<Urgency, number> = { high: 1, medium: 5, low: 60 };

/** When work on a question starts (null: now) and when it is due. */
export function scheduleOf(askedAt: Date, urgency: Urgency): { notBefore: string | null; dueAt: string } {
  const after = (minutes: number): string => new Date(askedAt.getTime() + minutes * 60_000).toISOString();
  return {
    notBefore: waitMinutes[urgency] > 0 ? after(waitMinutes[urgency]) : null,
    dueAt: after(dueMinutes[urgency]),
  };
}

type InThread = { taskId: string; follows: string | null };

/** Questions, newest first, as threads: one with those that continue it, in order; the thread of the newest is first. */
export function threadsOf<Q extends InThread>(questions: readonly Q[]): [Q, ...Q[]][] {
  const threads: [Q, ...Q[]][] = [];
  for (const one of questions.toReversed()) {
    const at = threads.findIndex((thread) => thread.some(({ taskId }) => taskId === one.follows));
    const [own] = at < 0 ? [] : threads.splice(at, 1);
    threads.unshift(own ? [...own, one] : [one]);
  }
  return threads;
}

type Member = { role: AgentRoleId; status: string };

/** The executive who answers: of the question's role, otherwise the CEO, otherwise any; null if there are none. */
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

/** The error if the company has no active agent in a role. */
export const noActiveAgent = (role: AgentRoleId): string =>
  `You have no active ${agentRole(role).name}. Activate or add one.`;

/** Joins what an answer would need; with semicolons if an item contains a comma. */
export const needsOf = (needs: readonly string[]): string =>
  needs.join(needs.some((one) => one.includes(",")) ? "; " : ", ") || "records about it";

/** An answer as message text: the sentence with further `points`, then the source of each figure. */
export function messageOf(report: Report, points: readonly Line[] = []): string {
  const used = (of: Line): Figure[] =>
    of.flatMap((part) => report.figures.filter((figure) => typeof part !== "string" && figure.id === part.figure));
  const sources = [...new Set([report.headline, ...points].flatMap(used))].map(
    ({ label, source, formula }) =>
      `- ${label}: ${source.label}${source.asOf ? `, ${shortDay(source.asOf)}` : ""}${formula ? ` (${formula})` : ""}`,
  );
  const needed = report.missing.map(({ what, needed: needs }) => `- ${what}: needs ${needs}`);
  return [
    ...[report.headline, ...points].map((line) => formatLine(line, report.figures)),
    ...(sources.length > 0 ? ["", "Sources", ...sources] : []),
    ...(needed.length > 0 ? ["", "What is missing", ...needed] : []),
  ].join("\n");
}

/** The error for an unknown @name, listing the executives. */
export function unknownMention(name: string, team: readonly { role: AgentRoleId }[]): string {
  const roles = team.map(({ role }) => `@${role}`).join(", ");
  const choices = roles ? `You can ask ${roles}.` : "You have no active agents yet.";
  return `No agent is called "${shorten(name, 40)}". ${choices}`;
}

/** The result of a task whose answer others may not read. */
export const privately = "The answer says what people are paid: only the person who asked sees it.";
