import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { LiveMessage } from "#contract/events.ts";
import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Platform } from "#platform/context.ts";
import type { NoticeListener } from "#platform/db/notice-listener.ts";
import type { FormatRefusal } from "#platform/http/bare.ts";
import { socketPath } from "#platform/http/entrance.ts";
import { refuseForeignOrigin } from "#platform/http/origin.ts";
import type { Caller, CallerGate } from "#platform/http/caller.ts";
import { hashToken, readToken, sessionCredential } from "#platform/http/session.ts";
import { listen, parse } from "#platform/live/notices.ts";
import { type Listener, openListeners } from "#platform/live/listeners.ts";

const largestFrame = 4 * 1024;
/**
 * Bytes buffered for a socket that does not read. Notices are small, and each waiting one costs several times its
 * bytes.
 */
const largestBacklog = 64 * 1024;
const maxPerUser = 10;
const maxPerSecond = 10;
const pingEvery = 30_000;
const recheckEvery = 60_000;
/**
 * How long after a change that ends a person's other sessions they are checked again, in milliseconds: the session that
 * made the change, which a new one replaces, has ended by then.
 */
const lastSessionMs = 31_000;
/** How often, and after up to how many milliseconds, a new socket retries its session check. */
const attempts = 20;
const pauseMs = 1_000;

/** Close codes: 4401 session ended, 4403 another company, 4408 too many messages, 1012 restart. */
const closing = { signedOut: 4401, foreign: 4403, flood: 4408, restart: 1012 } as const;

export type Live = { stop(): Promise<void>; count(): number; countOf(company: string): number };

/**
 * Register this before anything that may refuse a request: an upgrade it has not seen is never closed. Node stops
 * timing a connection out once it asks to upgrade; from then on it has `handshakeMs` to become a socket.
 */
export async function speakWebSocket(app: FastifyInstance, format: FormatRefusal, handshakeMs = 30_000): Promise<void> {
  const opening = new WeakMap<Socket, NodeJS.Timeout>();
  app.server.on("upgrade", (_request: IncomingMessage, socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), handshakeMs).unref();
    opening.set(socket, timer);
    socket.once("close", () => clearTimeout(timer));
  });
  await app.register(websocket, {
    options: { maxPayload: largestFrame, perMessageDeflate: false },
    // The default would stop listening for upgrades here: a later one would get no answer and keep the server from
    // stopping.
    preClose: (done) => done(),
  });
  app.websocketServer.on("connection", (_socket, { socket }: IncomingMessage) => clearTimeout(opening.get(socket)));
  app.websocketServer.on("wsClientError", (_error, socket) => {
    socket.once("finish", () => socket.destroy());
    const more = { "Sec-WebSocket-Version": "13", Connection: "close" };
    socket.end(format("400 Bad Request", "invalid", "This WebSocket handshake is not valid", more));
  });
}

/** Serves /ws and forwards journal notifications from all instances. */
export async function openLive(
  app: FastifyInstance,
  notices: NoticeListener,
  gate: CallerGate,
  config: Config,
  { events, log, count }: Pick<Platform, "events" | "log" | "count">,
  onForeign: (company: string) => void,
): Promise<Live> {
  const listeners = openListeners();
  app.get(
    socketPath,
    {
      websocket: true,
      preValidation: async (request) => {
        const token = readToken(request, config.secure);
        request.caller = token ? await retryWhileBusy(() => gate(sessionCredential(token), now())) : null;
        if (!request.caller || request.caller.isLimited) throw new AppError("unauthorized", "Unauthorized");
        refuseForeignOrigin(request.headers.origin, config.publicUrl);
        if (listeners.countOf(request.caller.userId) >= maxPerUser)
          throw new AppError("too_many", "Too many open windows. Close one of them.");
      },
    },
    (socket, request) => {
      const { caller } = request;
      const token = readToken(request, config.secure);
      if (!caller || !token) return socket.close(closing.signedOut);
      const listener: Listener = {
        socket,
        caller,
        tokenHash: hashToken(token),
        joined: false,
        alive: true,
        recent: 0,
      };
      listeners.add(listener);
      socket.on("close", () => listeners.remove(listener));
      socket.on("error", () => socket.terminate());
      socket.on("pong", () => {
        listener.alive = true;
      });
      socket.on("message", (frame: Buffer) => receive(listener, frame));
    },
  );

  function receive(listener: Listener, frame: Buffer): void {
    listener.recent += 1;
    if (listener.recent > maxPerSecond) return end(listener, "flood");
    const message = parse(frame.toString());
    if (message?.type !== "join_company") return;
    if (message.companyId !== listener.caller.company) {
      const { company, userId: user } = listener.caller;
      count("cross_company_attempts");
      onForeign(company);
      log.warn({ event: "security", company, user, route: "/ws" }, "a socket asked for another company");
      return end(listener, "foreign");
    }
    listener.joined = true;
    send(listener, serialize({ type: "joined", id: null, refreshes: [] }));
  }

  function send(listener: Listener, message: Buffer): void {
    const { bufferedAmount: held } = listener.socket;
    if (held > largestBacklog) {
      log.warn({ user: listener.caller.userId, held }, "a socket that does not read was closed");
      listeners.remove(listener);
      return drop(listener, "slow");
    }
    listener.socket.send(message, { binary: false });
  }

  function end({ socket }: Listener, why: keyof typeof closing): void {
    if (socket.readyState === socket.OPEN) count("sockets_closed", { why });
    socket.close(closing[why]);
  }

  /** Terminates without a close frame, which a peer that does not read would never see. */
  function drop({ socket }: Listener, why: "slow" | "silent"): void {
    if (socket.readyState === socket.OPEN) count("sockets_closed", { why });
    socket.terminate();
  }

  function announce(company: string, message: LiveMessage): void {
    const text = serialize(message);
    // Some of the person's sessions may have ended; only the database knows which.
    if (endOthers.has(message.type)) {
      const check = () =>
        void checkSessions([...listeners.of(company)].filter(({ caller }) => caller.userId === message.id));
      check();
      // The previous session of the person who made the change ends a little later.
      setTimeout(check, lastSessionMs).unref();
    }
    for (const listener of listeners.of(company))
      if (endsSession(listener.caller, message)) end(listener, "signedOut");
      else if (listener.joined) send(listener, text);
  }

  await listen(notices, {
    onNotice: ({ company, type, id, refreshes }) =>
      announce(company, { type, id, refreshes: refreshes ?? events.refreshes(type) }),
    onReconnect: () => {
      const text = serialize({ type: "refresh", id: null, refreshes: [] });
      for (const listener of listeners.all()) if (listener.joined) send(listener, text);
    },
  });

  const resetCounts = setInterval(() => {
    for (const listener of listeners.all()) listener.recent = 0;
  }, 1_000).unref();
  const ping = setInterval(() => {
    for (const listener of listeners.all()) {
      if (!listener.alive) drop(listener, "silent");
      listener.alive = false;
      listener.socket.ping();
    }
  }, pingEvery).unref();
  // Sequential: all at once would exceed the database's queue, and the last would never be checked.
  let isChecking = false;
  const recheck = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void checkSessions(listeners.all()).finally(() => (isChecking = false));
  }, recheckEvery).unref();

  async function checkSessions(some: Iterable<Listener>): Promise<void> {
    const sessions = Map.groupBy(some, (listener) => listener.tokenHash.toString("hex"));
    for (const [hash, sharing] of sessions) {
      const token = Buffer.from(hash, "hex");
      // While the database is unavailable nothing is known; the next round checks again.
      const session = await gate({ kind: "session", hash: token }, now()).catch(() => "unknown" as const);
      if (session === null) for (const listener of sharing) end(listener, "signedOut");
    }
  }

  return {
    count: () => listeners.size(),
    countOf: (company) => listeners.of(company).size,
    async stop() {
      for (const timer of [resetCounts, ping, recheck]) clearInterval(timer);
      for (const { socket } of listeners.all()) socket.close(closing.restart);
    },
  };
}

const serialize = (message: LiveMessage): Buffer => Buffer.from(JSON.stringify(message));

/** Retries while many sockets reconnect at once after a restart: waiting costs less than another handshake. */
async function retryWhileBusy<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unavailable" || attempt === attempts) throw error;
      await sleep(Math.random() * pauseMs);
    }
}

/** The events that end every session of the person they name. */
const endAllSessions = new Set([
  "user.password_reset",
  "user.password_recovered",
  "user.suspended",
  "user.removed",
  "user.sessions_ended",
  "privacy.deleted",
]);

/** The events that end the person's sessions but the one that caused them, which is renewed. */
const endOthers = new Set([
  "user.password_changed",
  "user.authenticator_added",
  "user.authenticator_removed",
  "user.passkey_added",
  "user.passkey_removed",
]);

/** Whether a message ends this session: it signed out, all of its person's sessions ended, or the company closed. */
function endsSession({ id: sessionId, userId }: Caller, { type, id }: LiveMessage): boolean {
  if (type === "company.closed") return true;
  return (type === "user.logged_out" && id === sessionId) || (endAllSessions.has(type) && id === userId);
}
