import { z } from "zod";
import { everything } from "#contract/events.ts";
import type { MemberRole } from "#contract/roles.ts";
import { event } from "#platform/journal/event.ts";

const ofMember = { resource: "user", feed: null, complianceRelevant: true } as const;
const refreshesAll = { ...ofMember, refreshes: [everything] } as const;
const memberTopics = ["members", "invitations", "people"] as const;

const pair = <T extends z.ZodType>(value: T) => z.tuple([value, value]).optional();

/** The person's role until then; records of earlier versions do not hold it. */
const was = z.string().optional();

export const memberChanged = event(
  "user.changed",
  {
    ...refreshesAll,
    details: z.strictObject({
      role: pair(z.string()),
      approvalLimit: pair(z.number().nullable()),
      isActive: pair(z.boolean()),
    }),
  },
  (
    id: string,
    title: string,
    details: {
      role?: [string, string] | undefined;
      approvalLimit?: [number | null, number | null] | undefined;
      isActive?: [boolean, boolean] | undefined;
    },
  ) => ({ id, title, details }),
);

/** Ends the person's sessions and sockets. */
export const memberSuspended = event(
  "user.suspended",
  { ...refreshesAll, details: z.strictObject({ sessionsEnded: z.int(), was }), severity: "warning" },
  (id: string, details: { sessionsEnded: number; was: MemberRole }) => ({ id, title: "Access suspended", details }),
);

export const memberRemoved = event(
  "user.removed",
  {
    ...refreshesAll,
    details: z.strictObject({ sessionsEnded: z.int(), tasksUnassigned: z.int(), was }),
    severity: "warning",
  },
  (id: string, details: { sessionsEnded: number; tasksUnassigned: number; was: MemberRole }) => ({
    id,
    title: "Membership ended",
    details,
  }),
);

export const seatsChanged = event(
  "company.seats_changed",
  {
    resource: "company",
    feed: null,
    refreshes: memberTopics,
    complianceRelevant: true,
  },
  (id: string, from: number, to: number) => ({ id, title: `Up to ${to} people`, details: { from, to } }),
);

const ofInvitation = {
  resource: "invitation",
  feed: null,
  refreshes: memberTopics,
  complianceRelevant: true,
} as const;
/** Without the address, which can be deleted. */
const titled = (what: string) => (id: string, role: MemberRole) => ({
  id,
  title: `${what} (${role})`,
  details: { role },
});

export const invitationCreated = event("invitation.created", ofInvitation, titled("Invitation created"));
export const invitationRenewed = event("invitation.renewed", ofInvitation, titled("Invitation renewed"));
export const invitationRevoked = event("invitation.revoked", ofInvitation, titled("Invitation revoked"));

export const memberJoined = event(
  "user.joined",
  { ...ofMember, refreshes: memberTopics },
  (id: string, role: MemberRole, invitationId: string) => ({
    id,
    title: `Joined as ${role}`,
    details: { role, invitationId },
  }),
);
