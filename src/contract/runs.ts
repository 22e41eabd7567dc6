import { z } from "zod";
import { origins } from "./origins.ts";
import { fact, figure, line, report } from "./report.ts";
import { agentRoleIds } from "./roles.ts";
import { cost, engine, id, instant } from "./words.ts";

export const runStatuses = ["queued", "running", "done", "failed", "stopped"] as const;
export type RunStatus = (typeof runStatuses)[number];
export const stepStatuses = ["running", "done", "failed"] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** What started a run. */
export const triggers = ["person", "schedule", "event", "agent"] as const;
export type Trigger = (typeof triggers)[number];

/** The parts of a prompt, with their headings. */
export const givenTitles = {
  who: "Who you are",
  instructions: "Instructions from the owner",
  task: "What to do",
  request: "What was asked",
  rules: "Rules that always apply",
} as const;
export type GivenKind = keyof typeof givenTitles;
const givenKinds = Object.keys(givenTitles) as [GivenKind, ...GivenKind[]];

export const givenPart = z.strictObject({
  kind: z.enum(givenKinds),
  text: z.string(),
  origin: z.enum(origins),
  /** False: the text is data, and its instructions are not followed. */
  trusted: z.boolean(),
  /** Where an untrusted text came from, in words. */
  source: z.string().nullable(),
});
export type GivenPart = z.infer<typeof givenPart>;

/** Sentences that are still being written, with the figures they cite. */
export const draft = z.strictObject({ lines: z.array(line), figures: z.array(figure) });
export type Draft = z.infer<typeof draft>;

export const runStep = z.strictObject({
  position: z.number().int(),
  title: z.string(),
  /** The action used, if any. */
  action: z.string().nullable(),
  status: z.enum(stepStatuses),
  detail: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type RunStep = z.infer<typeof runStep>;

export const runLine = z.strictObject({
  id,
  agentId: id,
  agentName: z.string(),
  agentRole: z.enum(agentRoleIds),
  skill: z.string(),
  label: z.string(),
  trigger: z.enum(triggers),
  status: z.enum(runStatuses),
  engine,
  /** A language model failed and rules did the work; the sentence says why. */
  degraded: z.boolean(),
  cost,
  origin: z.enum(origins),
  sentence: z.string().nullable(),
  /** The question, in words, if there was one. */
  question: z.string().nullable(),
  /** The result in one sentence; null before the end. */
  said: z.string().nullable(),
  stopping: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type RunLine = z.infer<typeof runLine>;

/** A run with its steps, report and evidence. */
export const runWhole = runLine.extend({
  /** The name of the person who asked for it. */
  askedBy: z.string().nullable(),
  parent: z.strictObject({ id, label: z.string(), agentName: z.string() }).nullable(),
  /** The prompt; null if it was not kept. */
  given: z.array(givenPart).nullable(),
  steps: z.array(runStep),
  report: report.nullable(),
  facts: z.array(fact),
});
