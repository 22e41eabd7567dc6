import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Cost } from "#contract/words.ts";
import { bytes, companyId, moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";
import type { Payer, ProviderId, Purpose } from "#contract/models.ts";

const usd = () => numeric({ precision: 20, scale: 8, mode: "number" });
/** Whose connection it was when the run began. The default is for rows of earlier versions. */
const paidBy = () => text().$type<Payer>().notNull().default("operator");

/** A company's own accounts at providers of language models, and who agreed to each. */
export const modelAccounts = companyTable(
  "model_accounts",
  {
    provider: text().$type<ProviderId>().notNull(),
    baseUrl: text(),
    sealedKey: bytes(),
    keyEnd: text(),
    /** Used until another is chosen; null: what the provider suggests for each purpose. */
    model: text(),
    connectedAt: moment().notNull(),
    /** Null: it is local, so nothing is sent out. */
    consentBy: uuid(),
    consentName: text(),
    consentedAt: moment(),
  },
  (row) => [unique("model_accounts_place").on(row.companyId, row.provider, row.baseUrl).nullsNotDistinct()],
);
tag(
  modelAccounts,
  {
    ...columns(tags.operation, "provider baseUrl sealedKey keyEnd connectedAt consentedAt"),
    model: tags.setting,
    ...columns(tags.link, "consentBy consentName"),
  },
  { names: { consentName: "consentBy" } },
);

/** Which model of which account serves a purpose; a company with accounts has a row for every purpose. */
export const modelPurposes = pgTable(
  "model_purposes",
  {
    companyId: companyId(),
    purpose: text().$type<Purpose>().notNull(),
    accountId: uuid().notNull(),
    model: text().notNull(),
    /** Used when the model fails; both null: none. */
    fallbackAccountId: uuid(),
    fallbackModel: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.purpose] }),
    refers("model_purposes_account", [row.companyId, row.accountId], [modelAccounts.companyId, modelAccounts.id]),
    refers(
      "model_purposes_fallback",
      [row.companyId, row.fallbackAccountId],
      [modelAccounts.companyId, modelAccounts.id],
    ),
  ],
);
tag(modelPurposes, {
  ...columns(tags.key, "purpose accountId fallbackAccountId"),
  ...columns(tags.setting, "model fallbackModel"),
});

/** What a company decided about its data and language models. */
export const modelPrivacy = pgTable("model_privacy", {
  companyId: companyId().primaryKey(),
  /** Days for which prompts and replies are kept; null: as long as their runs. */
  keepDays: integer(),
  /** Whether personal details are replaced before anything is sent to the company's own accounts. */
  hidesPersonalDetails: boolean().notNull().default(true),
  /** Which connection of the operator its data may go to; null: none. */
  agreedTo: text(),
  agreedBy: uuid(),
  agreedName: text(),
  agreedAt: moment(),
});
tag(
  modelPrivacy,
  {
    ...columns(tags.operation, "keepDays hidesPersonalDetails agreedTo agreedAt"),
    ...columns(tags.link, "agreedBy agreedName"),
  },
  { names: { agreedName: "agreedBy" } },
);

/** Prices entered by admins, in USD per million tokens. Rows never change: the newest of a day applies. */
export const modelPrices = companyTable("model_prices", {
  provider: text().$type<ProviderId>().notNull(),
  model: text().notNull(),
  validFrom: text().notNull(),
  input: usd().notNull(),
  cachedInput: usd().notNull(),
  cacheWrite: usd().notNull(),
  output: usd().notNull(),
  changedBy: uuid().notNull(),
  changedAt: moment().notNull(),
});
tag(modelPrices, {
  ...columns(tags.operation, "provider validFrom input cachedInput cacheWrite output changedAt"),
  model: tags.setting,
  changedBy: tags.link,
});

/** What model calls may cost in a month, if an admin changed the default. */
export const modelBudgets = pgTable("model_budgets", {
  companyId: companyId().primaryKey(),
  company: usd().notNull(),
  agent: usd().notNull(),
});
tag(modelBudgets, { company: tags.operation, agent: tags.operation });

/** What counts against the limits of a month; the operator's money and the company's own are counted separately. */
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
    /** When its limit was nearly used, and when it was first used up. */
    warnedAt: moment(),
    reachedAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.month, row.scope, row.paidBy] })],
);
tag(modelMonths, {
  ...columns(tags.key, "month scope paidBy"),
  ...columns(tags.operation, "counted reserved warnedAt reachedAt"),
});

/** Requests to a language model, each reserved before it is sent. */
export const modelCalls = companyTable(
  "model_calls",
  {
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
    /** The company's account; null: the operator's, or not settled. */
    accountId: uuid(),
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
    index("model_calls_month").on(row.companyId, row.month, row.askedAt),
    index("model_calls_open").on(row.companyId, row.askedAt).where(sql`settled_at IS NULL`),
  ],
);
tag(modelCalls, {
  ...columns(
    tags.operation,
    "runId agentId paidBy purpose month day askedAt largest settledAt accountId engine costState cost counted",
    "inputTokens outputTokens milliseconds failure",
  ),
});
