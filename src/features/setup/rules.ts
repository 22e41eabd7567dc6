import { type AgentRoleId, agentRoleIds, agentRoles, suggestedAddress } from "#contract/roles.ts";
import type { AgentSetup, WorkforceSetup } from "#features/setup/contract.ts";

const isRole = (id: string): id is AgentRoleId => agentRoleIds.some((known) => known === id);

export function workforceError({ selectedRoles, agents }: WorkforceSetup): string | null {
  const unknown = [...selectedRoles, ...agents.map((agent) => agent.role)].find((role) => !isRole(role));
  if (unknown !== undefined) return `Unknown role. Choose from ${agentRoleIds.join(", ")}.`;
  if (new Set(selectedRoles).size < selectedRoles.length) return "A role is selected twice";
  if (new Set(agents.map((agent) => agent.role)).size < agents.length) return "Two agents have the same role";
  const chosen = new Set<string>(selectedRoles);
  if (agents.length !== chosen.size || agents.some((agent) => !chosen.has(agent.role)))
    return "The selected roles and the agents' roles differ";
  return null;
}

export const defaultWorkforce: readonly AgentSetup[] = agentRoles.map((role) => ({
  role: role.id,
  name: role.firstName,
  capabilities: [...role.capabilities],
  decisionAuthority: role.authority,
  budgetLimit: role.budget,
  emailAddress: suggestedAddress(role.id),
}));

export function describeReadiness(team: {
  ready: number;
  total: number;
  repaired: number;
  revenue: boolean;
  cfo: boolean;
  /** Active departments without an agent. */
  uncovered: readonly string[];
  hasModel: boolean;
}): string {
  const count = (number: number) => `${number} ${number === 1 ? "agent" : "agents"}`;
  const sentences = [
    team.ready === team.total
      ? `${count(team.total)} ready.`
      : `${team.ready} of ${count(team.total)} ready, the rest are off.`,
  ];
  if (!team.hasModel) sentences.push("They work by rules: no language model is connected.");
  if (team.repaired > 0) sentences.push(`Fixed the reporting line of ${count(team.repaired)}.`);
  if (!team.revenue)
    sentences.push(`${team.cfo ? "The CFO has" : "Your agents have"} no revenue data: import a CSV or enter a figure.`);
  if (team.uncovered.length > 0)
    sentences.push(`No agent works for ${team.uncovered.join(", ")}. Add one in Agent Roster.`);
  return sentences.join(" ");
}
