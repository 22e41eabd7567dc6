import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/words.ts";
import { recordKinds } from "#features/records/contract.ts";

const value = z.union([z.string().max(2_000), z.null()]);
const change = z.strictObject({
  field: z.string().min(1).max(60),
  /** What it was when it was shown, and what it is to be. */
  was: value,
  is: value,
  /** The company's own word for a choice, such as its name of a stage. */
  word: value.optional(),
});

export const setField = endpoint("PUT", "/api/records/:id/field", {
  summary:
    "Sets the state, the due day, the owner, the priority, the next step or the notes of a record, if nobody changed that field meanwhile.",
  params: { id },
  body: change.extend({ kind: z.enum(recordKinds) }),
  /** `change` takes it back. */
  response: z.strictObject({ kind: z.enum(recordKinds), title: z.string(), change }),
  access: "member",
});
