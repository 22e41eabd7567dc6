import { pluralize } from "#contract/format.ts";
import type { SecurityCheck, ThreatLevel } from "#features/security/contract.ts";

/** Everything a security check reads. */
export type Facts = {
  now: Date;
  rateLimitFactor: number;
  tls: "https" | "this machine" | "none";
  answers: { mayOthersRead: boolean; missingHeaders: readonly string[] };
  /** How many company tables lack forced row level security, and whether the pool's role can bypass it. */
  isolation: { tables: number; open: number; mayBypass: boolean };
  /** Whether the pool's role can change or remove journal records. */
  mayRewriteJournal: boolean;
  keys: { source: "environment" | "file"; since: string };
  records: number;
  lastVerified: { at: string; isIntact: boolean; fault: string | null } | null;
  lastAnchorAt: string | null;
  backupAt: Date | null;
  people: { active: number; sessions: number; dormant: number; admins: number; withoutFactor: number };
  allowsPrivateModels: boolean;
  /** Counts of the last 24 hours. */
  day: { failedSignIns: number; refused: number; blocked: number; foreign: number };
};

const dayMs = 86_400_000;
const maxAgeDays = { key: 365, verified: 7, anchor: 26 / 24, backup: 26 / 24 };
/** Days without a sign-in after which an account counts as unused. */
export const dormantDays = 90;

type CheckInput = Omit<SecurityCheck, "state" | "advice" | "href"> & { passed: boolean; advice: string; href?: string };
const toCheck = ({ passed, advice, href, ...check }: CheckInput): SecurityCheck => ({
  ...check,
  ...(passed ? { state: "passed", advice: null, href: null } : { state: "attention", advice, href: href ?? null }),
});

/** Every check, in the order shown. */
export function checksOf(facts: Facts): SecurityCheck[] {
  const { now, keys, people, day, isolation, lastVerified } = facts;
  const ageDays = (at: string | Date | null): number =>
    at === null ? Infinity : (now.getTime() - new Date(at).getTime()) / dayMs;
  const checks: CheckInput[] = [
    {
      id: "rate_limit",
      group: "Requests",
      title: "Rate limit",
      how: "100 requests per minute per IP",
      finding: `${pluralize(day.blocked, "request")} blocked in 24 h`,
      passed: facts.rateLimitFactor <= 1,
      advice: `RATE_LIMIT_FACTOR multiplies every limit by ${facts.rateLimitFactor}. Remove it on a public server.`,
    },
    {
      id: "cors",
      group: "Requests",
      title: "CORS",
      how: "No other site may call the API",
      finding: facts.answers.mayOthersRead ? "An answer allowed another site" : "Checked at start",
      passed: !facts.answers.mayOthersRead,
      advice: "Something in front of this server adds Access-Control headers. Remove them there.",
    },
    {
      id: "headers",
      group: "Requests",
      title: "Browser protection",
      how: "Only own scripts, no framing, no guessed types",
      finding:
        facts.answers.missingHeaders.length === 0
          ? "Checked at start"
          : `Missing: ${facts.answers.missingHeaders.join(", ")}`,
      passed: facts.answers.missingHeaders.length === 0,
      advice: "Answers lack protective headers. Update this installation.",
    },
    {
      id: "tls",
      group: "Requests",
      title: "HTTPS",
      how: "Browsers reach this server over an encrypted connection",
      finding: { https: "HTTPS", "this machine": "This machine only", none: "Plain HTTP" }[facts.tls],
      passed: facts.tls !== "none",
      advice: "Put a proxy with a certificate in front and set PUBLIC_URL to its https:// address.",
    },
    {
      id: "authentication",
      group: "Access",
      title: "Authentication",
      how: "Passwords are hashed with Argon2id; common ones are refused",
      finding: `${pluralize(people.active, "person", "people")}, ${pluralize(people.sessions, "session")}`,
      passed: day.failedSignIns < manyFailed,
      advice: `${pluralize(day.failedSignIns, "sign-in")} failed in 24 h. Ask the people named in the log to change their passwords.`,
      href: "/security/audit?action=user.sign_in_failed",
    },
    {
      id: "second_factor",
      group: "Access",
      title: "Second factor",
      how: "Everybody signs in with more than a password",
      finding:
        people.withoutFactor === 0 ? "Everybody has one" : `${people.withoutFactor} of ${people.active} without one`,
      passed: people.withoutFactor === 0,
      advice: "Set up your own under Your account, and require one for everyone.",
      href: "/company-settings?tab=security",
    },
    {
      id: "unused_accounts",
      group: "Access",
      title: "Accounts in use",
      how: `Everybody signed in within ${dormantDays} days`,
      finding: people.dormant === 0 ? "None unused" : `${pluralize(people.dormant, "account")} unused`,
      passed: people.dormant === 0,
      advice: "Suspend or remove people who no longer need access.",
      href: "/members",
    },
    {
      id: "admins",
      group: "Access",
      title: "Administrators",
      how: "At most half of more than three people are admins",
      finding: `${people.admins} of ${people.active}`,
      passed: people.active <= 3 || people.admins <= people.active / 2,
      advice: "Give people who need no settings a smaller role.",
      href: "/members",
    },
    {
      id: "encryption",
      group: "Encryption",
      title: "Encryption",
      how: "Tokens with AES-256, keys outside the database",
      finding: `Key in use for ${pluralize(Math.max(0, Math.floor(ageDays(keys.since))), "day", "days", 0)}`,
      passed: ageDays(keys.since) <= maxAgeDays.key,
      advice: "The key is older than a year. Put a new one first in ENCRYPTION_KEYS and keep the old one behind it.",
    },
    {
      id: "model_addresses",
      group: "Encryption",
      title: "Outgoing calls",
      how: "Companies cannot reach this server's network through a model",
      finding: !facts.allowsPrivateModels
        ? "Private addresses refused"
        : facts.tls === "this machine"
          ? "This machine's own allowed"
          : "Private addresses allowed",
      // An installation that serves only its own machine may run its models there too.
      passed: !facts.allowsPrivateModels || facts.tls === "this machine",
      advice:
        "AI_ALLOW_PRIVATE_ADDRESSES lets companies name addresses of your network. Unset it unless a model runs there.",
    },
    {
      id: "audit_log",
      group: "Audit log",
      title: "Audit log",
      how: "Each record carries the hash of the one before",
      finding:
        lastVerified === null
          ? "Never verified"
          : lastVerified.isIntact
            ? "Chain intact"
            : (lastVerified.fault ?? "Chain broken"),
      passed: lastVerified?.isIntact === true && ageDays(lastVerified.at) <= maxAgeDays.verified,
      advice:
        lastVerified?.isIntact === false
          ? "Records were changed outside the program. Compare with a backup and tell your administrator."
          : "Verify the chain: the last verification is more than a week old or missing.",
      href: "/security/audit?show=chain",
    },
    {
      id: "audit_rights",
      group: "Audit log",
      title: "Append only",
      how: "The program's database role can add records, never change them",
      finding: facts.mayRewriteJournal ? "Records can be changed" : "Checked now",
      passed: !facts.mayRewriteJournal,
      advice: "The database role has rights it should not have. Restart the server to restore them.",
    },
    {
      id: "anchors",
      group: "Audit log",
      title: "Anchors",
      how: "The chain's head is signed daily, outside the database",
      finding: facts.lastAnchorAt === null ? "None yet" : "Signed within a day",
      passed: ageDays(facts.lastAnchorAt) <= maxAgeDays.anchor,
      advice:
        facts.lastAnchorAt === null
          ? "The first anchor is signed within a day."
          : "No anchor within 26 hours. Check that jobs run on this installation.",
      href: "/security/audit?show=chain",
    },
    {
      id: "backup",
      group: "Backup",
      title: "Backup",
      how: "A copy within the last 26 hours",
      finding:
        facts.backupAt === null
          ? "None known"
          : `${pluralize(Math.floor(ageDays(facts.backupAt) * 24), "hour", "hours", 0)} ago`,
      passed: ageDays(facts.backupAt) <= maxAgeDays.backup,
      advice: "Run npm run backup on the server every night.",
    },
    {
      id: "isolation",
      group: "Isolation",
      title: "Isolation",
      how: "Each company's rows apart, enforced by the database",
      finding: isolationFinding(isolation),
      passed: isolation.open === 0 && !isolation.mayBypass,
      advice: isolation.mayBypass
        ? "The database role may bypass row level security. Restart the server to restore its rights."
        : "Row level security is off for some tables. Restart the server to turn it on.",
    },
  ];
  return checks.map(toCheck);
}

function isolationFinding({ tables, open, mayBypass }: Facts["isolation"]): string {
  if (open > 0) return `${pluralize(open, "table")} open`;
  return mayBypass ? "The database role may see all rows" : `${pluralize(tables, "table")} checked`;
}

/** Percent of checks passed, rounded down: 100 only if all of them are. */
export const complianceScore = (checks: readonly SecurityCheck[]): number =>
  checks.length === 0 ? 0 : Math.floor((checks.filter(({ state }) => state === "passed").length / checks.length) * 100);

const manyFailed = 10;
const mediumFrom = { failedSignIns: manyFailed, blocked: 20, refused: 20 };
const highFrom = { failedSignIns: 100, blocked: 500 };

/**
 * Critical: the audit log is broken, or another company's rows were named 10 times in 24 hours. High: they were named at
 * all, or 100 failed sign-ins or 500 blocked requests. Medium: 10 failed sign-ins, 20 blocked or 20 refused. Else low.
 */
export function threatOf({ day, lastVerified }: Pick<Facts, "day" | "lastVerified">): {
  level: ThreatLevel;
  reasons: string[];
} {
  const isBroken = lastVerified?.isIntact === false;
  const rules: [ThreatLevel, boolean, string][] = [
    ["critical", isBroken, "The audit log is broken."],
    ["critical", day.foreign >= 10, `Another company's rows were named ${day.foreign} times.`],
    ["high", day.foreign > 0 && day.foreign < 10, "Another company's rows were named."],
    ["high", day.failedSignIns >= highFrom.failedSignIns, `${day.failedSignIns} sign-ins failed.`],
    ["high", day.blocked >= highFrom.blocked, `${day.blocked} requests were blocked.`],
    [
      "medium",
      within(day.failedSignIns, mediumFrom.failedSignIns, highFrom.failedSignIns),
      `${day.failedSignIns} sign-ins failed.`,
    ],
    ["medium", within(day.blocked, mediumFrom.blocked, highFrom.blocked), `${day.blocked} requests were blocked.`],
    ["medium", day.refused >= mediumFrom.refused, `${day.refused} requests were refused by role.`],
  ];
  const found = rules.filter(([, holds]) => holds);
  return { level: found[0]?.[0] ?? "low", reasons: found.map(([, , reason]) => reason) };
}

const within = (value: number, from: number, to: number): boolean => value >= from && value < to;
