import * as addressCalls from "#features/accounts/address/contract.ts";
import * as address from "#features/accounts/address/service.ts";
import { notFound } from "#contract/errors.ts";
import { routes as assistants } from "#features/accounts/assistants/routes.ts";
import * as calls from "#features/accounts/contract.ts";
import { changeProfile } from "#features/accounts/profile/service.ts";
import * as recoveryCalls from "#features/accounts/recovery/contract.ts";
import * as recovery from "#features/accounts/recovery/service.ts";
import * as service from "#features/accounts/service.ts";
import * as sessionCalls from "#features/accounts/sessions/contract.ts";
import * as sessions from "#features/accounts/sessions/service.ts";
import * as store from "#features/accounts/store.ts";
import * as tokenCalls from "#features/accounts/tokens/contract.ts";
import * as tokens from "#features/accounts/tokens/service.ts";
import { read } from "#platform/db/transaction.ts";
import { limitedRoute, openRoute, type Route, route } from "#platform/http/route.ts";
import { giveCookie, takeCookie } from "#platform/http/session.ts";

export const routes: readonly Route[] = [
  {
    // Personal data, so the browser does not cache it.
    ...route(calls.currentUser, async (ctx, _input, { caller }) => {
      const user = await read(ctx, (tx) => store.findUser(tx, caller.userId));
      if (!user) throw notFound();
      return { ...user, needsSecondFactor: caller.isLimited };
    }),
    whileLimited: true,
    // Only this call clears the cookie: a late refusal elsewhere could clear a newer session's cookie.
    takesCookie: true,
  },
  openRoute(calls.getEntry, async ({ registration, installation, provider }) => {
    const mayStart = registration === "open" && !(await installation.hasCompany());
    const form = mayStart ? ("sign-up" as const) : ("sign-in" as const);
    return { form, sendsMail: installation.sendsMail, provider: provider?.name ?? null };
  }),
  route(calls.listPeople, (ctx) => read(ctx, store.people)),
  openRoute(calls.register, async (ctx, { body }) => service.startSession(ctx, await service.register(ctx, body))),
  openRoute(calls.login, async (ctx, { body }) => {
    const answer = await service.login(ctx, body);
    return "token" in answer ? service.startSession(ctx, answer) : answer;
  }),
  route(calls.changePassword, async (ctx, { body }, exchange) => {
    const { token, ...answer } = await service.changePassword(ctx, exchange, body);
    giveCookie(exchange.reply, token, exchange.secure);
    return answer;
  }),
  openRoute(recoveryCalls.askForLink, (ctx, { body }) => recovery.askForLink(ctx, body.email)),
  openRoute(recoveryCalls.openLink, (ctx, { body }) => recovery.openLink(ctx, body.token)),
  openRoute(recoveryCalls.choosePassword, (ctx, { body }) => recovery.choosePassword(ctx, body)),
  route(addressCalls.askForProof, (ctx) => address.sendProof(ctx)),
  route(addressCalls.proveAddress, (ctx, { body }) => address.prove(ctx, body.token)),
  route(calls.changeProfile, (ctx, { body }, exchange) => changeProfile(ctx, exchange, body)),
  route(sessionCalls.listSessions, (ctx, _input, { session }) =>
    read(ctx, (tx) => sessions.list(tx, session.sessionId)),
  ),
  route(sessionCalls.endSession, (ctx, { params }, { session }) => sessions.end(ctx, params.id, session.sessionId)),
  limitedRoute(sessionCalls.endAllSessions, async (ctx, _input, { reply, secure, session }) => {
    const answer = await sessions.endAll(ctx, session.sessionId);
    takeCookie(reply, secure);
    return answer;
  }),
  route(tokenCalls.listTokens, (ctx) => read(ctx, tokens.list)),
  route(tokenCalls.createToken, (ctx, { body }, { session }) => tokens.create(ctx, session, body)),
  route(tokenCalls.revokeToken, (ctx, { params }) => tokens.revoke(ctx, params.id)),
  ...assistants,
  openRoute(calls.logout, async (ctx) => {
    await service.logout(ctx);
    takeCookie(ctx.reply, ctx.secure);
    // Not "cookies": one of them identifies a known browser.
    ctx.reply.header("Clear-Site-Data", '"cache", "storage"');
    return { message: "Logged out" };
  }),
];
