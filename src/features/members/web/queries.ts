import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { changeMember, changeSeats, endMemberSessions, listMembers, removeMember } from "#features/members/contract.ts";
import * as calls from "#features/members/invitations/contract.ts";
import { call, fieldOf, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useMembers = () => useQuery(read(listMembers, {}));

/** The open invitations, for admins. */
export const useInvitations = () =>
  useQuery({
    ...read(calls.listInvitations, {}),
    enabled: useIsAdmin(),
    // No event tells the browser when a mail was sent.
    refetchInterval: ({ state }) => (state.data?.some(({ mail }) => mail === "waiting") ? 5_000 : false),
  });

const refreshMembers = () => void refresh("members", "invitations", "people", "tasks");

/** The link of an invitation, on this browser's own address of the server. */
const linkOf = ({ path }: { path: string }): string => `${location.origin}${path}`;

/** Receives each new link. */
export type OnLink = (link: string, email: string, isMailed: boolean) => void;

export const useInvite = (onLink: OnLink) =>
  useSend(calls.invite, "body", {
    done: (made) => onLink(linkOf(made), made.invitation.email, made.invitation.mail !== null),
    failed: (error) => fieldOf(error) === null && toastFailure("Not invited", error),
    settled: refreshMembers,
  });

export const useRenew = (onLink: OnLink) =>
  useSend(calls.renewInvitation, (id: string) => ({ params: { id } }), {
    done: (made) => onLink(linkOf(made), made.invitation.email, made.invitation.mail !== null),
    failed: "Not renewed",
    settled: refreshMembers,
  });

export const useRevoke = () =>
  useSend(calls.revokeInvitation, (id: string) => ({ params: { id } }), {
    done: ({ email }) => toast("Invitation Revoked", `The link for ${email} no longer works`),
    failed: "Not revoked",
    settled: refreshMembers,
  });

export const useChangeMember = (id: string, onDone: () => void) =>
  useSend(changeMember, (body: Sent<typeof changeMember>["body"]) => ({ params: { id }, body }), {
    done: ({ username, role, isActive }) => {
      toast(isActive ? "Member Changed" : "Access Suspended", isActive ? `${username}: ${role}` : username);
      onDone();
    },
    failed: "Not changed",
    settled: refreshMembers,
  });

export const useEndMemberSessions = (id: string) =>
  useSend(endMemberSessions, () => ({ params: { id } }), {
    done: ({ username, sessionsEnded }) =>
      toast("Signed Out", sessionsEnded === 0 ? `${username} was not signed in` : `${username} must sign in again`),
    failed: "Not signed out",
    settled: refreshMembers,
  });

export const useRemoveMember = (id: string, onDone: () => void) =>
  useSend(removeMember, () => ({ params: { id } }), {
    done: ({ username, tasksUnassigned: tasks }) => {
      toast("Member Removed", `${username}${tasks > 0 ? `; ${tasks} open tasks are unassigned` : ""}`);
      onDone();
    },
    failed: "Not removed",
    settled: refreshMembers,
  });

export const useChangeSeats = (onDone: () => void) =>
  useSend(changeSeats, (maxUsers: number) => ({ body: { maxUsers } }), {
    done: ({ most }) => {
      toast("Seats Changed", `Up to ${most} people`);
      onDone();
    },
    settled: refreshMembers,
  });

/** What the link offers; loaded once, and again on a retry. */
export const useOpenInvitation = (token: string) =>
  useQuery({
    queryKey: ["/api", "join", token],
    queryFn: () => call(calls.openInvitation, { body: { token } }),
    gcTime: 0,
  });

export const useJoin = () =>
  useSend(calls.join, (body: z.infer<typeof calls.joinBody>) => ({ body }), {
    failed: (error) => fieldOf(error) === null && toastFailure("Not joined", error),
  });
