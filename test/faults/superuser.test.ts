import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { pagesOf } from "../pages.ts";
import type { Postgres } from "../postgres.ts";
import { openOn } from "../world.ts";
import { openStage } from "./stage.ts";

let postgres: Postgres;
const stage = openStage("superuser");
const { folder } = stage;
beforeAll(async () => {
  postgres = await stage.postgres({});
});
afterAll(stage.close);

/** The same superuser, named where an address names a user and where its parameters do. */
function addresses(): string[] {
  const plain = new URL(postgres.superuserUrl);
  const parameters = new URLSearchParams({
    host: plain.hostname,
    port: plain.port,
    user: plain.username,
    password: plain.password,
  });
  return [plain.href, `postgres://${plain.pathname}?${parameters.toString()}`];
}

test("given a superuser's address the product still signs in as a role that owns nothing and sees no row", async () => {
  for (const DATABASE_URL of addresses()) {
    const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", DATABASE_URL, DATA_DIR: folder }));
    try {
      await world.member();
      const [user] = await world.boardroom.database.query<{ name: string; free: boolean }>(
        "SELECT rolname AS name, rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user",
      );
      expect(user).toEqual({ name: "boardroom_app", free: false });
      expect(await world.boardroom.database.query("SELECT 1 FROM companies")).toEqual([]);
    } finally {
      await world.close();
    }
  }
});

test("given a user who may create no roles, on a database set to another zone, a list goes on where it ended", async () => {
  const owner = new pg.Client(postgres.superuserUrl);
  await owner.connect();
  await owner.query("CREATE ROLE plain LOGIN PASSWORD 'plain'");
  await owner.query("CREATE DATABASE plain OWNER plain");
  await owner.query("ALTER DATABASE plain SET timezone = 'Asia/Kolkata'");
  await owner.end();
  const { host } = new URL(postgres.url);
  const settings = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100", DATA_DIR: folder };
  const world = await openOn(readConfig({ ...settings, DATABASE_URL: `postgres://plain:plain@${host}/plain` }));
  try {
    const member = await world.member();
    for (let at = 0; at < 51; at += 1) await member.call(createTask, { body: { title: `Task ${at}` } });
    expect((await pagesOf(member, "/api/tasks")).map((page) => page.length)).toEqual([50, 1]);
  } finally {
    await world.close();
  }
});
