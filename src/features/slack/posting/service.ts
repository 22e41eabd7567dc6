import { z } from "zod";
import * as runs from "#agency/run/store.ts";
import { askSlack } from "#connectors/slack/api.ts";
import type { ConnectorCall, SignIn } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { formatLine } from "#contract/report.ts";
import { currency, shorten } from "#contract/words.ts";
import { show } from "#features/decisions/list/store.ts";
import { textHash } from "#features/decisions/service.ts";
import * as decisions from "#features/decisions/store.ts";
import { dailyBriefing } from "#features/expertise/ceo/day.ts";
import { credentialsOf, withConnection } from "#features/integrations/access/service.ts";
import * as connections from "#features/integrations/store.ts";
import * as store from "#features/slack/store.ts";
import { escapeText, type Shown, showDecision } from "#features/slack/words/blocks.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { note, read } from "#platform/db/transaction.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { type Attempt, defineDelivery, type Outcome } from "#platform/outbox/delivery.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";

const decisionContent = z.strictObject({ kind: z.literal("decision"), id: z.uuid() });
const message = z.strictObject({
  /** Null: the webhook address. */
  channel: z.string().nullable(),
  channelName: z.string(),
  thread: z.string().nullable(),
  content: z.discriminatedUnion("kind", [
    decisionContent,
    z.strictObject({ kind: z.literal("text"), text: z.string() }),
  ]),
});
type Message = z.infer<typeof message>;

const linkTo = (tx: Ctx, href: string): string => String(new URL(href, tx.mail.publicUrl));

async function shownDecision(tx: Tx, id: string): Promise<(Shown & { isPending: boolean }) | null> {
  const [decision, row] = [await show(tx, id), await decisions.find(tx, id)];
  if (!decision || !row) return null;
  const about = {
    currency: currency.parse(tx.currency),
    expiresOn: dayIn(new Date(decision.expiresAt), tx.timeZone),
    url: linkTo(tx, `/decisions/${id}`),
    textHash: textHash(row),
  };
  return { ...showDecision(decision, about), isPending: decision.status === "pending" };
}

/** Works with the connected workspace outside any transaction. Throws only ConnectorFault. */
export async function withSlack<T>(
  ctx: Ctx,
  work: (call: ConnectorCall, signIn: SignIn, workspace: string | null) => Promise<T>,
): Promise<T> {
  const row = await read(ctx, (tx) => connections.findOf(tx, "slack"));
  if (!row) throw new ConnectorFault("setup", "Slack is not connected.");
  return withConnection(ctx, row.id, (call, _connector, signIn) => work(call, signIn, row.accountId));
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ConnectorFault)) throw error;
  const { kind, message: failed, retryAfterMs } = error;
  if (kind === "lost") return { unknown: failed };
  if (kind === "busy" || kind === "unavailable")
    return { failed, again: true, ...(retryAfterMs !== null && { afterMs: retryAfterMs }) };
  return { failed, again: false, ...(kind === "changed" && { isOwnFault: true }) };
}

const posted = z.object({ channel: z.string(), ts: z.string() });

const keep = async (ctx: Ctx, { content }: Message, { channel, ts }: z.infer<typeof posted>): Promise<void> => {
  if (content.kind === "decision") await note(ctx, (tx) => store.keepPlace(tx, content.id, { channelId: channel, ts }));
};

const metadataOf = ({ id }: Attempt) =>
  JSON.stringify({ event_type: "boardroom_delivery", event_payload: { delivery: id } });

/** A message, posted once: its id goes with it, by which the channel's history shows whether it arrived. */
export const slackMessage = defineDelivery({
  kind: "slack_message",
  title: "Slack message",
  payload: message,
  class: "once",
  destination: () => "slack.com",
  describe: ({ content, channelName }) => ({
    what: content.kind === "decision" ? "A proposal with buttons" : shorten(content.text, 200),
    to: channelName,
  }),
  async send(ctx, given, attempt) {
    const { channel, thread, content } = given;
    const shown =
      content.kind === "text"
        ? { text: content.text, blocks: null, isPending: true }
        : await read(ctx, (tx) => shownDecision(tx, content.id));
    if (!shown?.isPending) return { ok: true, answer: "It was decided before it was posted." };
    return withSlack(ctx, async (call, { credentials }): Promise<Outcome> => {
      const { text, blocks } = shown;
      if (channel === null) return postToWebhook(ctx, credentials["webhook_url"] ?? "", text);
      const parameters = {
        channel,
        text,
        thread_ts: thread ?? undefined,
        blocks: blocks ? JSON.stringify(blocks) : undefined,
        metadata: metadataOf(attempt),
        unfurl_links: "false",
        unfurl_media: "false",
      };
      const { body } = await askSlack(call, "chat.postMessage", parameters, posted);
      await keep(ctx, given, body);
      return { ok: true };
    }).catch(outcomeOf);
  },
  async look(ctx, given, attempt) {
    const { channel, thread } = given;
    if (channel === null) return "unknown";
    const found = await withSlack(ctx, (call) => findPosted(call, { channel, thread }, attempt));
    if (!found) {
      // Right after it was broken off it may still be under way there; the next look is half a minute later.
      if (attempt.doubts === 0) throw new Error("It is too early to tell.");
      return "not sent";
    }
    await keep(ctx, given, { channel, ts: found });
    return "sent";
  },
});

const mostPages = 20;

const history = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      metadata: z.object({ event_payload: z.looseObject({ delivery: z.unknown() }).optional() }).optional(),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

/** The message of a delivery in the history of its channel or thread. */
async function findPosted(
  call: ConnectorCall,
  { channel, thread }: { channel: string; thread: string | null },
  { id, createdAt }: Attempt,
): Promise<string | null> {
  // Clocks may differ by minutes.
  const oldest = String(Math.floor(createdAt.getTime() / 1_000) - 300);
  const asked = { channel, oldest, limit: "200", include_all_metadata: "true", ...(thread && { ts: thread }) };
  for (let cursor: string | undefined, page = 0; page < mostPages; page += 1) {
    const method = thread === null ? "conversations.history" : "conversations.replies";
    const { body } = await askSlack(call, method, { ...asked, cursor }, history);
    const found = body.messages.find(({ metadata }) => metadata?.event_payload?.delivery === id);
    if (found) return found.ts;
    cursor = body.response_metadata?.next_cursor || undefined;
    if (cursor === undefined) return null;
  }
  throw new ConnectorFault("unavailable", "The channel has too many messages to look through.");
}

async function postToWebhook(ctx: Ctx, url: string, text: string): Promise<Outcome> {
  if (url === "") return { failed: "No channel is chosen, and there is no webhook address.", again: false };
  const headers = { "content-type": "application/json" };
  const request = { url, method: "POST", headers, body: JSON.stringify({ text }), mostBytes: 4_096 } as const;
  return ctx.http.call(ctx, request).then(outcomeOfAnswer, outcomeOfFault);
}

/** Brings a posted decision up to date, or tells one person something that only they see. */
export const slackChange = defineDelivery({
  kind: "slack_change",
  title: "Change in Slack",
  payload: z.discriminatedUnion("kind", [
    decisionContent,
    z.strictObject({
      kind: z.literal("told"),
      channel: z.string(),
      user: z.string(),
      thread: z.string().nullable(),
      text: z.string(),
    }),
  ]),
  class: "repeatable",
  // It says what happened, and answers people.
  isHeld: false,
  isWiped: true,
  destination: () => "slack.com",
  async send(ctx, given) {
    if (given.kind === "told")
      return withSlack(ctx, async (call): Promise<Outcome> => {
        const { channel, user, thread, text } = given;
        const parameters = { channel, user, text: escapeText(text), thread_ts: thread ?? undefined };
        await askSlack(call, "chat.postEphemeral", parameters, z.object({}));
        return { ok: true };
      }).catch(outcomeOf);
    const [place, shown] = await read(ctx, (tx) =>
      Promise.all([store.placeOf(tx, given.id), shownDecision(tx, given.id)]),
    );
    if (!place || !shown) return { ok: true, answer: "It was not posted." };
    return withSlack(ctx, async (call): Promise<Outcome> => {
      const { channelId: channel, ts } = place;
      const parameters = { channel, ts, text: shown.text, blocks: JSON.stringify(shown.blocks) };
      await askSlack(call, "chat.update", parameters, z.object({}));
      return { ok: true };
    }).catch(outcomeOf);
  },
});

/** What is posted and where; null: Slack is not connected, or what needs a person keeps it from posting. */
async function settingsIfConnected(tx: Tx): Promise<(store.Settings & { hasWebhook: boolean }) | null> {
  const row = await connections.findOf(tx, "slack");
  if (row?.status !== "active" && row?.status !== "error") return null;
  return { ...(await store.settings(tx)), hasWebhook: Boolean(credentialsOf(tx, row)["webhook_url"]) };
}

const orderOf = (decisionId: string): string => `slack:${decisionId}`;
const intentOf = (decisionId: string): string => `decision:${decisionId}`;
const placeName = ({ channelName }: store.Settings): string =>
  channelName === null ? "Slack" : `#${channelName} in Slack`;

/** Posts a pending decision with its buttons; null: it is not posted, or was posted before. */
export async function postDecision(tx: Tx, id: string): Promise<string | null> {
  const settings = await settingsIfConnected(tx);
  if (!settings?.approvals || settings.channelId === null) return null;
  const row = await decisions.find(tx, id);
  if (!row || row.isTest || row.status !== "pending") return null;
  const content = { kind: "decision", id } as const;
  const payload = { channel: settings.channelId, channelName: placeName(settings), thread: null, content };
  return enqueue(tx, slackMessage, payload, { intent: intentOf(id), label: "proposal", order: orderOf(id) });
}

/** Brings the message of a decision up to date, if there is one. */
export async function updateDecision(tx: Tx, id: string, occasion: string): Promise<void> {
  if (!(await store.isPosted(tx, id, intentOf(id)))) return;
  const options = { intent: `${intentOf(id)}:${occasion}`, label: "proposal", order: orderOf(id) };
  await enqueue(tx, slackChange, { kind: "decision", id }, options);
}

/** Posts a text to the company's channel. */
async function post(tx: Tx, what: "notices" | "brief", text: string, intent: string): Promise<void> {
  const settings = await settingsIfConnected(tx);
  if (!settings?.[what] || (settings.channelId === null && !settings.hasWebhook)) return;
  const content = { kind: "text", text: shorten(text, 30_000) } as const;
  const payload = { channel: settings.channelId, channelName: placeName(settings), thread: null, content };
  await enqueue(tx, slackMessage, payload, { intent, label: what });
}

/** Notices for the company; others are about one person's own work, or posted in another way. */
const forEveryone = ["deadline", "approval", "budget", "oversight", "policy", "webhook", "integration", "mail"];

type Notice = { kind: string; occasion: string; title: string; detail: string; href: string };

/** Posts a notice, once for all who get it. */
export async function postNotice(tx: Tx, { kind, occasion, title, detail, href }: Notice): Promise<void> {
  if (!forEveryone.includes(kind)) return;
  const text = [`*${escapeText(title)}*`, escapeText(detail), `<${linkTo(tx, href)}|Open in Boardroom>`];
  await post(tx, "notices", text.filter(Boolean).join("\n"), `notice:${occasion}`);
}

export async function postBrief(tx: Tx, runId: string): Promise<void> {
  const run = await runs.find(tx, runId);
  const { data: brief } = dailyBriefing.safeParse(run?.output);
  if (!brief) return;
  const words = (line: (typeof brief)["headline"]) => escapeText(formatLine(line, brief.figures));
  const text = [
    "*Daily brief*",
    words(brief.headline),
    ...brief.lines.map(({ line }) => `• ${words(line)}`),
    `<${linkTo(tx, `/runs/${runId}`)}|Open in Boardroom>`,
  ];
  await post(tx, "brief", text.join("\n"), `brief:${runId}`);
}

/** Tells one person something in a channel; nobody else sees it. */
export async function tell(
  tx: Tx,
  to: { channel: string; user: string; thread: string | null },
  { text, intent }: { text: string; intent: string },
): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + 3_600_000);
  await enqueue(tx, slackChange, { kind: "told", ...to, text }, { intent, label: "reply", expiresAt });
}

/** Answers in a thread. */
export async function answerThere(
  tx: Tx,
  { channel, thread }: { channel: string; thread: string },
  { text, intent }: { text: string; intent: string },
): Promise<void> {
  const content = { kind: "text", text: shorten(text, 30_000) } as const;
  const payload = { channel, channelName: "a thread in Slack", thread, content };
  await enqueue(tx, slackMessage, payload, { intent, label: "answer" });
}
