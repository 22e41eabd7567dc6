import { copyInFrame, errorFrame, readyFrame, type Refusal, welcomeFrames } from "./frames.ts";
import { type Group, GroupReader } from "./group-reader.ts";
import type { ListenAction } from "./statement-effects.ts";
import { readStartup, type Startup } from "./startup.ts";
import { StatementNames } from "./statement-names.ts";

/** The client's end of a virtual connection. */
export type Peer = {
  write(bytes: Buffer): void;
  /** No more bytes follow. */
  end(): void;
};

/** The multiplexer's state of one virtual connection. */
export class Connection {
  readonly id: number;
  readonly secret: number;
  readonly names: StatementNames;
  readonly yields: boolean;
  readonly #peer: Peer;
  user = "";
  isOwner = false;
  /** Reads groups; null until the client has signed in. */
  reader: GroupReader | null = null;
  #startupBytes: Buffer = Buffer.alloc(0);
  /** Groups not run yet, oldest first. */
  readonly queue: Group[] = [];
  /** After an error before a Flush, the protocol requires ignoring everything up to the Sync. */
  skipsToSync = false;
  /** The client waits to send COPY data; the request for it must not overtake older answers. */
  copyWanted: { binary: boolean } | null = null;
  /** The client disconnected; removed once its queue is empty. */
  leaving = false;
  gone = false;
  readonly channels = new Set<string>();
  #uncommittedListens: ListenAction[] = [];

  constructor(id: number, secret: number, peer: Peer, yields = false) {
    this.id = id;
    this.secret = secret;
    this.names = new StatementNames(id);
    this.#peer = peer;
    this.yields = yields;
  }

  /** Parses startup messages before sign-in. */
  *readStartups(bytes: Uint8Array): Generator<Startup> {
    this.#startupBytes = Buffer.concat([this.#startupBytes, bytes]);
    for (let read = readStartup(this.#startupBytes); read; read = readStartup(this.#startupBytes)) {
      this.#startupBytes = read.rest;
      yield read.startup;
      if (read.startup.kind !== "encryption") return;
    }
  }

  signIn(user: string, isOwner: boolean): void {
    this.user = user;
    this.isOwner = isOwner;
    this.reader = new GroupReader(this.names, isOwner);
  }

  write(bytes: Buffer): void {
    if (!this.gone && bytes.length > 0) this.#peer.write(bytes);
  }

  /** Confirms the sign-in and sends the backend's parameters. */
  welcome(parameters: Readonly<Record<string, string>>): void {
    const own = { session_authorization: this.user, is_superuser: this.isOwner ? "on" : "off" };
    this.write(welcomeFrames(new Map(Object.entries({ ...parameters, ...own })), this.id, this.secret));
  }

  /** Requests COPY data once all older groups are answered. */
  askForCopyData(): void {
    if (!this.copyWanted || this.queue.length > 0) return;
    this.write(copyInFrame(this.copyWanted.binary));
    this.copyWanted = null;
  }

  /** Refuses a group without running it; only outside a transaction. */
  refuse(refusal: Refusal, end: Group["end"]): void {
    if (end === "flush") this.skipsToSync = true;
    this.write(end === "flush" ? errorFrame(refusal) : Buffer.concat([errorFrame(refusal), readyFrame("I")]));
  }

  closeWithError(refusal: Refusal): void {
    this.write(errorFrame(refusal, "FATAL"));
    this.closeSilently();
  }

  closeSilently(): void {
    if (this.gone) return;
    this.gone = true;
    this.queue.length = 0;
    this.#peer.end();
  }

  noteListens(actions: readonly ListenAction[]): void {
    this.#uncommittedListens.push(...actions);
  }

  /** Ends the transaction for LISTEN and UNLISTEN; returns the actions that now take effect. */
  settleListens(committed: boolean): ListenAction[] {
    const actions = this.#uncommittedListens;
    this.#uncommittedListens = [];
    if (!committed) return [];
    for (const action of actions) applyListen(this.channels, action);
    return actions;
  }
}

export function applyListen(channels: Set<string>, { command, channel }: ListenAction): void {
  if (channel === null) channels.clear();
  else if (command === "LISTEN") channels.add(channel);
  else channels.delete(channel);
}
