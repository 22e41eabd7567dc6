import { z } from "zod";
import { truncate, shorten } from "#contract/words.ts";
import type { commentSubjects } from "#features/communications/comments/contract.ts";
import { event } from "#platform/journal/event.ts";

type Comment = {
  id: string;
  subject: (typeof commentSubjects)[number];
  subjectId: string;
  agentId?: string | null;
  runId?: string | null;
  text: string;
};

export const commentAdded = event(
  "comment.added",
  {
    resource: "comment",
    feed: "communication",
    refreshes: ["comments", "decisions", "feed"],
    details: z.strictObject({ commentId: z.uuid(), by: z.enum(["agent", "person"]), grantId: z.uuid().optional() }),
  },
  (
    { id, subject, subjectId, agentId = null, runId = null, text }: Comment,
    about: { title: string },
    grantId?: string,
  ) => ({
    id: subjectId,
    // Recorded on the task or decision, so that its page lists it.
    resource: subject,
    agentId,
    title: truncate(`Comment on: ${about.title}`, 255),
    details: { commentId: id, by: agentId ? ("agent" as const) : ("person" as const), ...(grantId && { grantId }) },
    line: {
      // The journal keeps its lines for good, so what a person wrote is not in them.
      text: agentId ? [`“${shorten(text, 298)}”`] : [],
      ...(subject === "task"
        ? { href: `/?task=${subjectId}` }
        : { href: `/decisions/${subjectId}`, hrefAfterReset: null }),
      cause: runId,
      impact: "low",
    },
  }),
);
