import { z } from "zod";
import { askSlack } from "#connectors/slack/api.ts";
import { slackScopes } from "#connectors/slack/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { AppError } from "#contract/errors.ts";
import * as connections from "#features/integrations/store.ts";
import type { changeSlack, Channel, SlackSettings } from "#features/slack/contract.ts";
import { slackChanged } from "#features/slack/events.ts";
import { forgetMessages } from "#features/slack/messages/service.ts";
import { withSlack } from "#features/slack/posting/service.ts";
import { hookPath, signingSecretOf, tokenOf } from "#features/slack/receiving/service.ts";
import * as store from "#features/slack/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Creates an app that may do what is needed and sends its requests to this address. */
function createUrlOf(address: string): string {
  const manifest = {
    display_information: { name: "Boardroom" },
    features: { bot_user: { display_name: "Boardroom", always_online: true } },
    oauth_config: { scopes: { bot: slackScopes } },
    settings: {
      event_subscriptions: { request_url: address, bot_events: ["app_mention", "message.channels", "message.groups"] },
      interactivity: { is_enabled: true, request_url: address },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
  const url = new URL("https://api.slack.com/apps?new_app=1");
  url.searchParams.set("manifest_json", JSON.stringify(manifest));
  return url.href;
}

export async function settingsOf(tx: Tx): Promise<SlackSettings> {
  const row = await connections.findOf(tx, "slack");
  const { channelId, channelName, ...posts } = await store.settings(tx);
  const address = new URL(hookPath.replace(":token", tokenOf(tx.secrets, tx.company)), tx.mail.publicUrl).href;
  const isConnected = row !== null && row.status !== "pending";
  return {
    isConnected,
    canBeAnswered: isConnected && signingSecretOf(tx, row) !== null,
    channel: channelId === null ? null : { id: channelId, name: channelName ?? channelId },
    ...posts,
    isOperatorsApp: tx.clients["slack"] !== undefined,
    address,
    createUrl: createUrlOf(address),
  };
}

/** A fault of Slack as the answer to a call. */
async function asked<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ConnectorFault)) throw error;
    throw new AppError("unprocessable", error.message);
  });
}

const channel = z.object({
  id: z.string(),
  name: z.string(),
  is_member: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  is_ext_shared: z.boolean().optional(),
});
const mostPages = 25;

/** None where Slack is not connected. */
export async function channelsOf(ctx: Ctx): Promise<Channel[]> {
  if (!(await read(ctx, (tx) => connections.findOf(tx, "slack")))) return [];
  const page = z.object({
    channels: z.array(channel),
    response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
  });
  return asked(
    withSlack(ctx, async (call) => {
      const found: Channel[] = [];
      const given = { types: "public_channel,private_channel", exclude_archived: "true", limit: "200" };
      for (let cursor: string | undefined, pages = 0; pages < mostPages; pages += 1) {
        const { body } = await askSlack(call, "conversations.list", { ...given, cursor }, page);
        for (const one of body.channels)
          if (one.is_member && !one.is_ext_shared) found.push({ id: one.id, name: one.name });
        cursor = body.response_metadata?.next_cursor || undefined;
        if (cursor === undefined) break;
      }
      return found.toSorted((one, other) => one.name.localeCompare(other.name));
    }),
  );
}

/** The channel's name, if the app may post there and only the company reads it. */
function nameOf(ctx: Ctx, id: string): Promise<string> {
  return asked(
    withSlack(ctx, async (call) => {
      const { body } = await askSlack(call, "conversations.info", { channel: id }, z.object({ channel }));
      const { name, is_member: isMember, is_archived: isArchived, is_ext_shared: isShared } = body.channel;
      const shown = `#${name.slice(0, 80)}`;
      if (isArchived) throw new AppError("unprocessable", `${shown} is archived in Slack`);
      if (isShared) throw new AppError("unprocessable", `${shown} is shared with another company`);
      if (!isMember) throw new AppError("unprocessable", `Invite the app to ${shown} in Slack`);
      return name.slice(0, 80);
    }),
  );
}

export async function change(ctx: Ctx, { channelId, ...posts }: z.output<typeof changeSlack.body>) {
  const channelName = channelId === null ? null : await nameOf(ctx, channelId);
  return write(ctx, async (tx) => {
    const [before, to] = [await store.settings(tx), { channelId, channelName, ...posts }];
    const isSame = (Object.keys(to) as (keyof typeof to)[]).every((name) => before[name] === to[name]);
    if (!isSame) {
      if (before.messages && !(to.messages && to.channelId === before.channelId)) await forgetMessages(tx);
      await store.change(tx, to);
      await record(tx, slackChanged(to));
    }
    return settingsOf(tx);
  });
}
