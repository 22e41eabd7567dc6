import { createCipheriv, createECDH, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Where a browser takes notifications: its push service's address, and the keys only the browser can open. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

const curve = "prime256v1";
const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, "base64url");

/** The record size that is announced; a notification is one record. */
const recordSize = 4096;

type Chance = { privateKey?: Buffer; salt?: Buffer };

/**
 * Encrypts a notification for one browser (RFC 8291): the push service that carries it cannot read it. Throws if the keys
 * are not a point of the curve and a secret. `chance` fixes what is otherwise random, for the RFC's own example.
 */
export function encryptPush(plain: Buffer, { p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">, chance: Chance = {}) {
  const { salt = randomBytes(16) } = chance;
  const own = createECDH(curve);
  if (chance.privateKey) own.setPrivateKey(chance.privateKey);
  else own.generateKeys();
  const [browserKey, ownKey] = [bytesOf(p256dh), own.getPublicKey()];
  const shared = hmac(bytesOf(auth), own.computeSecret(browserKey));
  const secret = hmac(shared, Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, ownKey, Buffer.from([1])]));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  // The byte 2 marks the last record.
  const body = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey, body, cipher.getAuthTag()]);
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac("sha256", key).update(data).digest();

/** Whether a browser's keys are what its push service says: an uncompressed point and a secret of 16 bytes. */
export function arePushKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): boolean {
  try {
    const probe = createECDH(curve);
    probe.generateKeys();
    probe.computeSecret(bytesOf(p256dh));
    return bytesOf(p256dh).length === 65 && bytesOf(auth).length === 16;
  } catch {
    return false;
  }
}
