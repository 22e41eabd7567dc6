import { z } from "zod";

const id = z.string().max(100);

const click = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id }),
  team: z.object({ id }),
  channel: z.object({ id }),
  container: z.object({ thread_ts: id.optional() }).optional(),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
});

const mention = z.object({
  type: z.literal("event_callback"),
  event_id: id,
  team_id: id,
  is_ext_shared_channel: z.boolean().optional(),
  event: z.object({
    type: z.literal("app_mention"),
    user: id,
    text: z.string(),
    channel: id,
    ts: id,
    thread_ts: id.optional(),
    bot_id: z.string().optional(),
  }),
});

/** A message of a channel, said, changed or deleted. */
const said = z.object({
  type: z.literal("event_callback"),
  team_id: id,
  is_ext_shared_channel: z.boolean().optional(),
  authorizations: z.array(z.object({ user_id: z.string().nullish() })).nullish(),
  event: z.object({
    type: z.literal("message"),
    subtype: z.string().optional(),
    channel: id,
    ts: id,
    event_ts: id.optional(),
    user: id.optional(),
    text: z.string().optional(),
    bot_id: z.string().nullish(),
    /** As it is after a change. */
    message: z
      .object({
        ts: id,
        subtype: z.string().optional(),
        user: id.optional(),
        text: z.string().optional(),
        bot_id: z.string().nullish(),
      })
      .optional(),
    deleted_ts: id.optional(),
  }),
});
/** The others are about joining, topics and the like. */
const spoken: readonly (string | undefined)[] = [undefined, "file_share", "me_message", "thread_broadcast"];
const stamp = /^\d{1,12}\.\d{1,6}$/;

export type Asked = { user: string; workspace: string; channel: string; thread: string | null };
export type SlackRequest =
  | ({ kind: "click"; isApproval: boolean; decisionId: string; text: string } & Asked)
  | ({ kind: "question"; text: string; ts: string; isShared: boolean } & Asked)
  | {
      kind: "message";
      workspace: string;
      channel: string;
      ts: string;
      /** When the event happened there. */
      at: string;
      /** Null: it was deleted. */
      said: { user: string; text: string } | null;
    };

/** The JSON of a request; a click comes as the field of a form. */
export function bodyOf(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return JSON.parse(text.startsWith("payload=") ? (new URLSearchParams(text).get("payload") ?? "") : text) as unknown;
  } catch {
    return null;
  }
}

/** What Slack wants to have repeated when the address is set up. */
export const challengeIn = (body: unknown): string | null =>
  z.object({ type: z.literal("url_verification"), challenge: z.string().max(1_000) }).safeParse(body).data?.challenge ??
  null;

/** The id that stays the same however often Slack sends an event; null: a click, which it sends once. */
export const eventIdIn = (body: unknown): string | null =>
  z.object({ event_id: id.regex(/^\w+$/) }).safeParse(body).data?.event_id ?? null;

/** What happened to a message that a person wrote to the others. */
function readSaid(body: unknown): SlackRequest | null {
  const {
    event,
    team_id: workspace,
    is_ext_shared_channel: isShared,
    authorizations,
  } = said.safeParse(body).data ?? {};
  if (!event || workspace === undefined || isShared) return null;
  const { channel, subtype, event_ts: at = event.ts } = event;
  const message = subtype === "message_changed" ? event.message : event;
  // What has replies leaves a stone behind.
  const isGone = subtype === "message_deleted" || message?.subtype === "tombstone";
  const ts = (subtype === "message_deleted" ? event.deleted_ts : message?.ts) ?? "";
  if (!message || !stamp.test(ts) || !stamp.test(at)) return null;
  const about = { kind: "message", workspace, channel, ts, at } as const;
  if (isGone) return { ...about, said: null };
  const { user, text, bot_id: bot } = message;
  if (!user || !text?.trim() || bot || !spoken.includes(message.subtype)) return null;
  // What is said to the bot is a question.
  if (authorizations?.some(({ user_id: own }) => own && text.includes(`<@${own}>`))) return null;
  return { ...about, said: { user, text } };
}

/** What a person asks for; null: nothing that concerns us. */
export function readRequest(body: unknown): SlackRequest | null {
  const clicked = click.safeParse(body).data;
  if (clicked) {
    const [action] = clicked.actions;
    const [id, text = ""] = action?.value?.split(":") ?? [];
    const decisionId = z.uuid().safeParse(id).data;
    if (!decisionId || (action?.action_id !== "approve" && action?.action_id !== "reject")) return null;
    const { user, team, channel, container } = clicked;
    const asked = { user: user.id, workspace: team.id, channel: channel.id, thread: container?.thread_ts ?? null };
    return { kind: "click", isApproval: action.action_id === "approve", decisionId, text, ...asked };
  }
  const { event, team_id: workspace, is_ext_shared_channel: isShared = false } = mention.safeParse(body).data ?? {};
  if (!event || workspace === undefined) return readSaid(body);
  if (event.bot_id) return null;
  const { user, channel, text, ts, thread_ts: thread = null } = event;
  return { kind: "question", text, ts, isShared, user, workspace, channel, thread };
}
