import { includesRole, type MemberRole } from "#contract/roles.ts";
import { type Scope, scopeRole } from "#contract/scopes.ts";

/** The most assistants a person has connected at once. */
export const maxAssistants = 20;
/** The most clients a company adds. */
export const maxClients = 20;

/** The scopes that are of use to a person of this role. */
export const usefulScopes = (role: MemberRole, asked: readonly Scope[]): Scope[] =>
  asked.filter((scope) => includesRole(role, scopeRole[scope]));

/** Where a code goes, for a person who reads it: a host, this machine, or a program on it. */
export function destinationOf(address: string): { goesTo: string; isOnThisMachine: boolean } {
  const { protocol, host, hostname } = new URL(address);
  if (protocol === "https:") return { goesTo: host, isOnThisMachine: false };
  if (protocol === "http:") return { goesTo: hostname, isOnThisMachine: true };
  return { goesTo: protocol.slice(0, -1), isOnThisMachine: true };
}
