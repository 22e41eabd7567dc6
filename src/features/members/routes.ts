import { startSession } from "#features/accounts/service.ts";
import * as calls from "#features/members/contract.ts";
import * as invitationCalls from "#features/members/invitations/contract.ts";
import * as invitations from "#features/members/invitations/service.ts";
import * as service from "#features/members/service.ts";
import { read } from "#platform/db/transaction.ts";
import { openRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listMembers, (ctx) => read(ctx, service.list)),
  route(calls.changeMember, (ctx, { params, body }) => service.change(ctx, params.id, body)),
  route(calls.removeMember, (ctx, { params }) => service.remove(ctx, params.id)),
  route(calls.endMemberSessions, (ctx, { params }) => service.endMemberSessions(ctx, params.id)),
  route(calls.changeSeats, (ctx, { body }) => service.changeSeats(ctx, body.maxUsers)),
  route(invitationCalls.listInvitations, (ctx) => read(ctx, invitations.list)),
  route(invitationCalls.invite, (ctx, { body }) => invitations.invite(ctx, body)),
  route(invitationCalls.renewInvitation, (ctx, { params }) => invitations.renew(ctx, params.id)),
  route(invitationCalls.revokeInvitation, (ctx, { params }) => invitations.revoke(ctx, params.id)),
  openRoute(invitationCalls.openInvitation, (ctx, { body }) => invitations.open(ctx, body.token)),
  openRoute(invitationCalls.join, async (ctx, { body }) => startSession(ctx, await invitations.join(ctx, body))),
];
