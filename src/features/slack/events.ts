import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const posts = { approvals: z.boolean(), notices: z.boolean(), brief: z.boolean(), messages: z.boolean() };

export const slackMessageRead = event(
  "slack.message_read",
  {
    resource: "brain",
    feed: null,
    refreshes: ["brain"],
    details: z.strictObject({ change: z.enum(["added", "changed", "removed"]) }),
  },
  (change: "added" | "changed" | "removed") => ({
    id: null,
    title: `A Slack message was ${change} in the Brain`,
    details: { change },
  }),
);

export const slackChanged = event(
  "slack.settings_changed",
  {
    resource: "connection",
    feed: null,
    refreshes: ["integrations"],
    complianceRelevant: true,
    details: z.strictObject({ channel: z.string().nullable(), ...posts }),
  },
  ({ channelName: channel, ...to }: { channelName: string | null } & Record<keyof typeof posts, boolean>) => ({
    id: null,
    title: channel === null ? "Slack posts to no channel" : `Slack posts to #${channel}`,
    details: { channel, ...to },
  }),
);
