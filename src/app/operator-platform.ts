import { holdEpochSql } from "#features/authority/store.ts";
import type { Platform } from "#platform/context.ts";
import { now } from "#platform/clock.ts";
import { catalogOf, type EventType } from "#platform/journal/event.ts";
import { hashingEmbedder } from "#platform/embedding/hashing.ts";
import { openHttpOut } from "#platform/http-out/http-out.ts";
import { openModels } from "#platform/model/models.ts";

/** The platform of a command an operator runs: no agents, models or snapshots. */
export function operatorPlatform(
  opened: Pick<Platform, "database" | "secrets" | "log" | "jobs">,
  dataDir: string,
  events: readonly EventType[],
): Platform {
  return {
    ...opened,
    count: () => undefined,
    events: catalogOf(events),
    agency: {},
    subjects: new Map(),
    needs: [],
    models: {
      calls: openModels({ allowsPrivate: false, timeout: 1_000, rung: null }, () => undefined),
      operator: null,
      operatorBudget: 0,
      asksConsent: false,
      allowsPrivate: false,
    },
    embedder: hashingEmbedder,
    http: openHttpOut([]),
    mail: { mailer: null, publicUrl: new URL("http://localhost") },
    outbox: { kinds: new Map(), epoch: holdEpochSql },
    connectors: new Map(),
    clients: {},
    mailboxes: new Map(),
    oauth: { request: async () => null, allow: async () => null, refuse: async () => null },
    followed: { sql: "false", run: async () => undefined },
    installation: {
      dataDir,
      startedAt: now(),
      snapshots: () => null,
      hasCompany: async () => true,
      isAlone: async () => false,
      backupAt: () => null,
      protection: () => {
        throw new Error("A command has no server to describe.");
      },
      connections: () => 0,
      undoSeconds: 0,
      plans: false,
      requiresSecondFactor: false,
      sendsMail: false,
    },
  };
}
