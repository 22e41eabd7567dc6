import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { askSlack } from "#connectors/slack/api.ts";

/** What the app may do: post, be asked, and know who asks. */
export const slackScopes = [
  "chat:write",
  "app_mentions:read",
  "channels:read",
  "channels:history",
  "groups:read",
  "groups:history",
  "users:read",
  "users:read.email",
] as const;
/** Without these nothing works. */
const needed = ["chat:write", "users:read", "users:read.email"] as const;

const text = z.string().trim();

const app = {
  authorize: "https://slack.com/oauth/v2/authorize",
  api: "https://slack.com/api/",
  webhooks: "https://hooks.slack.com/",
};

/** Slack, by the operator's app that a person installs, or the bot token of an app of the company's own. */
export const slackConnector = ({ authorize, api, webhooks }: typeof app = app): Connector => ({
  id: "slack",
  name: "Slack",
  agent: "Operations",
  api,
  credentials: z.strictObject({
    bot_token: text.regex(/^xoxb-[\w-]{10,}$/, "Enter the bot token of the app, which begins with xoxb-"),
    signing_secret: text
      .regex(/^(?:|[0-9a-f]{32})$/, "Enter the signing secret of the app: 32 digits and letters from a to f")
      .default(""),
    webhook_url: text
      .max(500)
      .refine((url) => url === "" || url.startsWith(webhooks), `A webhook address begins with ${webhooks}`)
      .default(""),
  }),
  isWhole: (given) => "bot_token" in given,
  oauth: {
    authorizeUrl: authorize,
    tokenUrl: new URL("oauth.v2.access", api).href,
    revokeUrl: null,
    scopes: slackScopes,
    scopeSeparator: ",",
    clientAuth: "form",
    pkce: false,
  },
  sign: ({ bot_token: typed }, token) => ({ authorization: `Bearer ${typed ?? token}` }),
  revoke: {
    url: new URL("auth.revoke", api).href,
    token: ({ bot_token: token }) => token ?? null,
    isAgain: (answer) => {
      const { data } = z.object({ error: z.string() }).safeParse(jsonOf(answer));
      return /_error$|unavailable|ratelimited/.test(data?.error ?? "");
    },
  },
  async test(call) {
    const { body, headers } = await askSlack(
      call,
      "auth.test",
      {},
      z.object({ team_id: z.string(), team: z.string() }),
    );
    const granted = headers.get("x-oauth-scopes")?.split(/[ ,]+/);
    const missing = granted ? needed.filter((one) => !granted.includes(one)) : [];
    if (missing.length > 0)
      throw new ConnectorFault(
        "denied",
        `The Slack app needs ${missing.join(", ")}. Add it and install the app again.`,
      );
    return { id: body.team_id, name: body.team };
  },
});
