// Nightly: eight commands as processes of their own behind a proxy; http/hold-command and http/audit-command hold the commands daily.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wakeForgotten } from "#agency/run/waiting/forgotten.ts";
import { findDemo } from "#app/demo/place.ts";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { removeExpired } from "#platform/idempotency/retention.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { commandHere, type Said } from "../command.ts";
import { type Member, openOn } from "../world.ts";
import { openYard, type Place, sumOf } from "./backup.ts";
import { type Proxy, startProxy, throughProxy } from "./proxy.ts";

/** The operator's commands behind something that drops the settings a connection is opened with. */
const yard = openYard();
let place: Place;
let proxied: Place;
let proxy: Proxy;
let member: Member;
let backup: string;
let anchors: string;

beforeAll(async () => {
  place = await yard.place("postgres");
  const direct = new URL(place.env["DATABASE_URL"] ?? "");
  proxy = await startProxy({ host: direct.hostname, port: Number(direct.port) });
  proxied = { ...place, env: { ...place.env, DATABASE_URL: throughProxy(direct.href, proxy) } };
  backup = join(yard.folder, "whole.backup");
  anchors = join(place.dataDir, "anchors.jsonl");
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...place.env }));
  member = await world.member();
  await member.call(createTask, { body: { title: "Hidden" } });
  await world.member("other");
  await world.close();
});
afterAll(async () => {
  await proxy?.close();
  await yard.close();
});

const sentence =
  "The connection to PostgreSQL lost the setting app.operator and does not show every company; nothing was changed. " +
  "Connect DATABASE_URL to PostgreSQL directly, without a proxy or pooler.";

async function refused(name: Parameters<typeof commandHere>[0], ...flags: string[]): Promise<Said> {
  const before = await sumOf(place);
  const said = await commandHere(name, proxied.env, flags);
  expect([name, said.code, said.complaint]).toEqual([name, 1, `${sentence}\n`]);
  expect(await sumOf(place)).toEqual(before);
  return said;
}

test("through a proxy that keeps the settings every command works", async () => {
  expect(await commandHere("audit-verify", proxied.env)).toMatchObject({ code: 0, complaint: "" });
  expect(await commandHere("backup", proxied.env, ["--to", backup])).toMatchObject({ code: 0, complaint: "" });
  expect(await commandHere("user-reset", proxied.env, [member.username])).toMatchObject({ code: 0, complaint: "" });
  expect(await commandHere("restore", proxied.env, [backup, "--replace"])).toMatchObject({ code: 0, complaint: "" });
});

test("a backup that would lack companies is not written", async () => {
  proxy.dropSettings(true);
  const file = join(yard.folder, "hollow.backup");
  await refused("backup", "--to", file);
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
});

test("audit:verify calls no record removed that it cannot see, and anchors nothing", async () => {
  const before = readFileSync(anchors, "utf8");
  const verdict = readFileSync(join(place.dataDir, "audit-verdict.json"), "utf8");
  await refused("audit-verify");
  expect(readFileSync(anchors, "utf8")).toBe(before);
  expect(readFileSync(join(place.dataDir, "audit-verdict.json"), "utf8")).toBe(verdict);
});

test("restore does not take a database for empty whose companies it cannot see", async () => {
  expect((await refused("restore", backup)).out).not.toContain("Restored");
  expect((await refused("restore", backup, "--replace")).out).not.toContain("Restored");
});

test("user:reset does not say that a person it cannot see is nobody", async () => {
  expect((await refused("user-reset", member.username)).out).toBe("");
});

test("hold does not say that everything is stopped in companies it cannot see", async () => {
  expect((await refused("hold")).out).toBe("");
});

test("a demo is not put beside companies that cannot be seen", async () => {
  await expect(findDemo(readConfig(proxied.env))).rejects.toThrow(sentence);
});

test("what the server does across companies by the clock fails aloud instead of finding nothing", async () => {
  const config = () => readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...proxied.env });
  await expect(openOn(config())).rejects.toThrow(sentence);
  proxy.dropSettings(false);
  const world = await openOn(config());
  proxy.dropSettings(true);
  const { connectOwner, platform } = world.boardroom;
  const before = readFileSync(anchors, "utf8");
  await expect(removeExpired(connectOwner)).rejects.toThrow(sentence);
  await expect(anchorAll(anchors, connectOwner, platform.secrets)).rejects.toThrow(sentence);
  await expect(wakeForgotten(connectOwner, platform)).rejects.toThrow(sentence);
  expect(readFileSync(anchors, "utf8")).toBe(before);
  await world.close();
});
