import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { initializeAgents } from "#features/setup/contract.ts";
import { type Server, startServer } from "../test/faults/server.ts";
import { type Postgres, startPostgres } from "../test/postgres.ts";
import { type Member, signUp, testContexts } from "../test/world.ts";

/** The product on a durable PostgreSQL of its own, with one signed-in company. */
export type Ground = {
  postgres: Postgres;
  server: Server;
  /** Every process that answers: the server and PostgreSQL. */
  pids: number[];
  member: Member;
  /** Past every wall, for rows by the million. */
  asOwner: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  close(): Promise<void>;
};

/** Opens the ground; the server runs with RATE_LIMIT_FACTOR=100000 and LOG_LEVEL=warn. */
export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  const postgres = await startPostgres({ durable: true, settings: { shared_buffers: "512MB", max_wal_size: "4GB" } });
  const server = await startServer({ DATA_DIR: folder, DATABASE_URL: postgres.url });
  const member = await signUp(server.url, "bench");
  await member.call(initializeAgents);
  const owner = new pg.Client({ connectionString: postgres.superuserUrl });
  await owner.connect();
  return {
    postgres,
    server,
    pids: [server.pid, postgres.pid],
    member,
    asOwner: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await owner.query<Row>(text, values)).rows,
    async close() {
      await owner.end();
      server.signal("SIGKILL");
      await server.ended;
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Lets the three executives with a formula propose one decision each, over the front door. */
export async function proposeSamples({ member, asOwner }: Ground): Promise<string[]> {
  const agents = await asOwner<{ id: string; role: string }>("SELECT id, role FROM agents WHERE company_id = $1", [
    member.user.companyId,
  ]);
  const ids: string[] = [];
  for (const [role, context] of Object.entries(testContexts)) {
    const agentId = agents.find((agent) => agent.role === role)?.id;
    const { json } = await member.send("POST", "/api/agents/make-decision", { body: { agentId, ...context } });
    ids.push((json as { id: string }).id);
  }
  return ids;
}

/**
 * Copies the company's decisions until there are `total`, every 20th of the copies pending and with its forecasts, the
 * others approved. What an evaluation worked out stays with the pending ones alone: it is a third of the bytes.
 */
export async function copyDecisions({ asOwner, member }: Ground, total: number): Promise<void> {
  const company = member.user.companyId;
  const [sample] = await asOwner<{ list: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS list
     FROM information_schema.columns WHERE table_name = 'decisions' AND table_schema = 'public'
       AND column_name NOT IN ('id', 'number', 'status', 'settled_by', 'settled_at', 'working', 'created_at', 'priority')`,
  );
  const columns = sample?.list ?? "";
  await asOwner(
    `INSERT INTO decisions (id, number, status, settled_by, settled_at, working, created_at, priority, ${columns})
     SELECT gen_random_uuid(), last.number + g, CASE WHEN g % 20 = 0 THEN 'pending' ELSE 'approved' END,
       CASE WHEN g % 20 = 0 THEN NULL ELSE $3::uuid END, CASE WHEN g % 20 = 0 THEN NULL ELSE now() END,
       CASE WHEN g % 20 = 0 THEN working ELSE '{}' END, now() - g * interval '1 second',
       (ARRAY['low', 'medium', 'high'])[1 + g % 3], ${columns}
     FROM (SELECT max(number) AS number FROM decisions WHERE company_id = $1) last,
       (SELECT d.*, row_number() OVER (ORDER BY d.number) - 1 AS place FROM decisions d WHERE company_id = $1
        ORDER BY d.number LIMIT 3) d,
       generate_series(1, $2::int) g WHERE g % 3 = d.place`,
    [company, total, member.user.id],
  );
  await asOwner(
    `INSERT INTO forecasts SELECT d.company_id, d.id, f.position, f.claim, f.horizon, f.metric, f.target, f.probability,
       f.base_rate, f.base_rate_note, f.due_on, f.resolver, f.held, f.resolved_at, f.resolved_by
     FROM decisions d JOIN LATERAL (SELECT id FROM decisions s WHERE s.company_id = $1 AND s.decision_type = d.decision_type
       ORDER BY s.number LIMIT 1) s ON true
     JOIN forecasts f ON f.company_id = $1 AND f.decision_id = s.id
     WHERE d.company_id = $1 AND d.status = 'pending' AND d.number > 3`,
    [company],
  );
  await asOwner("UPDATE decision_counters SET made = (SELECT max(number) FROM decisions WHERE company_id = $1)", [
    company,
  ]);
  await asOwner("VACUUM ANALYZE");
  await asOwner("CHECKPOINT");
}
