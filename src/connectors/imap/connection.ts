import type { lookup } from "node:dns";
import type { ImapFlow } from "imapflow";
import { mailFault } from "#connectors/imap/faults.ts";
import type { MailServers } from "#connectors/imap/servers.ts";
import { allowedAddresses, resolveAllowed } from "#platform/http-out/guarded-host.ts";

/** `secret`: an app password, or with `isToken` an access token. */
export type ImapAccess = MailServers & { user: string; secret: string; isToken: boolean };
/** `ca`: further trusted certificates. */
export type ImapWay = { privateAddresses: readonly string[]; resolve?: typeof lookup; ca?: string };

const stepMs = 15_000;
/** The longest one piece of work on the connection takes, in milliseconds. */
const workMs = 120_000;
export const mostBytes = 30 * 1024 ** 2;

/** One IMAP connection, opened when it is needed and again after it ended; one piece of work at a time. */
export function openConnection(access: ImapAccess, way: ImapWay) {
  const { imap: server, user, secret, isToken } = access;
  const { host, port, security } = server;
  const about = { server, imapHost: host, setting: "IMAP" as const, secret, isToken };
  let opened: ImapFlow | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<ImapFlow> {
    if (opened?.usable) return opened;
    const allowed = allowedAddresses(way.privateAddresses);
    const address = await resolveAllowed(host, security === "plain" ? allowed.plain : allowed.encrypted, way.resolve);
    const library = await import("imapflow");
    const client = new library.ImapFlow({
      host: address,
      port,
      servername: host,
      secure: security === "tls",
      doSTARTTLS: security === "starttls",
      auth: isToken ? { user, accessToken: secret } : { user, pass: secret },
      tls: { minVersion: "TLSv1.2", ...(way.ca && { ca: way.ca }) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: 2 * stepMs,
      maxLiteralSize: mostBytes + 1024 ** 2,
    });
    // Without a listener an error of the connection would end the process.
    client.on("error", () => client.close());
    opened = client;
    await client.connect();
    return client;
  }

  async function attempt<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error("timed out")), workMs);
    });
    try {
      return await Promise.race([connect().then(work), late]);
    } catch (error) {
      opened?.close();
      opened = null;
      throw mailFault(error, about);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    run<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
      const next = queue.then(() => attempt(work));
      queue = next.catch(() => undefined);
      return next;
    },
    async close(): Promise<void> {
      await queue;
      await opened?.logout().catch(() => undefined);
      opened?.close();
      opened = null;
    },
  };
}
