import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { brainEntity, fact, passage } from "#features/brain/contract.ts";

export const relationship = z.strictObject({
  id,
  sourceId: id,
  targetId: id,
  type: z.string(),
  context: z.string().nullable(),
  /** 1.00 by default. */
  strength: z.number(),
  passageId: id.nullable(),
  createdAt: instant,
});
export type Relationship = z.infer<typeof relationship>;

export const listEntities = endpoint("GET", "/api/brain/entities", {
  summary: "People, companies, products and other entities, newest first; at most 50 at a time.",
  query: { q: text(lengths.title).optional(), type: text(lengths.name).optional(), cursor },
  response: z.array(brainEntity),
  access: "viewer",
});

export const getEntity = endpoint("GET", "/api/brain/entities/:id", {
  summary: "An entity with its facts and the newest passages that name it.",
  params: { id },
  response: z.strictObject({ entity: brainEntity, facts: z.array(fact), passages: z.array(passage) }),
  access: "viewer",
});

export const getGraph = endpoint("GET", "/api/brain/graph", {
  summary: "Entities within two steps of one, or those with most relationships; at most 60.",
  query: { entityId: id.optional() },
  response: z.strictObject({ entities: z.array(brainEntity), relationships: z.array(relationship) }),
  access: "viewer",
});
export type Graph = z.infer<typeof getGraph.response>;
