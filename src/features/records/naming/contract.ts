import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, lengths, text } from "#contract/words.ts";

export const partyKinds = ["customers", "vendors"] as const;
export type PartyKind = (typeof partyKinds)[number];

export const mostNames = 1_000;

const kind = z.enum(partyKinds);
const name = text(lengths.name).trim().min(1, "Is missing");
const named = { name: z.string(), rows: z.number().int() };

export const proposeParties = endpoint("GET", "/api/records/parties/:kind", {
  summary: "Names on records that are not among the customers or vendors, the most frequent first; at most 1,000.",
  params: { kind },
  response: z.strictObject({
    create: z.array(z.strictObject(named)),
    /** May mean a known one, or one of those to create: a person decides. */
    similar: z.array(z.strictObject({ ...named, existing: z.string() })),
    /** Texts that name nobody, such as "Total"; created only if asked for. */
    nobody: z.array(z.strictObject(named)),
  }),
  access: "viewer",
  rate: "polled",
});
export type PartyProposals = z.infer<typeof proposeParties.response>;

export const createParties = endpoint("POST", "/api/records/parties", {
  summary: "Creates customers or vendors from names, and links names that mean a known one. Undone as one for a day.",
  body: z.strictObject({
    kind,
    names: z.array(name).max(mostNames, "Send at most 1,000 names"),
    /** Names that mean a known customer or vendor, or one of `names`. */
    same: z
      .array(z.strictObject({ name, as: name }))
      .max(mostNames, "Send at most 1,000 names")
      .default([]),
  }),
  response: z.strictObject({ id, created: z.number().int(), linked: z.number().int() }),
  access: "member",
  rate: "normal",
});

export const undoParties = endpoint("DELETE", "/api/records/parties/:id", {
  summary: "Undoes one creation of customers or vendors from names: they go, and so do the links of other names.",
  params: { id },
  response: z.strictObject({ removed: z.number().int() }),
  access: "member",
  rate: "normal",
});
