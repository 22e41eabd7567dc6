import { AppError, notFound } from "#contract/errors.ts";
import { partSize } from "#features/imports/contract.ts";
import { mostBytes } from "#features/records/imports/contract.ts";
import * as store from "#features/records/imports/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import type { Source } from "#platform/reading/reading.ts";

/** Bytes read from the database at a time; the response is twice as long. */
const readBytes = 512 * 1024;

/** The bytes of an uploaded file, again on each call. */
export const sourceOf = (ctx: Ctx, { id, size }: Pick<store.ImportRow, "id" | "size">): Source => ({
  size,
  async *bytes(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size; at += readBytes) {
      const bytes = await read(ctx, (tx) => store.bytesOf(tx, id, Math.floor(at / partSize), at % partSize, readBytes));
      if (!bytes) throw new Error("A piece of the file is gone.");
      yield bytes;
    }
  },
});

/** The bytes of a file up to this size are kept while it is looked at. */
const mostKept = 32 * 1024 * 1024;

/** The bytes of an uploaded file that is read several times, from the database once. */
export function keptSourceOf(ctx: Ctx, file: Pick<store.ImportRow, "id" | "size">): Source {
  const source = sourceOf(ctx, file);
  let kept: Uint8Array[] | null = null;
  return {
    size: source.size,
    async *bytes(): AsyncGenerator<Uint8Array> {
      if (kept) return yield* kept;
      const pieces: Uint8Array[] = [];
      for await (const piece of source.bytes()) {
        if (source.size <= mostKept) pieces.push(piece);
        yield piece;
      }
      if (source.size <= mostKept) kept = pieces;
    },
  };
}

export async function wholeFile(ctx: Ctx, file: Pick<store.ImportRow, "id" | "size">): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sourceOf(ctx, file).bytes()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Stores a chunk of a file that was announced; returns whether the file is whole. Idempotent. */
export async function receive(
  tx: Tx,
  importId: string,
  position: number,
  content: Uint8Array,
): Promise<{ row: store.ImportRow; isWhole: boolean }> {
  const row = await store.find(tx, importId);
  if (!row) throw notFound();
  if (row.status !== "receiving") throw new AppError("conflict", "This file was taken already.");
  const last = Math.ceil(row.size / partSize) - 1;
  const expected = position === last ? row.size - last * partSize : partSize;
  if (row.size > mostBytes || position > last || content.length !== expected)
    throw new AppError(
      "unprocessable",
      "This piece does not fit the file that was announced: send it again from the start",
    );
  await store.addPart(tx, importId, position, Buffer.from(content.buffer, content.byteOffset, content.length));
  return { row, isWhole: (await store.received(tx, importId)) === row.size };
}
