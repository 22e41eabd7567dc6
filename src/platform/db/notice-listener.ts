import type pg from "pg";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";

/** Hears what is said on a channel, and that the line was away: what was said meanwhile is lost. */
export type Hearer = { said(words: string): void; returned(): void };

/** The one connection of an instance that listens. */
export type NoticeListener = {
  /** Passes on what is said on the channel from now on. */
  hear(channel: string, hearer: Hearer): Promise<void>;
  stop(): Promise<void>;
};

const pauseMs = 500;

/** Keeps one connection listening; when it breaks it comes back and says so. */
export async function openNoticeListener(database: Database, log: Log): Promise<NoticeListener> {
  const hearers = new Map<string, Hearer>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = database.connect();
    next.on("notification", ({ channel, payload }) => hearers.get(channel)?.said(payload ?? ""));
    next.on("error", (error) => again(next, error));
    next.on("end", () => again(next, null));
    await next.connect();
    for (const channel of hearers.keys()) await next.query(`LISTEN ${channel}`);
    client = next;
    for (const hearer of hearers.values()) hearer.returned();
  }

  function again(broken: pg.Client, error: Error | null): void {
    if (stopped || (client !== broken && client !== null)) return;
    client = null;
    if (error) log.warn({ err: error }, "the listening connection broke");
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch((cause: Error) => again(broken, cause)), pauseMs).unref();
  }

  await connect();
  return {
    async hear(channel, hearer) {
      hearers.set(channel, hearer);
      // Where it broke at this very moment the next connection listens to all of them.
      await client?.query(`LISTEN ${channel}`);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
