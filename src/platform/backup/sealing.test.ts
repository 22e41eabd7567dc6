import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { decryptChunks, encryptChunks } from "#platform/backup/sealing.ts";

const key = randomBytes(32);
const head = Buffer.from("head");
const chunk = 64 * 1024 + 16;

async function through(bytes: Buffer, stream: ReturnType<typeof encryptChunks>): Promise<Buffer> {
  // In pieces that align with no chunk, as a file delivers them.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_unused, at) =>
    bytes.subarray(at * 10_007, (at + 1) * 10_007),
  );
  let found: Buffer = Buffer.alloc(0);
  await pipeline(Readable.from(pieces), stream, async (opened) => {
    found = await buffer(opened);
  });
  return found;
}

test.each([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 300_000])(
  "%i bytes come back as they were",
  async (length) => {
    const plain = randomBytes(length);
    const sealed = await through(plain, encryptChunks(key, head));
    expect(await through(sealed, decryptChunks(key, head))).toEqual(plain);
    // A few bytes may match by chance.
    expect(length > 32 && sealed.includes(plain.subarray(0, 32))).toBe(false);
  },
);

test("refuses chunks that were removed, swapped, truncated or put under another header", async () => {
  const sealed = await through(randomBytes(300_000), encryptChunks(key, head));
  const [first, second, rest] = [
    sealed.subarray(0, chunk),
    sealed.subarray(chunk, 2 * chunk),
    sealed.subarray(2 * chunk),
  ];
  for (const bad of [
    Buffer.concat([second, first, rest]),
    Buffer.concat([first, rest]),
    Buffer.concat([first, second]),
    Buffer.concat([first, first, second, rest]),
    sealed.subarray(0, -1),
    Buffer.alloc(0),
  ])
    await expect(through(bad, decryptChunks(key, head))).rejects.toThrow(/auth|tag/i);
  await expect(through(sealed, decryptChunks(key, Buffer.from("hand")))).rejects.toThrow(/auth/);
  await expect(through(sealed, decryptChunks(randomBytes(32), head))).rejects.toThrow(/auth/);
  expect(await through(sealed, decryptChunks(key, head))).toHaveLength(300_000);
});
