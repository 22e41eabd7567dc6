import { setTimeout as sleep } from "node:timers/promises";
import { agencyOf, handlersBySkill } from "#agency/agency.ts";
import { runJobs } from "#agency/run/job.ts";
import { defineSkillHandler, type Skill } from "#agency/skill.ts";
import type { Platform } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import { type NoticeListener, openNoticeListener } from "#platform/db/notice-listener.ts";
import { openJobs } from "#platform/jobs.ts";
import type { World } from "../test/world.ts";

const afterMs = 15;

/** What happened to a run after the commit that assigned it, in the order it may happen. */
export const spans = [
  "the notice was heard",
  "its job was fetched",
  "its company was read",
  "it was claimed",
  "its rules began",
  "its step was kept",
  "it was done",
  "its job was completed",
] as const;
export type Span = (typeof spans)[number];
export type Traced = {
  /** Queues to the workers that are watched; what it does itself is not. */
  platform: Platform;
  /** Forgets what was noted so far. */
  reset(): void;
  /** When what was through, once the run is done. */
  done(): Promise<ReadonlyMap<Span, number>>;
  stop(): Promise<void>;
};

/** Opens workers of their own on the product's database that know one skill more; notes when what they do was through. */
export async function traced(world: World, skill: Skill): Promise<Traced> {
  const { platform, database } = world.boardroom;
  let marks = new Map<Span, number>();
  let ended = Promise.withResolvers<void>();
  const mark = (span: Span): void => {
    if (!marks.has(span)) marks.set(span, performance.now());
    if (span === "it was done") ended.resolve();
  };
  const seen = watching(database, mark, () => marks.has("its rules began"));
  const notices = await openNoticeListener(database, platform.log);
  const listening: NoticeListener = {
    ...notices,
    listen: (channel, handler) =>
      notices.listen(channel, {
        ...handler,
        onNotice(payload) {
          mark("the notice was heard");
          handler.onNotice(payload);
        },
      }),
  };
  const jobs = await openJobs(seen, listening, platform.log, platform.count);
  const own: Platform = { ...platform, database: seen, jobs };
  const noted: Skill = {
    ...skill,
    rules(session, input) {
      mark("its rules began");
      return skill.rules(session, input);
    },
  };
  const agency = { ...agencyOf(platform), skillHandlers: handlersBySkill([defineSkillHandler({ skill: noted })]) };
  await jobs.work(runJobs(), { ...own, agency });
  return {
    platform: { ...platform, jobs },
    reset() {
      marks = new Map();
      ended = Promise.withResolvers();
    },
    async done() {
      await ended.promise;
      // What comes after its end is noted as well.
      await sleep(afterMs);
      return marks;
    },
    async stop() {
      await jobs.finish();
      await jobs.stop();
      await notices.stop();
    },
  };
}

/** The same database; says what a statement or transaction was for once it is through. */
function watching(database: Database, mark: (span: Span) => void, hasBegun: () => boolean): Database {
  const pool = new Proxy(database.pool, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== "query" || typeof value !== "function") return value;
      return async (...given: unknown[]) => {
        const result = (await Reflect.apply(value, target, given)) as { rows?: unknown[] };
        see(given[0], result.rows ?? []);
        return result;
      };
    },
  });
  function see(asked: unknown, rows: readonly unknown[]): void {
    const text = typeof asked === "string" ? asked : (asked as { text: string }).text;
    if (rows.length === 0) return;
    if (/SKIP LOCKED/.test(text)) mark("its job was fetched");
    else if (/SET completed_on/.test(text)) mark("its job was completed");
  }
  return {
    ...database,
    pool,
    async query(text, values) {
      const rows = await database.query(text, values);
      see(text, rows);
      return rows as never;
    },
    async transaction(company, work, mode = "write", options) {
      const result = await database.transaction(company, work, mode, options);
      if (mode === "read") mark("its company was read");
      else if (mode === "note") mark("its step was kept");
      else mark(hasBegun() ? "it was done" : "it was claimed");
      return result;
    },
  };
}
