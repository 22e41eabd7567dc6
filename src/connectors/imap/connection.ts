import type { lookup } from "node:dns";
import { isIP } from "node:net";
import type { ImapFlow } from "imapflow";
import { ConnectorFault } from "#connectors/fault.ts";
import { mailFault } from "#connectors/imap/faults.ts";
import type { MailServers } from "#connectors/imap/servers.ts";
import { keepSession, sessionKey, takeSession } from "#connectors/imap/sessions.ts";
import { allowedAddresses, resolveAllowed } from "#platform/http-out/guarded-host.ts";

/** `secret`: an app password, or with `isToken` an access token, or what gives one, anew if the last was refused. */
export type ImapAccess = MailServers & {
  user: string;
  secret: string | ((isRefused?: boolean) => Promise<string>);
  isToken: boolean;
};
/**
 * `ca`: further trusted certificates; `stepMs`: the longest a server may be silent; `copyMs`: when a copy that a server
 * keeps itself is looked for.
 */
export type ImapWay = {
  privateAddresses: readonly string[];
  resolve?: typeof lookup;
  ca?: string;
  stepMs?: number;
  copyMs?: readonly number[];
};

const stepMs = 15_000;
/** The longest one piece of work on the connection takes, in milliseconds. */
const workMs = 120_000;
export const mostBytes = 30 * 1024 ** 2;

/** Signs in with the secret; a refused token is renewed once. Throws only ConnectorFault. */
export async function withSecret<T>(
  { secret }: Pick<ImapAccess, "secret">,
  signIn: (secret: string) => Promise<T>,
): Promise<T> {
  if (typeof secret === "string") return signIn(secret);
  const token = await secret();
  try {
    return await signIn(token);
  } catch (error) {
    const renewed = error instanceof ConnectorFault && error.kind === "expired" ? await secret(true) : token;
    if (renewed === token) throw error;
    return signIn(renewed);
  }
}

/** One IMAP connection, opened when it is needed and again after it ended; one piece of work at a time. */
export function openConnection(access: ImapAccess, way: ImapWay) {
  const { imap: server, user, isToken } = access;
  const { host, port, security } = server;
  const about = { server, imapHost: host, setting: "IMAP" as const, isToken };
  let opened: ImapFlow | null = null;
  let key = "";
  /** It waited, and no work was done on it since. */
  let isTaken = false;
  let mayTake = true;
  let queue: Promise<unknown> = Promise.resolve();

  async function open(secret: string): Promise<ImapFlow> {
    key = sessionKey(host, port, security, user, isToken, secret, way.ca);
    opened = mayTake ? takeSession(key, 2 * (way.stepMs ?? stepMs)) : null;
    isTaken = opened !== null;
    if (opened) return opened;
    try {
      const allowed = allowedAddresses(way.privateAddresses);
      const address = await resolveAllowed(host, security === "plain" ? allowed.plain : allowed.encrypted, way.resolve);
      const library = await import("imapflow");
      const client = new library.ImapFlow({
        host: address,
        port,
        ...(isIP(host) === 0 && { servername: host }),
        secure: security === "tls",
        doSTARTTLS: security === "starttls",
        auth: isToken ? { user, accessToken: secret } : { user, pass: secret },
        tls: { minVersion: "TLSv1.2", ...(way.ca && { ca: way.ca }) },
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: way.stepMs ?? stepMs,
        greetingTimeout: way.stepMs ?? stepMs,
        socketTimeout: 2 * (way.stepMs ?? stepMs),
        maxLiteralSize: mostBytes + 1024 ** 2,
      });
      // Without a listener an error of the connection would end the process.
      client.on("error", () => client.close());
      opened = client;
      await client.connect();
      return client;
    } catch (error) {
      opened?.close();
      opened = null;
      throw mailFault(error, { ...about, secret });
    }
  }

  const connect = async (): Promise<ImapFlow> => (opened?.usable ? opened : withSecret(access, open));

  async function attempt<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error("timed out")), workMs);
    });
    try {
      const done = await Promise.race([connect().then(work), late]);
      isTaken = false;
      return done;
    } catch (error) {
      opened?.close();
      opened = null;
      // It may have ended unseen while it waited. Every work looks first for what an earlier try has done.
      if (isTaken && !(error instanceof ConnectorFault)) {
        [isTaken, mayTake] = [false, false];
        return await attempt(work);
      }
      throw mailFault(error, { ...about, secret: typeof access.secret === "string" ? access.secret : "" });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** From now on it signs in itself, to find out whether it still can. */
    signInAnew(): void {
      mayTake = false;
    },
    run<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
      const next = queue.then(() => attempt(work));
      queue = next.catch(() => undefined);
      return next;
    },
    async close(): Promise<void> {
      await queue;
      if (opened) await keepSession(key, opened);
      opened = null;
    },
  };
}
