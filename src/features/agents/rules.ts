import { type AgentRoleId, agentRole, roleTitle } from "#contract/roles.ts";
import { truncate } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";

type Flags = Readonly<Record<string, boolean>>;

export function isCapable(agent: { capabilities: Flags }, capability: string): boolean {
  return Object.hasOwn(agent.capabilities, capability) && agent.capabilities[capability] === true;
}

/** The role's other capabilities are off. */
export function capabilityFlags(role: AgentRoleId, on: readonly string[]): Record<string, boolean> {
  const off = agentRole(role).capabilities.map((capability) => [capability, false] as const);
  return Object.fromEntries([...off, ...on.map((capability) => [capability, true] as const)]);
}

export function capabilityError(role: AgentRoleId, flags: Flags = {}): string | null {
  const known = agentRole(role).capabilities;
  const unknown = Object.keys(flags).find((name) => !known.includes(name));
  return unknown === undefined
    ? null
    : `Unknown capability for the ${roleTitle(role)}. Choose from ${known.join(", ")}.`;
}

/** The active CEO, or else the first active agent. */
export const leaderOf = <Member extends Pick<Agent, "role" | "status">>(
  team: readonly Member[],
): Member | undefined => {
  const active = team.filter(({ status }) => status === "active");
  return active.find(({ role }) => role === "CEO") ?? active[0];
};

type Reporting = { id: string; role: AgentRoleId; reportsTo: string | null };
type TeamMember = Reporting & { name: string };

export function reportingError(agent: TeamMember, to: string | null, team: readonly TeamMember[]): string | null {
  if (to === null) return null;
  if (agent.role === "CEO") return "The CEO reports to no one";
  if (to === agent.id) return `${agent.name} can't report to themselves`;
  const chain = new Set<string>();
  for (let current: string | null = to; current !== null && !chain.has(current); ) {
    chain.add(current);
    const member: string = current;
    current = team.find(({ id }) => id === member)?.reportsTo ?? null;
  }
  if (!chain.has(agent.id)) return null;
  const chosen = team.find(({ id }) => id === to)?.name ?? "This agent";
  return `${chosen} already reports to ${agent.name}. Choose someone else.`;
}

export type Settings = Pick<Agent, "name" | "emailAddress" | "operatorId" | "capabilities"> &
  Omit<Agent["systemProps"], "autonomyLevel">;
type SentSettings = { [Key in keyof Settings]?: Settings[Key] | undefined };
export type Changes = { [Key in keyof Settings]?: { from: unknown; to: unknown } };

export function settingsOf({ name, emailAddress, operatorId, capabilities, systemProps }: Agent): Settings {
  const { decisionAuthority, budgetLimit, customInstructions, reportsTo } = systemProps;
  const limits = { decisionAuthority, budgetLimit };
  return { name, emailAddress, operatorId, ...limits, customInstructions, reportsTo, capabilities };
}

/** Truncates a long text for the journal. */
const abbreviate = (value: unknown): unknown =>
  typeof value === "string" && value.length > 200 ? `${truncate(value, 200)}… (${value.length} characters)` : value;

const pickFlags = (flags: Flags, names: readonly string[]): Flags =>
  Object.fromEntries(names.map((name) => [name, flags[name] === true]));

/** The resulting settings, and the fields whose value really changed. */
export function changing(before: Settings, sent: SentSettings): { settings: Settings; changes: Changes } {
  const given = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;
  // Stored in cents.
  const budgetLimit = Math.round((given.budgetLimit ?? before.budgetLimit) * 100) / 100;
  const capabilities = { ...before.capabilities, ...given.capabilities };
  const settings: Settings = { ...before, ...given, budgetLimit, capabilities };
  const changes: Changes = {};
  for (const key of Object.keys(before) as (keyof Settings)[])
    if (key !== "capabilities" && before[key] !== settings[key])
      changes[key] = { from: abbreviate(before[key]), to: abbreviate(settings[key]) };
  const toggled = Object.keys(capabilities).filter((name) => isCapable(before, name) !== isCapable(settings, name));
  if (toggled.length > 0)
    changes.capabilities = { from: pickFlags(before.capabilities, toggled), to: pickFlags(capabilities, toggled) };
  return { settings, changes };
}

/** Relevant to auditors: changes what the agent may do. */
export const changesAuthority = (changes: Changes): boolean =>
  ["decisionAuthority", "budgetLimit", "capabilities", "operatorId"].some((key) => key in changes);

const fieldNames: Record<keyof Settings, string> = {
  name: "name",
  emailAddress: "address",
  operatorId: "operator",
  decisionAuthority: "authority",
  budgetLimit: "budget",
  customInstructions: "instructions",
  reportsTo: "reporting line",
  capabilities: "capabilities",
};

/** "name, budget and capabilities" */
export function listChangedFields(changes: Changes): string {
  const names = (Object.keys(changes) as (keyof Settings)[]).map((key) => fieldNames[key]);
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/**
 * Reporting lines to change: new agents report to the CEO; a new CEO gets everyone without a superior. A chosen
 * superior stays unless retired.
 */
export function reportingMoves(
  team: readonly Reporting[],
  joined: ReadonlySet<string>,
): { id: string; reportsTo: string | null }[] {
  const ceo = team.find(({ role }) => role === "CEO")?.id ?? null;
  const memberIds = new Set(team.map(({ id }) => id));
  return team.flatMap(({ id, reportsTo }) => {
    const getsCeo = reportsTo === null && (joined.has(id) || (ceo !== null && joined.has(ceo)));
    const lostSuperior = reportsTo !== null && !memberIds.has(reportsTo);
    const to = id === ceo ? null : getsCeo || lostSuperior ? ceo : reportsTo;
    return to === reportsTo ? [] : [{ id, reportsTo: to }];
  });
}
