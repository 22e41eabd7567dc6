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
    // Not kept by the browser, as the lists of work are: these are the data of a person.
    ...route(calls.currentUser, async (ctx, _input, { session }) => {
      const user = await read(ctx, (tx) => store.findUser(tx, session.userId));
      if (!user) throw notFound();
      return user;
    }),
    // No other refusal takes it: one that comes late would take the cookie of who has signed in meanwhile.
    takesCookie: true,
  },
  openRoute(calls.register, async (door, { body }) => enter(door, body.username, await service.register(door, body))),
  openRoute(calls.login, async (door, { body }) => enter(door, body.username, await service.login(door, body))),
  route(calls.changePassword, async (ctx, { body }, exchange) => {
    const { token, ...answer } = await service.changePassword(ctx, exchange, body);
    giveCookie(exchange.reply, token, exchange.secure);
    return answer;
  }),
  openRoute(calls.logout, async (door) => {
    await service.logout(door);
    takeCookie(door.reply, door.secure);
    // Not the cookies: one of them knows a browser that has signed in before.
    door.reply.header("Clear-Site-Data", '"cache", "storage"');
    return { message: "Logged out" };
  }),
];

/** Hands the new session to the browser; the one it had ends. */
async function enter(door: PublicContext, username: string, { user, token }: service.SignedIn): Promise<calls.User> {
  await service.logout(door, "Signed out by a new sign-in in this browser");
  giveCookie(door.reply, token, door.secure);
  giveDevice(door, fold(username));
  return user;
}
