import type pg from "pg";
import { jobContext } from "#features/accounts/service.ts";
import type { Agent } from "#features/agents/contract.ts";
import { readConfig } from "#platform/config.ts";
import type { Rooms } from "#app/compose.ts";
import { type Ctx, mintCompany } from "#platform/context.ts";
import { openStage } from "../test/faults/stage.ts";
import { hire, type Member, openOn, type World } from "../test/world.ts";

/** The product in this process on one of its databases, with a company and its eight executives. */
export type Side = {
  name: "PostgreSQL" | "embedded";
  world: World;
  member: Member;
  team: Agent[];
  ctx: Ctx;
  /** Hears of every change from now on: waits for the notice that a run is over, gives when it came and what it said. */
  over(runId: string): Promise<{ at: number; type: string }>;
};

/** Opens the product on a durable PostgreSQL and then on the embedded database; does the work with each in turn. */
export async function onBoth<T>(
  work: (side: Side) => Promise<T>,
  role: "all" | "web" = "all",
  more: Record<string, string> = {},
  rooms?: Rooms,
): Promise<[PostgreSQL: T, embedded: T]> {
  await using stage = openStage("bench");
  const settings = { shared_buffers: "256MB", max_wal_size: "2GB" };
  const postgres = await stage.postgres({ durable: true, settings });
  const env = { ROLE: role, ...more };
  const one = await on("PostgreSQL", { ...env, DATABASE_URL: postgres.url }, work, rooms);
  return [one, await on("embedded", env, work, rooms)];
}

async function on<T>(
  name: Side["name"],
  env: Record<string, string>,
  work: (side: Side) => Promise<T>,
  rooms?: Rooms,
): Promise<T> {
  await using stage = openStage("bench");
  const more = { PORT: "0", LOG_LEVEL: "warn", RATE_LIMIT_FACTOR: "100000", SNAPSHOT_EVERY: "0" };
  const world = stage.keep(await openOn(readConfig({ ...more, DATA_DIR: stage.folder, ...env }), rooms));
  const notices = world.boardroom.database.connect();
  stage.after(() => notices.end());
  const member = await world.member("bench");
  const team = await hire(member, "CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal");
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  return await work({ name, world, member, team, ctx, over: await listen(notices) });
}

async function listen(notices: pg.Client): Promise<Side["over"]> {
  const ended = new Map<string, { at: number; type: string }>();
  const waiting = new Map<string, (end: { at: number; type: string }) => void>();
  notices.on("notification", ({ payload }) => {
    const { type, id } = JSON.parse(payload ?? "{}") as { type: string; id: string };
    if (!/^run\.(finished|failed|stopped)$/.test(type)) return;
    const end = { at: performance.now(), type };
    waiting.get(id)?.(end);
    waiting.delete(id);
    ended.set(id, end);
  });
  await notices.connect();
  await notices.query("LISTEN boardroom");
  return (runId) =>
    new Promise((resolve) => {
      const known = ended.get(runId);
      if (known) resolve(known);
      else waiting.set(runId, resolve);
    });
}
