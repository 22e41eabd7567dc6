import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { memberRoles } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

export const maxSeats = 500;

export const approvalLimit = z
  .number()
  .min(0, "Enter an amount of 0 or more")
  .max(1e12, "Enter an amount up to 1,000,000,000,000")
  .multipleOf(0.01, "Use at most two decimals")
  .nullable();

export const member = z.strictObject({
  id,
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Null for readers who are not admins, as is `lastSeenAt`. */
  email: z.string().nullable(),
  role: z.enum(memberRoles),
  /** The largest exposure they may approve, in the company's currency; null: no personal limit. */
  approvalLimit: z.number().nullable(),
  isActive: z.boolean(),
  /** When one of their sessions was last in use, to about five minutes. */
  lastSeenAt: instant.nullable(),
  /** Null for readers who are not admins. */
  hasSecondFactor: z.boolean().nullable(),
});
export type Member = z.infer<typeof member>;

export const seats = z.strictObject({
  /** People who can sign in, and open invitations. */
  taken: z.int(),
  most: z.int(),
});
export type Seats = z.infer<typeof seats>;

export const listMembers = endpoint("GET", "/api/members", {
  summary: "The people of the company with their roles, by name, and the seats taken.",
  response: z.strictObject({ members: z.array(member), seats }),
  access: "viewer",
});

export const changeMember = endpoint("PUT", "/api/members/:id", {
  summary: "Changes a person's role, approval limit, or whether they can sign in. Effective in open sessions at once.",
  params: { id },
  body: z
    .strictObject({
      role: z.enum(memberRoles).optional(),
      approvalLimit: approvalLimit.optional(),
      isActive: z.boolean().optional(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), "Name at least one change"),
  response: member,
  access: "admin",
  scope: "browser",
});

export const removeMember = endpoint("DELETE", "/api/members/:id", {
  summary:
    "Ends a person's membership and sessions; their open tasks become unassigned, the history keeps their name for 90 days.",
  params: { id },
  response: z.strictObject({ username: z.string(), tasksUnassigned: z.int() }),
  access: "admin",
  scope: "browser",
});

export const endMemberSessions = endpoint("POST", "/api/members/:id/end-sessions", {
  summary: "Ends every session of a person and its sockets, and revokes their API tokens; they can sign in again.",
  params: { id },
  response: z.strictObject({ username: z.string(), sessionsEnded: z.int().nonnegative() }),
  access: "admin",
  scope: "browser",
});

export const changeSeats = endpoint("PUT", "/api/company/seats", {
  summary: "Sets how many people the company may have.",
  body: z.strictObject({
    maxUsers: z.int().min(1, "Enter a number from 1 to 500").max(maxSeats, "Enter a number from 1 to 500"),
  }),
  response: seats,
  access: "admin",
});
