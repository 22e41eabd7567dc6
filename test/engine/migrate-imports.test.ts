import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileImport } from "#features/imports/contract.ts";
import { toMetricImport, toRecordImport } from "#features/imports/older/service.ts";
import { toFileImport } from "#features/imports/service.ts";
import { metricImport } from "#features/metrics/contract.ts";
import { recordImport } from "#features/records/imports/contract.ts";
import type { ImportRow } from "#features/records/imports/store.ts";
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

const [company, other] = ["6f1c1f0e-0000-4000-8000-000000000001", "6f1c1f0e-0000-4000-8000-000000000002"];
const states = ["receiving", "waiting", "running", "done", "failed"];
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

test("imports of an earlier version stay in the lists, those under way say what to do, and records are what they were", async () => {
  await applyMigrations(owner, knownMigrations()[46]?.at);
  const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await owner.query<T & pg.QueryResultRow>(text, values)).rows;
  await rows("SELECT set_config('app.operator', 'on', false)");
  for (const id of [company, other]) {
    await rows(
      `INSERT INTO record_imports (company_id, id, kind, file_name, status, size, columns, date_format, decimal_commas, currency,
         encoding, read, total, added, bad_count, bad_lines, sentence, created_by, created_at, finished_at)
       SELECT $1, gen_random_uuid(), 'invoices', state || '.csv', state, 12, '[{"field": "number", "column": "No."}]',
         CASE state WHEN 'done' THEN 'DD/MM/YYYY' END, CASE state WHEN 'done' THEN true END, 'EUR', 'windows-1252', 3, 3, 2, 1,
         '[{"line": 3, "sentence": "No day."}]', CASE state WHEN 'failed' THEN 'It failed.' END, $1, '2026-11-26 10:00Z',
         CASE WHEN state IN ('done', 'failed') THEN timestamptz '2026-11-26 10:01Z' END
       FROM unnest($2::text[]) state`,
      [id, states],
    );
    await rows(
      "INSERT INTO record_import_parts SELECT company_id, id, 0, '\\x41' FROM record_imports WHERE company_id = $1",
      [id],
    );
    await rows(
      `INSERT INTO metric_imports (company_id, id, file_name, metric_name, currency, date_column, value_column, date_format, content,
         status, read, total, added, created_by, created_at, finished_at)
       SELECT $1, gen_random_uuid(), state || '.csv', 'visits_all', NULL, 'Day', 'Visits', 'MM/DD/YYYY',
         CASE WHEN state IN ('waiting', 'running') THEN 'Día' END, state, 1, 1, 1, $1, '2026-11-26 11:00Z',
         CASE WHEN state IN ('done', 'failed') THEN timestamptz '2026-11-26 11:01Z' END
       FROM unnest($2::text[]) state WHERE state <> 'receiving'`,
      [id, states],
    );
    const head = "company_id, id, source, external_id, origin, created_at, updated_at";
    await rows(
      `INSERT INTO invoices (${head}, number, direction, issued_on, due_on, amount, currency, status)
       SELECT $1, gen_random_uuid(), 'csv', n::text, 'external', now(), now(), n::text, 'receivable', now(), now(), n, 'EUR',
         (ARRAY['open', 'paid', 'disputed', 'void'])[n] FROM generate_series(1, 4) n`,
      [id],
    );
    await rows(
      `INSERT INTO deals (${head}, name, stage, amount, currency, opened_on)
       VALUES ($1, gen_random_uuid(), 'csv', 'd', 'external', now(), now(), 'A deal', 'lead', 5, 'EUR', now())`,
      [id],
    );
  }
  const before = await rows(
    "SELECT number, amount, status, updated_at, company_id FROM invoices ORDER BY company_id, number",
  );
  await migrate(owner);
  await rows("SELECT set_config('app.operator', 'on', false)");

  for (const id of [company, other]) {
    const moved = (await rows("SELECT * FROM imports WHERE company_id = $1 ORDER BY entrance, file_name", [id])).map(
      (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as ImportRow,
    );
    // A file that had not arrived yet is gone; the others are in the list, and none can be undone.
    expect(moved.map(({ entrance, fileName, status }) => `${entrance} ${fileName} ${status}`)).toEqual([
      "figures done.csv done",
      "figures failed.csv failed",
      "figures running.csv failed",
      "figures waiting.csv failed",
      "records done.csv done",
      "records failed.csv failed",
      "records running.csv failed",
      "records waiting.csv failed",
    ]);
    for (const row of moved) expect(fileImport.parse(toFileImport(row)).undoableUntil).toBeNull();
    const [figuresDone, , , figuresWaiting, done, failed, running] = moved;
    if (!figuresDone || !figuresWaiting || !done || !failed || !running) throw new Error("An import is missing.");
    expect(recordImport.parse(toRecordImport(done))).toMatchObject({
      kind: "invoices",
      columns: [{ field: "number", column: "No." }],
      dateFormat: "DD/MM/YYYY",
      decimalCommas: true,
      added: 2,
      badLines: [{ line: 3, sentence: "No day." }],
      sentence: null,
      finishedAt: "2026-11-26T10:01:00.000Z",
    });
    expect(recordImport.parse(toRecordImport(failed)).sentence).toBe("It failed.");
    expect(recordImport.parse(toRecordImport(running))).toMatchObject({
      added: 2,
      sentence: "An update stopped this import. Import the file again; what is already there stays.",
      finishedAt: "2026-11-26T10:00:00.000Z",
    });
    expect(metricImport.parse(toMetricImport(figuresDone))).toMatchObject({
      metricName: "visits_all",
      currency: null,
    });
    expect([metricImport.parse(toMetricImport(figuresWaiting)).sentence, figuresWaiting.size]).toEqual([
      "An update stopped this import. Import the file again.",
      4,
    ]);
  }
  // No invoice is changed by the columns that came, and none has another meaning.
  const after = await rows(
    "SELECT number, amount, status, updated_at, company_id FROM invoices ORDER BY company_id, number",
  );
  expect(after).toEqual(before);
  expect(await rows("SELECT DISTINCT open_amount, document, custom FROM invoices")).toEqual([
    { open_amount: null, document: "invoice", custom: {} },
  ]);
  expect(await rows("SELECT DISTINCT stage, stage_name, custom FROM deals")).toEqual([
    { stage: "lead", stage_name: null, custom: {} },
  ]);
  expect(
    await rows("SELECT to_regclass(name) AS gone FROM unnest(ARRAY['record_imports', 'metric_imports']) name"),
  ).toEqual([{ gone: null }, { gone: null }]);
  expect(await migrate(owner)).toEqual({ applied: 0 });
});
