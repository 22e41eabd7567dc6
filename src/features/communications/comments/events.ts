import { z } from "zod";
import { truncate } from "#contract/words.ts";
import type { commentSubjects } from "#features/communications/comments/contract.ts";
import { event } from "#platform/journal/event.ts";

type Comment = {
  id: string;
  subject: (typeof commentSubjects)[number];
  subjectId: string;
  agentId?: string | null;
  runId?: string | null;
};

/** What the comment is about; the title of a question is what a person asked. */
type About = { title: string; metadata?: unknown };
const question = z.object({ type: z.literal("user_question") });
const isQuestion = ({ metadata }: About): boolean => question.safeParse(metadata).success;

export const commentAdded = event(
  "comment.added",
  {
    resource: "comment",
    feed: "communication",
    refreshes: ["comments", "decisions", "feed"],
    details: z.strictObject({ commentId: z.uuid(), by: z.enum(["agent", "person"]), grantId: z.uuid().optional() }),
  },
  ({ id, subject, subjectId, agentId = null, runId = null }: Comment, about: About, grantId?: string) => ({
    id: subjectId,
    // Recorded on the task or decision, so that its page lists it.
    resource: subject,
    agentId,
    title: isQuestion(about) ? "Comment on a question" : truncate(`Comment on: ${about.title}`, 255),
    details: { commentId: id, by: agentId ? ("agent" as const) : ("person" as const), ...(grantId && { grantId }) },
    line: {
      ...(isQuestion(about) && { title: "Comment on", quote: { of: "tasks.title", id: subjectId } }),
      // What a person wrote goes when they do.
      text: agentId ? ["“", { quote: { of: "comments.text", id } }, "”"] : [],
      ...(subject === "task"
        ? { href: `/?task=${subjectId}` }
        : { href: `/decisions/${subjectId}`, hrefAfterReset: null }),
      cause: runId,
      impact: "low",
    },
  }),
);
