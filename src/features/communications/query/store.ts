import { sql } from "drizzle-orm";
import { origins } from "#contract/origins.ts";
import { dayOfMoment, queryField, type Subject } from "#platform/query/subject.ts";

/** Messages between agents, to the owner and to others. */
export const messageSubject: Subject = {
  id: "messages",
  one: "message",
  many: "messages",
  from: () => sql`communications r`,
  fields: [
    queryField("subject", "Subject", "text", "r.subject"),
    queryField("content", "Text", "note", "r.content"),
    queryField("sender", "From", "agent", "r.sender_agent_id"),
    queryField("receiver", "To", "agent", "r.receiver_agent_id"),
    queryField("recipient", "Recipient", "text", "r.recipient"),
    queryField("kind", "Kind", "choice", "r.message_type", ["internal", "owner", "external"]),
    queryField("origin", "Origin", "choice", "r.origin", origins),
    dayOfMoment("sentOn", "Sent", "r.created_at"),
  ],
  day: "sentOn",
  amount: null,
  columns: ["subject", "sender", "receiver", "kind"],
  search: ["subject", "content"],
  currency: null,
  href: sql`'/decisions/' || r.decision_id`,
  origin: sql`r.origin`,
  isReadInPieces: true,
};
