import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedEngine, openEmbedded } from "#platform/db/embedded/engine.ts";
import { applyMigrations, knownMigrations, migrate } from "#platform/db/migrate.ts";

let engine: EmbeddedEngine;
let owner: pg.Client;
beforeAll(async () => {
  engine = await openEmbedded({ dataDir: null });
  owner = new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await engine.close();
});

const companies = {
  USD: "6f1c1f0e-0000-4000-8000-000000000001",
  GBP: "6f1c1f0e-0000-4000-8000-000000000002",
};

test("amounts an earlier version wrote without a currency are in their company's from then on", async () => {
  const before = knownMigrations()[6]?.at;
  await applyMigrations(owner, before);
  const run = (text: string, values: unknown[] = []) => owner.query(text, values);
  await run("SELECT set_config('app.operator', 'on', false)");
  for (const [currency, company] of Object.entries(companies)) {
    await run("INSERT INTO companies (company_id, name, currency, created_at) VALUES ($1, $2, $2, now())", [
      company,
      currency,
    ]);
    const head = "company_id, id, source, external_id, origin, created_at, updated_at";
    const first = "$1, gen_random_uuid(), 'csv', n::text, 'external', now(), now()";
    await run(
      `INSERT INTO invoices (${head}, number, direction, issued_on, due_on, amount, currency, status)
       SELECT ${first}, n::text, 'receivable', now(), now(), n, CASE WHEN n = 1 THEN 'EUR' END, 'open' FROM generate_series(1, 200) n`,
      [company],
    );
    await run(
      `INSERT INTO contracts (${head}, title, kind, status, yearly_value)
       SELECT ${first}, n::text, 'other', 'active', CASE WHEN n = 1 THEN 5 END FROM generate_series(1, 2) n`,
      [company],
    );
    await run(
      `INSERT INTO kept_rows (company_id, bundle, source, place, row) SELECT $1, gen_random_uuid(), kept.source, 1, kept.row
       FROM (VALUES ('deals', '{"amount": 5, "currency": null}'::jsonb), ('tickets', '{"title": "x"}'),
         ('vendors', '{"yearly_budget": null, "currency": null}')) kept (source, row)`,
      [company],
    );
    await run(
      `INSERT INTO company_metrics (company_id, metric_name, measurement_date, source, metric_value, currency, recorded_at)
       SELECT $1, m.name, m.day::date, 'manual', 1, m.currency, now() FROM (VALUES ('cash', '2026-01-01', NULL), ('visits', '2026-01-01', NULL),
         ('mrr', '2026-01-01', NULL), ('mrr', '2026-01-02', 'EUR')) m (name, day, currency)`,
      [company],
    );
  }
  await migrate(owner);
  await run("SELECT set_config('app.operator', 'on', false)");
  for (const [currency, company] of Object.entries(companies)) {
    const of = async (text: string) =>
      (await owner.query<{ said: string }>(text, [company])).rows.map(({ said }) => said);
    expect(
      await of(
        "SELECT currency || ' ' || count(*) AS said FROM invoices WHERE company_id = $1 GROUP BY currency ORDER BY 1",
      ),
    ).toEqual(["EUR 1", `${currency} 199`].toSorted());
    expect(
      await of(
        "SELECT concat(yearly_value, currency) AS said FROM contracts WHERE company_id = $1 ORDER BY yearly_value",
      ),
    ).toEqual([`5.000${currency}`, ""]);
    expect(
      await of(
        "SELECT source || ' ' || coalesce(row->>'currency', 'none') AS said FROM kept_rows WHERE company_id = $1 ORDER BY 1",
      ),
    ).toEqual([`deals ${currency}`, "tickets none", "vendors none"]);
    expect(
      await of(
        "SELECT metric_name || ' ' || coalesce(currency, 'none') AS said FROM company_metrics WHERE company_id = $1 ORDER BY 1",
      ),
    ).toEqual([`cash ${currency}`, "mrr EUR", `mrr ${currency}`, "visits none"].toSorted());
  }
});
