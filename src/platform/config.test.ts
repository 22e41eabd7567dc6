import { describe, expect, test } from "vitest";
import { ConfigFault, readConfig } from "#platform/config.ts";

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigFault) return error.sentences;
    throw error;
  }
};
const key = Buffer.alloc(32).toString("base64");

test("an empty environment runs", () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: "127.0.0.1", databaseUrl: null, rateLimitFactor: 1 });
  expect([readConfig({}).undoSeconds, readConfig({ UNDO_SECONDS: "0" }).undoSeconds]).toEqual([120, 0]);
  expect([readConfig({}).snapshotEvery, readConfig({ SNAPSHOT_EVERY: "0" }).snapshotEvery]).toEqual([60, 0]);
});

test("reports all problems at once, one sentence each", () => {
  const faults = faultsOf({
    PORT: "99999",
    PUBLIC_URL: "boardroom",
    LOG_LEVEL: "loud",
    RATE_LIMIT_FACTOR: "0",
    REGISTRATION: "x",
    SNAPSHOT_EVERY: "1.5",
    UNDO_SECONDS: "-1",
  });
  expect(faults).toHaveLength(7);
  for (const fault of faults) expect(fault).toMatch(/^[A-Z_]+ must .+\.$/);
});

test("PUBLIC_URL has nothing behind its host", () => {
  const base = "https://boardroom.example";
  for (const PUBLIC_URL of [base, `${base}/`, `${base}:8443`])
    expect(readConfig({ PUBLIC_URL }).publicUrl.pathname).toBe("/");
  for (const rest of ["/boardroom", "/boardroom/", "//", "/?tab=1", "/#top", "/index.html"])
    expect(faultsOf({ PUBLIC_URL: base + rest })).toEqual([
      `PUBLIC_URL must be an address without a path, such as ${base}: nothing is served below one.`,
    ]);
  expect(faultsOf({ PUBLIC_URL: "https://me:secret@boardroom.example/" })).toEqual([
    `PUBLIC_URL must be an address without a path, such as ${base}: nothing is served below one.`,
  ]);
});

test("production with DATABASE_URL needs keys and https", () => {
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://localhost/x",
    PUBLIC_URL: "https://boardroom.example",
  };
  expect(faultsOf(env)).toHaveLength(2);
  expect(faultsOf({ ...env, ENCRYPTION_KEYS: `k1:${key}`, AUDIT_KEY: key })).toEqual([]);
  expect(faultsOf({ ...env, ENCRYPTION_KEYS: "k1:short", AUDIT_KEY: key })).toHaveLength(1);
  expect(
    faultsOf({ ...env, ENCRYPTION_KEYS: `k1:${key}`, AUDIT_KEY: key, PUBLIC_URL: "http://boardroom.example" }),
  ).toHaveLength(1);
});

test.each(["postgres://", "mysql://localhost/x", "postgres://u:p%zz@localhost/x", "nonsense"])(
  "DATABASE_URL=%s is no address of a database",
  (DATABASE_URL) => {
    expect(faultsOf({ DATABASE_URL })).toEqual([expect.stringMatching(/^DATABASE_URL must be an address such as/)]);
  },
);

test("accepts a database by host name or socket folder", () => {
  for (const DATABASE_URL of ["postgres://u:p@db:5432/x", "postgresql:///x?host=/var/run/postgresql"])
    expect(faultsOf({ DATABASE_URL })).toEqual([]);
});

test("proxies must be addresses or ranges", () => {
  expect(faultsOf({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1" })).toEqual([]);
  expect(faultsOf({ TRUSTED_PROXIES: "everyone" })).toHaveLength(1);
  expect(faultsOf({ TRUSTED_PROXIES: "10.0.0.0/99" })).toHaveLength(1);
});

test("the metrics token is long and the commit id is valid", () => {
  const token = "x".repeat(32);
  expect(readConfig({})).toMatchObject({ metricsToken: null, commit: null });
  expect(readConfig({ METRICS_TOKEN: token, BUILD_COMMIT: "97edd94" })).toMatchObject({
    metricsToken: token,
    commit: "97edd94",
  });
  expect(faultsOf({ METRICS_TOKEN: token.slice(1) })).toEqual(["METRICS_TOKEN must be at least 32 characters long."]);
  expect(faultsOf({ BUILD_COMMIT: "main" })).toHaveLength(1);
});

test("anchors are copied to a file outside the data folder, or over TLS unless to this machine", () => {
  expect(readConfig({}).anchorsCopy).toBeNull();
  expect(readConfig({ ANCHORS_COPY: "/mnt/safe/anchors.jsonl" }).anchorsCopy).toEqual({
    kind: "file",
    path: "/mnt/safe/anchors.jsonl",
  });
  for (const ANCHORS_COPY of ["https://logs.example/anchors", "http://127.0.0.1:9000/", "http://[::1]/"])
    expect(readConfig({ ANCHORS_COPY }).anchorsCopy?.kind).toBe("address");
  for (const ANCHORS_COPY of ["http://logs.example/anchors", "./data/anchors-2.jsonl", "./data", "http://"])
    expect(faultsOf({ ANCHORS_COPY })).toEqual([expect.stringMatching(/^ANCHORS_COPY must be /)]);
});

describe("language models", () => {
  const modelsOf = (env: Record<string, string>) => readConfig(env).models;

  test("are off until AI_PROVIDER names one, even with keys set", () => {
    expect(modelsOf({ OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2" })).toEqual({
      connection: null,
      asksConsent: false,
      timeout: 55_000,
      budget: 40,
      allowsPrivate: true,
      rung: null,
    });
  });

  test.each([
    [
      { AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-1" },
      {
        triage: { provider: "openai", apiKey: "sk-1", baseUrl: null, model: "gpt-6-luna" },
        plan: { model: "gpt-6.1-sol" },
      },
    ],
    [
      { AI_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "sk-2", ANTHROPIC_BASE_URL: "https://proxy.example/" },
      { answer: { baseUrl: "https://proxy.example/v1", model: "claude-sonnet-5-5" } },
    ],
    [{ AI_PROVIDER: "google", GEMINI_API_KEY: "k" }, { answer: { apiKey: "k", model: "gemini-3.8-flash" } }],
    [
      { AI_PROVIDER: "azure", AZURE_OPENAI_API_KEY: "k", AZURE_RESOURCE_NAME: "ours", AZURE_DEPLOYMENT: "big" },
      { triage: { baseUrl: "https://ours.openai.azure.com/openai/v1", model: "big" }, plan: { model: "big" } },
    ],
    [
      { AI_PROVIDER: "ollama", OLLAMA_BASE_URL: "http://127.0.0.1:11434", AI_MODEL: "qwen", AI_MODEL_FAST: "tiny" },
      {
        triage: { baseUrl: "http://127.0.0.1:11434/v1", model: "tiny" },
        answer: { model: "qwen" },
        write: { model: "qwen" },
      },
    ],
  ])("%o", (env, models) => {
    expect(modelsOf(env as Record<string, string>).connection).toMatchObject({ setBy: "operator", models });
  });

  test("name a fallback of any provider", () => {
    const env = {
      AI_PROVIDER: "vllm",
      AI_MODEL: "m",
      AI_FALLBACK: "openai-compatible:a:b",
      LLM_BASE_URL: "http://box:1/v1",
    };
    const fallback = { provider: "openai-compatible", model: "a:b", baseUrl: "http://box:1/v1" };
    expect(modelsOf(env).connection).toMatchObject({ models: { answer: { baseUrl: null } }, fallback });
  });

  test("report what is missing or wrong", () => {
    expect(faultsOf({ AI_PROVIDER: "openai" })).toEqual(["OPENAI_API_KEY is required for the AI provider openai."]);
    expect(faultsOf({ AI_PROVIDER: "ollama" })).toEqual(["AI_MODEL is required with AI_PROVIDER=ollama."]);
    expect(faultsOf({ AI_PROVIDER: "openai-compatible", AI_MODEL: "m" })).toEqual([
      "LLM_BASE_URL is required for the AI provider openai-compatible.",
    ]);
    expect(faultsOf({ AI_PROVIDER: "vllm", AI_MODEL: "m", VLLM_BASE_URL: "box:8000" })).toEqual([
      "VLLM_BASE_URL must be an address such as https://models.example/v1.",
    ]);
    expect(faultsOf({ AI_PROVIDER: "openai", OPENAI_API_KEY: "k", AI_FALLBACK: "haiku" })).toEqual([
      "AI_FALLBACK must name a provider and a model, such as anthropic:claude-haiku-5-5.",
    ]);
    const wrong = {
      AI_PROVIDER: "grok",
      AI_TIMEOUT_MS: "5",
      AI_BUDGET_USD: "-1",
      AI_ALLOW_PRIVATE_ADDRESSES: "yes",
      LLM_STRUCTURED: "xml",
    };
    expect(faultsOf(wrong)).toHaveLength(5);
    // A call cannot take longer than the run it belongs to.
    expect(faultsOf({ AI_TIMEOUT_MS: "300001" })).toEqual([
      "AI_TIMEOUT_MS must be a whole number of milliseconds from 1000 to 300000.",
    ]);
    expect(modelsOf({ AI_TIMEOUT_MS: "300000" }).timeout).toBe(300_000);
  });

  test("may be on private addresses of companies only where this machine is used by itself", () => {
    const outside = { PUBLIC_URL: "https://boardroom.example" };
    expect([modelsOf(outside), modelsOf({ ...outside, AI_ALLOW_PRIVATE_ADDRESSES: "1" })]).toMatchObject([
      { allowsPrivate: false },
      { allowsPrivate: true },
    ]);
    expect(modelsOf({ AI_ALLOW_PRIVATE_ADDRESSES: "0" }).allowsPrivate).toBe(false);
  });
});

test("a client at a service is complete", () => {
  const whole = { HUBSPOT_CLIENT_ID: "app", HUBSPOT_CLIENT_SECRET: "secret" };
  expect(readConfig({}).clients).toEqual({});
  expect(readConfig(whole).clients).toEqual({ hubspot: { id: "app", secret: "secret" } });
  expect(
    readConfig({ SLACK_CLIENT_ID: "app", SLACK_CLIENT_SECRET: "secret", SLACK_SIGNING_SECRET: "signs" }).clients,
  ).toEqual({ slack: { id: "app", secret: "secret", signing: "signs" } });
  for (const name of Object.keys(whole))
    expect(faultsOf({ ...whole, [name]: "" })).toEqual([
      "HUBSPOT_CLIENT_ID and HUBSPOT_CLIENT_SECRET must be set together.",
    ]);
});

test("an OpenID Connect provider is complete, and reached over https unless it is on this machine", () => {
  const whole = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "boardroom", OIDC_CLIENT_SECRET: "secret" };
  expect(readConfig({}).provider).toBeNull();
  expect(readConfig(whole).provider).toMatchObject({ clientId: "boardroom", name: "single sign-on" });
  expect(readConfig({ ...whole, OIDC_NAME: "Acme ID" }).provider?.name).toBe("Acme ID");
  expect(faultsOf({ ...whole, OIDC_ISSUER: "http://127.0.0.1:8080" })).toEqual([]);
  for (const OIDC_ISSUER of ["http://id.example", "id.example"])
    expect(faultsOf({ ...whole, OIDC_ISSUER })).toEqual(["OIDC_ISSUER must be an address that starts with https://."]);
  for (const name of Object.keys(whole))
    expect(faultsOf({ ...whole, [name]: "" })).toEqual([
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.",
    ]);
});
