// On both databases: a wall of the database.
import { getTableColumns, getTableName, type Table } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// Read and written by functions and an operator's command only: nothing else names the table.
import "#features/leads/tables.ts";
import { registry } from "#platform/db/registry.ts";
import { furnish } from "../samples.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let owner: string;
let foreignGrant: string;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = (await furnish(world, "owner")).member.user.companyId;
  const stranger = (await furnish(world, "stranger")).member.user.companyId;
  const [grant] = await world.asOwner<{ id: string }>("SELECT id FROM grants WHERE company_id = $1 LIMIT 1", [
    stranger,
  ]);
  foreignGrant = grant?.id ?? "";
});
afterAll(() => world?.close());

/** What the database says to a copy of an effect's row under another grant: null when it takes it. */
async function plant(table: string, grant: string | null | undefined): Promise<string | null> {
  const client = await world.boardroom.database.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.company_id', $1, true)", [owner]);
    const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t LIMIT 1`);
    const copy = { ...rows[0]?.row, id: crypto.randomUUID(), effect_index: null };
    const row = grant === undefined ? copy : { ...copy, grant_id: grant };
    await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [
      JSON.stringify(row),
    ]);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe("no effect without a grant of the same company", () => {
  test.for(["tasks", "communications"])("%s", async (table) => {
    expect(await plant(table, null)).toBe("23502");
    expect(await plant(table, crypto.randomUUID())).toBe("23503");
    expect(await plant(table, foreignGrant)).toBe("23503");
    expect(await plant(table, undefined)).toBe(null);
  });

  test("a grant that effects rest on cannot be taken away", async () => {
    await expect(world.asOwner("DELETE FROM grants WHERE company_id = $1", [owner])).rejects.toMatchObject({
      code: "23503",
    });
  });
});

/** A column is called as its key, in the database's spelling, unless it has a name of its own. */
const columnName = (table: Table, key: string): string => {
  const column = getTableColumns(table)[key];
  if (column && !column.keyAsName) return column.name;
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

/** The columns of the database that the registry does not know, and those it knows that are not there. */
async function registryFaults(): Promise<string[]> {
  const columns = await world.asOwner<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  );
  const real = new Set(columns.map((column) => column.name));
  const tagged = new Set(
    registry.flatMap(({ table, columns: known }) =>
      Object.entries(known)
        .filter(([, tag]) => tag.whose && tag.purpose && tag.retention && tag.onDeletion)
        .map(([key]) => `${getTableName(table)}.${columnName(table, key)}`),
    ),
  );
  const untagged = [...real].filter((name) => !tagged.has(name)).map((name) => `${name} has no tag`);
  return [...untagged, ...[...tagged].filter((name) => !real.has(name)).map((name) => `${name} is no column`)].sort();
}

test("every column says whose data it holds, what for, how long, and what a deletion does", async () => {
  expect(registry.length).toBeGreaterThanOrEqual(17);
  expect(await registryFaults()).toEqual([]);
  await world.asOwner("ALTER TABLE tasks ADD COLUMN planted text");
  await world.asOwner("CREATE TABLE planted (company_id uuid)");
  expect(await registryFaults()).toEqual(["planted.company_id has no tag", "tasks.planted has no tag"]);
});
