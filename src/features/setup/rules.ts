import { type AgentRoleId, agentRoleIds, agentRoles, suggestedAddress } from "#contract/roles.ts";
import type { AgentSetup, WorkforceSetup } from "#features/setup/contract.ts";

const isRole = (id: string): id is AgentRoleId => agentRoleIds.some((known) => known === id);

/** Takes what the wizard sent, gives the sentence that refuses it, or null when every chosen role has its one agent. */
export function workforceFault({ selectedRoles, agents }: WorkforceSetup): string | null {
  const unknown = [...selectedRoles, ...agents.map((agent) => agent.role)].find((role) => !isRole(role));
  if (unknown !== undefined) return `There is no such role. Known roles: ${agentRoleIds.join(", ")}.`;
  if (new Set(selectedRoles).size < selectedRoles.length) return "A role is selected twice";
  if (new Set(agents.map((agent) => agent.role)).size < agents.length) return "Two agents have the same role";
  const chosen = new Set<string>(selectedRoles);
  if (agents.length !== chosen.size || agents.some((agent) => !chosen.has(agent.role)))
    return "The selected roles and the agents' roles differ";
  return null;
}

/** The eight executives as they are without any choice of the owner. */
export const defaultWorkforce: readonly AgentSetup[] = agentRoles.map((role) => ({
  role: role.id,
  name: role.firstName,
  capabilities: [...role.capabilities],
  decisionAuthority: role.authority,
  budgetLimit: role.budget,
  emailAddress: suggestedAddress(role.id),
}));

/** Takes how the workforce stands, gives the truth about it in a few sentences. */
export function readiness(team: {
  ready: number;
  total: number;
  mended: number;
  revenue: boolean;
  cfo: boolean;
}): string {
  const count = (number: number) => `${number} ${number === 1 ? "executive" : "executives"}`;
  const sentences = [
    team.ready === team.total
      ? `${count(team.total)} ready, working by rules: no language model is connected.`
      : `${team.ready} of ${count(team.total)} ready, the others are switched off; working by rules: no language model is connected.`,
  ];
  if (team.mended > 0) sentences.push(`${count(team.mended)} put right.`);
  if (!team.revenue)
    sentences.push(`${team.cfo ? "The CFO" : "The workforce"} has no revenue source: import a CSV or type a figure.`);
  return sentences.join(" ");
}
