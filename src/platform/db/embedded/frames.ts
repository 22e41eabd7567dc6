/** A message of the PostgreSQL wire protocol, version 3: its type letter and all its bytes, header included. */
export type Frame = { type: string; bytes: Buffer };

export type Refusal = { code: string; message: string };

export type TransactionStatus = "I" | "T" | "E";

const headerBytes = 5;
const longestFrame = 256 * 1024 * 1024;

/** Splits a byte stream into frames, keeping incomplete ones. Throws on an impossible length. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;
  #needed = headerBytes;

  *read(chunk: Uint8Array): Generator<Frame> {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#held += chunk.byteLength;
    if (this.#held < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    let start = 0;
    this.#needed = headerBytes;
    while (bytes.length - start >= headerBytes) {
      const length = bytes.readInt32BE(start + 1);
      if (length < 4 || length > longestFrame) throw new Error(`A protocol message of ${length} bytes is invalid.`);
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

/** Builds a message; strings get a terminating zero. */
export const frame = (type: string, ...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(framePieces(type, ...parts));

/** The bytes of a message in pieces, without a copy of the large ones. */
export function framePieces(type: string, ...parts: readonly (string | Uint8Array)[]): Uint8Array[] {
  const body = parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part));
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.reduce((sum, part) => sum + part.byteLength, 0));
  return [Buffer.from(type, "latin1"), length, ...body];
}

export const syncFrame: Buffer = frame("S");

export const queryFrame = (sql: string): Buffer => frame("Q", sql);

/** Asks the backend to drop a prepared statement. */
export const closeStatementFrame = (name: string): Buffer => frame("C", Buffer.from("S"), name);

export const readyFrame = (status: TransactionStatus): Buffer => frame("Z", Buffer.from(status));

/** An ErrorResponse; FATAL tells the client that its connection is closing. */
export function errorFrame({ code, message }: Refusal, severity: "ERROR" | "FATAL" = "ERROR"): Buffer {
  return frame("E", `S${severity}`, `V${severity}`, `C${code}`, `M${message}`, Buffer.of(0));
}

/** A CopyInResponse without columns: they are unknown before the statement runs. */
export const copyInFrame = (binary: boolean): Buffer => frame("G", Buffer.of(binary ? 1 : 0, 0, 0));

/** A successful sign-in; within one process no password is needed. */
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

export function textAt(bytes: Buffer, offset: number): { text: string; next: number } {
  const end = bytes.indexOf(0, offset);
  if (end < 0) throw new Error("A string in a protocol message is not terminated.");
  return { text: bytes.toString("utf8", offset, end), next: end + 1 };
}

/** The tag of a CommandComplete: `COPY 2`, `LISTEN`, `ROLLBACK`. */
export const commandTag = (complete: Buffer): string => textAt(complete, headerBytes).text;

export const channelOf = (notification: Buffer): string => textAt(notification, headerBytes + 4).text;

/** Rewrites a notification's sender to the virtual connection `id`; the real backend has one id for all. */
export function notificationFrom(id: number, notification: Buffer): Buffer {
  const copy = Buffer.from(notification);
  copy.writeInt32BE(id, headerBytes);
  return copy;
}
