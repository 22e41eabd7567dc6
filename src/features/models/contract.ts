import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { cost, day, id, instant, text } from "#contract/words.ts";
import { payers, providerIds, purposes } from "#contract/models.ts";
import { agentRoleIds } from "#contract/roles.ts";

const modelName = text(200).trim().min(1, "Name a model");
const usd = z.number().min(0, "Use 0 or more").max(1_000_000, "Use at most 1,000,000");

/** A model of a connected account; `accountId` is null for the operator's. */
const choice = z.strictObject({ accountId: id.nullable(), provider: z.enum(providerIds), model: z.string() });
const assigned = z.strictObject({ model: choice, fallback: choice.nullable() });

const account = z.strictObject({
  /** Null: the operator's. */
  id: id.nullable(),
  provider: z.enum(providerIds),
  /** Null: the provider's own, or the operator's, which may be internal. */
  baseUrl: z.string().nullable(),
  /** The end of the key, to identify it. */
  keyEnd: z.string().nullable(),
  /** Used until another is chosen; null: what the provider suggests. */
  model: z.string().nullable(),
  /** A server on the company's own machines, or those of the operator: nothing is sent out. */
  isOwn: z.boolean(),
  /** Who agreed that the company's data goes there; null: it is its own, or the operator asks no one. */
  consent: z.strictObject({ by: z.string(), at: instant }).nullable(),
  /** Why calls are paused, and until when if that is known; null: not paused. */
  paused: z.strictObject({ sentence: z.string(), until: instant.nullable() }).nullable(),
  /** What this month's calls cost, and how many were answered. */
  usd: z.number(),
  answered: z.number().int(),
});
export type ModelAccount = z.infer<typeof account>;

/** Where a company's model calls go; keys are never returned. */
const connection = z.strictObject({
  /** The operator's is used by every company without an account of its own. */
  setBy: z.enum(payers),
  accounts: z.array(account),
  purposes: z.strictObject({ triage: assigned, answer: assigned, plan: assigned, write: assigned }),
});
export type ModelConnection = z.infer<typeof connection>;

const spent = z.strictObject({ calls: z.number().int(), usd: z.number() });
const agentSpent = spent.extend({
  agentId: id,
  name: z.string(),
  role: z.enum(agentRoleIds),
  /** What counts against its limit: known costs as they are, unknown ones at the most they can be. */
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
      /** Suggested for each purpose; null: none is safe to assume. */
      models: z
        .strictObject({ triage: z.string(), answer: z.string(), plan: z.string(), write: z.string() })
        .nullable(),
    }),
  ),
  /** Of this month, in USD. */
  budget: z.strictObject({
    company: z.number(),
    agent: z.number(),
    /** The most the operator of the server pays; null: the company pays itself. */
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
      provider: z.enum(providerIds),
      model: z.string(),
      input: z.number().nullable(),
      output: z.number().nullable(),
      /** Since when an admin's own price applies, and who entered it; null: the provider's list price. */
      own: z.strictObject({ validFrom: day, by: z.string(), at: instant }).nullable(),
    }),
  ),
  /** Own prices that apply from a later day. */
  laterPrices: z.array(z.strictObject({ model: z.string(), input: z.number(), output: z.number(), validFrom: day })),
  /** Days for which prompts and replies are kept; null: as long as their runs. */
  keepDays: z.number().int().nullable(),
  /** Whether personal details are replaced before they are sent to the company's own accounts. */
  hidesPersonalDetails: z.boolean(),
  /** The operator's provider, if it needs an admin's consent before it is used. */
  offered: z.strictObject({ provider: z.enum(providerIds), label: z.string() }).nullable(),
});
export type ModelSettings = z.infer<typeof modelSettings>;

export const getModelSettings = endpoint("GET", "/api/models", {
  summary:
    "The company's language models: accounts without their keys, models per purpose, budgets, and what this month's calls cost.",
  response: modelSettings,
  access: "viewer",
});

export const getEngine = endpoint("GET", "/api/models/engine", {
  summary:
    'What answers questions at the moment: "rules", or a language model as "provider/model"; and why the model chosen for answers is not asked.',
  response: z.strictObject({ engine: z.string(), paused: z.string().nullable() }),
  access: "viewer",
});

export const saveModelAccount = endpoint("PUT", "/api/models/accounts", {
  summary:
    "Connects a provider of language models, or changes the account of the same provider and address. Keys are stored encrypted; without one the stored key stays. The first account serves every purpose.",
  body: z.strictObject({
    provider: z.enum(providerIds),
    baseUrl: z
      .url({ protocol: /^https?$/, error: "Use an address that starts with https:// or http://" })
      .max(500)
      .nullable(),
    apiKey: text(500).trim().min(1, "Enter the key").nullable(),
    /** Used until another is chosen; null: what the provider suggests, or unchanged if it suggests none. */
    model: modelName.nullable(),
    /** Consent to send the company's data there: needed once, and not for its own server. */
    consent: z.boolean(),
  }),
  response: modelSettings,
  access: "admin",
  scope: "browser",
});

export const findLocalModels = endpoint("GET", "/api/models/local", {
  summary: "The model servers that answer on this machine at their products' default addresses, with their models.",
  response: z.array(z.strictObject({ provider: z.enum(providerIds), label: z.string(), models: z.array(z.string()) })),
  access: "admin",
  scope: "browser",
  cost: "external",
});

export const removeModelAccount = endpoint("DELETE", "/api/models/accounts/:id", {
  summary:
    "Removes an account and its key. Purposes that used it switch to their fallback, or else to the default model of the account that was connected first; fallbacks at the account are dropped. After the last one, the operator's model or rules answer.",
  params: { id },
  response: modelSettings,
  access: "admin",
});

const chosen = z.strictObject({ accountId: id, model: modelName });

export const chooseModel = endpoint("PUT", "/api/models/purposes", {
  summary:
    "Chooses the model for a purpose and its fallback, each at any connected account. When both fail, the other models in use are asked, then rules answer.",
  body: chosen.extend({ purpose: z.enum(purposes), fallback: chosen.nullable() }),
  response: modelSettings,
  access: "admin",
});

export const testModel = endpoint("POST", "/api/models/test", {
  summary: "Makes one real call at an account, without its fallbacks; null: with the model for answers.",
  body: z.strictObject({ accountId: id.nullable() }),
  response: z.strictObject({
    ok: z.boolean(),
    engine: z.string(),
    milliseconds: z.number(),
    cost,
    /** Null: no reply. */
    tokens: z.strictObject({ input: z.number().int(), output: z.number().int() }).nullable(),
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
});

export const changeModelPrivacy = endpoint("PUT", "/api/models/privacy", {
  summary:
    "Sets for how many days prompts and replies are kept (null: as long as their runs), whether personal details are replaced before they are sent to the company's own accounts, and whether its data may go to the operator's provider.",
  body: z.strictObject({
    keepDays: z.number().int().min(1, "Use at least 1 day").max(3_650, "Use at most 3,650 days").nullable(),
    hidesPersonalDetails: z.boolean(),
    /** Null: unchanged. */
    agreesToOperator: z.boolean().nullable(),
  }),
  response: modelSettings,
  access: "admin",
});

export const setModelPrice = endpoint("PUT", "/api/models/prices", {
  summary:
    "Sets the price of a model at a provider the company has connected, from a day on, in USD per million tokens.",
  body: z.strictObject({
    provider: z.enum(providerIds),
    model: modelName,
    validFrom: day,
    input: usd,
    cachedInput: usd,
    output: usd,
  }),
  response: modelSettings,
  access: "admin",
});
