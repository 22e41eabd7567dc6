import type pg from "pg";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";

/** Handles a channel's notices; after a reconnect, notices may have been missed. */
export type NoticeHandler = { onNotice(payload: string): void; onReconnect(): void };

/** An instance's one listening connection. */
export type NoticeListener = {
  listen(channel: string, handler: NoticeHandler): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 500;

/** Keeps one connection listening and reconnects when it breaks. */
export async function openNoticeListener(database: Database, log: Log): Promise<NoticeListener> {
  const handlers = new Map<string, NoticeHandler>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = database.connect();
    next.on("notification", ({ channel, payload }) => handlers.get(channel)?.onNotice(payload ?? ""));
    next.on("error", (error) => reconnect(next, error));
    next.on("end", () => reconnect(next, null));
    await next.connect();
    for (const channel of handlers.keys()) await next.query(`LISTEN ${channel}`);
    client = next;
    for (const handler of handlers.values()) handler.onReconnect();
  }

  function reconnect(broken: pg.Client, error: Error | null): void {
    if (stopped || (client !== broken && client !== null)) return;
    client = null;
    if (error) log.warn({ err: error }, "the listening connection broke");
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch((cause: Error) => reconnect(broken, cause)), retryMs).unref();
  }

  await connect();
  return {
    async listen(channel, handler) {
      handlers.set(channel, handler);
      // If the connection is down, the next one subscribes to all channels.
      await client?.query(`LISTEN ${channel}`);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
