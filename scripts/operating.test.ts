import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./node24.mjs";

/** What operators read and run must name only variables and metrics that exist. */
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

const known = new Set([
  ...all(read("src/platform/config.ts"), /\b(?:read|oneOf|megabytes)\("([A-Z_]+)"/g),
  ...all(read("src/platform/model/environment.ts"), /"([A-Z]+_[A-Z_]+)"/g),
]);
/** Variables of other programs, and those from which compose builds ours. */
const foreign = new Set(
  "POSTGRES_USER POSTGRES_DB POSTGRES_PASSWORD DOMAIN UPSTREAMS COMMIT NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS OLLAMA_CONTEXT_LENGTH AF_INET AF_UNIX".split(
    " ",
  ),
);

test("config.ts names its variables in a form this test can find", () => {
  const source = read("src/platform/config.ts");
  expect(known.size).toBeGreaterThan(14);
  expect(source.match(/env\[/g)).toHaveLength(1);
});

const rowsOf = (path: string): string[] =>
  all(read(path), /^\| (`[A-Z_`, ]+`) \|/gm).flatMap((cell) => all(cell, /`([A-Z_]+)`/g));

test("configure.md has a row for every variable, and no other", () => {
  expect(rowsOf("docs/operating/configure.md").toSorted()).toEqual([...known].toSorted());
});

test("the README's table names existing variables", () => {
  const rows = rowsOf("README.md");
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((name) => !known.has(name))).toEqual([]);
});

const set = /^\s*(?:Environment=|#|ENV |- )?\s*([A-Z][A-Z_]+)(?==|: )/gm;
const used = /\$\{?([A-Z][A-Z_]+)/g;

test.each([
  ["compose.yaml", ["PUBLIC_URL", "DATABASE_URL", "ENCRYPTION_KEYS", "AUDIT_KEY", "TRUSTED_PROXIES"]],
  ["Dockerfile", ["NODE_ENV", "HOST", "DATA_DIR"]],
  ["deploy/boardroom.service", ["NODE_ENV", "DATA_DIR"]],
  ["deploy/boardroom.env.example", ["PUBLIC_URL", "ENCRYPTION_KEYS", "AUDIT_KEY", "METRICS_TOKEN"]],
  ["deploy/Caddyfile", []],
])("%s names only variables the program reads", (path, wanted) => {
  const text = read(path);
  const names = [...all(text, set), ...all(text, used)];
  expect(names.filter((name) => !known.has(name) && !foreign.has(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(wanted));
});

test("the pages name only variables the program reads", () => {
  const pages = globSync("docs/operating/*.md", { cwd: root });
  expect(pages.length).toBeGreaterThan(5);
  for (const page of pages) {
    const names = all(read(page), /`[^`\n]*?\b([A-Z]{3,}_[A-Z_]+)\b/g);
    expect(
      names.filter((name) => !known.has(name) && !foreign.has(name)),
      page,
    ).toEqual([]);
  }
});

/** Every metric name /metrics may print. */
function metricNames(): Set<string> {
  const sources = globSync("src/platform/telemetry/*.ts", { cwd: root }).map(read).join("\n");
  const counters = /const counters = \{([\s\S]*?)\n\} as const/.exec(sources)?.[1] ?? "";
  return new Set([
    ...all(sources, /"((?:boardroom|process)_[a-z_]+)"/g),
    ...all(counters, /^ {2}([a-z_]+):/gm).map((name) => `boardroom_${name}_total`),
  ]);
}

test("the alerts and monitoring.md name only existing metrics, and the page names all", () => {
  const names = metricNames();
  const page = all(read("docs/operating/monitoring.md"), /\b((?:boardroom|process)_[a-z_]+)/g);
  const alerts = all(read("deploy/alerts.yaml"), /\b((?:boardroom|process)_[a-z_]+)/g);
  expect(alerts.length).toBeGreaterThan(10);
  const stem = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
  const unknown = [...page, ...alerts].filter((name) => !names.has(name) && !names.has(stem(name)));
  expect(unknown).toEqual([]);
  expect([...names].filter((name) => !page.includes(name))).toEqual([]);
});

test("the image and the changelog have the package's version", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(read("compose.yaml")).toContain(`image: boardroom:${version}\n`);
  expect(read("CHANGELOG.md")).toContain(`\n## ${version}`);
  expect(JSON.parse(read("package-lock.json"))).toMatchObject({ version });
});

test("both proxies forward upgrades only at /ws", () => {
  const blocks = read("deploy/nginx.conf").split(/(?=\tlocation )/);
  expect(blocks.filter((block) => block.includes("$http_upgrade"))).toEqual([
    expect.stringMatching(/^\tlocation = \/ws \{/),
  ]);
  expect(read("deploy/Caddyfile")).toContain("@not_socket not path /ws\n\trequest_header @not_socket -Upgrade\n");
});

test("packages run no install scripts", () => {
  expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
});
