import { includesRole, type MemberRole } from "#contract/roles.ts";
import { type Scope, scopeRole } from "#contract/scopes.ts";

/** The most tokens a person has, expired ones included. */
export const maxTokens = 20;

/** The first scope that gives this role nothing; null if each is of use. */
export const uselessScope = (role: MemberRole, scopes: readonly Scope[]): Scope | null =>
  scopes.find((scope) => !includesRole(role, scopeRole[scope])) ?? null;
