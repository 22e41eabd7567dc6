import { type AgentRoleId, agentRole } from "#contract/roles.ts";
import { cut } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";

type Flags = Readonly<Record<string, boolean>>;

/** Whether an executive has a capability switched on; one it was never given is off. */
export function isCapable(agent: { capabilities: Flags }, capability: string): boolean {
  return Object.hasOwn(agent.capabilities, capability) && agent.capabilities[capability] === true;
}

/** Takes a role and the capabilities that are on, gives the flags: the others of the role are off. */
export function capabilityFlags(role: AgentRoleId, on: readonly string[]): Record<string, boolean> {
  const off = agentRole(role).capabilities.map((capability) => [capability, false] as const);
  return Object.fromEntries([...off, ...on.map((capability) => [capability, true] as const)]);
}

/** Takes a role and flags, gives the sentence that refuses one the role does not have, or null. */
export function capabilityFault(role: AgentRoleId, flags: Flags = {}): string | null {
  const known = agentRole(role).capabilities;
  const stranger = Object.keys(flags).find((name) => !known.includes(name));
  return stranger === undefined ? null : `The ${role} has no such capability. It has ${known.join(", ")}.`;
}

type Reporting = { id: string; role: AgentRoleId; reportsTo: string | null };
type Place = Reporting & { name: string };

/** Takes an executive, whom it shall report to and who serves; gives the sentence that refuses it, or null. */
export function reportingFault(agent: Place, to: string | null, team: readonly Place[]): string | null {
  if (to === null) return null;
  if (agent.role === "CEO") return "The CEO leads and reports to nobody";
  if (to === agent.id) return `${agent.name} cannot report to themselves`;
  const chain = new Set<string>();
  for (let at: string | null = to; at !== null && !chain.has(at); ) {
    chain.add(at);
    const here: string = at;
    at = team.find(({ id }) => id === here)?.reportsTo ?? null;
  }
  if (!chain.has(agent.id)) return null;
  const chosen = team.find(({ id }) => id === to)?.name ?? "This executive";
  return `${chosen} reports to ${agent.name}, directly or through others: choose somebody else`;
}

/** What people set on an executive. */
export type Settings = Pick<Agent, "name" | "emailAddress" | "capabilities"> &
  Omit<Agent["systemProps"], "autonomyLevel">;
type Sent = { [Key in keyof Settings]?: Settings[Key] | undefined };
export type Changes = { [Key in keyof Settings]?: { from: unknown; to: unknown } };

/** What an executive has of each setting, from how it is shown. */
export function settingsOf({ name, emailAddress, capabilities, systemProps }: Agent): Settings {
  const { decisionAuthority, budgetLimit, customInstructions, reportsTo } = systemProps;
  return { name, emailAddress, decisionAuthority, budgetLimit, customInstructions, reportsTo, capabilities };
}

/** A long text as the journal keeps it. */
const brief = (value: unknown): unknown =>
  typeof value === "string" && value.length > 200 ? `${cut(value, 200)}… (${value.length} characters)` : value;

const picked = (flags: Flags, names: readonly string[]): Flags =>
  Object.fromEntries(names.map((name) => [name, flags[name] === true]));

/** Takes settings and what was sent of them; gives the settings to have and what really changes, by field. */
export function edited(before: Settings, sent: Sent): { settings: Settings; changes: Changes } {
  const given = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;
  // Hundredths are what is stored.
  const budgetLimit = Math.round((given.budgetLimit ?? before.budgetLimit) * 100) / 100;
  const capabilities = { ...before.capabilities, ...given.capabilities };
  const settings: Settings = { ...before, ...given, budgetLimit, capabilities };
  const changes: Changes = {};
  for (const key of Object.keys(before) as (keyof Settings)[])
    if (key !== "capabilities" && before[key] !== settings[key])
      changes[key] = { from: brief(before[key]), to: brief(settings[key]) };
  const switched = Object.keys(capabilities).filter((name) => isCapable(before, name) !== isCapable(settings, name));
  if (switched.length > 0)
    changes.capabilities = { from: picked(before.capabilities, switched), to: picked(capabilities, switched) };
  return { settings, changes };
}

/** Whether an auditor wants to know: these say what an executive may do. */
export const changesAuthority = (changes: Changes): boolean =>
  "decisionAuthority" in changes || "budgetLimit" in changes || "capabilities" in changes;

const named: Record<keyof Settings, string> = {
  name: "name",
  emailAddress: "address",
  decisionAuthority: "authority",
  budgetLimit: "budget",
  customInstructions: "instructions",
  reportsTo: "reporting line",
  capabilities: "capabilities",
};

/** The changed fields in words: "name, budget and capabilities". */
export function changesInWords(changes: Changes): string {
  const words = (Object.keys(changes) as (keyof Settings)[]).map((key) => named[key]);
  return words.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/**
 * Takes who serves and who has just joined, gives whose reporting line has to move and where to: the CEO leads; those
 * who join report to it, and so does everybody without a superior when it joins itself. What a person chose stays, unless
 * it names somebody who left.
 */
export function reportingMoves(
  team: readonly Reporting[],
  joined: ReadonlySet<string>,
): { id: string; reportsTo: string | null }[] {
  const lead = team.find(({ role }) => role === "CEO")?.id ?? null;
  const serves = new Set(team.map(({ id }) => id));
  return team.flatMap(({ id, reportsTo }) => {
    const free = reportsTo === null && (joined.has(id) || (lead !== null && joined.has(lead)));
    const lost = reportsTo !== null && !serves.has(reportsTo);
    const to = id === lead ? null : free || lost ? lead : reportsTo;
    return to === reportsTo ? [] : [{ id, reportsTo: to }];
  });
}
