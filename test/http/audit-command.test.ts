import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { readVerdict } from "#platform/journal/verified.ts";
import { commandHere } from "../command.ts";
import { freshGround, openOn } from "../world.ts";

/** The operator's command, on a ground that a server has left. */
let ground: Awaited<ReturnType<typeof freshGround>>;
let company: string;

beforeAll(async () => {
  ground = await freshGround();
  await serving(async (world) => {
    const member = await world.member();
    company = member.user.companyId;
    for (let count = 1; count <= 4; count += 1) await member.call(createTask, { body: { title: `Task ${count}` } });
  });
});
afterAll(() => ground.remove());

async function serving(work: (world: Awaited<ReturnType<typeof openOn>>) => Promise<unknown>): Promise<void> {
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...ground.env }));
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

const damage = (statement: string) =>
  serving(async (world) => {
    await world.asOwner("ALTER TABLE journal DISABLE TRIGGER USER");
    await world.asOwner(statement, [company]);
  });

async function verify(): Promise<{ code: number | null; said: string }> {
  const { code, out, complaint } = await commandHere("audit-verify", ground.env);
  return { code, said: out + complaint };
}

test("a sound journal holds, and is anchored outside the database", async () => {
  expect(await verify()).toEqual({
    code: 0,
    said: expect.stringContaining("1 company, 5 records: all chains are intact."),
  });
  expect(readVerdict(ground.env["DATA_DIR"] ?? "")).toMatchObject({ companies: 1, records: 5, faults: [] });
});

test("an edited, a removed and a cut-off record are named, and the command fails", async () => {
  await damage("UPDATE journal SET title = 'Nothing' WHERE company_id = $1 AND seq = 2");
  await damage("DELETE FROM journal WHERE company_id = $1 AND seq = 3");
  await damage("DELETE FROM journal WHERE company_id = $1 AND seq = 5");
  const { code, said } = await verify();
  expect(code).toBe(1);
  for (const sentence of [
    "Record 2 was edited.",
    "Record 3 was removed, before record 4.",
    "Record 5 was cut off at the end.",
  ])
    expect(said).toContain(`Company ${company}: ${sentence}`);
  const told = said.match(/^Company /gm)?.length;
  expect(readVerdict(ground.env["DATA_DIR"] ?? "")).toMatchObject({ records: 3, faults: Array(told).fill(company) });
});
