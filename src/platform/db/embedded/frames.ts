/** A message of the PostgreSQL wire protocol, version 3: its type letter and its whole bytes, header included. */
export type Frame = { type: string; bytes: Buffer };

/** What a client is told when something fails: an SQLSTATE and a sentence. */
export type Refusal = { code: string; message: string };

export type TransactionStatus = "I" | "T" | "E";

const headerBytes = 5;
const longestFrame = 256 * 1024 * 1024;

/** Cuts a byte stream into frames; keeps what is not complete yet. Throws on a length no message can have. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;
  #needed = headerBytes;

  /** Takes the next bytes, gives the frames that are complete now. */
  *read(chunk: Uint8Array): Generator<Frame> {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#held += chunk.byteLength;
    if (this.#held < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    let start = 0;
    this.#needed = headerBytes;
    while (bytes.length - start >= headerBytes) {
      const length = bytes.readInt32BE(start + 1);
      if (length < 4 || length > longestFrame) throw new Error(`A protocol message of ${length} bytes makes no sense.`);
      const end = start + 1 + length;
      if (end > bytes.length) {
        this.#needed = end - start;
        break;
      }
      yield { type: String.fromCharCode(bytes[start] as number), bytes: bytes.subarray(start, end) };
      start = end;
    }
    this.#held = bytes.length - start;
    this.#chunks = this.#held > 0 ? [bytes.subarray(start)] : [];
  }
}

/** Takes a type letter and body parts (text gets its closing zero), gives the message. */
export function frame(type: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const body = parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part));
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.reduce((sum, part) => sum + part.byteLength, 0));
  return Buffer.concat([Buffer.from(type, "latin1"), length, ...body]);
}

export const syncFrame: Buffer = frame("S");

/** Gives a simple query message of this SQL text. */
export const queryFrame = (sql: string): Buffer => frame("Q", sql);

/** Gives the message that asks the backend to forget a prepared statement. */
export const closeStatementFrame = (name: string): Buffer => frame("C", Buffer.from("S"), name);

export const readyFrame = (status: TransactionStatus): Buffer => frame("Z", Buffer.from(status));

/** Gives an ErrorResponse; `severity` FATAL tells the client that its connection ends. */
export function errorFrame({ code, message }: Refusal, severity: "ERROR" | "FATAL" = "ERROR"): Buffer {
  return frame("E", `S${severity}`, `V${severity}`, `C${code}`, `M${message}`, Buffer.of(0));
}

/** Gives a CopyInResponse that names no column: they are not known before the statement runs. */
export const copyInFrame = (binary: boolean): Buffer => frame("G", Buffer.of(binary ? 1 : 0, 0, 0));

/** Gives the four messages' worth of a successful sign-in: no password is asked for inside one process. */
export function welcomeFrames(parameters: ReadonlyMap<string, string>, id: number, secret: number): Buffer {
  const key = Buffer.alloc(8);
  key.writeInt32BE(id);
  key.writeInt32BE(secret, 4);
  return Buffer.concat([
    frame("R", Buffer.alloc(4)),
    ...Array.from(parameters, ([name, value]) => frame("S", name, value)),
    frame("K", key),
    readyFrame("I"),
  ]);
}

/** Takes a buffer and an offset, gives the zero-ended text there and the offset behind it. */
export function textAt(bytes: Buffer, offset: number): { text: string; next: number } {
  const end = bytes.indexOf(0, offset);
  if (end < 0) throw new Error("A text in a protocol message has no end.");
  return { text: bytes.toString("utf8", offset, end), next: end + 1 };
}

/** Takes a CommandComplete, gives its words: `COPY 2`, `LISTEN`, `ROLLBACK`. */
export const commandTag = (complete: Buffer): string => textAt(complete, headerBytes).text;

/** Takes a NotificationResponse, gives its channel. */
export const channelOf = (notification: Buffer): string => textAt(notification, headerBytes + 4).text;

/** Gives the notification as if the virtual connection `id` had sent it: the real backend has one number for all. */
export function notificationFrom(id: number, notification: Buffer): Buffer {
  const copy = Buffer.from(notification);
  copy.writeInt32BE(id, headerBytes);
  return copy;
}
