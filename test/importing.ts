import { expect } from "vitest";
import { partSize } from "#features/imports/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { getImport, openImport, type RecordImport, startImport } from "#features/records/imports/contract.ts";
import type { Client, World } from "./world.ts";

export type Start = {
  columns?: { field: string; column: string }[];
  dateFormat?: "DD/MM/YYYY";
  decimalCommas?: boolean;
};
export type File = [kind: RecordKind, content: string | Uint8Array, body?: Start, timeout?: number];

/** Sends a file in its pieces and waits for what comes of it. */
export async function importFile(world: World, client: Client, ...file: File): Promise<RecordImport> {
  const [kind, content, body = {}, timeout = 120_000] = file;
  const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  const { id } = await client.call(openImport, { body: { kind, fileName: `${kind}.csv`, size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1)
    await sendPiece(world, client, id, at, bytes.subarray(at * partSize, (at + 1) * partSize));
  await client.call(startImport, { params: { id }, body });
  await expect
    .poll(async () => (await client.call(getImport, { params: { id } })).status, { timeout, interval: 100 })
    .toMatch(/done|failed/);
  return client.call(getImport, { params: { id } });
}

/** Sends one piece of a file, gives the status of the answer. */
export async function sendPiece(
  { url }: World,
  client: Client,
  id: string,
  position: number,
  bytes: Uint8Array,
): Promise<number> {
  const response = await fetch(`${url}/api/records/imports/${id}/parts/${position}`, {
    method: "PUT",
    headers: {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: client.cookie ?? "",
    },
    body: bytes as never,
  });
  return response.status;
}
