import { createHash } from "node:crypto";
import type { ImapFlow } from "imapflow";

/**
 * Signed-in sessions between two pieces of work: signing in costs eight commands, and a poll needs one. A session is
 * found only by the very server, user and secret that opened it, so one company never meets another's.
 */
const kept = new Map<string, { client: ImapFlow; timer: NodeJS.Timeout }>();
/** How long one waits (polls are two minutes apart), how long one is used after its sign-in, and how many wait. */
const waitMs = 150_000;
const lifeMs = 15 * 60_000;
const mostKept = 100;

const born = new WeakMap<ImapFlow, number>();

export const sessionKey = (...parts: (string | number | boolean | undefined)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/** The library ends a silent connection and has no setting for one that waits. */
const allowSilence = (client: ImapFlow, forMs: number): void =>
  (client as unknown as { socket?: { setTimeout?: (ms: number) => void } }).socket?.setTimeout?.(forMs);

/** The session that waits under a key, which then belongs to the caller; `silentMs`: how long the server may be silent. */
export function takeSession(key: string, silentMs: number): ImapFlow | null {
  const found = kept.get(key);
  if (!found) return null;
  kept.delete(key);
  clearTimeout(found.timer);
  allowSilence(found.client, silentMs);
  return found.client.usable ? found.client : null;
}

const end = async (client: ImapFlow): Promise<void> => {
  await client.logout().catch(() => undefined);
  client.close();
};

/** Keeps a session for the next piece of work, or ends it. */
export async function keepSession(key: string, client: ImapFlow): Promise<void> {
  const since = born.get(client) ?? performance.now();
  born.set(client, since);
  if (!client.usable || kept.has(key) || kept.size >= mostKept || performance.now() - since > lifeMs)
    return end(client);
  const timer = setTimeout(() => {
    kept.delete(key);
    void end(client);
  }, waitMs).unref();
  allowSilence(client, 2 * waitMs);
  kept.set(key, { client, timer });
}

/** Ends all that wait, when the process stops. */
export async function endSessions(): Promise<void> {
  const all = [...kept.values()];
  kept.clear();
  for (const { timer } of all) clearTimeout(timer);
  await Promise.all(all.map(({ client }) => end(client)));
}
