import { type Frame, framePieces, textAt } from "./frames.ts";

/**
 * Gives each connection its own prepared statement names on the shared backend. Portals keep theirs: they end with
 * their transaction, which holds the backend.
 */
export class StatementNames {
  readonly #prefix: string;
  readonly #known = new Map<string, string>();

  constructor(connection: number) {
    this.#prefix = `c${connection}_`;
  }

  /** The names in use on the backend, to be closed with the connection. */
  inBackend(): string[] {
    return [...this.#known.values()];
  }

  /** A Parse, Bind, Describe or Close with the backend's statement name, in pieces, and the client's name for it. */
  translate({ type, bytes }: Frame): { pieces: Uint8Array[]; name: string | null } {
    const at = this.#nameOffset(type, bytes);
    if (at === null) return { pieces: [bytes], name: null };
    const { text: name, next } = textAt(bytes, at);
    if (name === "") return { pieces: [bytes], name };
    return { pieces: framePieces(type, bytes.subarray(5, at), this.#nameFor(name), bytes.subarray(next)), name };
  }

  #nameOffset(type: string, bytes: Buffer): number | null {
    if (type === "P") return 5;
    if (type === "B") return textAt(bytes, 5).next;
    return bytes[5] === 0x53 ? 6 : null;
  }

  // Numbered, because PostgreSQL truncates names at 63 bytes and a prefix could make two long names equal.
  #nameFor(name: string): string {
    const known = this.#known.get(name) ?? `${this.#prefix}${this.#known.size}`;
    this.#known.set(name, known);
    return known;
  }
}
