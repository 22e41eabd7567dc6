import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a next version might do to a big table: a column for every row, filled from the row, and an index on it. */
export const planted = { name: "9999_planted", table: "company_metrics", column: "planted" } as const;
const statements = [
  `ALTER TABLE ${planted.table} ADD COLUMN ${planted.column} numeric(28, 4) NOT NULL DEFAULT 0`,
  `UPDATE ${planted.table} SET ${planted.column} = metric_value * 2`,
  `CREATE INDEX planted_figures ON ${planted.table} (company_id, ${planted.column})`,
];

/** Makes a checkout of its own with one migration more than this one; gives its folder and how to remove it. */
export function makeNextVersion(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-next-"));
  for (const part of ["src", "migrations", "package.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "data"));
  const file = join(folder, "migrations", "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: (last?.idx ?? 0) + 1, when: (last?.when ?? 0) + 1, tag: planted.name };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(join(folder, "migrations", `${planted.name}.sql`), statements.join(";\n--> statement-breakpoint\n"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
