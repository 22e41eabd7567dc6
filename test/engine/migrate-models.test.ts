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

const [company, other] = ["6f1c1f0e-0000-4000-8000-000000000001", "6f1c1f0e-0000-4000-8000-000000000002"];

test("a company's one connection of an earlier version is its first account and serves every purpose as before", async () => {
  await applyMigrations(owner, knownMigrations()[41]?.at);
  const rows = async (text: string) => (await owner.query<Record<string, unknown>>(text)).rows;
  await rows("SELECT set_config('app.operator', 'on', false)");
  await rows(
    `INSERT INTO model_connections VALUES
       ('${company}', 'openai', NULL, '\\x01', '9f3a', '{"triage": "small", "answer": "large", "plan": "large", "write": "large"}',
        false, '${company}', 'anna', '2026-11-03 10:00Z', '{"answer": "small"}'),
       ('${other}', 'ollama', 'http://box:11434/v1', NULL, NULL, '{"triage": "q", "answer": "q", "plan": "q", "write": "q"}',
        true, '${other}', 'otto', '2026-11-04 10:00Z', '{}')`,
  );
  await rows(`INSERT INTO model_privacy (company_id, keep_days) VALUES ('${company}', 30)`);
  await rows(
    `INSERT INTO model_calls (company_id, id, paid_by, purpose, month, day, asked_at, largest, engine, cost)
     SELECT '${company}', gen_random_uuid(), paid_by, 'answer', to_char(now(), 'YYYY-MM'), '', now(), 1, engine, 1
     FROM (VALUES ('company', 'openai/large'), ('company', 'google/old'), ('operator', 'openai/large')) call (paid_by, engine)`,
  );
  await migrate(owner);
  await rows("SELECT set_config('app.operator', 'on', false)");
  const account =
    "provider, base_url, encode(sealed_key, 'hex') AS key, key_end, model, consent_name, consented_at = connected_at AS is_same";
  expect(await rows(`SELECT ${account} FROM model_accounts ORDER BY company_id`)).toEqual([
    {
      provider: "openai",
      base_url: null,
      key: "01",
      key_end: "9f3a",
      model: "large",
      consent_name: "anna",
      is_same: true,
    },
    {
      provider: "ollama",
      base_url: "http://box:11434/v1",
      key: null,
      key_end: null,
      model: "q",
      consent_name: "otto",
      is_same: true,
    },
  ]);
  const purposes = await rows(
    `SELECT purpose, p.model, p.fallback_model, p.account_id = a.id AND coalesce(p.fallback_account_id = a.id, true) AS is_there
     FROM model_purposes p JOIN model_accounts a USING (company_id) WHERE company_id = '${company}' ORDER BY purpose`,
  );
  const large = { model: "large", fallback_model: null, is_there: true };
  expect(purposes).toEqual([
    { purpose: "answer", ...large, fallback_model: "small" },
    { purpose: "plan", ...large },
    { purpose: "triage", ...large, model: "small" },
    { purpose: "write", ...large },
  ]);
  expect(await rows("SELECT keep_days, hides_personal_details FROM model_privacy ORDER BY company_id")).toEqual([
    { keep_days: 30, hides_personal_details: false },
    { keep_days: null, hides_personal_details: true },
  ]);
  expect(await rows("SELECT paid_by, engine FROM model_calls WHERE account_id IS NOT NULL")).toEqual([
    { paid_by: "company", engine: "openai/large" },
  ]);
});
