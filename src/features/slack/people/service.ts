import { z } from "zod";
import { askSlack } from "#connectors/slack/api.ts";
import type { ConnectorCall } from "#connectors/connector.ts";
import { isLimited } from "#features/accounts/factors/rules.ts";
import * as factors from "#features/accounts/factors/store.ts";
import { closedAt } from "#features/accounts/members/store.ts";
import { fold } from "#features/accounts/rules.ts";
import * as accounts from "#features/accounts/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const told = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_email_confirmed: z.boolean().optional(),
    profile: z.object({ email: z.string().optional() }),
  }),
});

const stranger =
  "Boardroom does not know you: your Slack account needs the confirmed email address of your Boardroom account.";

/** The company's person behind a Slack account, acting from there; else a sentence that says why there is none. */
export async function personFrom(
  ctx: Ctx,
  call: ConnectorCall,
  { user, workspace, requestId }: { user: string; workspace: string | null; requestId: string },
): Promise<Ctx | string> {
  const { body } = await askSlack(call, "users.info", { user }, told);
  const { id, team_id: team, deleted, is_bot: isBot, is_email_confirmed: isConfirmed, profile } = body.user;
  const isOwn = id === user && team === workspace && !deleted && !isBot;
  if (!isOwn || !isConfirmed || !profile.email) return stranger;
  const key = fold(profile.email);
  return read(ctx, async (tx) => {
    const userId = await accounts.activeWithEmail(tx, key);
    const signature = userId === null ? null : await accounts.findActor(tx, userId);
    if (userId === null || !signature || (await closedAt(tx))) return stranger;
    if (isLimited(await factors.standing(tx, userId)))
      return "Your company requires a second factor. Set it up in Boardroom first.";
    const origin = { requestId, address: "Slack", userAgent: `Slack user ${user}` };
    return { ...ctx, actor: { kind: "user", id: userId, ...signature }, origin };
  });
}
