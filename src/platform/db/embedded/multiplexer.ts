import { randomInt } from "node:crypto";
import { Connection, type Peer } from "./connection.ts";
import { errorFrame, readyFrame, type Refusal } from "./frames.ts";
import type { FromClient, Group } from "./group-reader.ts";
import { IdleWatch } from "./idle-watch.ts";
import { deliver } from "./notifications.ts";
import type { Reply } from "./reply.ts";
import { type Deadlines, type RunOnBackend, SharedBackend } from "./shared-backend.ts";
import type { Startup } from "./startup.ts";

export type MultiplexerOptions = Deadlines & {
  run: RunOnBackend;
  /** Makes the running group fail with 57014. */
  interrupt(): void;
  /** The parameters sent at sign-in: server_version, client_encoding and the like. */
  parameters: Readonly<Record<string, string>>;
  owner: string;
  /** How many connections may wait for the backend; further ones are refused. */
  maxWaiting: number;
  /** The backend violated the protocol; its state can no longer be trusted. */
  onBroken(reason: string): void;
};

/** A virtual connection, seen from the client's stream. */
export type VirtualConnection = {
  receive(bytes: Uint8Array): void;
  /** The client sends no more; what it sent still runs. */
  finish(): void;
  /** The client is dead: an open transaction is rolled back. */
  drop(): void;
};

/** How long others wait for a group that yields; stopping it takes some milliseconds more. */
const yieldMs = 40;

type Step = () => Promise<void>;

/**
 * Lets many connections share one PostgreSQL backend by passing it whole protocol groups, one at a time.
 *
 * A connection inside a transaction (or between Flush and Sync) holds the backend until it ends. Per-backend state
 * stays shared: session advisory locks exclude nothing; temporary tables, WITH HOLD cursors and SQL-level PREPARE are
 * visible to all; startup options are ignored; a session SET lasts until another connection runs. Use SET LOCAL and
 * pg_advisory_xact_lock.
 */
export class Multiplexer {
  readonly #options: MultiplexerOptions;
  readonly #backend: SharedBackend;
  readonly #connections = new Map<number, Connection>();
  readonly #signingIn: Connection[] = [];
  readonly #waiting: Connection[] = [];
  readonly #knownRoles: Set<string>;
  readonly #orphanedStatements: string[] = [];
  #channelsChanged = false;
  #holder: Connection | null = null;
  #running: Connection | null = null;
  #yielding: NodeJS.Timeout | null = null;
  #busy = false;
  #stopped = false;
  #lastId = 0;
  /** An idle transaction blocks all others, so its holder is disconnected. */
  readonly #idleWatch: IdleWatch<Connection>;

  constructor(options: MultiplexerOptions) {
    this.#options = options;
    this.#backend = new SharedBackend(options.run, options.owner, options);
    this.#knownRoles = new Set([options.owner]);
    const message = `terminating connection: idle in a transaction for ${options.deadlineMs} ms`;
    this.#idleWatch = new IdleWatch(options.deadlineMs, (holder) => {
      holder.closeWithError({ code: "25P03", message });
      this.#pump();
    });
  }

  /** `yields`: its groups run when no other waits, and are interrupted for others; they must be safe to repeat. */
  open(peer: Peer, { yields = false } = {}): VirtualConnection {
    this.#lastId += 1;
    const connection = new Connection(this.#lastId, randomInt(2 ** 31 - 1), peer, yields);
    this.#connections.set(connection.id, connection);
    return {
      receive: (bytes) => this.#receive(connection, bytes),
      finish: () => {
        connection.leaving = true;
        this.#pump();
      },
      drop: () => {
        connection.closeSilently();
        this.#pump();
      },
    };
  }

  /** Closes every connection with this error; nothing runs anymore. */
  stop(refusal: Refusal): void {
    this.#stopped = true;
    this.#idleWatch.watch(null);
    // The running statement may or may not have taken effect; waiting ones never started and are safe to retry.
    for (const connection of this.#connections.values())
      connection.closeWithError(connection === this.#running ? { ...refusal, code: "57014" } : refusal);
    this.#connections.clear();
  }

  #receive(connection: Connection, bytes: Uint8Array): void {
    if (connection.gone || this.#stopped) return;
    if (connection === this.#holder) this.#idleWatch.watch(null);
    try {
      if (connection.reader) for (const event of connection.reader.read(bytes)) this.#take(connection, event);
      else for (const startup of connection.readStartups(bytes)) this.#start(connection, startup);
    } catch (error) {
      connection.closeWithError({ code: "08P01", message: error instanceof Error ? error.message : String(error) });
    }
    this.#pump();
  }

  #start(connection: Connection, startup: Startup): void {
    if (startup.kind === "encryption") return connection.write(Buffer.from("N"));
    if (startup.kind === "cancel") {
      const target = this.#connections.get(startup.id);
      if (target?.secret === startup.secret) this.#cancel(target);
      return connection.closeSilently();
    }
    connection.signIn(startup.user, startup.user === this.#options.owner);
    if (this.#knownRoles.has(startup.user)) connection.welcome(this.#options.parameters);
    else this.#signingIn.push(connection);
  }

  #cancel(target: Connection): void {
    if (target === this.#running) return this.#options.interrupt();
    const at = this.#waiting.indexOf(target);
    const group = at < 0 ? undefined : target.queue.shift();
    if (!group) return;
    if (target.queue.length === 0) this.#waiting.splice(at, 1);
    target.refuse({ code: "57014", message: "canceling statement due to user request" }, group.end);
  }

  #take(connection: Connection, event: FromClient): void {
    if (event.kind === "terminate") connection.leaving = true;
    else if (event.kind === "group") this.#enqueue(connection, event.group);
    else {
      connection.copyWanted = { binary: event.binary };
      if (connection !== this.#running) connection.askForCopyData();
    }
  }

  #enqueue(connection: Connection, group: Group): void {
    const isQueued = connection === this.#holder || connection === this.#running || connection.queue.length > 0;
    const full = (isQueued ? connection.queue : this.#waiting).length >= this.#options.maxWaiting;
    const refusal = { code: "53300", message: "too many connections wait for the embedded database" };
    if (isQueued) connection.queue.push(full ? { ...group, bytes: Buffer.alloc(0), refusal } : group);
    else if (full) connection.refuse(refusal, group.end);
    else {
      connection.queue.push(group);
      this.#waiting.push(connection);
      if (!connection.yields) this.#askToYield();
    }
  }

  /** Gives the running group a moment more if it is one that yields. */
  #askToYield(): void {
    const running = this.#running;
    if (!running?.yields || this.#yielding) return;
    this.#yielding = setTimeout(() => this.#options.interrupt(), yieldMs);
  }

  #nextWaiting(): Connection | undefined {
    const at = this.#waiting.findIndex(({ yields }) => !yields);
    return at < 0 ? this.#waiting.shift() : this.#waiting.splice(at, 1)[0];
  }

  #pump(): void {
    if (this.#busy || this.#stopped) return;
    this.#busy = true;
    this.#runSteps().catch((error: unknown) => {
      if (!this.#stopped) this.#options.onBroken(error instanceof Error ? error.message : String(error));
    });
  }

  async #runSteps(): Promise<void> {
    for (let step = this.#nextStep(); step && !this.#stopped; step = this.#nextStep()) await step();
    this.#busy = false;
    if (!this.#stopped) this.#idleWatch.watch(this.#holder);
  }

  #nextStep(): Step | null {
    this.#removeDisconnected();
    if (this.#holder) return this.#holdersStep(this.#holder);
    if (this.#orphanedStatements.length > 0 || this.#channelsChanged) return () => this.#tidy();
    const newcomer = this.#signingIn.shift();
    if (newcomer) return () => this.#checkRole(newcomer);
    const next = this.#nextWaiting();
    const group = next?.queue.shift();
    return next && group ? () => this.#serve(next, group) : null;
  }

  #holdersStep(holder: Connection): Step | null {
    const group = holder.queue.shift();
    if (group) return () => this.#serve(holder, group);
    if (!holder.gone) return null;
    return async () => {
      await this.#backend.rollBack();
      this.#holder = null;
    };
  }

  #removeDisconnected(): void {
    for (const connection of this.#connections.values()) {
      if (connection.leaving && connection.queue.length === 0) connection.closeSilently();
      if (!connection.gone || connection === this.#holder) continue;
      this.#connections.delete(connection.id);
      this.#orphanedStatements.push(...connection.names.inBackend());
      if (connection.channels.size > 0) this.#channelsChanged = true;
      for (const queue of [this.#waiting, this.#signingIn]) {
        const at = queue.indexOf(connection);
        if (at >= 0) queue.splice(at, 1);
      }
    }
  }

  async #tidy(): Promise<void> {
    const statements = this.#orphanedStatements.splice(0);
    if (statements.length > 0) await this.#backend.close(statements);
    this.#channelsChanged = false;
    await this.#backend.listenTo(new Set([...this.#connections.values()].flatMap(({ channels }) => [...channels])));
  }

  async #checkRole(newcomer: Connection): Promise<void> {
    const fault = await this.#backend.roleFault(newcomer.user);
    if (fault) return newcomer.closeWithError(fault);
    this.#knownRoles.add(newcomer.user);
    newcomer.welcome(this.#options.parameters);
  }

  async #serve(connection: Connection, group: Group): Promise<void> {
    this.#running = connection;
    await this.#runGroup(connection, group);
    this.#running = null;
    if (this.#yielding) clearTimeout(this.#yielding);
    this.#yielding = null;
    if (connection.queue.length > 0 && this.#holder !== connection) this.#waiting.push(connection);
    connection.askForCopyData();
  }

  async #runGroup(connection: Connection, group: Group): Promise<void> {
    const holds = connection === this.#holder;
    const skipped = connection.skipsToSync;
    if (skipped && group.end === "flush") return;
    connection.skipsToSync = false;
    if (!skipped && !group.refusal)
      return this.#settle(connection, group, await this.#backend.serve(connection, group, holds));
    if (group.refusal && !skipped) {
      if (group.end === "flush" || !holds) return connection.refuse(group.refusal, group.end);
      connection.write(errorFrame(group.refusal));
    }
    if (holds) this.#settle(connection, group, await this.#backend.failTransaction());
    else connection.write(readyFrame("I"));
  }

  #settle(connection: Connection, group: Group, reply: Reply): void {
    if (reply.ready === null && group.end !== "flush") throw new Error("the database engine left a query unanswered");
    const free = reply.ready === "I";
    this.#holder = free ? null : connection;
    connection.noteListens(group.listens.slice(0, reply.listens));
    const ready = reply.ready && group.end !== "flush" ? [readyFrame(reply.ready)] : [];
    if (free && group.end === "flush") connection.skipsToSync = true;
    if (!free) return connection.write(Buffer.concat([reply.rest(), ...ready]));
    for (const action of connection.settleListens(reply.committed)) {
      this.#backend.noteListen(action);
      if (action.command === "UNLISTEN") this.#channelsChanged = true;
    }
    const own = deliver(reply.notifications, connection, this.#connections.values());
    connection.write(Buffer.concat([reply.rest(), ...own, ...ready]));
  }
}
