// On both databases: a wall of the database.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addSamples } from "#features/records/samples/contract.ts";
import { checksum } from "../checksum.ts";
import { furnish, type Ground } from "../samples.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let owner: string;
let stranger: string;
let tables: string[] = [];
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  const grounds: Ground[] = [await furnish(world, "owner"), await furnish(world, "stranger")];
  [owner = "", stranger = ""] = grounds.map(({ member }) => member.user.companyId);
  for (const { member } of grounds) {
    await member.send("POST", "/api/tasks", { body: { title: "Once" }, headers: { "idempotency-key": "one" } });
    await member.call(addSamples);
    await member.send("GET", "/api/dashboard");
    for (const table of ["job_claims (company_id, job, occasion, claimed_at)", "job_slots (company_id, job, next_at)"])
      await world.asOwner(
        `INSERT INTO ${table} SELECT $1, 'a job', ${table.includes("occasion") ? "'1', " : ""}now()`,
        [member.user.companyId],
      );
  }
  // The page is kept after it was answered.
  await vi.waitUntil(async () => (await world.asOwner("SELECT 1 FROM dashboard_pages")).length === 2);
  for (const company of [owner, stranger]) {
    // What only a run that is answered writes: this world runs no jobs.
    await world.asOwner("INSERT INTO question_routings VALUES ($1, 'overdue', 'cfo.receivables/overdue', 1)", [
      company,
    ]);
    // What only an import that runs writes.
    await world.asOwner("INSERT INTO import_answers VALUES ($1, 'crm', 'words', 'stage', 'won', now())", [company]);
    await world.asOwner("INSERT INTO import_changes VALUES ($1, $1, 'deals', 'one', NULL)", [company]);
    await world.asOwner("INSERT INTO import_refusals VALUES ($1, $1, 0, 'a,b')", [company]);
    // What only a reading of a service, or Slack, writes.
    for (const row of [
      "connection_seen VALUES ($1, 1, 'deals', 'one')",
      "data_sources VALUES ($1, 'parcels', 'Parcels', '[]', 15, now())",
      "metric_choices VALUES ($1, 'daily_revenue', 'parcels')",
      "calendar_events VALUES ($1, 'google_calendar', 'two', 'meeting', 'Board', now(), now(), NULL, 2, NULL)",
      "slack_decisions VALUES ($1, $1, 'C1', '1.2')",
      "slack_questions VALUES ($1, $1, $1, $1, 'C1', '1.2')",
      "slack_settings VALUES ($1, NULL, NULL, true, false, false)",
    ])
      await world.asOwner(`INSERT INTO ${row}`, [company]);
    // What a person chooses about notifications.
    await world.asOwner("INSERT INTO notice_choices VALUES ($1, $1, 'all', NULL, NULL, NULL, false)", [company]);
    // What only a delivery that failed writes.
    await world.asOwner("INSERT INTO delivery_destinations VALUES ($1, 'mail server', 1, NULL, NULL, now())", [
      company,
    ]);
    await world.asOwner(
      "INSERT INTO ended_sessions (company_id, token_hash, reason, ended_at) VALUES ($1, decode(md5($2), 'hex'), 'idle', now())",
      [company, company],
    );
  }
  const found = await world.asOwner<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'company_id' ORDER BY 1`,
  );
  tables = found.map((row) => row.name);
});
afterAll(() => world?.close());

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Runs statements as the role the product signs in with, for a company or for none, and takes all of it back. */
async function asApp<T>(company: string | null, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await world.boardroom.database.pool.connect();
  try {
    await client.query("BEGIN");
    if (company) await client.query("SELECT set_config('app.company_id', $1, true)", [company]);
    return await work((text, values) => client.query(text, values));
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** The SQL state a statement is refused with; null when it is not. */
async function stateOf(company: string | null, text: string, values?: unknown[]): Promise<string | null> {
  return asApp(company, (run) => run(text, values)).then(
    () => null,
    (error: { code?: string }) => error.code ?? "unknown",
  );
}

const countOf = async (table: string, company: string): Promise<number> => {
  const [row] = await world.asOwner<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${table} WHERE company_id = $1`,
    [company],
  );
  return row?.rows ?? 0;
};

const refused = "42501";

/** Tables of which the product's role may do less than everything: what is granted, audited or kept is never rewritten. */
const lasting: Record<string, readonly string[]> = {
  journal: ["UPDATE", "DELETE"],
  grants: ["UPDATE", "DELETE"],
  policies: ["UPDATE", "DELETE"],
  policy_versions: ["UPDATE", "DELETE"],
  authorizations: ["UPDATE"],
  erasures: ["UPDATE", "DELETE"],
  journal_heads: ["DELETE"],
  kept_rows: ["UPDATE"],
  forecast_corrections: ["UPDATE"],
  idempotency_keys: ["UPDATE"],
};
const may = (verb: "UPDATE" | "DELETE", table: string): boolean => !lasting[table]?.includes(verb);
/** Tables the role may change, but a trigger refuses every change of a row. */
const frozen = /^(authority_level_changes|consents|promotion_history)$/;

test("the role may change and remove rows of every table but those that last", async () => {
  for (const table of tables)
    for (const verb of ["UPDATE", "DELETE"] as const) {
      const statement = verb === "UPDATE" ? `UPDATE ${table} SET company_id = company_id` : `DELETE FROM ${table}`;
      const state = await stateOf(owner, `${statement} WHERE false`);
      expect([table, verb, state]).toEqual([table, verb, may(verb, table) ? null : refused]);
    }
});

test("the second wall alone: a statement that forgets the company sees and changes one company's rows only", async () => {
  expect(tables.length).toBeGreaterThanOrEqual(17);
  const empty: string[] = [];
  for (const table of tables)
    for (const company of [owner, stranger]) if ((await countOf(table, company)) === 0) empty.push(table);
  expect(empty).toEqual([]);
  const before = await checksum(world, owner);
  for (const table of tables) {
    const own = await countOf(table, stranger);
    expect([table, own > 0, (await countOf(table, owner)) > 0]).toEqual([table, true, true]);
    const seen = await asApp(stranger, (run) => run(`SELECT company_id FROM ${table}`));
    expect([table, seen.rows.length, seen.rows.every((row) => row.company_id === stranger)]).toEqual([
      table,
      own,
      true,
    ]);
    const aimed = await asApp(stranger, (run) => run(`SELECT 1 FROM ${table} WHERE company_id = $1`, [owner]));
    expect([table, aimed.rows]).toEqual([table, []]);
    const nobody = await asApp(null, (run) => run(`SELECT 1 FROM ${table}`));
    expect([table, nobody.rows]).toEqual([table, []]);
    if (!may("UPDATE", table)) continue;
    const isFrozen = frozen.test(table);
    const frozenState = isFrozen ? await stateOf(stranger, `UPDATE ${table} SET company_id = company_id`) : null;
    expect([table, frozenState]).toEqual([table, isFrozen ? refused : null]);
    if (isFrozen) continue;
    const update = await asApp(stranger, (run) => run(`UPDATE ${table} SET company_id = company_id`));
    expect([table, update.rowCount]).toEqual([table, own]);
    const none = await asApp(null, (run) => run(`UPDATE ${table} SET company_id = company_id`));
    expect([table, none.rowCount]).toEqual([table, 0]);
    expect([table, await stateOf(stranger, `UPDATE ${table} SET company_id = $1`, [owner])]).toEqual([table, refused]);
  }
  expect(await checksum(world, owner)).toEqual(before);
});

/** What follows every row that is removed, and is therefore removed last. */
const isCount = (table: string): boolean =>
  /^(dashboard_days|dashboard_totals|exposure_totals|forecast_scores)$/.test(table);

test("the second wall alone: a DELETE without a WHERE takes one company's rows only", async () => {
  const erasable = tables.filter((table) => may("DELETE", table));
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table, await countOf(table, owner));
  await asApp(stranger, async (run) => {
    // In the order the references allow: what is refused is tried again.
    let left = erasable.toSorted((one, other) => Number(isCount(one)) - Number(isCount(other)));
    for (let round = 0; left.length > 0 && round < erasable.length; round += 1) {
      const stuck: string[] = [];
      for (const table of left) {
        await run("SAVEPOINT one");
        await run(`DELETE FROM ${table}`).catch(async () => {
          stuck.push(table);
          await run("ROLLBACK TO one");
        });
      }
      left = stuck;
    }
    expect(left).toEqual([]);
    for (const table of erasable) expect([table, (await run(`SELECT 1 FROM ${table}`)).rows]).toEqual([table, []]);
    // Through the eyes of the other company, in the same transaction, everything is still there.
    await run("SELECT set_config('app.company_id', $1, true)", [owner]);
    for (const table of tables)
      expect([table, (await run(`SELECT 1 FROM ${table}`)).rowCount]).toEqual([table, counts.get(table)]);
  });
});

test("the second wall alone: a row for another company is not taken, the same row for the own one is", async () => {
  for (const table of tables) {
    const [row] = await world.asOwner<{ row: object }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1 LIMIT 1`,
      [owner],
    );
    const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`;
    const values = [JSON.stringify(row?.row)];
    expect([table, await stateOf(stranger, insert, values)]).toEqual([table, refused]);
    expect([table, await stateOf(null, insert, values)]).toEqual([table, refused]);
    // For the own company the wall lets it pass; only the key says that it is there already.
    expect([table, await stateOf(owner, insert, values)]).toEqual([table, "23505"]);
  }
});

test("the role the product signs in with owns nothing, passes no wall and changes no table", async () => {
  const [role] = await asApp(null, (run) =>
    run(`SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user`),
  ).then(({ rows }) => rows);
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
  const owned = await asApp(null, (run) =>
    run("SELECT relname FROM pg_class WHERE pg_has_role(current_user, relowner, 'MEMBER')"),
  );
  expect(owned.rows).toEqual([]);
  const unforced = await world.asOwner(
    `SELECT relname FROM pg_class WHERE relname = ANY($1) AND NOT (relrowsecurity AND relforcerowsecurity)`,
    [tables],
  );
  expect(unforced).toEqual([]);
  for (const table of tables)
    for (const statement of [
      `TRUNCATE ${table}`,
      `DROP TABLE ${table} CASCADE`,
      `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `DROP POLICY tenancy ON ${table}`,
      `CREATE POLICY mine ON ${table} USING (true)`,
    ])
      expect([statement, await stateOf(owner, statement)]).toEqual([statement, refused]);
  const [self] = await world.asOwner<{ name: string }>("SELECT current_user AS name");
  for (const statement of [
    `SET ROLE "${self?.name}"`,
    "CREATE TABLE public.mine (a int)",
    "SELECT * FROM schema_migrations",
  ])
    expect([statement, await stateOf(owner, statement)]).toEqual([statement, refused]);
  // The operator's key opens nothing for it either.
  await asApp(stranger, async (run) => {
    await run("SELECT set_config('app.operator', 'on', true)");
    expect((await run("SELECT 1 FROM tasks WHERE company_id = $1", [owner])).rows).toEqual([]);
  });
});

describe("what is written once stays as it is", () => {
  test("nobody changes or removes a journal row, not even the owner of the tables", async () => {
    for (const statement of ["UPDATE journal SET title = 'x'", "DELETE FROM journal", "TRUNCATE journal"]) {
      expect([statement, await stateOf(owner, statement)]).toEqual([statement, refused]);
      await expect(world.asOwner(statement)).rejects.toMatchObject({ code: refused });
      await expect(world.asOwner(statement)).rejects.toThrow("Rows of journal are never changed or removed.");
    }
    expect((await asApp(owner, (run) => run("SELECT 1 FROM journal"))).rowCount).toBe(await countOf("journal", owner));
  });

  test("a forecast is frozen, only its outcome is written", async () => {
    const frozen = ["claim = 'x'", "probability = 0.5", "due_on = '2030-01-01'", "target = 1", "horizon = 'x'"];
    for (const change of [...frozen, "metric = 'x'", "base_rate = 0.1", "resolver = 'x'", "position = 9"]) {
      const statement = `UPDATE forecasts SET ${change}`;
      expect([change, await stateOf(owner, statement)]).toEqual([change, refused]);
      await expect(world.asOwner(statement)).rejects.toThrow("A forecast is frozen when it is proposed.");
    }
    const outcome = "resolution = 'human', resolved_by = gen_random_uuid(), resolved_at = now()";
    const resolve = `UPDATE forecasts SET held = true, ${outcome} WHERE held IS NULL`;
    expect(await stateOf(owner, resolve)).toBe(null);
  });

  test("an outcome is recorded once, by the data it named or a person, and changes only with its correction", async () => {
    const places =
      "(SELECT company_id, decision_id, position FROM forecasts WHERE company_id = $1 AND held IS NULL LIMIT 1)";
    const at = `(company_id, decision_id, position) IN ${places}`;
    const broken = [
      "held = true",
      "held = true, resolution = 'human', resolved_at = now()",
      "held = true, resolution = 'metric', resolved_at = now()",
      "held = true, resolution = 'model', resolved_at = now()",
      "resolution = 'human', resolved_by = gen_random_uuid(), resolved_at = now()",
      "value = 1",
    ];
    for (const change of broken)
      await expect(world.asOwner(`UPDATE forecasts SET ${change} WHERE ${at}`, [owner])).rejects.toMatchObject({
        code: "23514",
      });
    for (const change of ["held = NOT held", "value = 7", "held = NULL, resolution = NULL, resolved_at = NULL"])
      await expect(world.asOwner(`UPDATE forecasts SET ${change} WHERE held IS NOT NULL`)).rejects.toThrow(
        "An outcome changes only with a recorded correction.",
      );
    await expect(world.asOwner("UPDATE forecasts SET corrections = 1 WHERE held IS NULL")).rejects.toThrow(
      "Only an outcome is corrected.",
    );
    expect(await stateOf(owner, "UPDATE forecast_corrections SET reason = 'x'")).toBe(refused);
    await expect(world.asOwner("UPDATE forecast_corrections SET reason = 'x'")).rejects.toThrow("are never changed");
  });
});
