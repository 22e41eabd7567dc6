import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Needs } from "./arrows/law.ts";
import { checkFiles, readTree } from "./check-arrows.ts";

/** A small tree with every allowed kind of import. */
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

/** Writes the clean tree with added or changed files to disk. */
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

/** The rooms of the small tree. */
const needs = { accounts: [], tasks: [], decisions: ["accounts"] };

const lawsBroken = (files: Record<string, string>, declared: Needs = needs) =>
  checkFiles(readTree(plant(files)), declared).violations.map(({ file, line, law }) => `${file}:${line} ${law}`);

test("a clean tree breaks no law, and is really read", () => {
  const finding = checkFiles(readTree(plant({})));
  expect(finding.violations).toEqual([]);
  expect(finding.files).toBe(
    Object.keys(clean).filter((path) => path.startsWith("src/") && !path.includes(".test.")).length,
  );
  expect(finding.imports).toBeGreaterThan(20);
});

const furniture = ["contract", "rules", "tables", "store", "skills", "service", "actions", "jobs", "routes"];

describe("imports between folders", () => {
  const forbidden: [from: string, to: string, law: string][] = [
    ["src/contract/a.ts", "#platform/clock.ts", "contract may import none of our code"],
    ["src/contract/a.ts", "#features/accounts/contract.ts", "contract may import none of our code"],
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
    [
      "src/features/decisions/rules.ts",
      "#agency/work.ts",
      "Rules, and files with their own names in sub-rooms, are pure",
    ],
    [
      "src/features/decisions/types/hire.ts",
      "#platform/clock.ts",
      "Rules, and files with their own names in sub-rooms, are pure",
    ],
  ];
  test.each(forbidden)("%s does not import %s", (from, to, law) => {
    expect(lawsBroken({ [from]: `\nimport { x } from "${to}";\nexport const y = x;` })).toContainEqual(
      expect.stringContaining(`${from}:2 ${law}`),
    );
  });
});

describe("imports between and within rooms", () => {
  test("a room does not import one it does not declare", () => {
    const law = "src/features/accounts/service.ts:1 accounts does not declare that it needs decisions";
    for (const target of ["contract.ts", "service.ts", "types/hire.ts"]) {
      expect(
        lawsBroken({ "src/features/accounts/service.ts": `import "#features/decisions/${target}";` }),
      ).toContainEqual(expect.stringContaining(law));
    }
    expect(
      lawsBroken({ "src/features/accounts/web/a.tsx": `import "#features/decisions/web/feed.tsx";` }),
    ).toHaveLength(1);
  });

  test.each(["jobs", "routes"])("another room does not import %s", (piece) => {
    const files = {
      [`src/features/accounts/${piece}.ts`]: "export const x = 1;",
      "src/features/decisions/routes.ts": `import { x } from "#features/accounts/${piece}.ts";\nexport const y = x;`,
    };
    expect(lawsBroken(files)).toEqual([
      `src/features/decisions/routes.ts:1 Another room may use only contract, rules, events, service, skills, store, tables and actions, not ${piece}.`,
    ]);
  });

  test("a room may import the actions of a needed room only", () => {
    const use = (room: string) => `import { x } from "#features/${room}/actions.ts";\nexport const y = x;`;
    const earlier = { "src/features/accounts/actions.ts": "export const x = 1;" };
    expect(lawsBroken({ ...earlier, "src/features/decisions/jobs.ts": use("accounts") })).toEqual([]);
    const later = { "src/features/decisions/actions.ts": "export const x = 1;" };
    expect(lawsBroken({ ...later, "src/features/accounts/jobs.ts": use("decisions") })).toHaveLength(1);
  });

  test("a skill may import the skills of a needed room, a store may not", () => {
    const skill = { "src/features/accounts/skills.ts": "export const x = 1;" };
    const use = `import { x } from "#features/accounts/skills.ts";\nexport const y = x;`;
    expect(lawsBroken({ ...skill, "src/features/decisions/skills.ts": use })).toEqual([]);
    expect(lawsBroken({ ...skill, "src/features/decisions/store.ts": use })).toHaveLength(1);
  });

  test("only tables may import another room's tables", () => {
    expect(lawsBroken({ "src/features/decisions/store.ts": `import "#features/accounts/tables.ts";` })).toEqual([
      "src/features/decisions/store.ts:1 The tables of another room are for foreign keys: only tables.ts imports them.",
    ]);
  });

  test("rules do not call the service of another room", () => {
    expect(lawsBroken({ "src/features/decisions/rules.ts": `import "#features/accounts/service.ts";` })).toEqual([
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
    expect(lawsBroken(files)).toEqual([
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
    expect(lawsBroken(files)).toEqual([]);
  });

  test("a file with its own name in a sub-room does not import a store", () => {
    const files = {
      "src/features/decisions/types/hire.ts": `import { x } from "../store.ts";\nexport const hire = x;`,
      "src/features/decisions/store.ts": "export const x = 1;",
    };
    expect(lawsBroken(files)).toEqual([
      expect.stringContaining("src/features/decisions/types/hire.ts:1 Within a room"),
    ]);
  });
});

describe("every kind of import is detected", () => {
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
    expect(lawsBroken({ "src/contract/a.ts": way })).toEqual([
      "src/contract/a.ts:1 contract may import none of our code.",
    ]);
  });

  test("comments, strings and workers are not imports", () => {
    const code = `// import "#platform/clock.ts"\nexport const x = 'import "#platform/clock.ts"';\nexport const y = \`import("#platform/clock.ts") console.log(new Date())\`;\nexport const z = new Worker(new URL("./worker.ts", import.meta.url));`;
    expect(lawsBroken({ "src/contract/a.ts": code })).toEqual([]);
  });

  test("reports a file that cannot be parsed", () => {
    expect(lawsBroken({ "src/contract/a.ts": "export const = ;" })).toContain(
      "src/contract/a.ts:1 Every file must parse.",
    );
  });
});

describe("what the browser reaches", () => {
  const feed = `import { decide } from "../rules.ts";\nexport const Feed = () => decide;`;
  test("has no types of the server", () => {
    expect(lawsBroken({ "src/features/decisions/web/feed.tsx": feed })).toEqual([
      "src/features/decisions/rules.ts:1 The browser reaches this file, and only contract and rules.",
    ]);
  });
  test("has no Node modules", () => {
    const files = {
      "src/features/decisions/web/feed.tsx": feed,
      "src/features/decisions/rules.ts": `import { createHash } from "node:crypto";\nexport const decide = createHash;`,
    };
    expect(lawsBroken(files)).toEqual([
      "src/features/decisions/rules.ts:1 The browser reaches this file and has no Node modules.",
    ]);
  });
});

describe("restricted to certain files", () => {
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
    ["src/features/tasks/service.ts", "sql`select 1`;", "SQL belongs in a store"],
    ["src/features/tasks/routes.ts", `ctx.db.query("select 1");`, "SQL belongs in a store"],
    ["src/app/seed.ts", `import pg from "pg";`, "SQL belongs in a store"],
    ["src/agency/run.ts", `import { eq } from "drizzle-orm/sql";`, "SQL belongs in a store"],
    ["src/platform/outbox.ts", `import { PgBoss } from "pg-boss";`, "Only platform/jobs imports pg-boss."],
    ["src/features/tasks/jobs.ts", `import type { PgBoss } from "pg-boss";`, "Only platform/jobs imports pg-boss."],
    ["src/features/tasks/rules.ts", `export * from "./contract.ts";`, "No barrels"],
  ];
  test.each(sightings)("%s: %s", (path, code, law) => {
    expect(lawsBroken({ [path]: code })).toContainEqual(expect.stringContaining(`${path}:1 ${law}`));
  });
});

describe("names and places", () => {
  const names: [path: string, law: string][] = [
    ["src/features/tasks/index.ts", "No index.ts"],
    ["src/ui/index.tsx", "No index.ts"],
    ["src/ui/utils.ts", `"utils" is too vague`],
    ["src/ui/date-helpers.ts", `"date-helpers" is too vague`],
    ["src/platform/helpers/dates.ts", `"helpers" is too vague`],
    ["src/platform/common.ts", `"common" is too vague`],
    ["src/platform/job-manager.ts", `"job-manager" is too vague`],
    ["src/platform/error-handler.ts", `"error-handler" is too vague`],
    ["src/platform/base-store.ts", `"base-store" is too vague`],
    ["src/platform/info.ts", `"info" is too vague`],
    ["test/utils.ts", `"utils" is too vague`],
    ["src/features/tasks/repository.ts", "A room holds only"],
    ["src/features/tasks/notes.md", "A room holds only"],
    ["src/features/tasks/list.tsx", "A room holds only"],
    ["src/features/accounting/service.ts", `"accounting" is not a room`],
    ["src/features/loose.ts", `"loose.ts" is not a room`],
    ["src/lib/dates.ts", "src/ holds only the folders"],
    ["src/loose.ts", "src/ holds only the folders"],
  ];
  test.each(names)("%s", (path, law) => {
    expect(lawsBroken({ [path]: "export const x = 1;" })).toContainEqual(expect.stringContaining(`${path}:1 ${law}`));
  });

  test("names that merely contain a forbidden word are allowed", () => {
    const paths = ["src/ui/knowledge-base.tsx", "src/platform/database.ts", "src/platform/information.ts"];
    expect(lawsBroken(Object.fromEntries(paths.map((path) => [path, "export const x = 1;"])))).toEqual([]);
  });
});

test("reports cycles, including those by types or across several files", () => {
  const files = {
    "src/platform/a.ts": `import { b } from "./b.ts";\nexport const a = b;`,
    "src/platform/b.ts": `import { c } from "./c.ts";\nexport const b = c;`,
    "src/platform/c.ts": `import type { a } from "./a.ts";\nexport type c = typeof a;`,
  };
  const [violation, ...others] = checkFiles(readTree(plant(files)), needs).violations;
  expect(others).toEqual([]);
  expect(violation?.law).toBe("Imports form no cycle.");
  for (const path of Object.keys(files)) expect(violation?.what).toContain(path);
});

describe("declared needs", () => {
  test("refuses circular needs", () => {
    const circle = { accounts: ["tasks"], tasks: ["decisions"], decisions: ["accounts"] };
    expect(lawsBroken({}, circle)).toContain(
      "scripts/arrows/law.ts:1 Rooms need each other in a cycle: accounts → tasks → decisions → accounts.",
    );
  });
  test("refuses unused and unknown needs", () => {
    const tasks = { "src/features/tasks/contract.ts": "export const task = 1;" };
    expect(lawsBroken(tasks, { ...needs, tasks: ["accounts", "stock"] })).toEqual([
      `scripts/arrows/law.ts:1 tasks needs "stock", which does not exist.`,
      "scripts/arrows/law.ts:1 A room declares what it uses, and nothing else.",
    ]);
  });
  test("files to the right of events may import a needed room's events", () => {
    const events = { "src/features/accounts/events.ts": "export const x = 1;" };
    const use = `import { x } from "#features/accounts/events.ts";\nexport const y = x;`;
    expect(lawsBroken({ ...events, "src/features/decisions/jobs.ts": use })).toEqual([]);
    expect(lawsBroken({ ...events, "src/features/decisions/tables.ts": use })).toHaveLength(1);
  });
  test("SQL names no table of another room", () => {
    const files = {
      "src/features/accounts/tables.ts": `export const accounts = pgTable("people", {});`,
      "src/features/tasks/store.ts": `import { sql } from "drizzle-orm";\nexport const all = sql\`SELECT 1\n  FROM people\`;`,
    };
    expect(lawsBroken(files)).toEqual([
      "src/features/tasks/store.ts:3 SQL names only tables of its own room: ask the store of accounts.",
    ]);
    const own = { ...files, "src/features/tasks/store.ts": "export const all = 1;" };
    expect(lawsBroken({ ...own, "src/features/accounts/service.ts": "// Nobody SELECTs FROM people here." })).toEqual(
      [],
    );
  });
});

describe("the command", () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "check-arrows.ts"), root], { encoding: "utf8" });

  test("exits with 0 on a clean tree", () => {
    expect(run(plant({}))).toMatchObject({ status: 0, stderr: "" });
  });
  test("exits with 1 and reports file, line and law", () => {
    const { status, stderr } = run(plant({ "src/contract/a.ts": `\n\nimport "#platform/clock.ts";` }));
    expect(status).toBe(1);
    expect(stderr).toBe("src/contract/a.ts:3 imports #platform/clock.ts. contract may import none of our code.\n");
  });
  test("exits with 1 without files to check", () => {
    const root = mkdtempSync(join(tmpdir(), "boardroom-arrows-"));
    folders.push(root);
    expect(run(root)).toMatchObject({ status: 1, stderr: "No files were read.\n" });
  });
});
