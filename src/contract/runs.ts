import { z } from "zod";
import { origins } from "./origins.ts";
import { fact, report } from "./report.ts";
import { agentRoleIds } from "./roles.ts";
import { cost, engine, id, instant } from "./words.ts";

export const runStatuses = ["queued", "running", "done", "failed", "stopped"] as const;
export type RunStatus = (typeof runStatuses)[number];
export const stepStatuses = ["running", "done", "failed"] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** What woke an agent. */
export const triggers = ["person", "schedule", "event", "agent"] as const;
export type Trigger = (typeof triggers)[number];

/** What the parts of what an executive is given say, with the words that stand over them. */
export const givenTitles = {
  who: "Who you are",
  instructions: "What the owner wants of you",
  task: "What to do",
  request: "What was asked",
  rules: "Rules that hold whatever is asked",
} as const;
export type GivenKind = keyof typeof givenTitles;
const givenKinds = Object.keys(givenTitles) as [GivenKind, ...GivenKind[]];

/** One part of what an executive is given to work with. */
export const givenPart = z.strictObject({
  kind: z.enum(givenKinds),
  text: z.string(),
  origin: z.enum(origins),
  /** False: it is data, and nothing it says is followed. */
  trusted: z.boolean(),
  /** Where an untrusted text stood, in words. */
  source: z.string().nullable(),
});
export type GivenPart = z.infer<typeof givenPart>;

export const runStep = z.strictObject({
  position: z.number().int(),
  title: z.string(),
  /** The action it took; null where it took none. */
  action: z.string().nullable(),
  status: z.enum(stepStatuses),
  detail: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type RunStep = z.infer<typeof runStep>;

/** A run in one line. */
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
  cost,
  origin: z.enum(origins),
  sentence: z.string().nullable(),
  /** What it was asked, in words; null where there was nothing to say. */
  question: z.string().nullable(),
  /** What it came to, in one sentence; null before. */
  said: z.string().nullable(),
  /** Somebody asked it to stop. */
  stopping: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type RunLine = z.infer<typeof runLine>;

/** A run whole: its steps, what it said and what that stands on. */
export const runWhole = runLine.extend({
  /** The person who asked for it, by name. */
  askedBy: z.string().nullable(),
  parent: z.strictObject({ id, label: z.string(), agentName: z.string() }).nullable(),
  /** What the executive was given from the start; null where that was not kept. */
  given: z.array(givenPart).nullable(),
  steps: z.array(runStep),
  report: report.nullable(),
  facts: z.array(fact),
});
