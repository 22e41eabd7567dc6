import { createHmac } from "node:crypto";
import { slackConnector, slackScopes } from "#connectors/slack/connector.ts";
import { type Answer, type Call, openService } from "./service.ts";

export type Posted = {
  channel: string;
  ts: string;
  thread: string | null;
  text: string;
  /** As JSON. */
  blocks: string;
  metadata: { event_payload: { delivery: string } } | undefined;
};
type Told = { channel: string; user: string; text: string };
type User = { id: string; team_id: string; email: string; confirmed: boolean; is_bot: boolean; deleted: boolean };

export const slackClient = { client_id: "17653672481.1234567890", client_secret: "a secret of the Slack app" };
export const slackSecret = "8f742231b10e8888abcd99000000085a";

const refuse = (error: string, more: object = {}): Answer => ({ body: { ok: false, error, ...more } });

/** Slack as its API behaves: forms in, faults within a 200, limits with `Retry-After`, and requests it signs itself. */
export async function openSlack() {
  const settings = {
    token: "xoxb-17653672481-standin",
    secret: slackSecret,
    team: "T1",
    scopes: "chat:write,users:read,users:read.email,channels:read,channels:history",
    pageSize: 2,
    isRevoked: false,
  };
  const channels = [
    { id: "C1", name: "approvals", is_member: true, is_archived: false, is_ext_shared: false },
    { id: "C2", name: "elsewhere", is_member: false, is_archived: false, is_ext_shared: false },
    { id: "C3", name: "partners", is_member: true, is_archived: false, is_ext_shared: true },
    { id: "C4", name: "board", is_member: true, is_archived: false, is_ext_shared: false },
  ];
  const users = new Map<string, User>();
  const posted: Posted[] = [];
  const told: Told[] = [];
  const hooked: string[] = [];
  let counter = 0;
  const service = await openService(serve);

  function user(id: string, email: string, more: Partial<User> = {}): void {
    users.set(id, { id, team_id: settings.team, email, confirmed: true, is_bot: false, deleted: false, ...more });
  }

  function post(form: URLSearchParams): Answer {
    const channel = channels.find(({ id }) => id === form.get("channel"));
    if (!channel) return refuse("channel_not_found");
    if (channel.is_archived) return refuse("is_archived");
    if (!channel.is_member) return refuse("not_in_channel");
    counter += 1;
    const ts = `${Math.floor(service.clock.now().getTime() / 1_000)}.${String(counter).padStart(6, "0")}`;
    const metadata = form.get("metadata");
    posted.push({
      channel: channel.id,
      ts,
      thread: form.get("thread_ts"),
      text: form.get("text") ?? "",
      blocks: form.get("blocks") ?? "[]",
      metadata: metadata === null ? undefined : (JSON.parse(metadata) as NonNullable<Posted["metadata"]>),
    });
    return { body: { ok: true, channel: channel.id, ts, message: { ts } } };
  }

  const page = <T>(all: readonly T[], form: URLSearchParams) => {
    const from = Number(form.get("cursor") ?? 0);
    const next = from + settings.pageSize;
    return { items: all.slice(from, next), response_metadata: { next_cursor: next < all.length ? String(next) : "" } };
  };

  const codes = new Set<string>();
  function authorize(query: URLSearchParams): Answer {
    if (query.get("client_id") !== slackClient.client_id) return { status: 400, body: "Invalid client_id parameter" };
    if (query.has("code_challenge")) return { status: 400, body: "This app would be a public one for good." };
    const back = new URL(query.get("redirect_uri") ?? "");
    const code = crypto.randomUUID();
    codes.add(`${code} ${back.href}`);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return { status: 302, headers: { location: back.href } };
  }
  function giveToken(form: URLSearchParams): Answer {
    if (form.get("client_secret") !== slackClient.client_secret) return refuse("bad_client_secret");
    if (!codes.delete(`${form.get("code")} ${form.get("redirect_uri")}`)) return refuse("invalid_code");
    settings.isRevoked = false;
    const team = { name: "Acme", id: settings.team };
    const scope = slackScopes.join(",");
    return { body: { ok: true, access_token: settings.token, token_type: "bot", scope, bot_user_id: "UBOT", team } };
  }

  const methods: Record<string, (form: URLSearchParams) => Answer> = {
    "auth.test": () => ({
      headers: { "x-oauth-scopes": settings.scopes },
      body: { ok: true, url: "https://acme.slack.com/", team: "Acme", team_id: settings.team, user_id: "UBOT" },
    }),
    "auth.revoke": () => {
      settings.isRevoked = true;
      return { body: { ok: true, revoked: true } };
    },
    "users.info": (form) => {
      const found = users.get(form.get("user") ?? "");
      if (!found) return refuse("user_not_found");
      const { email, confirmed, ...shown } = found;
      const [name = ""] = email.toLowerCase().split("@");
      return {
        body: {
          ok: true,
          user: { ...shown, name, is_email_confirmed: confirmed, profile: { email, display_name: "" } },
        },
      };
    },
    "conversations.list": (form) => {
      const { items, ...rest } = page(channels, form);
      return { body: { ok: true, channels: items, ...rest } };
    },
    "conversations.info": (form) => {
      const channel = channels.find(({ id }) => id === form.get("channel"));
      return channel ? { body: { ok: true, channel } } : refuse("channel_not_found");
    },
    "conversations.history": (form) => {
      const of = posted.filter(
        ({ channel, thread, ts }) =>
          channel === form.get("channel") && thread === null && ts > (form.get("oldest") ?? "0"),
      );
      const isFull = form.get("include_all_metadata") === "true";
      const { items, ...rest } = page(of.toReversed(), form);
      const messages = items.map(({ ts, text, metadata }) => ({ ts, text, ...(isFull && metadata && { metadata }) }));
      return { body: { ok: true, messages, ...rest } };
    },
    "chat.postMessage": post,
    "chat.update": (form) => {
      const found = posted.find(({ channel, ts }) => channel === form.get("channel") && ts === form.get("ts"));
      if (!found) return refuse("message_not_found");
      Object.assign(found, { text: form.get("text") ?? "", blocks: form.get("blocks") ?? "[]" });
      return { body: { ok: true, channel: found.channel, ts: found.ts } };
    },
    "chat.postEphemeral": (form) => {
      told.push({
        channel: form.get("channel") ?? "",
        user: form.get("user") ?? "",
        text: form.get("text") ?? "",
      });
      return { body: { ok: true, message_ts: "1" } };
    },
  };

  function serve({ path, query, headers, text }: Call): Answer {
    if (path.startsWith("/services/")) {
      hooked.push((JSON.parse(text) as { text: string }).text);
      return { body: "ok" };
    }
    if (path === "/oauth/v2/authorize") return authorize(query);
    if (path === "/api/oauth.v2.access") return giveToken(new URLSearchParams(text));
    if (settings.isRevoked || headers.authorization !== `Bearer ${settings.token}`) return refuse("invalid_auth");
    const method = methods[path.replace("/api/", "")];
    if (!method) return refuse("unknown_method");
    if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded") && text !== "")
      return refuse("invalid_form_data");
    return method(new URLSearchParams(text));
  }

  /** Sends a request as Slack does, signed unless told otherwise. */
  async function send(
    url: string,
    body: string,
    {
      secret = settings.secret,
      at = Math.floor(Date.now() / 1_000),
      signature,
      type = "application/json",
    }: Sending = {},
  ) {
    const own = `v0=${createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex")}`;
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": type, "x-slack-request-timestamp": String(at), "x-slack-signature": signature ?? own },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  }
  const sendEvent = (url: string, body: object, how: Sending = {}) => send(url, JSON.stringify(body), how);

  /** Presses a button of a message. */
  const press = (url: string, of: Posted, action: "approve" | "reject", by: string, how: Sending & Pressing = {}) => {
    const { value } = /"value":"(?<value>[^"]+)"/.exec(of.blocks)?.groups ?? {};
    const payload = {
      type: "block_actions",
      user: { id: by, team_id: settings.team },
      team: { id: how.team ?? settings.team, domain: "acme" },
      channel: { id: of.channel },
      message: { ts: of.ts },
      container: { type: "message", message_ts: of.ts },
      trigger_id: how.trigger ?? crypto.randomUUID(),
      actions: [{ action_id: action, value: how.value ?? value, type: "button" }],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    return send(url, body, { type: "application/x-www-form-urlencoded", ...how });
  };

  const mention = (by: string, text: string, more: object = {}, event: object = {}) => ({
    type: "event_callback",
    team_id: settings.team,
    event_id: `Ev${crypto.randomUUID().replaceAll("-", "")}`,
    event: { type: "app_mention", user: by, text: `<@UBOT> ${text}`, channel: "C1", ts: "1700000000.000100", ...event },
    ...more,
  });

  /** What a person writes to the others in a channel, and what becomes of it. */
  const said = (by: string, text: string, ts: string, more: object = {}, event: object = {}) =>
    mention(
      by,
      text,
      { authorizations: [{ team_id: settings.team, user_id: "UBOT", is_bot: true }], ...more },
      { type: "message", text, ts, event_ts: ts, channel_type: "channel", ...event },
    );
  const changed = (by: string, text: string, ts: string, at: string, message: object = {}) => {
    const before = { type: "message", user: by, text: "as it was", ts };
    const after = { ...before, text, edited: { user: by, ts: at }, ...message };
    const event = { subtype: "message_changed", hidden: true, message: after, previous_message: before };
    return said(by, text, at, {}, { ...event, user: undefined, text: undefined });
  };
  const deleted = (ts: string, at: string) =>
    said(
      "",
      "",
      at,
      {},
      { subtype: "message_deleted", hidden: true, deleted_ts: ts, user: undefined, text: undefined },
    );

  return {
    ...service,
    settings,
    said,
    changed,
    deleted,
    channels,
    posted,
    told,
    hooked,
    user,
    send,
    sendEvent,
    press,
    mention,
    webhookUrl: `${service.url}/services/T/B/x`,
    connector: slackConnector({
      authorize: `${service.url}/oauth/v2/authorize`,
      api: `${service.url}/api/`,
      webhooks: service.url,
    }),
  };
}
type Sending = { secret?: string; at?: number; signature?: string; type?: string };
/** `trigger`: the same one, sent again at the same time, is the same request. */
type Pressing = { team?: string; value?: string; trigger?: string };
