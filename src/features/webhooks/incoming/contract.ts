import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, required, text } from "#contract/words.ts";
import { recordKinds } from "#features/records/contract.ts";

/** Where rows go: a kind of records, or daily figures. */
export const hookTargets = [...recordKinds, "figures"] as const;
export type HookTarget = (typeof hookTargets)[number];

/** Stands in one line, in the outbox and in the journal. */
export const hookName = required(lengths.name, "Give it a name").regex(/^[^\p{C}]*$/u, "Use a name of one line");

/** The field of each of the sender's names that is not a field's own; null: the name is left out. */
const columns = z
  .array(z.strictObject({ name: text(lengths.name).min(1, "Is missing"), field: text(lengths.title).nullable() }))
  .max(100);

export const incomingHook = z.strictObject({
  id,
  name: z.string(),
  /** Its ids stand before those of its rows, so that two senders may use the same: "till-1:S-1042". */
  key: z.string(),
  target: z.enum(hookTargets),
  columns: z.array(z.strictObject({ name: z.string(), field: z.string().nullable() })),
  isOn: z.boolean(),
  oldSecretUntil: instant.nullable(),
  lastAt: instant.nullable(),
  createdAt: instant,
});
export type IncomingHook = z.infer<typeof incomingHook>;

const rowResults = ["added", "changed", "unchanged", "refused"] as const;

const incomingMessage = z.strictObject({
  id,
  /** The sender's. */
  messageId: z.string(),
  status: z.enum(["waiting", "done", "refused"]),
  /** Why none of it was taken. */
  fault: z.string().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** What became of each row, by its place in the message, from 1. */
  rows: z.array(
    z.strictObject({
      row: z.number().int(),
      id: z.string(),
      result: z.enum(rowResults),
      why: z.string().nullable(),
    }),
  ),
  /** Names in the message that mean no field. */
  leftOut: z.array(z.string()),
  receivedAt: instant,
  doneAt: instant.nullable(),
});
export type IncomingMessage = z.infer<typeof incomingMessage>;

const shownOnce = z.strictObject({ hook: incomingHook, address: z.string(), secret: z.string() });
/** What is shown once is not kept for a repetition. */
const once = { rate: "normal", takesKey: false } as const;
const changed = { params: { id }, response: incomingHook, rate: "normal" } as const;

export const addHook = endpoint("POST", "/api/webhooks/incoming", {
  summary: "Makes an address that takes signed rows; the address and its secret are in this answer only.",
  body: z.strictObject({
    name: hookName,
    target: z.enum(hookTargets),
    columns: columns.optional(),
  }),
  response: shownOnce,
  access: "admin",
  scope: "browser",
  ...once,
});

export const changeHook = endpoint("PUT", "/api/webhooks/incoming/:id", {
  summary: "Changes an address for incoming rows, or switches it off or on again.",
  body: z.strictObject({
    name: hookName.optional(),
    columns: columns.optional(),
    isOn: z.boolean().optional(),
  }),
  access: "admin",
  scope: "browser",
  ...changed,
});

export const removeHook = endpoint("DELETE", "/api/webhooks/incoming/:id", {
  summary: "Removes an address for incoming rows; the rows it brought stay.",
  access: "admin",
  ...changed,
  response: z.strictObject({ removed: z.boolean() }),
});

export const rotateHookSecret = endpoint("POST", "/api/webhooks/incoming/:id/secret", {
  summary: "Gives an address for incoming rows a new secret; the previous one is accepted for another day.",
  params: { id },
  response: z.strictObject({ hook: incomingHook, secret: z.string() }),
  access: "admin",
  scope: "browser",
  ...once,
});

export const endHookRotation = endpoint("DELETE", "/api/webhooks/incoming/:id/secret", {
  summary: "Refuses the previous secret from now on.",
  access: "admin",
  ...changed,
});

export const listIncoming = endpoint("GET", "/api/webhooks/incoming/:id/messages", {
  summary: "The last 100 messages to an address, and what became of each row, newest first.",
  params: { id },
  response: z.array(incomingMessage),
  access: "admin",
  rate: "polled",
});
