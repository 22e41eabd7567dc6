import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Cost } from "#contract/words.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";
import type { Payer, ProviderId, Purpose } from "#contract/models.ts";

const usd = () => numeric({ precision: 20, scale: 8, mode: "number" });
/** Whose connection it was when the run began. The default is for rows of earlier versions. */
const paidBy = () => text().$type<Payer>().notNull().default("operator");

/** A company's own connection to a language model, and who agreed to it. */
export const modelConnections = pgTable("model_connections", {
  companyId: companyId().primaryKey(),
  provider: text().$type<ProviderId>().notNull(),
  baseUrl: text(),
  sealedKey: bytes(),
  keyEnd: text(),
  models: jsonb().$type<Record<Purpose, string>>().notNull(),
  /** Used when the purpose's own model fails. */
  fallbacks: jsonb().$type<Partial<Record<Purpose, string>>>().notNull().default({}),
  hidesPersonalDetails: boolean().notNull(),
  consentBy: uuid().notNull(),
  consentName: text().notNull(),
  consentedAt: moment().notNull(),
});
tag(
  modelConnections,
  {
    companyId: tags.key,
    provider: tags.operation,
    baseUrl: tags.operation,
    sealedKey: tags.operation,
    keyEnd: tags.operation,
    models: tags.operation,
    fallbacks: tags.operation,
    hidesPersonalDetails: tags.operation,
    consentBy: tags.link,
    consentName: tags.link,
    consentedAt: tags.operation,
  },
  { names: { consentName: "consentBy" } },
);

/** What a company decided about its data and language models. */
export const modelPrivacy = pgTable("model_privacy", {
  companyId: companyId().primaryKey(),
  /** Days for which prompts and replies are kept; null: as long as their runs. */
  keepDays: integer(),
  /** Which connection of the operator its data may go to; null: none. */
  agreedTo: text(),
  agreedBy: uuid(),
  agreedName: text(),
  agreedAt: moment(),
});
tag(
  modelPrivacy,
  {
    companyId: tags.key,
    keepDays: tags.operation,
    agreedTo: tags.operation,
    agreedBy: tags.link,
    agreedName: tags.link,
    agreedAt: tags.operation,
  },
  { names: { agreedName: "agreedBy" } },
);

/** Prices an admin has entered, in USD per million tokens; the newest row of a day counts, and none is changed. */
export const modelPrices = pgTable(
  "model_prices",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    provider: text().$type<ProviderId>().notNull(),
    model: text().notNull(),
    validFrom: text().notNull(),
    input: usd().notNull(),
    cachedInput: usd().notNull(),
    cacheWrite: usd().notNull(),
    output: usd().notNull(),
    changedBy: uuid().notNull(),
    changedAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(modelPrices, {
  companyId: tags.key,
  id: tags.key,
  provider: tags.operation,
  model: tags.operation,
  validFrom: tags.operation,
  input: tags.operation,
  cachedInput: tags.operation,
  cacheWrite: tags.operation,
  output: tags.operation,
  changedBy: tags.link,
  changedAt: tags.operation,
});

/** What model calls may cost in a month, where it is not the default. */
export const modelBudgets = pgTable("model_budgets", {
  companyId: companyId().primaryKey(),
  company: usd().notNull(),
  agent: usd().notNull(),
});
tag(modelBudgets, { companyId: tags.key, company: tags.operation, agent: tags.operation });

/** What counts against the limits of a month; the operator's money and the company's own are counted apart. */
export const modelMonths = pgTable(
  "model_months",
  {
    companyId: companyId(),
    month: text().notNull(),
    /** An agent, or the company's own id for all of them. */
    scope: uuid().notNull(),
    paidBy: paidBy(),
    counted: usd().notNull().default(0),
    reserved: usd().notNull().default(0),
    /** When its limit was nearly used, and first used up. */
    warnedAt: moment(),
    reachedAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.month, row.scope, row.paidBy] })],
);
tag(modelMonths, {
  companyId: tags.key,
  month: tags.key,
  scope: tags.key,
  paidBy: tags.key,
  counted: tags.operation,
  reserved: tags.operation,
  warnedAt: tags.operation,
  reachedAt: tags.operation,
});

/** Requests to a language model, each reserved before it is sent. */
export const modelCalls = pgTable(
  "model_calls",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    /** Null: a test from the settings, or a document being read. */
    runId: uuid(),
    agentId: uuid(),
    paidBy: paidBy(),
    purpose: text().$type<Purpose>().notNull(),
    month: text().notNull(),
    day: text().notNull(),
    askedAt: moment().notNull(),
    /** The largest cost, reserved until it is settled. */
    largest: usd().notNull(),
    settledAt: moment(),
    /** "provider/model". */
    engine: text(),
    costState: text().$type<Cost["state"]>(),
    cost: usd(),
    counted: usd(),
    inputTokens: integer(),
    outputTokens: integer(),
    milliseconds: integer(),
    failure: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("model_calls_month").on(row.companyId, row.month, row.askedAt),
    index("model_calls_open").on(row.companyId, row.askedAt).where(sql`settled_at IS NULL`),
  ],
);
tag(modelCalls, {
  companyId: tags.key,
  id: tags.key,
  runId: tags.operation,
  agentId: tags.operation,
  paidBy: tags.operation,
  purpose: tags.operation,
  month: tags.operation,
  day: tags.operation,
  askedAt: tags.operation,
  largest: tags.operation,
  settledAt: tags.operation,
  engine: tags.operation,
  costState: tags.operation,
  cost: tags.operation,
  counted: tags.operation,
  inputTokens: tags.operation,
  outputTokens: tags.operation,
  milliseconds: tags.operation,
  failure: tags.operation,
});
