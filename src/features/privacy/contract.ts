import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { day, id, instant, text } from "#contract/words.ts";
import { consentKinds } from "#features/accounts/consents/contract.ts";

/** What a person has switched on. */
export const settings = z.strictObject({
  essential: z.boolean(),
  analytics: z.boolean(),
  marketing: z.boolean(),
  personalization: z.boolean(),
  dataProcessing: z.boolean(),
  thirdPartySharing: z.boolean(),
  gdprConsent: z.boolean(),
  ccpaConsent: z.boolean(),
});
export type Settings = z.infer<typeof settings>;

export const consent = z.strictObject({
  id,
  kind: z.enum(consentKinds),
  /** The version of the terms, or the connection it was given with. */
  terms: z.string(),
  consentDate: instant,
  withdrawnAt: instant.nullable(),
});
export type Consent = z.infer<typeof consent>;

export const getSettings = endpoint("GET", "/api/privacy/user/privacy-settings", {
  summary: "The signed-in person's privacy settings, and their last 100 consents, newest first.",
  response: z.strictObject({
    success: z.literal(true),
    privacySettings: settings,
    consents: z.array(consent),
    /** Language models outside this installation that the company uses. */
    recipients: z.array(z.string()),
  }),
  access: "viewer",
});

export const changeSettings = endpoint("POST", "/api/privacy/user/privacy-consent", {
  summary: "Switches privacy settings of the signed-in person on or off. Essential processing stays on.",
  body: settings.partial().refine((change) => Object.values(change).some((one) => one !== undefined), "Name a setting"),
  response: z.strictObject({
    success: z.boolean(),
    error: z.string().optional(),
    privacySettings: settings.optional(),
  }),
  access: "viewer",
  scope: "browser",
});

export const activity = z.strictObject({
  activity: z.string(),
  legalBasis: z.string(),
  purpose: z.string(),
  dataTypes: z.array(z.string()),
  retention: z.string(),
  /** Who has the data: this installation, and language models by name. */
  recipients: z.array(z.string()),
  /** Rows the company has of it, counted up to a limit. */
  rows: z.int().nonnegative(),
  isMore: z.boolean(),
  lastAt: instant.nullable(),
});
export type Activity = z.infer<typeof activity>;

export const retentionRun = z.strictObject({
  day,
  source: z.string(),
  /** Rows from before this moment were deleted. */
  before: instant,
  deleted: z.int().nonnegative(),
});
export type RetentionRun = z.infer<typeof retentionRun>;

export const getProcessing = endpoint("GET", "/api/privacy/user/data-processing-log", {
  summary: "Which personal data is processed, why, for how long and where, with the rows there are.",
  response: z.strictObject({
    success: z.literal(true),
    processingLog: z.array(activity),
    /** What retention deleted lately, newest first; at most 50. */
    retentionRuns: z.array(retentionRun),
    /** When retention last went through everything; null: not yet. */
    lastRetentionAt: instant.nullable(),
  }),
  access: "viewer",
});

/** Rows by table, without passwords and keys. */
const exported = z.strictObject({
  success: z.boolean(),
  error: z.string().optional(),
  exportData: z
    .strictObject({
      exportedAt: instant,
      username: z.string(),
      email: z.string(),
      company: z.string(),
      tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    })
    .optional(),
});

export const exportOwn = endpoint("POST", "/api/privacy/user/data-export", {
  summary: "Everything stored under the signed-in person's name, as JSON; three times in 24 hours.",
  response: exported,
  access: "viewer",
  scope: "read",
  takesKey: false,
});

export const exportCompany = endpoint("POST", "/api/privacy/company/data-export", {
  summary: "Every row of the company as JSON, for admins; three times in 24 hours with their own exports.",
  response: exported,
  access: "admin",
  scope: "read",
  takesKey: false,
});

export const exportClosed = endpoint("POST", "/api/privacy/closed-company/data-export", {
  summary: "Every row of a closed company as JSON, for the holder of the token its last admin was given; for 30 days.",
  body: z.strictObject({ token: text(200) }),
  response: exported,
  access: "public",
  rate: "anonymous",
  takesKey: false,
});

export const deleteOwn = endpoint("DELETE", "/api/privacy/user/data-delete", {
  summary: "Deletes the signed-in person's data for good. Needs a sign-in of the last 30 minutes.",
  body: z.strictObject({
    confirmDeletion: z.boolean().optional(),
    reason: text(500).optional(),
    /** When the company of its only admin is deleted: now, or after it was closed for 30 days. */
    company: z.enum(["now", "in 30 days"]).optional(),
    /** Proves nothing and is ignored. */
    password: text(200).optional(),
  }),
  response: z.strictObject({
    success: z.boolean(),
    error: z.string().optional(),
    /** Where a company that this closed can be downloaded for 30 days. */
    download: z.string().optional(),
  }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const getActions = endpoint("GET", "/api/privacy/user/actions", {
  summary: "What the signed-in person exported, and what deleting their data would mean.",
  response: z.strictObject({
    lastExportAt: instant.nullable(),
    exportsLeft: z.int().nonnegative(),
    /** Another admin, who keeps the company; null: deleting the last admin's data closes it. */
    otherAdmin: z.string().nullable(),
    closesCompany: z.boolean(),
    /** Whether the sign-in is young enough to delete. */
    mayDelete: z.boolean(),
  }),
  access: "viewer",
  scope: "browser",
});
export type Actions = z.infer<(typeof getActions)["response"]>;
