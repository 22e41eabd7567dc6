import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What the proxy really did, counted where it was done. */
export type Journal = {
  connections: number;
  /** Of them, those that could not be passed on because the far end was away. */
  refused: number;
  bytesUp: number;
  bytesDown: number;
  /** Pieces that were held back, and how long in all. */
  delayed: number;
  delayedMs: number;
  /** Pieces that came while it stood still. */
  stalled: number;
  /** Connections that it cut, by what had just happened on them. */
  cutAtOnce: number;
  cutBeforeCommit: number;
  cutAfterCommit: number;
};

/** Where to break the connection of a COMMIT: before the server has it, or after it answered and before the caller knows. */
export type CommitCut = "before" | "after";

export type Proxy = {
  port: number;
  journal: Journal;
  /** Milliseconds that every piece from the far end is late; 0 for none. */
  setLatency(ms: number): void;
  /** While true nothing goes through in either direction, and nothing is lost. */
  stall(wish: boolean): void;
  /** Resets every connection there is; gives how many. */
  cutAll(): number;
  /** Resets the connection of this many of the next COMMITs; given a text, of transactions in which it was sent. */
  cutCommits(where: CommitCut, count: number, text?: string): void;
  /** While true new connections lose what they set for the operator's session, as behind a pooler that changes sessions. */
  dropSettings(wish: boolean): void;
  close(): Promise<void>;
};

/** One direction of a connection; what is late keeps its order. */
type Lane = { to: Socket; pending: number; last: Promise<void> };
type Pipe = { near: Socket; far: Socket; up: Lane; down: Lane; cutAnswer: boolean; isMarked: boolean };

const laneTo = (to: Socket): Lane => ({ to, pending: 0, last: Promise.resolve() });

const setting = Buffer.from("set_config('app.operator', 'on', false)", "latin1");
const lost = Buffer.from("set_config('app.operator', 'no', false)", "latin1");

/** Removes the operator's setting of the session from a connection's bytes. */
function withoutSetting(bytes: Buffer): Buffer {
  const at = bytes.indexOf(setting);
  return at < 0 ? bytes : Buffer.concat([bytes.subarray(0, at), lost, bytes.subarray(at + setting.length)]);
}

const commit = Buffer.from("Q\0\0\0\x0bCOMMIT\0", "latin1");

/** Stands between the product and PostgreSQL and does to their connections what a bad network does. */
export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const journal: Journal = {
    connections: 0,
    refused: 0,
    bytesUp: 0,
    bytesDown: 0,
    delayed: 0,
    delayedMs: 0,
    stalled: 0,
    cutAtOnce: 0,
    cutBeforeCommit: 0,
    cutAfterCommit: 0,
  };
  const pipes = new Set<Pipe>();
  let latencyMs = 0;
  let losesSettings = false;
  /** Set while it stands still. */
  let still: PromiseWithResolvers<void> | null = null;
  let wanted: { where: CommitCut; count: number; text: string } = { where: "after", count: 0, text: "" };

  const cut = (pipe: Pipe): void => {
    pipes.delete(pipe);
    pipe.near.resetAndDestroy();
    pipe.far.destroy();
  };

  function pass(lane: Lane, bytes: Buffer, lateMs: number): void {
    if (still) journal.stalled += 1;
    else if (lateMs === 0 && lane.pending === 0) return void lane.to.write(bytes);
    if (lateMs > 0) {
      journal.delayed += 1;
      journal.delayedMs += lateMs;
    }
    const dueAt = performance.now() + lateMs;
    lane.pending += 1;
    lane.last = lane.last.then(async () => {
      const early = dueAt - performance.now();
      if (early > 0) await sleep(early);
      await still?.promise;
      lane.pending -= 1;
      if (!lane.to.destroyed) lane.to.write(bytes);
    });
  }

  function up(pipe: Pipe, bytes: Buffer): void {
    journal.bytesUp += bytes.length;
    if (bytes.includes(wanted.text)) pipe.isMarked = true;
    if (wanted.count > 0 && pipe.isMarked && bytes.includes(commit)) {
      wanted.count -= 1;
      if (wanted.where === "before") {
        journal.cutBeforeCommit += 1;
        return cut(pipe);
      }
      pipe.cutAnswer = true;
    }
    pass(pipe.up, bytes, 0);
  }

  function down(pipe: Pipe, bytes: Buffer): void {
    journal.bytesDown += bytes.length;
    if (!pipe.cutAnswer) return pass(pipe.down, bytes, latencyMs);
    // Only an answer that says so is a commit; a transaction that had failed answers ROLLBACK.
    if (bytes.includes("COMMIT\0")) journal.cutAfterCommit += 1;
    else journal.cutAtOnce += 1;
    cut(pipe);
  }

  const server = createServer((near) => {
    journal.connections += 1;
    const far = connect(target.port, target.host);
    const pipe: Pipe = { near, far, up: laneTo(far), down: laneTo(near), cutAnswer: false, isMarked: false };
    pipes.add(pipe);
    for (const socket of [near, far]) socket.setNoDelay(true);
    near.on("data", (bytes: Buffer) => up(pipe, losesSettings ? withoutSetting(bytes) : bytes));
    far.on("data", (bytes: Buffer) => down(pipe, bytes));
    far.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") journal.refused += 1;
      cut(pipe);
    });
    near.on("error", () => cut(pipe));
    far.on("end", () => near.end());
    near.on("end", () => far.end());
    for (const socket of [near, far]) socket.on("close", () => pipes.delete(pipe));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    journal,
    setLatency(ms) {
      latencyMs = ms;
    },
    stall(wish) {
      if (wish) still ??= Promise.withResolvers();
      else {
        still?.resolve();
        still = null;
      }
    },
    cutAll() {
      const all = [...pipes];
      for (const pipe of all) cut(pipe);
      journal.cutAtOnce += all.length;
      return all.length;
    },
    cutCommits(where, count, text = "") {
      for (const pipe of pipes) pipe.isMarked = false;
      wanted = { where, count, text };
    },
    dropSettings(wish) {
      losesSettings = wish;
    },
    async close() {
      still?.resolve();
      for (const pipe of pipes) cut(pipe);
      server.close();
      await once(server, "close");
    },
  };
}

/** The same database, reached through the proxy. */
export function throughProxy(url: string, proxy: Proxy): string {
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  return through.href;
}
