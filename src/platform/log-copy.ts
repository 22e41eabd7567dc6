import { postLines } from "#platform/post-lines.ts";

export const logCopyLimits = { everyMs: 2_000, batch: 500, waiting: 10_000 };

type LogCopy = { write(line: string): void; stop(): Promise<void> };

/**
 * Posts log lines to another system within seconds, in order. Lines that it does not accept wait in memory and are sent
 * again; beyond the limit the oldest are dropped, so that an outage there does not affect this process.
 */
export function openLogCopy(url: URL, onFailure: () => void): LogCopy {
  const waiting: string[] = [];
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, logCopyLimits.batch);
      dropped = 0;
      await postLines(url, batch, "LOG_COPY");
      waiting.splice(0, Math.max(0, batch.length - dropped));
    }
  }
  const flush = (): Promise<void> => (sending = sending.then(send).catch(onFailure));
  const timer = setInterval(() => void flush(), logCopyLimits.everyMs).unref();
  return {
    write(line) {
      waiting.push(line.trimEnd());
      if (waiting.length <= logCopyLimits.waiting) return;
      waiting.shift();
      dropped += 1;
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
