import { commandTag, FrameReader, type TransactionStatus } from "./frames.ts";

const maxHeldBytes = 256 * 1024;

/** Reads the backend's answer to one group, separating the client's part from the multiplexer's. */
export class Reply {
  readonly #frames = new FrameReader();
  readonly #pass: (bytes: Buffer) => void;
  readonly #hides: (type: string) => boolean;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #transactionEnd: "COMMIT" | "ROLLBACK" | null = null;
  #failed = false;
  /** The tag of the last CommandComplete. */
  lastTag = "";
  readonly notifications: Buffer[] = [];
  /** The transaction status of ReadyForQuery; null before it arrived. */
  ready: TransactionStatus | null = null;
  /** How many LISTEN and UNLISTEN commands were confirmed. */
  listens = 0;

  /** `pass` receives the client's bytes; `hides` selects message types the client must not see. */
  constructor(pass: (bytes: Buffer) => void, hides: (type: string) => boolean = () => false) {
    this.#pass = pass;
    this.#hides = hides;
  }

  /** Whether the group, or the transaction it ended, was committed. */
  get committed(): boolean {
    return this.#transactionEnd === null ? !this.#failed : this.#transactionEnd === "COMMIT";
  }

  take(chunk: Uint8Array): void {
    for (const { type, bytes } of this.#frames.read(chunk)) {
      if (type === "Z") this.ready = String.fromCharCode(bytes[5] as number) as TransactionStatus;
      else if (type === "A") this.notifications.push(Buffer.from(bytes));
      else {
        if (type === "E") this.#failed = true;
        else if (type === "C") this.#noteTag(commandTag(bytes));
        if (!this.#hides(type)) this.#hold(bytes);
      }
    }
    if (this.#heldBytes >= maxHeldBytes) this.#pass(this.rest());
  }

  /** The client's bytes not passed on yet. */
  rest(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return bytes;
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #noteTag(tag: string): void {
    this.lastTag = tag;
    if (tag === "LISTEN" || tag === "UNLISTEN") this.listens += 1;
    else if (tag === "COMMIT" || tag === "ROLLBACK") this.#transactionEnd = tag;
  }
}
