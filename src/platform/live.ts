import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { WebSocket } from "ws";
import { AppError } from "#contract/errors.ts";
import type { LiveMessage } from "#contract/events.ts";
import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Database } from "#platform/db/database.ts";
import { isOwnOrigin } from "#platform/http/origin.ts";
import { hashToken, readToken, type Session, type SessionGate } from "#platform/http/session.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

const channel = "boardroom";
const largestFrame = 4 * 1024;
/** Bytes held for a socket that does not read. Notices are small, and each costs several times its bytes while it waits. */
const largestBacklog = 64 * 1024;
const perUser = 10;
const perSecond = 10;
const pingEvery = 30_000;
const recheckEvery = 60_000;

type Listener = {
  socket: WebSocket;
  session: Session;
  tokenHash: Buffer;
  joined: boolean;
  alive: boolean;
  recent: number;
};

/** Close codes a client can tell apart: 4401 the session ended, 4403 another company, 4408 too much, 1012 restart. */
const closing = { signedOut: 4401, foreign: 4403, flood: 4408, restart: 1012 } as const;

export type Live = { stop(): Promise<void>; count(): number };

/** Serves /ws and passes on what the journal announces, from whichever instance wrote it. */
export async function openLive(
  app: FastifyInstance,
  database: Database,
  gate: SessionGate,
  config: Config,
  log: Log,
  count: Count,
): Promise<Live> {
  const listeners = new Set<Listener>();
  await app.register(websocket, { options: { maxPayload: largestFrame, perMessageDeflate: false } });

  app.get(
    "/ws",
    {
      websocket: true,
      preValidation: async (request) => {
        const token = readToken(request, config.secure);
        request.session = token ? await gate(hashToken(token), now()) : null;
        if (!request.session) throw new AppError("unauthorized", "Unauthorized");
        if (request.headers.origin !== undefined && !isOwnOrigin(request, config.publicUrl.origin))
          throw new AppError("forbidden", "This request came from another site");
        const mine = [...listeners].filter((other) => other.session.userId === request.session?.userId);
        if (mine.length >= perUser) throw new AppError("too_many", "Too many open windows. Close one of them.");
      },
    },
    (socket, request) => {
      const { session } = request;
      const token = readToken(request, config.secure);
      if (!session || !token) return socket.close(closing.signedOut);
      const listener: Listener = {
        socket,
        session,
        tokenHash: hashToken(token),
        joined: false,
        alive: true,
        recent: 0,
      };
      listeners.add(listener);
      socket.on("close", () => listeners.delete(listener));
      socket.on("error", () => socket.terminate());
      socket.on("pong", () => {
        listener.alive = true;
      });
      socket.on("message", (frame: Buffer) => receive(listener, frame));
    },
  );

  function receive(listener: Listener, frame: Buffer): void {
    listener.recent += 1;
    if (listener.recent > perSecond) return end(listener, "flood");
    const message = parse(frame.toString());
    if (message?.type !== "join_company") return;
    if (message.companyId !== listener.session.company) {
      const { company, userId: user } = listener.session;
      count("cross_company_attempts");
      log.warn({ event: "security", company, user, route: "/ws" }, "a socket asked for another company");
      return end(listener, "foreign");
    }
    listener.joined = true;
    send(listener, { type: "joined", id: null });
  }

  function send(listener: Listener, message: LiveMessage): void {
    const { bufferedAmount: held } = listener.socket;
    if (held > largestBacklog) {
      log.warn({ user: listener.session.userId, held }, "a socket that does not read was closed");
      listeners.delete(listener);
      return drop(listener, "slow");
    }
    listener.socket.send(JSON.stringify(message));
  }

  function end({ socket }: Listener, why: keyof typeof closing): void {
    if (socket.readyState === socket.OPEN) count("sockets_closed", { why });
    socket.close(closing[why]);
  }

  /** A peer that does not read would never see a farewell. */
  function drop({ socket }: Listener, why: "slow" | "silent"): void {
    if (socket.readyState === socket.OPEN) count("sockets_closed", { why });
    socket.terminate();
  }

  function announce(company: string, message: LiveMessage): void {
    for (const listener of listeners) {
      if (listener.session.company !== company) continue;
      if (endsSession(listener.session, message)) end(listener, "signedOut");
      else if (listener.joined) send(listener, message);
    }
  }

  const ear = listen(database, log, {
    onNotice: ({ company, type, id }) => announce(company, { type, id }),
    onReturn: () => {
      for (const listener of listeners) if (listener.joined) send(listener, { type: "refresh", id: null });
    },
  });
  await ear.ready;

  const slower = setInterval(() => {
    for (const listener of listeners) listener.recent = 0;
  }, 1_000).unref();
  const ping = setInterval(() => {
    for (const listener of listeners) {
      if (!listener.alive) drop(listener, "silent");
      listener.alive = false;
      listener.socket.ping();
    }
  }, pingEvery).unref();
  const recheck = setInterval(() => {
    for (const listener of listeners)
      gate(listener.tokenHash, now()).then(
        (session) => session ?? end(listener, "signedOut"),
        () => undefined,
      );
  }, recheckEvery).unref();

  return {
    count: () => listeners.size,
    async stop() {
      for (const timer of [slower, ping, recheck]) clearInterval(timer);
      for (const { socket } of listeners) socket.close(closing.restart);
      await ear.stop();
    },
  };
}

/** Whether a message says that this session is over: it was signed out, or its person got another password. */
function endsSession({ sessionId, userId }: Session, { type, id }: LiveMessage): boolean {
  return (type === "user.logged_out" && id === sessionId) || (type === "user.password_reset" && id === userId);
}

function parse(text: string): { type?: unknown; companyId?: unknown } | null {
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
function listen(
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
