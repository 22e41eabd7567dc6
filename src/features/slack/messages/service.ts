import { z } from "zod";
import { askSlack } from "#connectors/slack/api.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { deletePassages } from "#features/brain/documents/discarding/service.ts";
import { ingest } from "#features/brain/service.ts";
import { idsOfSource, ofKeys } from "#features/brain/store.ts";
import * as connections from "#features/integrations/store.ts";
import { slackMessageRead } from "#features/slack/events.ts";
import { withSlack } from "#features/slack/posting/service.ts";
import type { SlackRequest } from "#features/slack/receiving/requests.ts";
import * as store from "#features/slack/store.ts";
import { plainText } from "#features/slack/words/blocks.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { claim, isClaimed } from "#platform/jobs/store.ts";
import { record } from "#platform/journal/record.ts";

type Message = Extract<SlackRequest, { kind: "message" }>;

/** As a passage's source: outsiders may write it, and only members read it. */
const source = { type: "slack", origin: "external" } as const;
/** The most of a message that is kept. */
const longest = 4_000;
/** A message there is what people say, not what agents reported, which the Brain does not answer with. */
const contentType = "note";
const gone = "slack-gone";

/** Whether messages of a channel are read into the Brain. */
export async function isRead(tx: Tx, { channel, workspace }: Pick<Message, "channel" | "workspace">): Promise<boolean> {
  const { channelId, messages } = await store.settings(tx);
  if (!messages || channelId !== channel) return false;
  return (await connections.findOf(tx, "slack"))?.accountId === workspace;
}

const told = z.object({
  user: z.object({
    real_name: z.string().nullish(),
    name: z.string().nullish(),
    profile: z.object({ real_name: z.string().nullish(), display_name: z.string().nullish() }).nullish(),
  }),
});

/** The name people see beside a message; someone Slack does not name is "Someone". */
async function nameOf(ctx: Ctx, user: string): Promise<string> {
  try {
    const { body } = await withSlack(ctx, (call) => askSlack(call, "users.info", { user }, told));
    const { profile, real_name: real, name } = body.user;
    return (profile?.display_name || profile?.real_name || real || name || "Someone").slice(0, 100);
  } catch (error) {
    if (error instanceof ConnectorFault && error.kind === "changed") return "Someone";
    throw error;
  }
}

/** Brings a message in the Brain to what an event says of it. Events may come late, twice and in any order. */
export async function readMessage(ctx: Ctx, request: Message): Promise<void> {
  const { channel, ts, at, said } = request;
  if (!(await read(ctx, (tx) => isRead(tx, request)))) return;
  const name = said && (await nameOf(ctx, said.user));
  await write(ctx, async (tx) => {
    if (!(await isRead(tx, request))) return;
    const key = `${channel}:${ts}`;
    const [known] = await ofKeys(tx, source.type, [key]);
    if (said === null) {
      await claim(tx, gone, key);
      if (!known) return;
      await deletePassages(tx, [known.id]);
      await record(tx, slackMessageRead("removed"));
      return;
    }
    const happenedAt = new Date(Number(at) * 1_000);
    if ((await isClaimed(tx, gone, key)) || (known && known.happenedAt >= happenedAt)) return;
    const { channelName } = await store.settings(tx);
    const content = `Slack message from ${name} in #${channelName}:\n${plainText(said.text).slice(0, longest)}`;
    const stream = `slack:${channel}`;
    await ingest(tx, {
      source,
      items: [{ key, content, contentType, tags: ["slack"], importance: 4, stream, happenedAt }],
    });
    await record(tx, slackMessageRead(known ? "changed" : "added"));
  });
}

/** Removes every message that was read. */
export async function forgetMessages(tx: Tx): Promise<void> {
  await deletePassages(tx, await idsOfSource(tx, source.type));
}
