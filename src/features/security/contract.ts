import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { day, instant } from "#contract/words.ts";

export const threatLevels = ["low", "medium", "high", "critical"] as const;
export type ThreatLevel = (typeof threatLevels)[number];

const checkStates = ["passed", "attention"] as const;
export const checkGroups = ["Access", "Requests", "Encryption", "Audit log", "Backup", "Isolation"] as const;

const count = z.int().nonnegative();

export const securityCheck = z.strictObject({
  id: z.string(),
  group: z.enum(checkGroups),
  title: z.string(),
  /** How it protects. */
  how: z.string(),
  /** What was found just now. */
  finding: z.string(),
  state: z.enum(checkStates),
  /** What to do about it; null if passed. */
  advice: z.string().nullable(),
  /** The page where that is done. */
  href: z.string().nullable(),
});
export type SecurityCheck = z.infer<typeof securityCheck>;

const status = z.enum(["active", "attention"]);

export const dayCounts = z.strictObject({
  day,
  /** Wrong passwords for people of the company. */
  failedSignIns: count,
  /** Calls the person's role does not allow. */
  refused: count,
  /** Calls over a rate limit. */
  blocked: count,
  /** Calls that named rows of another company. */
  foreign: count,
});
export type DayCounts = z.infer<typeof dayCounts>;

export const securityStatus = z.strictObject({
  rateLimitStatus: status,
  corsStatus: status,
  authStatus: status,
  encryptionStatus: status,
  auditLogCount: count,
  lastSecurityCheck: instant,
  threatLevel: z.enum(threatLevels),
  /** Why, in sentences; empty when nothing is unusual. */
  threatReasons: z.array(z.string()),
  /** Open windows of the company connected to this server. */
  activeConnections: count,
  /** Of the last 24 hours: refused by role, over a rate limit, or naming rows of another company. */
  blockedRequests: count,
  /** Percent of checks passed, rounded down. */
  complianceScore: z.int().min(0).max(100),
  checks: z.array(securityCheck),
  people: z.strictObject({ active: count, sessions: count }),
  installation: z.strictObject({
    version: z.string(),
    database: z.string(),
    /** How vectors are computed. */
    vectors: z.string(),
    lastBackup: instant.nullable(),
    /** Since when the current encryption key is in use, and where it is kept. */
    key: z.strictObject({ since: instant, keptIn: z.enum(["environment", "file"]) }),
  }),
  /** The last 14 days in the company's time zone, oldest first, today last. */
  days: z.array(dayCounts).length(14),
});
export type SecurityStatus = z.infer<typeof securityStatus>;

export const getSecurityStatus = endpoint("GET", "/api/security/status", {
  summary: "How the company is protected, checked now: each check with what was found, the threat level, and 14 days.",
  response: securityStatus,
  access: "viewer",
  rate: "polled",
});
