import { event } from "#platform/journal/event.ts";

/** Conversations are private: the journal records that a message was sent, never its text. */
const ofTurn = { resource: "chat_turn", feed: null, refreshes: ["agents"] } as const;

export const messageSent = event("chat.sent", ofTurn, ({ id, agentId }: { id: string; agentId: string }) => ({
  id,
  agentId,
  title: "Message to the CEO",
  details: {},
}));

export const messageAnswered = event(
  "chat.answered",
  ofTurn,
  ({ id, agentId, type }: { id: string; agentId: string; type: string }) => ({
    id,
    agentId,
    title: "Message answered by the CEO",
    details: { type },
  }),
);

export const messageFailed = event(
  "chat.failed",
  ofTurn,
  ({ id, agentId, sentence }: { id: string; agentId: string; sentence: string }) => ({
    id,
    agentId,
    title: "Message not answered",
    details: { sentence },
  }),
);
