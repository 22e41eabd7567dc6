import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { cost, day, id, instant, text } from "#contract/words.ts";
import { payers, providerIds, purposes } from "#contract/models.ts";
import { agentRoleIds } from "#contract/roles.ts";

const modelName = text(200).trim().min(1, "Name a model");
const modelsByPurpose = z.strictObject({ triage: modelName, answer: modelName, plan: modelName, write: modelName });
const fallbacksByPurpose = z.strictObject({
  triage: modelName.optional(),
  answer: modelName.optional(),
  plan: modelName.optional(),
  write: modelName.optional(),
});
const usd = z.number().min(0, "Use 0 or more").max(1_000_000, "Use at most 1,000,000");

/** Where a company's model calls go; the key is never given back. */
const connection = z.strictObject({
  provider: z.enum(providerIds),
  baseUrl: z.string().nullable(),
  /** The end of the key, to identify it. */
  keyEnd: z.string().nullable(),
  models: modelsByPurpose,
  /** Used when the purpose's own model fails. */
  fallbacks: fallbacksByPurpose,
  hidesPersonalDetails: z.boolean(),
  /** The operator's is used by every company that has none of its own. */
  setBy: z.enum(payers),
  /** Who agreed that the company's data goes there; null where the operator asks no one. */
  consent: z.strictObject({ by: z.string(), at: instant }).nullable(),
  /** Why calls wait at the moment; null: they do not. */
  paused: z.string().nullable(),
});
export type ModelConnection = z.infer<typeof connection>;

const spent = z.strictObject({ calls: z.number().int(), usd: z.number() });
const agentSpent = spent.extend({
  agentId: id,
  name: z.string(),
  role: z.enum(agentRoleIds),
  /** What counts against its limit: costs that are certain as they are, others at the most they can be. */
  counted: z.number(),
  limit: z.number(),
});

export const modelSettings = z.strictObject({
  connection: connection.nullable(),
  providers: z.array(
    z.strictObject({
      id: z.enum(providerIds),
      label: z.string(),
      needsKey: z.boolean(),
      isLocal: z.boolean(),
      baseUrl: z.string().nullable(),
      models: modelsByPurpose.nullable(),
    }),
  ),
  /** Of this month, in USD. */
  budget: z.strictObject({
    company: z.number(),
    agent: z.number(),
    /** What the operator of the server pays at most; null: the company pays itself. */
    most: z.number().nullable(),
    counted: z.number(),
    reserved: z.number(),
  }),
  usage: z.strictObject({
    month: z.string(),
    days: z.array(spent.extend({ day })),
    agents: z.array(agentSpent),
    purposes: z.array(spent.extend({ purpose: z.enum(purposes), milliseconds: z.number().nullable() })),
    engines: z.array(spent.extend({ engine: z.string(), unknown: z.number().int(), failed: z.number().int() })),
  }),
  /** USD per million tokens today, of the models in use and those with an own price; null: the price is not known. */
  prices: z.array(
    z.strictObject({
      model: z.string(),
      input: z.number().nullable(),
      output: z.number().nullable(),
      /** Since when an admin's own price counts, and who entered it; null: the price of the provider's list. */
      own: z.strictObject({ validFrom: day, by: z.string(), at: instant }).nullable(),
    }),
  ),
  /** Own prices that count from a later day. */
  laterPrices: z.array(z.strictObject({ model: z.string(), input: z.number(), output: z.number(), validFrom: day })),
  /** Days for which prompts and replies are kept; null: as long as their runs. */
  keepDays: z.number().int().nullable(),
  /** The operator's provider, which waits for an admin's consent; null: nothing waits. */
  offered: z.strictObject({ provider: z.enum(providerIds), label: z.string() }).nullable(),
});
export type ModelSettings = z.infer<typeof modelSettings>;

export const getModelSettings = endpoint("GET", "/api/models", {
  summary: "The company's language models: connection without its key, budgets, and what this month's calls cost.",
  response: modelSettings,
  access: "viewer",
  rate: "normal",
});

export const getEngine = endpoint("GET", "/api/models/engine", {
  summary:
    'What answers: "rules", or the language model for answers as "provider/model", and why its provider is not asked at the moment.',
  response: z.strictObject({ engine: z.string(), paused: z.string().nullable() }),
  access: "viewer",
  rate: "normal",
});

export const connectModel = endpoint("PUT", "/api/models/connection", {
  summary: "Connects a language model. The key is stored encrypted; without one the stored key stays.",
  body: z.strictObject({
    provider: z.enum(providerIds),
    baseUrl: z
      .url({ protocol: /^https?$/, error: "Use an address that starts with https:// or http://" })
      .max(500)
      .nullable(),
    apiKey: text(500).trim().min(1, "Enter the key").nullable(),
    models: modelsByPurpose,
    fallbacks: fallbacksByPurpose.optional(),
    hidesPersonalDetails: z.boolean(),
    consent: z.literal(true, "Agree that the company's data is sent to this provider"),
  }),
  response: modelSettings,
  access: "admin",
  rate: "normal",
});

export const disconnectModel = endpoint("DELETE", "/api/models/connection", {
  summary: "Removes the company's own connection and its key.",
  response: modelSettings,
  access: "admin",
  rate: "normal",
});

export const testModel = endpoint("POST", "/api/models/test", {
  summary: "Makes one real call with the model for answers.",
  response: z.strictObject({
    ok: z.boolean(),
    engine: z.string(),
    milliseconds: z.number(),
    cost,
    /** What happened, in words. */
    sentence: z.string(),
  }),
  access: "admin",
  rate: "model",
  cost: "model",
});

export const changeModelBudget = endpoint("PUT", "/api/models/budget", {
  summary: "Sets what model calls may cost in a month, in USD: the whole company, and each agent.",
  body: z.strictObject({ company: usd, agent: usd }),
  response: modelSettings,
  access: "admin",
  rate: "normal",
});

export const changeModelPrivacy = endpoint("PUT", "/api/models/privacy", {
  summary:
    "Sets for how many days prompts and replies are kept (null: as long as their runs), and whether the company's data may go to the operator's provider.",
  body: z.strictObject({
    keepDays: z.number().int().min(1, "Use at least 1 day").max(3_650, "Use at most 3,650 days").nullable(),
    agreesToOperator: z.boolean(),
  }),
  response: modelSettings,
  access: "admin",
  rate: "normal",
});

export const setModelPrice = endpoint("PUT", "/api/models/prices", {
  summary: "Sets the price of a model of the company's own provider from a day on, in USD per million tokens.",
  body: z.strictObject({ model: modelName, validFrom: day, input: usd, cachedInput: usd, output: usd }),
  response: modelSettings,
  access: "admin",
  rate: "normal",
});
