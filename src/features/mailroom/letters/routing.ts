import { type AgentRoleId, agentRoleIds, roleTitle } from "#contract/roles.ts";
import { countWords, plainText } from "./evidence.ts";
import type { Letter } from "./letter.ts";
import { type Concept, concepts, senders } from "./routing-words.ts";
import { domainOf, isFreeDomain } from "./unanswered.ts";

export type Route = { role: AgentRoleId; why: string; confidence: number };

export type RouteAbout = {
  labels: readonly string[];
  aliases: readonly { address: string; role: AgentRoleId }[];
  /** Whose thread it was so far. */
  threadRole: AgentRoleId | null;
  active: readonly AgentRoleId[];
};

/** A subject says in few words what the rest is about. */
const subjectFactor = 1.5;
/** Every further word of a concept says less. */
const gain = (count: number): number => Math.sqrt(count);
/** Below this an email is too vague for any department. */
const enough = 2;

type Heard = { role: AgentRoleId; score: number; name: string };

const hear = (plain: string, list: readonly Concept[], factor: number): Heard[] =>
  list.flatMap(({ role, weight, name, words }) => {
    const count = countWords(plain, words);
    return count > 0 ? [{ role, name, score: weight * gain(count) * factor }] : [];
  });

/** What speaks for which role in an email's words and sender. */
function evidenceOf({ subject, fresh, from }: Pick<Letter, "subject" | "fresh" | "from">): Heard[] {
  const local = from.address.slice(0, from.address.lastIndexOf("@"));
  const domain = domainOf(from.address);
  const sender = plainText(`${local} ${isFreeDomain(domain) ? "" : domain.replace(/\.\w+$/, "")} ${from.name}`);
  return [
    ...hear(plainText(subject), concepts, subjectFactor),
    ...hear(plainText(fresh.slice(0, 12_000)), concepts, 1),
    ...hear(sender, senders, 1),
  ];
}

/** The role that most speaks for, with its share of all evidence. */
function byWords(letter: Pick<Letter, "subject" | "fresh" | "from">): Route | null {
  const heard = evidenceOf(letter);
  const scores = agentRoleIds
    .map((role) => ({ role, score: heard.reduce((sum, one) => sum + (one.role === role ? one.score : 0), 0) }))
    .sort((one, other) => other.score - one.score);
  const [best, second] = scores;
  if (!best || best.score < enough) return null;
  const strongest = heard.filter(({ role }) => role === best.role).sort((one, other) => other.score - one.score)[0];
  // Even odds between two roles are 0.5; each point of lead is worth as much as the one before.
  const confidence = 1 / (1 + Math.exp(-(best.score - (second?.score ?? 0)) / 2));
  return { role: best.role, why: `It speaks of ${strongest?.name ?? ""}.`, confidence: Math.min(0.99, confidence) };
}

const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The role named behind a plus sign, `office+legal@`, as people and labels write it. */
const roleNamed = (text: string): AgentRoleId | undefined => {
  const plain = text
    .toLowerCase()
    .replace(/^ai\//, "")
    .replaceAll(/[-_. ]+/g, " ")
    .trim();
  return agentRoleIds.find((role) => role.toLowerCase() === plain);
};

/** Whose an email is: by label, address, thread, words, else the CEO's. Nothing that it says of itself decides alone. */
export function routeOf(letter: Letter, { labels, aliases, threadRole, active }: RouteAbout): Route {
  const label = labels.find((one) => roleNamed(one));
  const addressed = [...letter.to, ...letter.cc].map(({ address }) => address).concat(letter.deliveredTo);
  const alias = aliases.find(({ address }) => addressed.some((one) => sameAddress(one, address)));
  const plus = addressed.flatMap((one) => roleNamed(/\+([^@+]+)@/.exec(one)?.[1] ?? "") ?? [])[0];
  const certain = (role: AgentRoleId | null | undefined, why: string): Route[] =>
    role ? [{ role, why, confidence: 1 }] : [];
  const words = byWords(letter);
  const routes = [
    ...certain(label === undefined ? null : roleNamed(label), `It has the label "${label}".`),
    ...certain(alias?.role, `It was sent to ${alias?.address}.`),
    ...certain(plus, "It was sent to the address of this role."),
    ...certain(threadRole, "This agent answered in the thread before."),
    ...(words ? [words] : []),
  ];
  const route = routes[0] ?? { role: "CEO" as const, why: "Nothing in it points to a department.", confidence: 0.3 };
  if (active.includes(route.role)) return route;
  const instead = active.includes("CEO") ? "CEO" : active[0];
  if (!instead) return route;
  return {
    role: instead,
    why: `${route.why} You have no active ${roleTitle(route.role)}.`,
    confidence: route.confidence,
  };
}
