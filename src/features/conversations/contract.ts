import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { figure, gap, line } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { runStatuses } from "#contract/runs.ts";
import { id, instant, lengths, required, text } from "#contract/words.ts";
import { comment, commentSubjects } from "#features/communications/comments/contract.ts";

export const urgencies = ["low", "medium", "high"] as const;
export type Urgency = (typeof urgencies)[number];

const executive = z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) });

/** A follow-up: a question to ask if `href` is null, otherwise a page to open. */
export const followUp = z.strictObject({ label: z.string(), href: z.string().nullable() });
export type FollowUp = z.infer<typeof followUp>;

export const question = z.strictObject({
  taskId: id,
  runId: id,
  question: z.string(),
  urgency: z.enum(urgencies),
  agent: executive,
  status: z.enum(runStatuses),
  /** False if it could not be answered: then the answer lists what is missing. Null while it is open. */
  answered: z.boolean().nullable(),
  answer: z
    .strictObject({
      line,
      figures: z.array(figure),
      missing: z.array(gap),
      followUps: z.array(followUp),
      /** What was carried over from the question it follows. */
      carried: z.string().nullable(),
      /** The plan that the text became, because it is a command. */
      planId: id.nullable(),
    })
    .nullable(),
  /** The question it continues. */
  follows: id.nullable(),
  askedAt: instant,
});
export type Question = z.infer<typeof question>;

export const askAgents = endpoint("POST", "/api/agents/ask", {
  summary:
    "Asks the executives something; the one it names (@role or @name), or whose field it is, answers from the company's own rows, in the background.",
  body: z.strictObject({
    question: text(lengths.reason).refine((value) => value.trim() !== "", "Please enter a question for the AI agents"),
    urgency: z.enum(urgencies),
  }),
  response: question,
  access: "member",
  rate: "model",
  // A command is planned first, maybe by a model.
  cost: "model",
  takesKey: true,
  tool: { name: "ask_executives", effect: "add", hint: "list_answers has the answer a little later." },
});

export const listQuestions = endpoint("GET", "/api/agents/questions", {
  summary: "The last ten questions that were asked, newest first, with their answers.",
  response: z.array(question),
  access: "viewer",
  tool: { name: "list_answers", effect: "read" },
});

const subject = z.enum(commentSubjects);

export const listComments = endpoint("GET", "/api/comments", {
  summary: "What was remarked on a task or a decision, oldest first.",
  query: { subject, id },
  response: z.array(comment),
  access: "viewer",
});

export const addComment = endpoint("POST", "/api/comments", {
  summary: "Adds a remark to a task or a decision; an executive it names, as @role or @name, answers it there.",
  body: z.strictObject({
    subject,
    subjectId: id,
    text: required(lengths.reason, "Please write something"),
  }),
  response: comment,
  access: "member",
  rate: "model",
  tool: { name: "add_comment", effect: "add" },
});
