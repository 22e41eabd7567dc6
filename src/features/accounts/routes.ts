import { notFound } from "#contract/errors.ts";
import * as calls from "#features/accounts/contract.ts";
import * as service from "#features/accounts/service.ts";
import * as store from "#features/accounts/store.ts";
import { read } from "#platform/db/transaction.ts";
import { fold } from "#features/accounts/rules.ts";
import { giveDevice } from "#platform/http/device.ts";
import { type PublicContext, openRoute, type Route, route } from "#platform/http/route.ts";
import { giveCookie, takeCookie } from "#platform/http/session.ts";

export const routes: readonly Route[] = [
  {
    // Personal data, so the browser does not cache it.
    ...route(calls.currentUser, async (ctx, _input, { session }) => {
      const user = await read(ctx, (tx) => store.findUser(tx, session.userId));
      if (!user) throw notFound();
      return user;
    }),
    // Only this call clears the cookie: a late refusal elsewhere could clear a newer session's cookie.
    takesCookie: true,
  },
  openRoute(calls.getEntry, async ({ registration, installation }) => {
    const mayStart = registration === "open" && !(await installation.hasCompany());
    return { form: mayStart ? ("sign-up" as const) : ("sign-in" as const) };
  }),
  route(calls.listPeople, (ctx) => read(ctx, store.people)),
  openRoute(calls.register, async (ctx, { body }) =>
    startSession(ctx, body.username, await service.register(ctx, body)),
  ),
  openRoute(calls.login, async (ctx, { body }) => startSession(ctx, body.username, await service.login(ctx, body))),
  route(calls.changePassword, async (ctx, { body }, exchange) => {
    const { token, ...answer } = await service.changePassword(ctx, exchange, body);
    giveCookie(exchange.reply, token, exchange.secure);
    return answer;
  }),
  openRoute(calls.logout, async (ctx) => {
    await service.logout(ctx);
    takeCookie(ctx.reply, ctx.secure);
    // Not "cookies": one of them identifies a known browser.
    ctx.reply.header("Clear-Site-Data", '"cache", "storage"');
    return { message: "Logged out" };
  }),
];

/** Sets the browser's new session and ends the previous one. */
async function startSession(
  ctx: PublicContext,
  username: string,
  { user, token }: service.SignedIn,
): Promise<calls.User> {
  await service.logout(ctx, "Signed out by a new sign-in in this browser");
  giveCookie(ctx.reply, token, ctx.secure);
  giveDevice(ctx, fold(username));
  return user;
}
