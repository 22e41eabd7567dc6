import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Secrets } from "#platform/secrets.ts";

/** The installation's own key pair, by which push services recognize it (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: KeyObject };

/** Every instance with the same keys derives the same pair, so nothing is stored and no service hands one out. */
export function vapidKeys(secrets: Secrets): VapidKeys {
  const pair = createECDH("prime256v1");
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(secrets.derive(`push:${attempt}`), "base64url");
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One number in four thousand million is not a key of this curve.
      continue;
    }
    const point = pair.getPublicKey();
    const encoded = (from: number, to: number) => point.subarray(from, to).toString("base64url");
    const jwk = { kty: "EC", crv: "P-256", d: scalar.toString("base64url"), x: encoded(1, 33), y: encoded(33, 65) };
    return { publicKey: point.toString("base64url"), privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
  }
}

/** How long a signature counts; services take at most a day. */
const lifeSeconds = 12 * 3_600;

/** The header that signs a request to a push service. `contact` is where its operator finds us. */
export function vapidHeader({ publicKey, privateKey }: VapidKeys, endpoint: string, contact: string, now: Date) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now.getTime() / 1000) + lifeSeconds;
  const claims = `${part({ typ: "JWT", alg: "ES256" })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`;
  const signature = sign("sha256", Buffer.from(claims), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${claims}.${signature.toString("base64url")}, k=${publicKey}`;
}
