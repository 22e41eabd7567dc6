import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { PlanId } from "#contract/pricing.ts";
import type { ConsentKind } from "#features/accounts/consents/contract.ts";
import type { MemberRole } from "#contract/roles.ts";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/**
 * `date` is the last day of the period; null for what is not known. `tracked` is the target last recorded for the goal,
 * or for the one it replaced. `period` is the one its text names; earlier versions did not save it.
 */
export type GoalTarget = {
  text: string;
  metric: string | null;
  target: number | null;
  date: string | null;
  tracked?: number;
  period?: "month" | "quarter" | "half-year" | "year" | null;
};

export const companies = pg.pgTable("companies", {
  companyId: companyId().primaryKey(),
  name: pg.text().notNull(),
  industry: pg.text(),
  subscriptionPlan: pg.text().$type<PlanId>().notNull().default("professional"),
  /** When the operator set the plan; null during and after the trial. */
  planSetAt: moment(),
  currency: pg.text().notNull().default("USD"),
  timeZone: pg.text().notNull().default("UTC"),
  /** The month fiscal years begin in, 1 to 12. */
  fiscalYearStart: pg.smallint().notNull().default(1),
  maxUsers: pg.integer().notNull().default(10),
  isActive: pg.boolean().notNull().default(true),
  /** Since when it has no admin and nobody can sign in; its rows are deleted later. */
  closedAt: moment(),
  /** A demo with invented records; set when the company is created and never changed. */
  isDemo: pg.boolean().notNull().default(false),
  /** At their next sign-in, people without a second factor must set one up before anything else. */
  requiresSecondFactor: pg.boolean().notNull().default(false),
  /** As entered: a description, or the person's own JSON. */
  goals: pg.jsonb().notNull().default({}),
  departmentsActive: pg.jsonb().$type<string[]>().notNull().default([]),
  /** Stated by an admin, in the currency of that time; used only until there are revenue figures. */
  monthlyRevenue: pg.numeric({ precision: 20, scale: 2, mode: "number" }),
  monthlyRevenueCurrency: pg.text(),
  /** Targets read from the goals, or corrected; the figures of complete ones are in `company_metrics`. */
  goalTargets: pg.jsonb().$type<GoalTarget[]>().notNull().default([]),
  createdAt: moment().notNull(),
});
tag(companies, {
  name: tags.title,
  ...columns(
    tags.operation,
    "industry subscriptionPlan planSetAt currency timeZone fiscalYearStart maxUsers isActive closedAt isDemo",
    "requiresSecondFactor goals departmentsActive goalTargets createdAt",
  ),
  ...columns(tags.figure, "monthlyRevenue monthlyRevenueCurrency"),
});

export const users = companyTable(
  "users",
  {
    username: pg.text().notNull(),
    /** Folded for comparison; unique across companies, because the sign-in names no company. */
    usernameKey: pg.text().notNull(),
    /** The skeleton that lookalike names share; null if the name predates this column and resembles another. */
    usernameLook: pg.text(),
    email: pg.text().notNull(),
    emailKey: pg.text().notNull(),
    /** When the address was proven by the link of an invitation mailed to it; null again after a change. */
    emailProvenAt: moment(),
    passwordHash: pg.text().notNull(),
    role: pg.text().$type<MemberRole>().notNull(),
    /** The largest exposure this person may approve, in the company's currency; null: no personal limit. */
    approvalLimit: pg.numeric({ precision: 20, scale: 2, mode: "number" }),
    firstName: pg.text(),
    lastName: pg.text(),
    isActive: pg.boolean().notNull().default(true),
    /** Since when they are no longer a member. Their name stays in the history; name and address can be used again. */
    removedAt: moment(),
    lastLoginAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (row) => [
    pg.unique("users_username_key").on(row.usernameKey),
    pg.unique("users_username_look").on(row.usernameLook),
    pg.unique("users_email_key").on(row.emailKey),
  ],
);
tag(
  users,
  {
    id: tags.link,
    ...columns(
      tags.identity,
      "username usernameKey usernameLook email emailKey emailProvenAt passwordHash firstName lastName",
      "lastLoginAt",
    ),
    ...columns(tags.operation, "role approvalLimit isActive removedAt createdAt updatedAt"),
  },
  { owner: "id", isOverwritten: true },
);

/** Opaque sessions: only the SHA-256 of the cookie's value is stored. */
export const sessions = companyTable(
  "sessions",
  {
    userId: pg.uuid().notNull(),
    tokenHash: bytes().notNull(),
    createdAt: moment().notNull(),
    seenAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** User agent and IP address of the sign-in; null for sessions of earlier versions. */
    userAgent: pg.text(),
    address: pg.text(),
    /** Whether it may do nothing but set up a second factor. */
    isLimited: pg.boolean().notNull().default(false),
    /** When its person last confirmed with a passkey that it is them. */
    confirmedAt: moment(),
  },
  (row) => [
    pg.unique("sessions_token_hash").on(row.tokenHash),
    pg.index("sessions_by_user").on(row.companyId, row.userId),
  ],
);
tag(sessions, {
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "tokenHash createdAt seenAt expiresAt userAgent address confirmedAt"),
  isLimited: tags.operation,
});

/** Why sessions ended, for the browsers that still hold their cookies; no person is named. */
export const endedSessions = pg.pgTable(
  "ended_sessions",
  {
    companyId: companyId(),
    tokenHash: bytes().notNull(),
    reason: pg.text().notNull(),
    endedAt: moment().notNull(),
  },
  (row) => [
    pg.primaryKey({ columns: [row.companyId, row.tokenHash] }),
    pg.unique("ended_sessions_token").on(row.tokenHash),
  ],
);
tag(endedSessions, {
  ...columns(tags.operation, "tokenHash reason endedAt"),
});

/** One row per consent; the only later change is its withdrawal. */
export const consents = companyTable(
  "consents",
  {
    userId: pg.uuid().notNull(),
    /** What was agreed to, e.g. "essential". */
    kind: pg.text().$type<ConsentKind>().notNull(),
    /** What was shown: the version of the terms, or the connection it was given with. */
    terms: pg.text().notNull(),
    givenAt: moment().notNull(),
    withdrawnAt: moment(),
  },
  (row) => [
    pg.uniqueIndex("consents_given").on(row.companyId, row.userId, row.kind).where(sql`${row.withdrawnAt} IS NULL`),
    pg.index("consents_of_person").on(row.companyId, row.userId, row.givenAt, row.id),
  ],
);
tag(consents, {
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "kind terms givenAt withdrawnAt"),
});
