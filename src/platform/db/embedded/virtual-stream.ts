import { Duplex } from "node:stream";
import type { Multiplexer, VirtualConnection } from "./multiplexer.ts";

/** `yields`: see `Multiplexer.open`. */
export type StreamOptions = { yields?: boolean };

/** A socket for `pg` that connects to the multiplexer. */
export class VirtualStream extends Duplex {
  readonly #find: () => Promise<Multiplexer>;
  #connection: VirtualConnection | null = null;

  readonly #options: StreamOptions;

  /** `find` resolves once the engine is up. */
  constructor(find: () => Promise<Multiplexer>, options: StreamOptions = {}) {
    super({ allowHalfOpen: false });
    this.#find = find;
    this.#options = options;
  }

  /** Ignores the port and host that `pg` passes. */
  connect(): this {
    this.#find().then(
      (multiplexer) => {
        if (this.destroyed) return;
        const peer = {
          write: (bytes: Buffer) => {
            if (!this.destroyed) this.push(bytes);
          },
          end: () => {
            if (!this.destroyed) this.push(null);
          },
        };
        this.#connection = multiplexer.open(peer, this.#options);
        this.emit("connect");
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#connection) return done(new Error("The stream is not connected yet."));
    this.#connection.receive(chunk);
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#connection?.finish();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.drop();
    done(error);
  }
}
