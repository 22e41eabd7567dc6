import { createCipheriv, createDecipheriv } from "node:crypto";
import { Transform } from "node:stream";

const chunkBytes = 64 * 1024;
const tagBytes = 16;

/** Numbers the chunks and marks the last, so that none can be removed, moved or truncated. */
function nonce(place: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(place), 0);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Encrypts a stream with AES-256-GCM, chunk by chunk; `head` is the unencrypted part before it. */
export function encryptChunks(key: Buffer, head: Buffer): Transform {
  return inChunks(chunkBytes, (chunk, place, isLast) => {
    const cipher = createCipheriv("aes-256-gcm", key, nonce(place, isLast)).setAAD(head);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
}

/** Decrypts what `encryptChunks` wrote; fails on the first chunk that was changed or is missing. */
export function decryptChunks(key: Buffer, head: Buffer): Transform {
  return inChunks(chunkBytes + tagBytes, (chunk, place, isLast) => {
    const text = chunk.subarray(0, -tagBytes);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce(place, isLast)).setAAD(head);
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(text), decipher.final()]);
  });
}

/** Splits a stream into chunks of one size; there is always a last one, possibly shorter or empty. */
function inChunks(size: number, work: (chunk: Buffer, place: number, isLast: boolean) => Buffer): Transform {
  let held: Buffer = Buffer.alloc(0);
  let place = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      try {
        held = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
        // A chunk is known not to be the last only once more follows.
        for (; held.length > size; held = held.subarray(size)) this.push(work(held.subarray(0, size), place++, false));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, work(held, place, true));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
