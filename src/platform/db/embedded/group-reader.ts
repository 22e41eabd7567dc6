import { type Frame, FrameReader, type Refusal, textAt } from "./frames.ts";
import { type Effects, effectsOf, type ListenAction } from "./statement-effects.ts";
import type { StatementNames } from "./statement-names.ts";

/** Messages the backend processes together: a simple query, or everything up to a Sync or Flush. */
export type Group = {
  end: "query" | "sync" | "flush";
  bytes: Buffer;
  /** In the order the backend will confirm them. */
  listens: readonly ListenAction[];
  leavesSettings: boolean;
  refusal: Refusal | null;
  /** The Parse of the unnamed statement this group uses; lost if another connection ran in between. */
  unnamedParse: Buffer | null;
  /** `bytes` includes the client's COPY data, so the backend's request for it must not reach the client. */
  carriesCopyData: boolean;
};

export type FromClient =
  | { kind: "group"; group: Group }
  | { kind: "copy-data-wanted"; binary: boolean }
  | { kind: "terminate" };

const maxCopyBytes = 64 * 1024 * 1024;

/** Splits a signed-in client's bytes into groups. Throws on protocol violations. */
export class GroupReader {
  readonly #names: StatementNames;
  readonly #isOwner: boolean;
  readonly #frames = new FrameReader();
  readonly #listensOfStatement = new Map<string, readonly ListenAction[]>();
  readonly #listensOfPortal = new Map<string, readonly ListenAction[]>();
  #unnamedParse: Buffer | null = null;
  #draft = emptyDraft();
  #copying = false;

  constructor(names: StatementNames, isOwner: boolean) {
    this.#names = names;
    this.#isOwner = isOwner;
  }

  *read(chunk: Uint8Array): Generator<FromClient> {
    for (const frame of this.#frames.read(chunk)) {
      const event = this.#copying ? this.#duringCopy(frame) : this.#take(frame);
      if (event) yield event;
    }
  }

  #take(message: Frame): FromClient | null {
    switch (message.type) {
      case "Q":
        return this.#query(message.bytes);
      case "P":
        return this.#parse(message);
      case "B":
        return this.#bind(message);
      case "D":
      case "C":
        return this.#describeOrClose(message);
      case "E":
        this.#draft.listens.push(...(this.#listensOfPortal.get(textAt(message.bytes, 5).text) ?? []));
        return this.#keep(message.bytes);
      case "F":
        this.#keep(message.bytes);
        return this.#finish("query");
      case "H":
      case "S":
        this.#keep(message.bytes);
        return this.#finish(message.type === "S" ? "sync" : "flush");
      case "X":
        return { kind: "terminate" };
      case "d":
      case "c":
      case "f":
        return null;
      default:
        throw new Error(`A message of type ${JSON.stringify(message.type)} is unknown.`);
    }
  }

  #query(bytes: Buffer): FromClient {
    const effects = this.#note(textAt(bytes, 5).text);
    this.#keep(bytes);
    this.#draft.listens.push(...effects.listens);
    this.#unnamedParse = null;
    if (!effects.copyIn || this.#draft.refusal) return this.#finish("query");
    this.#copying = true;
    return { kind: "copy-data-wanted", binary: effects.copyIn === "binary" };
  }

  #parse(message: Frame): null {
    const { pieces, name } = this.#names.translate(message);
    const effects = this.#note(textAt(message.bytes, textAt(message.bytes, 5).next).text);
    if (effects.copyIn)
      this.#draft.refusal ??= { code: "0A000", message: "COPY FROM STDIN is only supported as a simple query" };
    this.#listensOfStatement.set(name ?? "", effects.listens);
    if (name === "") {
      this.#draft.parsesUnnamed = true;
      this.#unnamedParse = this.#draft.refusal ? null : Buffer.concat(pieces);
    }
    return this.#keep(...pieces);
  }

  #bind(message: Frame): null {
    const { pieces, name } = this.#names.translate(message);
    const listens = this.#listensOfStatement.get(name ?? "") ?? [];
    const portal = textAt(message.bytes, 5).text;
    if (listens.length > 0) this.#listensOfPortal.set(portal, listens);
    else this.#listensOfPortal.delete(portal);
    this.#relyOnUnnamed(name);
    return this.#keep(...pieces);
  }

  #describeOrClose(message: Frame): null {
    const { pieces, name } = this.#names.translate(message);
    if (message.type === "D") this.#relyOnUnnamed(name);
    return this.#keep(...pieces);
  }

  #relyOnUnnamed(name: string | null): void {
    if (name === "" && !this.#draft.parsesUnnamed) this.#draft.unnamedParse = this.#unnamedParse;
  }

  #duringCopy({ type, bytes }: Frame): FromClient | null {
    if (type === "X") return { kind: "terminate" };
    if (type !== "d" && type !== "c" && type !== "f") return null;
    if (this.#draft.size + bytes.length > maxCopyBytes) {
      this.#draft.refusal ??= { code: "54000", message: `a COPY of more than ${maxCopyBytes} bytes is not supported` };
      this.#draft.parts.length = 0;
    } else this.#keep(bytes);
    if (type === "d") return null;
    this.#copying = false;
    return this.#finish("query", true);
  }

  #note(sql: string): Effects {
    const effects = effectsOf(sql, this.#isOwner);
    this.#draft.leavesSettings ||= effects.leavesSettings;
    this.#draft.refusal ??= effects.refusal;
    return effects;
  }

  #keep(...pieces: readonly Uint8Array[]): null {
    this.#draft.parts.push(...pieces);
    for (const { byteLength } of pieces) this.#draft.size += byteLength;
    return null;
  }

  #finish(end: Group["end"], carriesCopyData = false): FromClient {
    const { parts, listens, leavesSettings, refusal, unnamedParse } = this.#draft;
    this.#draft = emptyDraft();
    const bytes = Buffer.concat(parts);
    return { kind: "group", group: { end, bytes, listens, leavesSettings, refusal, unnamedParse, carriesCopyData } };
  }
}

const emptyDraft = () => ({
  parts: [] as Uint8Array[],
  size: 0,
  listens: [] as ListenAction[],
  leavesSettings: false,
  refusal: null as Refusal | null,
  parsesUnnamed: false,
  unnamedParse: null as Buffer | null,
});
