// Nightly: 20,000 rows and several kills; removal-undone and long-removals hold the same promise daily.
import { expect, test } from "vitest";
import { getImport, openImport, startImport } from "#features/records/imports/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { listRemovals, removeImported, restoreRecords } from "#features/records/removals/contract.ts";
import { type Client, clientOf, signUp } from "../world.ts";
import type { Server } from "./server.ts";
import { openStage } from "./stage.ts";

/** So many that taking them out lasts far longer than it takes to notice that it has begun. */
const many = 20_000;
const timeout = 240_000;

/** Imports that many vendors; gives the import. */
async function importVendors(server: Server, client: Client): Promise<string> {
  const csv = `id,name\n${Array.from({ length: many }, (_, at) => `v${at},Vendor ${at}\n`).join("")}`;
  const { id } = await client.call(openImport, { body: { kind: "vendors", fileName: "v.csv", size: csv.length } });
  const sent = await fetch(`${server.url}/api/records/imports/${id}/parts/0`, {
    method: "PUT",
    headers: {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: client.cookie ?? "",
    },
    body: csv,
  });
  expect(sent.status).toBe(200);
  await client.call(startImport, { params: { id }, body: {} });
  const status = async () => (await client.call(getImport, { params: { id } })).status;
  await expect.poll(status, { timeout }).toBe("done");
  return id;
}

test("a long removal and its undoing go on where they stood after kill -9, and lose no record", async () => {
  await using stage = openStage("removal");
  const env = { DATA_DIR: stage.folder };
  const first = await stage.start(env);
  const member = await signUp(first.url);
  const importId = await importVendors(first, member);
  const { id } = await member.call(removeImported, { params: { id: importId } });

  let client: Client = member;
  const stand = async () => {
    const found = (await client.call(listRemovals)).find((one) => one.id === id);
    return found ?? { status: "restored", removed: many, restored: many };
  };
  /** Kills the server when it is under way, and starts it again. */
  async function killed(server: Server, key: "removed" | "restored"): Promise<Server> {
    let before = 0;
    await expect
      .poll(async () => (before = (await stand())[key]), { timeout, interval: 5 })
      .toBeGreaterThanOrEqual(many / 10);
    server.signal("SIGKILL");
    await server.ended;
    expect(before).toBeLessThan(many);
    const next = await stage.start(env);
    client = Object.assign(clientOf(next.url), { cookie: member.cookie });
    expect((await stand())[key]).toBeGreaterThanOrEqual(before);
    return next;
  }
  const second = await killed(first, "removed");
  await expect.poll(stand, { timeout }).toMatchObject({ status: "removed", removed: many, amount: many });
  expect((await client.call(listRecords, { params: { kind: "vendors" } })).total).toBe(0);

  await client.call(restoreRecords, { params: { id } });
  await killed(second, "restored");
  await expect.poll(stand, { timeout }).toMatchObject({ status: "restored" });
  // A list counts no further than that.
  expect((await client.call(listRecords, { params: { kind: "vendors" } })).total).toBe(10_001);
  const again = await client.call(removeImported, { params: { id: importId } });
  expect(again.amount).toBe(many);
}, 900_000);
