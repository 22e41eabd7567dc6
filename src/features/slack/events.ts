import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const posts = { approvals: z.boolean(), notices: z.boolean(), brief: z.boolean() };

export const slackChanged = event(
  "slack.settings_changed",
  {
    resource: "connection",
    feed: null,
    refreshes: ["integrations"],
    complianceRelevant: true,
    details: z.strictObject({ channel: z.string().nullable(), ...posts }),
  },
  (to: { channelName: string | null; approvals: boolean; notices: boolean; brief: boolean }) => ({
    id: null,
    title: to.channelName === null ? "Slack posts to no channel" : `Slack posts to #${to.channelName}`,
    details: { channel: to.channelName, approvals: to.approvals, notices: to.notices, brief: to.brief },
  }),
);
