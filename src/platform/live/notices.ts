import type pg from "pg";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";

const channel = "boardroom";

/** Gives the object a text is JSON of, null when it is of none. */
export function parse(text: string): { type?: unknown; companyId?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** Whoever may connect to the database may say anything on the channel. */
const isNotice = (value: object | null): value is Notice =>
  value !== null &&
  "company" in value &&
  typeof value.company === "string" &&
  "type" in value &&
  typeof value.type === "string";

type Notice = { company: string; type: string; id: string | null };

/** Keeps one connection listening; when it breaks it comes back and says so, as what was said meanwhile is lost. */
export function listen(
  database: Database,
  log: Log,
  on: { onNotice(notice: Notice): void; onReturn(): void },
): { ready: Promise<void>; stop(): Promise<void> } {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let first = true;

  async function connect(): Promise<void> {
    const next = database.connect();
    next.on("notification", ({ payload }) => {
      const notice = parse(payload ?? "");
      if (isNotice(notice)) on.onNotice(notice);
    });
    next.on("error", (error) => again(next, error));
    next.on("end", () => again(next, null));
    await next.connect();
    await next.query(`LISTEN ${channel}`);
    client = next;
    if (!first) on.onReturn();
    first = false;
  }

  function again(broken: pg.Client, error: Error | null): void {
    if (stopped || (client !== broken && client !== null)) return;
    client = null;
    if (error) log.warn({ err: error }, "the listening connection broke");
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch((cause: Error) => again(broken, cause)), 500).unref();
  }

  return {
    ready: connect(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
