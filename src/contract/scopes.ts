import type { MemberRole } from "./roles.ts";

/** What an API token may do, each without the others. */
export const scopes = ["read", "write", "propose", "decide"] as const;
export type Scope = (typeof scopes)[number];

export const scopeMeaning: Record<Scope, string> = {
  read: "Read everything you can see",
  write: "Add and change tasks, records, figures and settings",
  propose: "Ask agents for proposals, and accept plans",
  decide: "Approve and reject proposals, and change what agents may do alone",
};

/** The least role whose person gains anything by a scope. */
export const scopeRole: Record<Scope, MemberRole> = {
  read: "viewer",
  write: "viewer",
  propose: "member",
  decide: "approver",
};
