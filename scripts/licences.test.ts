import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAllowed, type Lock, packagesInServer, productionPackages, thirdParty } from "./licences.ts";
import { root } from "./node24.mjs";
import { billOfMaterials } from "./sbom.ts";

test("docs/third-party.md matches what is installed and bundled, and every licence is allowed", async () => {
  const { page, faults } = await thirdParty();
  expect(faults).toEqual([]);
  expect(page, "run `npm run licences`").toBe(readFileSync(join(root, "docs", "third-party.md"), "utf8"));
  for (const name of ["fastify", "@electric-sql/pglite", "react-dom", "wouter"]) expect(page).toContain(`| ${name} | `);
});

test.each([
  ["MIT", true],
  ["(MIT OR CC0-1.0)", true],
  ["GPL-3.0-only", false],
  ["MIT OR GPL-3.0-only", true],
  ["MIT AND GPL-3.0-only", false],
  ["none stated", false],
  ["SEE LICENSE IN LICENSE.txt", false],
  ["(MIT AND (ISC OR GPL-2.0))", false],
])("%s: allowed is %s", (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});

test("omits development packages, and lists two versions of one separately", () => {
  const lock = {
    packages: {
      "": { version: "1.0.0" },
      "node_modules/b": { version: "2.0.0", license: "MIT" },
      "node_modules/a/node_modules/b": { version: "1.0.0" },
      "node_modules/@x/y": { version: "1.0.0", license: "ISC" },
      "node_modules/tool": { version: "1.0.0", license: "GPL-3.0", dev: true },
    },
  };
  expect(productionPackages(lock)).toEqual([
    { name: "@x/y", version: "1.0.0", licence: "ISC" },
    { name: "b", version: "1.0.0", licence: "none stated" },
    { name: "b", version: "2.0.0", licence: "MIT" },
  ]);
});

test("the bill of materials lists exactly the packages of a production install and of the built server", async () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const bundled = await packagesInServer();
  expect(bundled.map(({ name }) => name)).toEqual(expect.arrayContaining(["drizzle-orm", "zod"]));
  const wanted = new Set([...productionPackages(lock), ...bundled].map(({ name, version }) => `${name}@${version}`));
  const { components, dependencies } = await billOfMaterials();
  expect(new Set(components.map((one) => one["bom-ref"]))).toEqual(wanted);
  expect(dependencies.find(({ ref }) => ref.startsWith("boardroom@"))?.dependsOn.join()).toMatch(/fastify@.*zod@/);
});
