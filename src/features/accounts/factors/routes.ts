import * as calls from "#features/accounts/factors/contract.ts";
import * as confirming from "#features/accounts/factors/confirming/service.ts";
import * as passkeyCalls from "#features/accounts/factors/passkeys/contract.ts";
import * as passkeys from "#features/accounts/factors/passkeys/service.ts";
import * as service from "#features/accounts/factors/service.ts";
import * as stepCalls from "#features/accounts/factors/sign-in/contract.ts";
import * as steps from "#features/accounts/factors/sign-in/service.ts";
import { type SignedIn, startSession } from "#features/accounts/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Exchange, limitedRoute, openRoute, type PublicContext, type Route, route } from "#platform/http/route.ts";
import { giveCookie } from "#platform/http/session.ts";

/** Sets the cookie of the session that replaces the current one. */
function withNewCookie<T>({ reply, secure }: Exchange, { answer, token }: service.Changed<T>): T {
  giveCookie(reply, token, secure);
  return answer;
}

const startAs = (ctx: PublicContext, signedIn: SignedIn) => startSession(ctx, signedIn);

export const routes: readonly Route[] = [
  limitedRoute(calls.getSecondFactor, (ctx, _input, { session }) => read(ctx, (tx) => service.show(tx, session))),
  limitedRoute(calls.startAuthenticator, (ctx, _input, { session }) => service.start(ctx, session)),
  limitedRoute(calls.confirmAuthenticator, async (ctx, { body }, exchange) =>
    withNewCookie(exchange, await service.confirm(ctx, exchange, body.code)),
  ),
  route(calls.removeAuthenticator, async (ctx, _input, exchange) =>
    withNewCookie(exchange, await service.remove(ctx, exchange.session)),
  ),
  route(calls.makeRecoveryCodes, (ctx, _input, { session }) => service.makeCodes(ctx, session)),
  route(calls.requireSecondFactor, (ctx, { body }) => service.requireOfAll(ctx, body.isRequired)),
  limitedRoute(passkeyCalls.startPasskey, (ctx, _input, { session, publicUrl }) =>
    passkeys.startAdding(ctx, session, publicUrl),
  ),
  limitedRoute(passkeyCalls.addPasskey, async (ctx, { body }, exchange) =>
    withNewCookie(exchange, await passkeys.add(ctx, exchange.session, exchange.publicUrl, body)),
  ),
  route(passkeyCalls.removePasskey, async (ctx, { params }, exchange) =>
    withNewCookie(exchange, await passkeys.remove(ctx, exchange.session, params.id)),
  ),
  route(calls.startConfirming, (ctx, _input, { session, publicUrl }) => confirming.start(ctx, session, publicUrl)),
  route(calls.confirmPerson, (ctx, { body }, exchange) => confirming.confirm(ctx, exchange, body.passkey)),
  openRoute(stepCalls.enterCode, async (ctx, { body }) => startAs(ctx, await steps.enterCode(ctx, body))),
  openRoute(stepCalls.startWithPasskey, (ctx, { body }) => steps.startWithPasskey(ctx, body.token)),
  openRoute(stepCalls.signWithPasskey, async (ctx, { body }) => startAs(ctx, await steps.signWithPasskey(ctx, body))),
];
