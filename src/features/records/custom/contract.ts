import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { currency, instant, lengths, required } from "#contract/words.ts";
import { customKey as key, mostCustomFields, recordKinds } from "#features/records/contract.ts";

/** A percent is stored as a fraction: 0.5 is 50%. */
export const customTypes = ["text", "number", "money", "percent", "day", "flag", "choice"] as const;
export type CustomType = (typeof customTypes)[number];

export const mostChoices = 100;
/** The name of a custom field in lists, filters and queries: "custom:region". */
export const customPrefix = "custom:";

const kind = z.enum(recordKinds);
const label = required(lengths.name, "Give the field a name");
const choice = required(lengths.name, "A choice needs a name");
const choices = z.array(choice).max(mostChoices, `Use at most ${mostChoices} choices`);

export const customField = z.strictObject({
  key: z.string(),
  /** As the company wrote it. */
  label: z.string(),
  type: z.enum(customTypes),
  /** Empty unless the type is "choice". */
  choices: z.array(z.string()),
  /** The currency of amounts; null for other types, and where each record has a currency of its own. */
  currency: currency.nullable(),
  /** Left out of forms, pages, lists and questions; its values stay. */
  hidden: z.boolean(),
  inList: z.boolean(),
  /** Until when it can be brought back; null unless it was removed. */
  removedUntil: instant.nullable(),
});
export type CustomField = z.infer<typeof customField>;

const fields = z.array(customField);
const change = { response: fields, rate: "normal" } as const;

export const listCustomFields = endpoint("GET", "/api/records/:kind/fields", {
  summary: "The company's own fields of a kind of records in their order, then those removed in the last 24 hours.",
  params: { kind },
  response: fields,
  access: "viewer",
  rate: "polled",
});

export const addCustomField = endpoint("POST", "/api/records/:kind/fields", {
  summary: `Adds a field of the company's own to a kind of records; at most ${mostCustomFields}.`,
  params: { kind },
  body: z.strictObject({ label, type: z.enum(customTypes), choices: choices.optional() }),
  access: "member",
  ...change,
});

export const changeCustomField = endpoint("PUT", "/api/records/:kind/fields/:key", {
  summary: "Changes a field; what is absent stays. Its type changes only if every value fits the new one.",
  params: { kind, key },
  body: z.strictObject({
    label: label.optional(),
    type: z.enum(customTypes).optional(),
    choices: choices.optional(),
    hidden: z.boolean().optional(),
    inList: z.boolean().optional(),
  }),
  access: "member",
  ...change,
});

export const orderCustomFields = endpoint("POST", "/api/records/:kind/fields/order", {
  summary: "Sets the order of a kind's fields: the keys of all of them.",
  params: { kind },
  body: z.strictObject({ keys: z.array(key).max(mostCustomFields) }),
  access: "member",
  ...change,
});

export const removeCustomField = endpoint("DELETE", "/api/records/:kind/fields/:key", {
  summary: "Removes a field with its values; it can be brought back for 24 hours.",
  params: { kind, key },
  access: "member",
  ...change,
});

export const restoreCustomField = endpoint("POST", "/api/records/:kind/fields/:key/restore", {
  summary: "Brings a removed field back with its values.",
  params: { kind, key },
  access: "member",
  ...change,
});
