import type { communications } from "#features/communications/tables.ts";
import { event } from "#platform/journal/event.ts";

type Message = Pick<
  typeof communications.$inferInsert,
  "senderAgentId" | "receiverAgentId" | "recipient" | "messageType" | "subject" | "content" | "decisionId" | "runId"
> & { id: string };

export const communicationSent = event(
  "communication.sent",
  {
    resource: "communication",
    feed: "communication",
    refreshes: ["dashboard", "communications", "feed"],
    announcedAs: "communication_sent",
  },
  ({ id, decisionId = null, runId, ...message }: Message) => ({
    id,
    agentId: message.senderAgentId ?? null,
    title: message.subject,
    details: { messageType: message.messageType, decisionId },
    line: {
      text: [
        "To ",
        message.receiverAgentId ? { agent: message.receiverAgentId } : (message.recipient ?? ""),
        ": ",
        { quote: { of: "communications.content", id } },
      ],
      href: decisionId ? `/decisions/${decisionId}` : runId ? `/runs/${runId}` : null,
      hrefAfterReset: null,
      cause: decisionId ?? runId ?? null,
      impact: message.messageType === "internal" ? "low" : "medium",
    },
  }),
);
