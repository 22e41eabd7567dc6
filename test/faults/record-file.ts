import { partSize } from "#features/imports/contract.ts";
import { openImport, startImport } from "#features/records/imports/contract.ts";
import { sendRaw } from "../raw.ts";
import type { Member } from "../world.ts";

/** Sends a file of records and starts its import, gives its id. */
export async function importFile(
  url: string,
  member: Member,
  kind: "vendors" | "contracts",
  text: string,
): Promise<string> {
  const bytes = Buffer.from(text);
  const { id } = await member.call(openImport, { body: { kind, fileName: "hostile.csv", size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1) {
    const headers = {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: member.cookie ?? "",
    };
    const body = bytes.subarray(at * partSize, (at + 1) * partSize);
    await sendRaw({ url }, { method: "PUT", path: `/api/records/imports/${id}/parts/${at}`, headers, body });
  }
  await member.call(startImport, { params: { id }, body: {} });
  return id;
}
