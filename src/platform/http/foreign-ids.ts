import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { asOperator } from "#platform/db/operator.ts";
import { registry } from "#platform/db/registry.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

type Suspect = { company: string; user: string; route: string; request: string; ids: string[] };

/** Refused requests are checked this long after their response. */
const pauseMs = 2_000;
const maxWaiting = 200;
/** The most ids per lookup; it blocks the embedded database. */
const maxIds = 20;
const lookupMs = 2_000;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export type ForeignIds = {
  /** Call with a request that was answered 404; the check runs later. */
  suspect(request: FastifyRequest): void;
  stop(): Promise<void>;
};

/**
 * Checks after the response whether an unknown id belongs to another company, and counts and logs it as a security
 * event. Runs on the owner's connection; results go to the log and a counter, never to a caller.
 */
export function watchForeignIds(
  connectOwner: () => pg.Client,
  log: Log,
  count: Count,
  onForeign: (company: string) => void,
): ForeignIds {
  const waiting: Suspect[] = [];
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> = Promise.resolve();

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      checking = check()
        .catch((error: unknown) => log.warn({ err: error }, "refused requests were not looked at"))
        .finally(() => {
          timer = undefined;
          if (waiting.length > 0) schedule();
        });
    }, pauseMs).unref();
  };

  async function check(): Promise<void> {
    const batch: Suspect[] = [];
    for (let ids = 0; waiting[0] && ids + waiting[0].ids.length <= maxIds; ids += batch.at(-1)?.ids.length ?? 0)
      batch.push(waiting.shift() as Suspect);
    const owners = await ownersOf(
      connectOwner,
      batch.flatMap(({ ids }) => ids),
    );
    for (const { ids, ...who } of batch) {
      const foreign = ids.filter((id) => owners.has(id) && !owners.get(id)?.has(who.company));
      if (foreign.length === 0) continue;
      count("cross_company_attempts");
      onForeign(who.company);
      log.warn({ event: "security", ...who, ids: foreign }, "a request named rows of another company");
    }
  }

  return {
    suspect({ caller, params, query, body, routeOptions, method, id }) {
      if (!caller) return;
      const named = JSON.stringify([
        params,
        query,
        typeof body === "string" || body instanceof Uint8Array ? null : body,
      ])
        .toLowerCase()
        .match(uuid);
      const ids = [...new Set(named)].slice(0, maxIds);
      if (ids.length === 0) return;
      if (waiting.length >= maxWaiting) return count("cross_company_unchecked");
      const route = `${method} ${routeOptions.url ?? "unknown"}`;
      waiting.push({ company: caller.company, user: caller.userId, route, request: id, ids });
      schedule();
    },
    async stop() {
      waiting.length = 0;
      clearTimeout(timer);
      await checking;
    },
  };
}

/** The companies that own each id. */
async function ownersOf(connectOwner: () => pg.Client, ids: string[]): Promise<Map<string, Set<string>>> {
  const tables = registry
    .filter(({ table, columns }) => {
      const { id } = getTableColumns(table) as Record<string, PgColumn>;
      return "companyId" in columns && id?.getSQLType() === "uuid";
    })
    .map(({ table }) => getTableName(table));
  // Per company, because every key starts with it and companies are fewer than rows.
  const parts = tables.map(
    (table) =>
      `SELECT t.company_id, t.id FROM journal_heads h JOIN ${table} t ON t.company_id = h.company_id AND t.id = ANY($1)`,
  );
  const { rows } = await asOperator(connectOwner, async (owner) => {
    await owner.query(`SET LOCAL statement_timeout = ${lookupMs}`);
    return owner.query<{ company_id: string; id: string }>(parts.join(" UNION ALL "), [ids]);
  });
  const found = Map.groupBy(rows, (row) => row.id);
  return new Map([...found].map(([id, each]) => [id, new Set(each.map((row) => row.company_id))]));
}
