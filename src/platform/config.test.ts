import { expect, test } from "vitest";
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
  });
  expect(faults).toHaveLength(6);
  for (const fault of faults) expect(fault).toMatch(/^[A-Z_]+ must .+\.$/);
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
