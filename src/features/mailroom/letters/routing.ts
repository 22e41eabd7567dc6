import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import type { Letter } from "#features/mailroom/letters/letter.ts";

export type Routed = { role: AgentRoleId; why: string; confidence: number };

const words: Partial<Record<AgentRoleId, RegExp>> = {
  CFO: /\b(?:invoice|payment|refund|billing|receipt)\b/i,
  Sales: /\b(?:quote|pricing|price|offer|demo|buy)\b/i,
  "Customer Success": /\b(?:help|problem|support|broken|cancel|login)\b/i,
  Legal: /\b(?:contract|legal|lawyer|gdpr|terms)\b/i,
};

/** Whose letter it is: by label, alias, the thread's agent so far, words; else the CEO's. */
export function routeOf(
  letter: Letter,
  about: {
    labels: readonly string[];
    aliases: readonly { address: string; role: AgentRoleId }[];
    threadRole: AgentRoleId | null;
    active: readonly AgentRoleId[];
  },
): Routed {
  const serves = (role: AgentRoleId | null | undefined): role is AgentRoleId => !!role && about.active.includes(role);
  const labelled = agentRoleIds.find((role) => about.labels.some((one) => one.toLowerCase() === role.toLowerCase()));
  if (serves(labelled)) return { role: labelled, why: `It has the label ${labelled}.`, confidence: 1 };
  const addressed = about.aliases.find(({ address }) =>
    [...letter.deliveredTo, ...letter.to.map((one) => one.address)].includes(address.toLowerCase()),
  );
  if (serves(addressed?.role))
    return { role: addressed.role, why: `It was sent to ${addressed.address}.`, confidence: 1 };
  if (serves(about.threadRole))
    return { role: about.threadRole, why: `The ${about.threadRole} answered in this thread before.`, confidence: 0.9 };
  const text = `${letter.subject}\n${letter.fresh}`;
  for (const role of agentRoleIds) {
    const found = words[role]?.exec(text)?.[0];
    if (found && serves(role)) return { role, why: `It says “${found}”.`, confidence: 0.6 };
  }
  return { role: "CEO", why: "Nothing says whose it is.", confidence: 0.3 };
}
