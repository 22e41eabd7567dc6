import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { instant, lengths, text } from "#contract/words.ts";
import { policy, policyFigures } from "#features/authority/contract.ts";

const target = {
  role: z.enum(agentRoleIds),
  /** The type of decision or the action; null: every type of the role without limits of its own. */
  decisionType: z
    .string()
    .regex(/^[a-z][a-z_.]{0,59}$/, "Choose a type")
    .nullable(),
};

/** New limits; null takes a type's own limits away, so that its role's apply. */
export const limitChange = z.strictObject({ ...target, figures: policyFigures.nullable() });
export type LimitChange = z.infer<typeof limitChange>;
export const limitChanges = z.array(limitChange).max(100, "Change at most 100 limits at a time");

/** How the limits for a role or type differ: the figures that apply before and after. */
export const limitDifference = z.strictObject({
  role: z.enum(agentRoleIds),
  decisionType: z.string().nullable(),
  from: policyFigures,
  to: policyFigures,
  /** Whether they are limits of the type's own; a role's always are. */
  wasOwn: z.boolean(),
  isOwn: z.boolean(),
  /** At least one figure is higher. */
  isLooser: z.boolean(),
});
export type LimitDifference = z.infer<typeof limitDifference>;

export const policyVersion = z.strictObject({
  version: z.number().int(),
  note: z.string(),
  changedBy: z.string(),
  /** The version whose limits it brought back. */
  restores: z.number().int().nullable(),
  createdAt: instant,
  /** Against the version before it. */
  changes: z.array(limitDifference),
});
export type PolicyVersion = z.infer<typeof policyVersion>;

const number = z.string().regex(/^[1-9]\d{0,8}$/, "Not found");

export const listVersions = endpoint("GET", "/api/authority/versions", {
  summary: "The versions of the company's limits, newest first: who changed what, when and why; 20 at a time.",
  query: { cursor },
  response: z.array(policyVersion),
  access: "viewer",
});

export const getVersion = endpoint("GET", "/api/authority/versions/:version", {
  summary: "All limits as of one version, and how it differs from another (by default the one before it).",
  params: { version: number },
  query: { against: number.optional() },
  response: policyVersion.extend({ against: z.number().int().nullable(), policies: z.array(policy) }),
  access: "viewer",
});

const base = z.number().int().min(1).max(999_999_999);
const note = text(lengths.reason).optional();

export const saveVersion = endpoint("POST", "/api/authority/versions", {
  summary: "Saves changed limits as a new version; refused if `base` no longer applies. A higher limit needs an admin.",
  body: z.strictObject({ base, note, changes: limitChanges.min(1, "Change at least one limit") }),
  response: policyVersion,
  access: "approver",
  scope: "decide",
});

export const restoreVersion = endpoint("POST", "/api/authority/versions/:version/restore", {
  summary: "Saves the limits of an old version as a new one; refused if `base` no longer applies.",
  params: { version: number },
  body: z.strictObject({ base, note }),
  response: policyVersion,
  access: "approver",
  scope: "decide",
});
