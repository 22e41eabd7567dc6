import { notFound } from "#contract/errors.ts";
import * as calls from "#features/accounts/contract.ts";
import * as service from "#features/accounts/service.ts";
import * as store from "#features/accounts/store.ts";
import { read } from "#platform/db/transaction.ts";
import { openRoute, polledRoute, type Route } from "#platform/http/route.ts";
import { giveCookie, takeCookie } from "#platform/http/session.ts";

export const routes: readonly Route[] = [
  {
    ...polledRoute(calls.currentUser, async (ctx, _input, { session }) => {
      const user = await read(ctx, (tx) => store.findUser(tx, session.userId));
      if (!user) throw notFound();
      return user;
    }),
    // No other refusal takes it: one that comes late would take the cookie of who has signed in meanwhile.
    takesCookie: true,
  },
  openRoute(calls.register, async (door, { body }) => {
    const { user, token } = await service.register(door, body);
    giveCookie(door.reply, token, door.secure);
    return user;
  }),
  openRoute(calls.login, async (door, { body }) => {
    const { user, token } = await service.login(door, body);
    giveCookie(door.reply, token, door.secure);
    return user;
  }),
  openRoute(calls.logout, async (door) => {
    await service.logout(door);
    takeCookie(door.reply, door.secure);
    return { message: "Logged out" };
  }),
];
