import { useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { changeMember, changeSeats, endMemberSessions, listMembers, removeMember } from "#features/members/contract.ts";
import * as calls from "#features/members/invitations/contract.ts";
import { call, fieldOf, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
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
  useMutation({
    mutationFn: (body: Sent<typeof calls.invite>["body"]) => call(calls.invite, { body }),
    onSuccess: (made) => onLink(linkOf(made), made.invitation.email, made.invitation.mail !== null),
    onError: (error) => fieldOf(error) === null && toastFailure("Not invited", error),
    onSettled: refreshMembers,
  });

export const useRenew = (onLink: OnLink) =>
  useMutation({
    mutationFn: (id: string) => call(calls.renewInvitation, { params: { id } }),
    onSuccess: (made) => onLink(linkOf(made), made.invitation.email, made.invitation.mail !== null),
    onError: (error) => toastFailure("Not renewed", error),
    onSettled: refreshMembers,
  });

export const useRevoke = () =>
  useMutation({
    mutationFn: (id: string) => call(calls.revokeInvitation, { params: { id } }),
    onSuccess: ({ email }) => toast("Invitation Revoked", `The link for ${email} no longer works`),
    onError: (error) => toastFailure("Not revoked", error),
    onSettled: refreshMembers,
  });

export const useChangeMember = (id: string, onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof changeMember>["body"]) => call(changeMember, { params: { id }, body }),
    onSuccess: ({ username, role, isActive }) => {
      toast(isActive ? "Member Changed" : "Access Suspended", isActive ? `${username}: ${role}` : username);
      onDone();
    },
    onError: (error) => toastFailure("Not changed", error),
    onSettled: refreshMembers,
  });

export const useEndMemberSessions = (id: string) =>
  useMutation({
    mutationFn: () => call(endMemberSessions, { params: { id } }),
    onSuccess: ({ username, sessionsEnded }) =>
      toast("Signed Out", sessionsEnded === 0 ? `${username} was not signed in` : `${username} must sign in again`),
    onError: (error) => toastFailure("Not signed out", error),
    onSettled: refreshMembers,
  });

export const useRemoveMember = (id: string, onDone: () => void) =>
  useMutation({
    mutationFn: () => call(removeMember, { params: { id } }),
    onSuccess: ({ username, tasksUnassigned: tasks }) => {
      toast("Member Removed", `${username}${tasks > 0 ? `; ${tasks} open tasks are unassigned` : ""}`);
      onDone();
    },
    onError: (error) => toastFailure("Not removed", error),
    onSettled: refreshMembers,
  });

export const useChangeSeats = (onDone: () => void) =>
  useMutation({
    mutationFn: (maxUsers: number) => call(changeSeats, { body: { maxUsers } }),
    onSuccess: ({ most }) => {
      toast("Seats Changed", `Up to ${most} people`);
      onDone();
    },
    onSettled: refreshMembers,
  });

/** What the link offers; loaded once, and again on a retry. */
export const useOpenInvitation = (token: string) =>
  useQuery({
    queryKey: ["/api", "join", token],
    queryFn: () => call(calls.openInvitation, { body: { token } }),
    gcTime: 0,
  });

export const useJoin = () =>
  useMutation({
    mutationFn: (body: z.infer<typeof calls.joinBody>) => call(calls.join, { body }),
    onError: (error) => fieldOf(error) === null && toastFailure("Not joined", error),
  });
