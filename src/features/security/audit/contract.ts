import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";

export const severities = ["info", "warning", "critical"] as const;
const severity = z.enum(severities);
const count = z.int().nonnegative();
const word = text(lengths.name).min(1, "Leave it out, or name one");

const auditFilter = {
  from: instant.optional(),
  /** Up to and including. */
  to: instant.optional(),
  /** A person's or an agent's id, or "system" for what neither did. */
  actor: z.union([id, z.literal("system")]).optional(),
  /** An event's type, such as user.logged_in. */
  action: word.optional(),
  /** What it is about, such as task. */
  resource: word.optional(),
  severity: severity.optional(),
  /** Words in its title or action, or the id of what it is about. */
  q: text(lengths.name).optional(),
};

const row = {
  /** Its number in the company's journal. */
  seq: z.int().positive(),
  at: instant,
  /** The person, agent or "Boardroom" who did it. */
  actor: z.strictObject({ kind: z.enum(["user", "agent", "system"]), name: z.string() }),
  action: z.string(),
  resource: z.string(),
  resourceId: z.string().nullable(),
  title: z.string(),
  severity,
};
const auditRow = z.strictObject(row);
export type AuditRow = z.infer<typeof auditRow>;

export const auditPage = z.strictObject({
  rows: z.array(auditRow),
  nextCursor,
  /** The oldest record searched, if the search stopped at its limit before the page was full; else null. */
  searchedTo: count.nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** How many records one page searches when a filter has no index. */
export const searchRange = 20_000;
export const pageSize = 50;

export const listAudit = endpoint("GET", "/api/audit", {
  summary: "Records of the audit log, newest first, 50 at a time; a text search looks through 20,000 at a time.",
  query: { ...auditFilter, cursor },
  response: auditPage,
  access: "admin",
});

export const auditRecord = z.strictObject({
  ...row,
  /** The agent it is about. */
  agent: z.string().nullable(),
  complianceRelevant: z.boolean(),
  /** What changed: each detail by name. */
  details: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Where the request came from; null if no person did it or their key was destroyed. */
  origin: z
    .strictObject({
      address: z.string(),
      device: z.string().nullable(),
      /** Null for records of earlier versions. */
      requestId: z.string().nullable(),
    })
    .nullable(),
  /** Why there is no origin; null if there is one. */
  withoutOrigin: z.string().nullable(),
  hash: z.string(),
  prevHash: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const getAuditRecord = endpoint("GET", "/api/audit/records/:seq", {
  summary: "One record of the audit log: what changed, where the request came from, and its place in the chain.",
  params: { seq: z.string().regex(/^[1-9]\d{0,14}$/) },
  response: auditRecord,
  access: "admin",
});

export const exportFormats = ["csv", "jsonl"] as const;
/** The most records of one export; narrow the filter for more. */
export const mostExported = 100_000;

export const exportAudit = endpoint("GET", "/api/audit/export", {
  summary: "Records of a filter as lines of a CSV file or as JSON lines, 2,000 at a time, newest first.",
  query: { ...auditFilter, format: z.enum(exportFormats), cursor },
  response: z.strictObject({
    fileName: z.string(),
    /** The CSV header; empty for JSON lines. */
    heading: z.string(),
    lines: z.array(z.string()),
    nextCursor,
  }),
  access: "admin",
});

export const verification = z.strictObject({
  id,
  status: z.enum(["running", "intact", "broken", "failed"]),
  /** Who started it; null: the daily schedule. */
  startedBy: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** Records verified so far, of how many. */
  verified: count,
  total: count,
  /** The first record that does not fit, and what is wrong with it. */
  fault: z.strictObject({ seq: count, sentence: z.string() }).nullable(),
});
export type Verification = z.infer<typeof verification>;

export const verifyAudit = endpoint("POST", "/api/audit-chain/verifications", {
  summary: "Verifies every record of the company's audit log in the background; joins one that is running.",
  response: verification,
  access: "admin",
});

export const getAuditChain = endpoint("GET", "/api/audit-chain", {
  summary: "The newest verifications of the audit log, and its newest anchors outside the database.",
  response: z.strictObject({
    records: count,
    /** Newest first, at most 10. */
    verifications: z.array(verification),
    /** Signed heads of the chain in a file outside the database, newest first, at most 10. */
    anchors: z.array(z.strictObject({ at: instant, seq: count, hash: z.string() })),
    /** Actions and resources that occur, for the filters. */
    actions: z.array(z.string()),
    resources: z.array(z.string()),
  }),
  access: "admin",
  rate: "polled",
});
export type AuditChain = z.infer<typeof getAuditChain.response>;
