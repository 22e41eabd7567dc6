import { join } from "node:path";
import { addDays } from "#contract/days.ts";
import { countWithout } from "#features/accounts/factors/store.ts";
import { peopleFigures } from "#features/accounts/members/store.ts";
import { vectorWidth } from "#features/brain/contract.ts";
import * as audit from "#features/security/audit/store.ts";
import type { DayCounts, SecurityStatus } from "#features/security/contract.ts";
import { checksOf, complianceScore, dormantDays, type Facts, threatOf } from "#features/security/rules.ts";
import * as store from "#features/security/store.ts";
import { dayIn, momentOf } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { describeServer } from "#platform/db/server.ts";
import { read } from "#platform/db/transaction.ts";
import { lastAnchor } from "#platform/journal/anchor-file.ts";
import { chainHead } from "#platform/journal/store.ts";
import { type Counted, countsByDay, countsSince } from "#platform/security/counts.ts";
import { version } from "#platform/version.ts";

const dayMs = 86_400_000;
const daysShown = 14;

/** Checks everything now. */
export async function statusOf(ctx: Ctx): Promise<SecurityStatus> {
  const { installation, database, company, now, embedder } = ctx;
  const [server, anchor] = await Promise.all([
    describeServer(database),
    lastAnchor(join(installation.dataDir, "anchors.jsonl"), company),
  ]);
  const { facts, days } = await read(ctx, (tx) => factsOf(tx, anchor?.at ?? null));
  const checks = checksOf(facts);
  const threat = threatOf(facts);
  const state = (...ids: string[]): "active" | "attention" =>
    checks.some((check) => ids.includes(check.id) && check.state === "attention") ? "attention" : "active";
  return {
    rateLimitStatus: state("rate_limit"),
    corsStatus: state("cors"),
    authStatus: state("authentication"),
    encryptionStatus: state("encryption", "tls"),
    auditLogCount: facts.records,
    lastSecurityCheck: now.toISOString(),
    threatLevel: threat.level,
    threatReasons: threat.reasons,
    activeConnections: installation.connections(company),
    blockedRequests: facts.day.blocked + facts.day.refused + facts.day.foreign,
    complianceScore: complianceScore(checks),
    checks,
    people: { active: facts.people.active, sessions: facts.people.sessions },
    installation: {
      version,
      database: `${database.kind === "embedded" ? "Embedded (PGlite)" : "PostgreSQL"} ${server.version.split(" ", 1)[0] ?? ""}`,
      vectors: `${vectorWidth.toLocaleString("en")} wide, ${embedder.name}`,
      lastBackup: facts.backupAt?.toISOString() ?? null,
      key: { since: facts.keys.since, keptIn: facts.keys.source },
    },
    days,
  };
}

async function factsOf(tx: Tx, lastAnchorAt: string | null): Promise<{ facts: Facts; days: DayCounts[] }> {
  const { installation, now, timeZone } = tx;
  const today = dayIn(now, timeZone);
  const since = momentOf(addDays(today, 1 - daysShown), "00:00:00", timeZone);
  const [databaseRights, head, [verified], people, withoutFactor, day, counted] = await Promise.all([
    store.databaseRights(tx),
    chainHead(tx),
    audit.lastEnded(tx),
    peopleFigures(tx, new Date(now.getTime() - dormantDays * dayMs)),
    countWithout(tx),
    countsSince(tx, new Date(now.getTime() - dayMs)),
    countsByDay(tx, since),
  ]);
  const protection = installation.protection();
  const facts: Facts = {
    now,
    ...databaseRights,
    rateLimitFactor: protection.rateLimitFactor,
    tls: protection.tls,
    answers: protection.answers,
    keys: protection.keys,
    records: head.seq,
    lastVerified: verified
      ? {
          at: (verified.finishedAt ?? verified.startedAt).toISOString(),
          isIntact: verified.status === "intact",
          fault: verified.faultSentence,
        }
      : null,
    lastAnchorAt,
    backupAt: installation.backupAt(),
    people: { ...people, withoutFactor },
    allowsPrivateModels: tx.models.allowsPrivate,
    day: toCounts(day),
  };
  const byDay = new Map(counted.map((row) => [row.day, row]));
  const days = Array.from({ length: daysShown }, (_, at) => {
    const name = addDays(today, at + 1 - daysShown);
    return { day: name, ...toCounts(byDay.get(name)) };
  });
  return { facts, days };
}

const toCounts = (row: Counted | undefined): Omit<DayCounts, "day"> => ({
  failedSignIns: row?.failed_sign_in ?? 0,
  refused: row?.refused ?? 0,
  blocked: row?.blocked ?? 0,
  foreign: row?.foreign ?? 0,
});
