import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyse } from "scslre";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "./node24.mjs";

const folder = mkdtempSync(join(tmpdir(), "boardroom-lint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lints these lines with our settings; returns the refused line numbers. */
function refusedLines(lines: readonly string[]): number[] {
  writeFileSync(join(folder, "planted.ts"), lines.join("\n"));
  const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint");
  const { stdout } = spawnSync(
    process.execPath,
    [oxlint, "--config", join(root, ".oxlintrc.json"), "--format=json", folder],
    { encoding: "utf8" },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics
    .filter(({ code }) => code.startsWith("regexp"))
    .map(({ labels }) => labels[0]?.span.line ?? 0)
    .toSorted((one, other) => one - other);
}

test("the lint step refuses patterns slower than linear", () => {
  expect(
    refusedLines([
      'const part = "[ab]+";',
      'export const trailing = (text: string) => text.replace(/\\s+$/, "");',
      "export const put = new RegExp(`${part}\\\\s*$`);",
      "export const nested = /^(\\w+\\s?)*$/;",
      'export const fine = (text: string) => text.replace(/^\\s+|(?<!,),+$/, "");',
    ]),
  ).toEqual([2, 3, 4]);
});

test("patterns built at runtime are linear too", async () => {
  const made: RegExp[] = [];
  const keep = (pattern: RegExp) => {
    const [, caller = ""] =
      new Error("made").stack?.split("\n").filter((line) => !line.includes("patterns.test")) ?? [];
    if (!caller.includes("node_modules")) made.push(pattern);
    return pattern;
  };
  // Libraries also call it without `new`.
  vi.stubGlobal(
    "RegExp",
    new Proxy(RegExp, {
      construct: (Plain, given: ConstructorParameters<typeof RegExp>) => keep(new Plain(...given)),
      apply: (plain, _, given: Parameters<typeof RegExp>) => keep(plain(...given)),
    }),
  );
  const files = globSync("src/**/*.ts", { cwd: root }).filter(
    (path) => !path.endsWith(".test.ts") && readFileSync(join(root, path), "utf8").includes("new RegExp("),
  );
  // Reload modules that other tests have loaded.
  vi.resetModules();
  for (const path of files) await import(join(root, path));
  vi.unstubAllGlobals();
  expect(made.length).toBeGreaterThan(10);
  const findings = ({ source, flags }: RegExp) => analyse({ source, flags }, { assumeRejectingSuffix: true }).reports;
  expect(made.filter((pattern) => findings(pattern).length > 0)).toEqual([]);
  // Control case.
  expect(findings(/[ab]+$/)).not.toEqual([]);
});
