import { z } from "zod";
import { agentRoleIds, memberRoles } from "./roles.ts";
import { currency, day } from "./words.ts";

const called = z.strictObject({
  method: z.enum(["POST", "PUT"]),
  /** `{name}` is filled in from the answer to the act that is undone. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  /** Names of the answer to the act, which become the body of its undo. */
  taken: z.array(z.string()).optional(),
});
export type NeedCall = z.infer<typeof called>;

/** What a person can do about a line: a call of this API, or a page to open. */
const act = z.strictObject({
  /** "Approve £85,000". */
  label: z.string(),
  call: called.nullable(),
  href: z.string().nullable(),
  /** Who may. */
  access: z.enum(memberRoles),
  /** What the line says once it is done: "Reminder to Elm approved". */
  done: z.string(),
  undo: called.nullable(),
});
export type NeedAct = z.infer<typeof act>;

/** Something that needs a person. */
export const need = z.strictObject({
  /** The same for the same thing, whatever its amount or day. */
  key: z.string().max(300),
  /** Why such lines are here, as a sentence. */
  because: z.string(),
  role: z.enum(agentRoleIds).nullable(),
  agentName: z.string().nullable(),
  title: z.string(),
  why: z.string(),
  amount: z.number().nullable(),
  currency: currency.nullable(),
  /** The day by which somebody must act; null: today. */
  on: day.nullable(),
  /** What it is called once that day is over. */
  past: z.enum(["overdue", "late"]),
  href: z.string(),
  /** The first is its button. */
  acts: z.array(act),
});
export type Need = z.infer<typeof need>;

/** Something that happened. */
export const happening = z.strictObject({
  key: z.string(),
  group: z.enum(["Money", "Decided", "Done by agents"]),
  role: z.enum(agentRoleIds).nullable(),
  agentName: z.string().nullable(),
  title: z.string(),
  why: z.string(),
  amount: z.number().nullable(),
  currency: currency.nullable(),
  on: day,
  href: z.string(),
});
export type Happening = z.infer<typeof happening>;
