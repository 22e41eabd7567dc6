import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import * as calls from "#features/integrations/contract.ts";
import { sync } from "#features/integrations/syncing/service.ts";
import { listRecords } from "#features/records/list/contract.ts";
import type { BusinessRecord, RecordKind } from "#features/records/contract.ts";
import { mintCompany } from "#platform/context.ts";
import type { Client, Member, World } from "./world.ts";

/** Until something holds that happens in the background. */
export const eventually = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 60_000, interval: 200 });

/** Opens an address as the person's browser does; returns where it is sent. */
export async function follow(world: World, browser: Client, address: string): Promise<string> {
  const { headers } = await fetch(address, { redirect: "manual" });
  const back = new URL(headers.get("location") ?? "");
  const answer = await fetch(world.url + back.pathname + back.search, {
    redirect: "manual",
    headers: { ...(browser.cookie && { cookie: browser.cookie }) },
  });
  return answer.headers.get("location") ?? String(answer.status);
}

type Signed = { type: string; credentials: Record<string, string> };

/** Connects a service with its sign-in, and waits until it was read the first time. */
export async function connectBySignIn(world: World, member: Member, { type, credentials }: Signed): Promise<number> {
  const { authUrl, id } = await member.call(calls.setUpCredentials, { body: { integrationId: type, credentials } });
  expect(await follow(world, member, authUrl ?? "")).toBe("/integrations?connected");
  await eventually(async () => (await connectionOf(member, id))?.lastSync !== null);
  return id;
}

export const connectionOf = async (member: Member, id: number) =>
  (await member.call(calls.listConnections)).find((one) => one.id === id);

/** Reads what changed, as the job does, once no other reading is under way. */
export async function readAgain(world: World, member: Member, id: number) {
  for (const until = performance.now() + 60_000; ; await sleep(50)) {
    const done = await readOnce(world, member, id);
    if (done || performance.now() > until) return done;
  }
}

/** Reads it now; null where another reading is under way or the connection is another company's. */
export const readOnce = async ({ boardroom }: World, { user }: Member, id: number) =>
  sync(await jobContext(boardroom.platform, mintCompany(user.companyId)), id);

/** All records of a kind. */
export async function recordsOf(member: Member, kind: RecordKind) {
  const rows: BusinessRecord[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await member.call(listRecords, { params: { kind }, query: cursor === undefined ? {} : { cursor } });
    rows.push(...page.rows);
    if (page.nextCursor === null)
      return rows.map(({ fields, externalId }): Record<string, unknown> & { externalId: string } => ({
        ...fields,
        externalId,
      }));
    cursor = page.nextCursor;
  }
}
