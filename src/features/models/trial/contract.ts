import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { figure, line } from "#contract/report.ts";
import { cost, lengths, required } from "#contract/words.ts";
import { saveModelAccount } from "#features/models/contract.ts";

const answer = z.strictObject({ answered: z.boolean(), line, figures: z.array(figure) });

export const listTrialQuestions = endpoint("GET", "/api/models/trial", {
  summary:
    "Up to three questions to try a model with: the caller's own last ones that rules worked on, those without an answer first, then examples that fit the company's rows.",
  response: z.array(z.string()),
  access: "admin",
  scope: "browser",
  // Examples are answered by rules to find those that fit, which takes longer than a page may.
  cost: "external",
});

export const tryModelAccount = endpoint("POST", "/api/models/trial", {
  summary:
    "Answers one question by rules and with a model that is not connected, within two minutes. Nothing is connected and no answer is kept; the call is recorded, and its cost counts against the month's budget.",
  body: saveModelAccount.body.extend({ question: required(lengths.reason, "Please enter a question") }),
  response: z.strictObject({
    rules: answer,
    /** Null: it gave no answer that may be shown. */
    model: answer.nullable(),
    /** Why there is none. */
    sentence: z.string().nullable(),
    /** Whether the model replied at all: if not, it will not to the next question either. */
    replied: z.boolean(),
    engine: z.string(),
    milliseconds: z.number(),
    cost,
  }),
  access: "admin",
  scope: "browser",
  rate: "model",
  cost: "model",
});
export type ModelTrial = z.infer<typeof tryModelAccount.response>;
