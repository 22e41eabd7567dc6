import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";

const channel = z.strictObject({ id: z.string(), name: z.string() });
export type Channel = z.infer<typeof channel>;

/** What is posted to the channel, and whether people's messages there are read into the Brain. */
const posts = { approvals: z.boolean(), notices: z.boolean(), brief: z.boolean(), messages: z.boolean() };

const settings = z.strictObject({
  isConnected: z.boolean(),
  /** Whether Slack's requests can be checked: the signing secret is there. */
  canBeAnswered: z.boolean(),
  channel: channel.nullable(),
  ...posts,
  /** Whether a person installs the operator's app instead of creating one. */
  isOperatorsApp: z.boolean(),
  /** Where Slack sends its requests, and where an app that does so is created. */
  address: z.string(),
  createUrl: z.string(),
});
export type SlackSettings = z.infer<typeof settings>;

export const getSlack = endpoint("GET", "/api/slack", {
  summary: "What is posted to Slack and where, and the address that Slack's app sends its requests to.",
  response: settings,
  access: "admin",
});

export const listSlackChannels = endpoint("GET", "/api/slack/channels", {
  summary: "The channels of the connected workspace that the app is in.",
  response: z.array(channel),
  access: "admin",
  cost: "external",
});

export const changeSlack = endpoint("PUT", "/api/slack", {
  summary:
    "Chooses the channel, what is posted there (everybody in the channel can read it), and whether its messages are read.",
  body: z.strictObject({
    channelId: z
      .string()
      .regex(/^[CG][A-Z0-9]{1,30}$/, "Choose a channel")
      .meta({ examples: ["C0123456789"] })
      .nullable(),
    ...posts,
  }),
  response: settings,
  access: "admin",
  cost: "external",
});
