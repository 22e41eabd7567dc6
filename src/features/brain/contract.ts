import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { figure, gap, line } from "#contract/report.ts";
import { id, instant, lengths, required, text, typed } from "#contract/words.ts";

/** How many numbers a stored vector has. */
export const vectorWidth = 1_536;
export const mostPassages = 8;
/** Below this confidence the Brain says that it does not know. */
export const leastConfidence = 0.35;

export const memoryTypes = [
  "answer",
  "plan",
  "finding",
  "message",
  "comment",
  "decision",
  "outcome",
  "task",
  "question",
  "note",
  "document",
  "table",
  "email",
] as const;
export type MemoryType = (typeof memoryTypes)[number];

/** How a person can mark an item. */
export const marks = ["wrong", "out_of_date"] as const;
export type Mark = (typeof marks)[number];

export const memory = z.strictObject({
  id,
  contentType: z.string(),
  /** 1 to 10. */
  importance: z.number().int(),
  content: z.string(),
  tags: z.array(z.string()),
  createdAt: instant,
});
export type Memory = z.infer<typeof memory>;

/** Where a passage is in its document; `documentId` is null without one. */
const place = z.strictObject({
  documentId: id.nullable(),
  /** The document's or the source's title. */
  title: z.string(),
  /** Counts the passages of a source from 0. */
  position: z.number().int(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  /** Characters of the document's text. */
  startOffset: z.number().int().nullable(),
  endOffset: z.number().int().nullable(),
});
export const passage = memory.extend({
  sourceType: z.string(),
  sourceId: id.nullable(),
  /** The page that shows where it comes from. */
  href: z.string().nullable(),
  origin: z.enum(origins),
  place,
  /** When what it says happened or was written. */
  happenedAt: instant,
  mark: z.enum(marks).nullable(),
  /** Set when something it was derived from was deleted or marked. */
  isDoubtful: z.boolean(),
  embedder: z.string().nullable(),
});
export type Passage = z.infer<typeof passage>;

export const fact = z.strictObject({
  id,
  subject: z.string(),
  predicate: z.string(),
  value: z.string(),
  entityId: id.nullable(),
  /** The passage it comes from; null if a person entered it. */
  passageId: id.nullable(),
  sourceType: z.string(),
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  recordedAt: instant,
  supersededBy: id.nullable(),
  /** Another fact with a different value for the same time. */
  conflictsWith: id.nullable(),
  mark: z.enum(marks).nullable(),
  isDoubtful: z.boolean(),
});
export type Fact = z.infer<typeof fact>;

export const brainEntity = z.strictObject({
  id,
  name: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  createdAt: instant,
});
export type BrainEntity = z.infer<typeof brainEntity>;

const brainSource = z.strictObject({
  /** How good a match it is, 0 to 1. */
  relevance: z.number(),
  type: z.string(),
  content: z.string(),
  passage,
});

export const brainAnswer = z.strictObject({
  answer: z.string(),
  /** The answer's sentences, each with the indexes of its sources in `sources`. */
  sentences: z.array(z.strictObject({ text: z.string(), sources: z.array(z.number().int()) })),
  /** 0 to 1; below 0.35 nothing is claimed. */
  confidence: z.number(),
  known: z.boolean(),
  /** The section nearest to a question that the Brain cannot answer. */
  nearest: z.strictObject({ label: z.string(), href: z.string() }).nullable(),
  sources: z.array(brainSource),
  suggestedActions: z.array(z.string()),
  relatedEntities: z.array(brainEntity.pick({ id: true, name: true, type: true })),
  /** Facts about what was asked, those in conflict included. */
  facts: z.array(fact),
  engine: z.string(),
  /** The answer from rows and figures, the plan of a command, or why there is neither; null from documents. */
  reply: z
    .strictObject({
      line,
      figures: z.array(figure),
      missing: z.array(gap),
      followUps: z.array(z.strictObject({ label: z.string(), href: z.string().nullable() })),
      planId: id.nullable(),
    })
    .nullable(),
});
export type BrainAnswer = z.infer<typeof brainAnswer>;

export const queryBrain = endpoint("POST", "/api/brain/query", {
  summary: "Answers a question from at most 8 passages of what the company knows, each sentence with its sources.",
  body: z.strictObject({ question: typed(lengths.reason).min(1, "Write a question") }),
  response: brainAnswer,
  access: "member",
  scope: "read",
  // A command is planned first, maybe by a model.
  cost: "model",
  // Its run is quiet, and the same command within two minutes gives the same plan.
  takesKey: false,
  tool: { name: "ask_brain", effect: "add", hint: "The question is kept as a run." },
});

export const getBrain = endpoint("GET", "/api/brain/overview", {
  summary: "How much the Brain holds, which sources it reads, and how many passages wait for their vectors.",
  response: z.strictObject({
    totalEntities: z.number().int(),
    activeGoals: z.number().int(),
    activePatterns: z.number().int(),
    insights: z.number().int(),
    /** All of them, as the lists show them. */
    goals: z.number().int(),
    patterns: z.number().int(),
    decisions: z.number().int(),
    memories: z.number().int(),
    documents: z.number().int(),
    facts: z.number().int(),
    conflicts: z.number().int(),
    embedder: z.string(),
    /** Passages without a vector of this embedder. */
    waiting: z.number().int(),
    lastSyncAt: instant.nullable(),
  }),
  access: "viewer",
});
export type BrainOverview = z.infer<typeof getBrain.response>;

export const counts = z.strictObject({
  added: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  conflicted: z.number().int(),
});
export type Counts = z.infer<typeof counts>;

export const syncBrain = endpoint("POST", "/api/brain/sync", {
  summary: "Reads what is new in each source since the last time.",
  response: z.strictObject({
    sources: z.array(counts.extend({ source: z.string() })),
    total: counts,
    /** More is left: sync again. */
    hasMore: z.boolean(),
    message: z.string(),
  }),
  access: "member",
});
export type SyncResult = z.infer<typeof syncBrain.response>;

export const listPassages = endpoint("GET", "/api/brain/memories", {
  summary: "What the Brain holds, newest first; at most 50 at a time.",
  query: {
    contentType: z.enum(memoryTypes).optional(),
    documentId: id.optional(),
    marked: z.enum(marks).optional(),
    cursor,
  },
  response: z.array(passage),
  access: "viewer",
});

export const getPassage = endpoint("GET", "/api/brain/memories/:id", {
  summary: "An item with its neighbours in the source, its facts and the entities it names.",
  params: { id },
  response: z.strictObject({
    passage,
    before: passage.nullable(),
    after: passage.nullable(),
    facts: z.array(fact),
    entities: z.array(brainEntity),
  }),
  access: "viewer",
  tool: {
    name: "get_passage",
    effect: "read",
    thing: { id: "passage/:id", page: ({ id }) => `/brain-dashboard?passage=${id}` },
  },
});

const marking = z.strictObject({
  /** Null removes the mark. */
  mark: z.enum(marks).nullable(),
  reason: text(lengths.reason).optional(),
});

export const markPassage = endpoint("POST", "/api/brain/memories/:id/mark", {
  summary: "Marks an item wrong or out of date; it is not used for answers until the mark is taken back.",
  params: { id },
  body: marking,
  response: passage,
  access: "member",
});

export const deletePassage = endpoint("DELETE", "/api/brain/memories/:id", {
  summary: "Deletes an item with its vector, and marks what was derived from it as doubtful.",
  params: { id },
  response: z.strictObject({ deleted: z.number().int(), doubted: z.number().int() }),
  access: "member",
});

export const addNote = endpoint("POST", "/api/brain/memories", {
  summary: "Adds something the company should know.",
  body: z.strictObject({
    content: required(lengths.text, "Write what the company should know"),
    importance: z.number().int().min(1).max(10).default(5),
  }),
  response: passage,
  access: "member",
});

export const listFacts = endpoint("GET", "/api/brain/facts", {
  summary: "Facts, newest first, optionally those of an entity or those in conflict; at most 50 at a time.",
  query: { entityId: id.optional(), view: z.enum(["current", "conflicts", "all"]).optional(), cursor },
  response: z.array(fact),
  access: "viewer",
});

export const addFact = endpoint("POST", "/api/brain/facts", {
  summary: "Adds a fact. It supersedes an older one about the same subject and predicate.",
  body: z.strictObject({
    subject: required(lengths.title, "Say what the fact is about"),
    predicate: required(lengths.name, "Say what is known about it"),
    value: required(lengths.reason, "Write the value"),
    validFrom: instant.nullish(),
  }),
  response: fact,
  access: "member",
});

export const markFact = endpoint("POST", "/api/brain/facts/:id/mark", {
  summary: "Marks a fact wrong or out of date; null takes the mark back.",
  params: { id },
  body: marking,
  response: fact,
  access: "member",
});
