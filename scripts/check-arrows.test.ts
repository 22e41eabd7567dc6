import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Needs } from "./arrows/law.ts";
import { checkFiles, readTree } from "./check-arrows.ts";

/** A small house in which every allowed kind of arrow stands. */
const clean: Record<string, string> = {
  "src/contract/words.ts": `import { z } from "zod";\nexport const id = z.uuid();`,
  "src/platform/config.ts": "export const port = process.env.PORT;",
  "src/platform/clock.ts": "export const now = () => new Date();",
  "src/platform/log.ts": "export const log = (line: string) => console.log(line);",
  "src/platform/db/pool.ts": `import pg from "pg";\nexport const pool = new pg.Pool();\nexport const ask = () => pool.query("select 1");`,
  "src/platform/jobs.ts": `import { PgBoss } from "pg-boss";\nexport const boss = new PgBoss("");`,
  "src/agency/work.ts": `import { id } from "#contract/words.ts";\nexport type Policy = typeof id;\nexport const policy = 1;`,
  "src/connectors/stripe.ts": `import { now } from "#platform/clock.ts";\nexport const at = now;`,
  "src/ui/clock.ts": "export const now = () => Date.now();",
  "src/ui/report.ts": "export const report = (fault: unknown) => console.error(fault);",
  "src/features/accounts/contract.ts": `import { id } from "#contract/words.ts";\nexport const account = id;`,
  "src/features/accounts/tables.ts": "export const accounts = 1;",
  "src/features/accounts/store.ts": `import { sql } from "drizzle-orm";\nimport { accounts } from "./tables.ts";\nexport const list = () => sql\`select \${accounts}\`;`,
  "src/features/accounts/service.ts": `import { list } from "./store.ts";\nexport const signIn = list;`,
  "src/features/decisions/contract.ts": `import { account } from "#features/accounts/contract.ts";\nexport const decision = account;`,
  "src/features/decisions/types/hire.ts": "export const hire = 1;",
  "src/features/decisions/types/service.ts": `import { decide } from "../rules.ts";\nexport const settle = decide;`,
  "src/features/decisions/rules.ts": `import type { Policy } from "#agency/work.ts";\nimport { hire } from "./types/hire.ts";\nexport const decide = (policy: Policy) => [policy, hire, new Date(0)];`,
  "src/features/decisions/tables.ts": `import { accounts } from "#features/accounts/tables.ts";\nexport const decisions = accounts;`,
  "src/features/decisions/skills.ts": `import { long } from "./prompts/long.ts";\nexport const skill = long;`,
  "src/features/decisions/prompts/long.ts": "export const long = `Say don't.`;",
  "src/features/decisions/service.ts": `import { signIn } from "#features/accounts/service.ts";\nimport { decisions } from "./tables.ts";\nexport const settle = [signIn, decisions];`,
  "src/features/decisions/routes.ts": `import { settle } from "./service.ts";\nimport { now } from "#platform/clock.ts";\nexport const routes = [settle, now];`,
  "src/features/decisions/service.test.ts": `import { routes } from "./routes.ts";\nconsole.log(routes, process.env.HOME, new Date());`,
  "src/features/decisions/web/feed.tsx": `import { now } from "#ui/clock.ts";\nimport { decision } from "../contract.ts";\nexport const Feed = () => <p>It isn't {String([now, decision])}</p>;`,
  "src/web/main.tsx": `import { Feed } from "#features/decisions/web/feed.tsx";\nexport const main = <Feed />;`,
  "src/web/index.html": "<!doctype html>",
  "src/app/main.ts": `import { routes } from "#features/decisions/routes.ts";\nimport packageFile from "../../package.json" with { type: "json" };\nexport const app = [routes, packageFile];`,
  "test/world.ts": `import { app } from "#app/main.ts";\nexport const world = [app, process.env.HOME];`,
};

const folders: string[] = [];

/** The clean house with further or changed files, on disk. */
function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "boardroom-arrows-"));
  folders.push(root);
  for (const [path, text] of Object.entries({ ...clean, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The rooms of the small house. */
const needs = { accounts: [], tasks: [], decisions: ["accounts"] };

const seen = (files: Record<string, string>, declared: Needs = needs) =>
  checkFiles(readTree(plant(files)), declared).violations.map(({ file, line, law }) => `${file}:${line} ${law}`);

test("a clean house breaks no law, and is really read", () => {
  const finding = checkFiles(readTree(plant({})));
  expect(finding.violations).toEqual([]);
  expect(finding.files).toBe(
    Object.keys(clean).filter((path) => path.startsWith("src/") && !path.includes(".test.")).length,
  );
  expect(finding.imports).toBeGreaterThan(20);
});

const furniture = ["contract", "rules", "tables", "store", "skills", "service", "actions", "jobs", "routes"];

describe("arrows between folders", () => {
  const forbidden: [from: string, to: string, law: string][] = [
    ["src/contract/a.ts", "#platform/clock.ts", "contract may import nothing of ours"],
    ["src/contract/a.ts", "#features/accounts/contract.ts", "contract may import nothing of ours"],
    ["src/platform/a.ts", "#agency/work.ts", "platform may import only contract"],
    ["src/platform/a.ts", "#features/accounts/store.ts", "platform may import only contract"],
    ["src/agency/a.ts", "#connectors/stripe.ts", "agency may import only contract, platform"],
    ["src/connectors/a.ts", "#agency/work.ts", "connectors may import only contract, platform"],
    ["src/ui/a.ts", "#platform/clock.ts", "ui may import only contract"],
    ["src/ui/a.ts", "#features/accounts/contract.ts", "ui may import only contract"],
    ["src/web/a.ts", "#platform/clock.ts", "web may import only contract, ui, features"],
    ["src/web/a.ts", "#features/accounts/store.ts", "The browser reaches only contract and rules"],
    ["src/app/a.ts", "#ui/clock.ts", "app may import only"],
    ["src/app/a.ts", "#web/main.tsx", "app may import only"],
    ["src/app/a.ts", "#features/decisions/web/feed.tsx", "app may import everything except ui and web"],
    ["src/features/decisions/service.ts", "#ui/clock.ts", "Server files of a room may import only"],
    ["src/features/decisions/service.ts", "#app/main.ts", "Server files of a room may import only"],
    ["src/features/decisions/service.ts", "../../../test/world.ts", "src/ imports nothing from outside src/"],
    ["src/features/decisions/service.ts", "./service.test.ts", "Nothing imports a test"],
    [
      "src/features/decisions/web/feed.tsx",
      "#platform/clock.ts",
      "web of a room may import only contract, ui and rooms",
    ],
    ["src/features/decisions/web/feed.tsx", "#web/main.tsx", "web of a room may import only contract, ui and rooms"],
    ["src/features/decisions/contract.ts", "#agency/work.ts", "contract.ts may import only the shared contract"],
    ["src/features/decisions/rules.ts", "#agency/work.ts", "Rules are pure, and so is a file with a name of its own"],
    [
      "src/features/decisions/types/hire.ts",
      "#platform/clock.ts",
      "Rules are pure, and so is a file with a name of its own",
    ],
  ];
  test.each(forbidden)("%s does not import %s", (from, to, law) => {
    expect(seen({ [from]: `\nimport { x } from "${to}";\nexport const y = x;` })).toContainEqual(
      expect.stringContaining(`${from}:2 ${law}`),
    );
  });
});

describe("arrows between rooms and inside one", () => {
  test("a room does not import one it does not declare", () => {
    const law = "src/features/accounts/service.ts:1 accounts does not declare that it needs decisions";
    for (const target of ["contract.ts", "service.ts", "types/hire.ts"]) {
      expect(seen({ "src/features/accounts/service.ts": `import "#features/decisions/${target}";` })).toContainEqual(
        expect.stringContaining(law),
      );
    }
    expect(seen({ "src/features/accounts/web/a.tsx": `import "#features/decisions/web/feed.tsx";` })).toHaveLength(1);
  });

  test.each(["jobs", "routes"])("another room does not import %s", (piece) => {
    const files = {
      [`src/features/accounts/${piece}.ts`]: "export const x = 1;",
      "src/features/decisions/routes.ts": `import { x } from "#features/accounts/${piece}.ts";\nexport const y = x;`,
    };
    expect(seen(files)).toEqual([
      `src/features/decisions/routes.ts:1 Another room may use only contract, rules, events, service, skills, store, tables and actions, not ${piece}.`,
    ]);
  });

  test("actions of a needed room are used, those of another one are not", () => {
    const use = (room: string) => `import { x } from "#features/${room}/actions.ts";\nexport const y = x;`;
    const earlier = { "src/features/accounts/actions.ts": "export const x = 1;" };
    expect(seen({ ...earlier, "src/features/decisions/jobs.ts": use("accounts") })).toEqual([]);
    const later = { "src/features/decisions/actions.ts": "export const x = 1;" };
    expect(seen({ ...later, "src/features/accounts/jobs.ts": use("decisions") })).toHaveLength(1);
  });

  test("a skill uses the skills of a needed room, a store does not", () => {
    const skill = { "src/features/accounts/skills.ts": "export const x = 1;" };
    const use = `import { x } from "#features/accounts/skills.ts";\nexport const y = x;`;
    expect(seen({ ...skill, "src/features/decisions/skills.ts": use })).toEqual([]);
    expect(seen({ ...skill, "src/features/decisions/store.ts": use })).toHaveLength(1);
  });

  test("the tables of another room are for tables alone", () => {
    expect(seen({ "src/features/decisions/store.ts": `import "#features/accounts/tables.ts";` })).toEqual([
      "src/features/decisions/store.ts:1 The tables of another room are for foreign keys: only tables.ts imports them.",
    ]);
  });

  test("rules do not call the service of another room", () => {
    expect(seen({ "src/features/decisions/rules.ts": `import "#features/accounts/service.ts";` })).toEqual([
      expect.stringContaining(
        "src/features/decisions/rules.ts:1 Within a room each piece imports only those to its left",
      ),
    ]);
  });

  const pairs = furniture.flatMap((left, index) => furniture.slice(index + 1).map((right) => [left, right] as const));
  test.each(pairs)("%s does not import %s", (left, right) => {
    const files = {
      [`src/features/tasks/${left}.ts`]: `import { x } from "./${right}.ts";\nexport const y = x;`,
      [`src/features/tasks/${right}.ts`]: "export const x = 1;",
    };
    expect(seen(files)).toEqual([
      expect.stringContaining(
        `src/features/tasks/${left}.ts:1 Within a room each piece imports only those to its left`,
      ),
    ]);
  });
  test.each(pairs)("%s may be imported by %s", (left, right) => {
    const files = {
      [`src/features/tasks/${right}.ts`]: `import { x } from "./${left}.ts";\nexport const y = x;`,
      [`src/features/tasks/${left}.ts`]: "export const x = 1;",
    };
    expect(seen(files)).toEqual([]);
  });

  test("a file with a name of its own in a sub-room does not import a store", () => {
    const files = {
      "src/features/decisions/types/hire.ts": `import { x } from "../store.ts";\nexport const hire = x;`,
      "src/features/decisions/store.ts": "export const x = 1;",
    };
    expect(seen(files)).toEqual([expect.stringContaining("src/features/decisions/types/hire.ts:1 Within a room")]);
  });
});

describe("every way to import is seen", () => {
  const ways = [
    `import "#platform/clock.ts";`,
    `import type { Now } from "#platform/clock.ts";`,
    `import clock, { now } from "#platform/clock.ts";`,
    `import * as clock from "../platform/clock.ts";`,
    `export { now } from "#platform/clock.ts"; export const x = 1;`,
    `export * from "#platform/clock.ts"; export const x = 1;`,
    `export type * from "#platform/clock.ts"; export const x = 1;`,
    `export const load = () => import("#platform/clock.ts");`,
    `export type Now = import("#platform/clock.ts").Now;`,
    `import {\n  now,\n} from '#platform/clock.ts';`,
  ];
  test.each(ways)("%s", (way) => {
    expect(seen({ "src/contract/a.ts": way })).toEqual(["src/contract/a.ts:1 contract may import nothing of ours."]);
  });

  test("comments, texts and workers are not imports", () => {
    const code = `// import "#platform/clock.ts"\nexport const x = 'import "#platform/clock.ts"';\nexport const y = \`import("#platform/clock.ts") console.log(new Date())\`;\nexport const z = new Worker(new URL("./worker.ts", import.meta.url));`;
    expect(seen({ "src/contract/a.ts": code })).toEqual([]);
  });

  test("a file that cannot be parsed is named", () => {
    expect(seen({ "src/contract/a.ts": "export const = ;" })).toContain(
      "src/contract/a.ts:1 Every file can be parsed.",
    );
  });
});

describe("what the browser reaches", () => {
  const feed = `import { decide } from "../rules.ts";\nexport const Feed = () => decide;`;
  test("has no types of the server", () => {
    expect(seen({ "src/features/decisions/web/feed.tsx": feed })).toEqual([
      "src/features/decisions/rules.ts:1 The browser reaches this file, and only contract and rules.",
    ]);
  });
  test("has no Node modules", () => {
    const files = {
      "src/features/decisions/web/feed.tsx": feed,
      "src/features/decisions/rules.ts": `import { createHash } from "node:crypto";\nexport const decide = createHash;`,
    };
    expect(seen(files)).toEqual([
      "src/features/decisions/rules.ts:1 The browser reaches this file and has no Node modules.",
    ]);
  });
});

describe("what only certain files may hold", () => {
  const sightings: [path: string, code: string, law: string][] = [
    ["src/app/a.ts", "process.env.PORT;", "Only platform/config reads the environment."],
    ["src/app/a.ts", `process["env"];`, "Only platform/config reads the environment."],
    ["src/app/a.ts", "const { env } = process;", "Only platform/config reads the environment."],
    ["src/app/a.ts", "globalThis.process.env;", "Only platform/config reads the environment."],
    ["src/app/a.ts", `import { env } from "node:process";`, "Only platform/config reads the environment."],
    ["src/app/a.ts", `console.log("x");`, "Only platform/log and ui/report write to the console."],
    ["src/app/a.ts", "const { log } = console;", "Only platform/log and ui/report write to the console."],
    ["src/web/a.tsx", "globalThis.console.log(1);", "Only platform/log and ui/report write to the console."],
    ["src/features/tasks/service.ts", "new Date();", "Only platform/clock, and ui/clock"],
    ["src/features/tasks/rules.ts", "Date.now();", "Only platform/clock, and ui/clock"],
    ["src/features/tasks/rules.ts", "Date();", "Only platform/clock, and ui/clock"],
    ["src/features/tasks/web/a.tsx", "new Date();", "Only platform/clock, and ui/clock"],
    ["src/ui/a.ts", "new Date;", "Only platform/clock, and ui/clock"],
    ["src/features/tasks/service.ts", "sql`select 1`;", "SQL stands in a store"],
    ["src/features/tasks/routes.ts", `ctx.db.query("select 1");`, "SQL stands in a store"],
    ["src/app/seed.ts", `import pg from "pg";`, "SQL stands in a store"],
    ["src/agency/run.ts", `import { eq } from "drizzle-orm/sql";`, "SQL stands in a store"],
    ["src/platform/outbox.ts", `import { PgBoss } from "pg-boss";`, "Only platform/jobs imports pg-boss."],
    ["src/features/tasks/jobs.ts", `import type { PgBoss } from "pg-boss";`, "Only platform/jobs imports pg-boss."],
    ["src/features/tasks/rules.ts", `export * from "./contract.ts";`, "No barrels"],
  ];
  test.each(sightings)("%s: %s", (path, code, law) => {
    expect(seen({ [path]: code })).toContainEqual(expect.stringContaining(`${path}:1 ${law}`));
  });
});

describe("names and places", () => {
  const names: [path: string, law: string][] = [
    ["src/features/tasks/index.ts", "No index.ts"],
    ["src/ui/index.tsx", "No index.ts"],
    ["src/ui/utils.ts", `"utils" says nothing`],
    ["src/ui/date-helpers.ts", `"date-helpers" says nothing`],
    ["src/platform/helpers/dates.ts", `"helpers" says nothing`],
    ["src/platform/common.ts", `"common" says nothing`],
    ["src/platform/job-manager.ts", `"job-manager" says nothing`],
    ["src/platform/error-handler.ts", `"error-handler" says nothing`],
    ["src/platform/base-store.ts", `"base-store" says nothing`],
    ["src/platform/info.ts", `"info" says nothing`],
    ["test/utils.ts", `"utils" says nothing`],
    ["src/features/tasks/repository.ts", "A room holds only"],
    ["src/features/tasks/notes.md", "A room holds only"],
    ["src/features/tasks/list.tsx", "A room holds only"],
    ["src/features/accounting/service.ts", `"accounting" is no room`],
    ["src/features/loose.ts", `"loose.ts" is no room`],
    ["src/lib/dates.ts", "src/ holds only the folders"],
    ["src/loose.ts", "src/ holds only the folders"],
  ];
  test.each(names)("%s", (path, law) => {
    expect(seen({ [path]: "export const x = 1;" })).toContainEqual(expect.stringContaining(`${path}:1 ${law}`));
  });

  test("words that only contain a forbidden name are free", () => {
    const paths = ["src/ui/knowledge-base.tsx", "src/platform/database.ts", "src/platform/information.ts"];
    expect(seen(Object.fromEntries(paths.map((path) => [path, "export const x = 1;"])))).toEqual([]);
  });
});

test("circles are named, whether by types or over several files", () => {
  const files = {
    "src/platform/a.ts": `import { b } from "./b.ts";\nexport const a = b;`,
    "src/platform/b.ts": `import { c } from "./c.ts";\nexport const b = c;`,
    "src/platform/c.ts": `import type { a } from "./a.ts";\nexport type c = typeof a;`,
  };
  const [violation, ...others] = checkFiles(readTree(plant(files)), needs).violations;
  expect(others).toEqual([]);
  expect(violation?.law).toBe("Imports form no circle.");
  for (const path of Object.keys(files)) expect(violation?.what).toContain(path);
});

describe("what rooms declare", () => {
  test("rooms that need each other are refused, by whatever way round", () => {
    const circle = { accounts: ["tasks"], tasks: ["decisions"], decisions: ["accounts"] };
    expect(seen({}, circle)).toContain(
      "scripts/arrows/law.ts:1 Rooms need each other in a circle: accounts → tasks → decisions → accounts.",
    );
  });
  test("a need that is not used or has no room is refused", () => {
    const tasks = { "src/features/tasks/contract.ts": "export const task = 1;" };
    expect(seen(tasks, { ...needs, tasks: ["accounts", "stock"] })).toEqual([
      `scripts/arrows/law.ts:1 tasks needs "stock", and there is no such room.`,
      "scripts/arrows/law.ts:1 A room declares what it uses, and nothing else.",
    ]);
  });
  test("events of a needed room are used, by what stands to their right", () => {
    const events = { "src/features/accounts/events.ts": "export const x = 1;" };
    const use = `import { x } from "#features/accounts/events.ts";\nexport const y = x;`;
    expect(seen({ ...events, "src/features/decisions/jobs.ts": use })).toEqual([]);
    expect(seen({ ...events, "src/features/decisions/tables.ts": use })).toHaveLength(1);
  });
  test("SQL names no table of another room", () => {
    const files = {
      "src/features/accounts/tables.ts": `export const accounts = pgTable("people", {});`,
      "src/features/tasks/store.ts": `import { sql } from "drizzle-orm";\nexport const all = sql\`SELECT 1\n  FROM people\`;`,
    };
    expect(seen(files)).toEqual([
      "src/features/tasks/store.ts:3 SQL names only tables of its own room: ask the store of accounts.",
    ]);
    const own = { ...files, "src/features/tasks/store.ts": "export const all = 1;" };
    expect(seen({ ...own, "src/features/accounts/service.ts": "// Nobody SELECTs FROM people here." })).toEqual([]);
  });
});

describe("the command", () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "check-arrows.ts"), root], { encoding: "utf8" });

  test("ends with 0 on a clean house", () => {
    expect(run(plant({}))).toMatchObject({ status: 0, stderr: "" });
  });
  test("ends with 1 and names file, line and law", () => {
    const { status, stderr } = run(plant({ "src/contract/a.ts": `\n\nimport "#platform/clock.ts";` }));
    expect(status).toBe(1);
    expect(stderr).toBe("src/contract/a.ts:3 imports #platform/clock.ts. contract may import nothing of ours.\n");
  });
  test("ends with 1 where there is nothing to check", () => {
    const root = mkdtempSync(join(tmpdir(), "boardroom-arrows-"));
    folders.push(root);
    expect(run(root)).toMatchObject({ status: 1, stderr: "Nothing was read, so nothing was checked.\n" });
  });
});
