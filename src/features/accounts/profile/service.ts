import { AppError, notFound } from "#contract/errors.ts";
import type { User } from "#features/accounts/contract.ts";
import { userProfileChanged } from "#features/accounts/events.ts";
import { requireFresh } from "#features/accounts/factors/service.ts";
import { addressChangedLetter, addressSetLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import { dropLinks } from "#features/accounts/recovery/store.ts";
import { fold } from "#features/accounts/rules.ts";
import { orUnavailable, refuseTaken } from "#features/accounts/service.ts";
import * as store from "#features/accounts/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import type { Exchange } from "#platform/http/route.ts";
import { record } from "#platform/journal/record.ts";
import { verifyPassword } from "#platform/passwords.ts";

type Profile = { firstName: string; lastName: string; email: string; currentPassword?: string | undefined };

/**
 * Changes the person's own names and address. The address needs the password and a sign-in of the last 30 minutes, because
 * a session can be stolen.
 */
export async function changeProfile(
  ctx: Ctx,
  { request, session, limits }: Pick<Exchange, "request" | "session" | "limits">,
  input: Profile,
): Promise<User> {
  const { userId, sessionId } = session;
  const before = await read(ctx, (tx) => store.findUser(tx, userId));
  if (!before) throw notFound();
  if (fold(input.email) !== fold(before.email)) {
    await read(ctx, (tx) => requireFresh(tx, session));
    const hash = await read(ctx, (tx) => store.passwordHashOf(tx, userId));
    const given = input.currentPassword ?? "";
    const field = "currentPassword";
    if (given === "") throw new AppError("invalid", "Enter your current password to change your address", { field });
    const isRight = await limits.guess(
      request,
      [["currentPassword", `${userId} ${sessionId}`]],
      async () => (await orUnavailable(verifyPassword(given, hash))) || null,
    );
    if (!isRight) throw new AppError("invalid", "This is not your current password", { field });
  }
  const to = { firstName: input.firstName || null, lastName: input.lastName || null, email: input.email };
  const changed = (["firstName", "lastName", "email"] as const).filter((key) => to[key] !== before[key]);
  const words = { firstName: "first name", lastName: "last name", email: "email address" };
  return refuseTaken(
    write(ctx, async (tx) => {
      if (changed.length > 0) {
        const isSame = fold(to.email) === fold(before.email);
        // Only a link mailed there proves an address.
        await store.setProfile(tx, userId, {
          ...to,
          emailKey: fold(to.email),
          ...(!isSame && { emailProvenAt: null }),
        });
        await record(
          tx,
          userProfileChanged(
            userId,
            changed.map((key) => words[key]),
          ),
        );
        if (changed.includes("email")) {
          await dropLinks(tx, userId);
          await notify(tx, userId, addressChangedLetter, before.email);
          await notify(tx, userId, addressSetLetter);
        }
      }
      const user = await store.findUser(tx, userId);
      if (!user) throw notFound();
      return user;
    }),
  );
}
