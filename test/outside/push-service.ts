import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { type Call, openService } from "./service.ts";

/** What a browser showed of a notification, as its service worker gets it. */
export type ShownPush = { title: string; body: string; tag: string; href: string; open: string };

type Subscription = { endpoint: string; p256dh: string; auth: string };
type Browser = { pair: ReturnType<typeof createECDH>; auth: Buffer; key: string };
export type Received = { shown: ShownPush; ttl: number; urgency: string; topic: string; by: string };

/** A subscription of a made-up browser, at any address. */
export function browserKeys(endpoint: string): Subscription & { pair: Browser["pair"] } {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey().toString("base64url"), auth: randomBytes(16).toString("base64url") };
  return Object.defineProperty({ endpoint, ...keys }, "pair", { value: pair, enumerable: false }) as never;
}

/**
 * A push service on this machine. It takes what a real one takes: a signature by the key the browser subscribed with (RFC
 * 8292), for this service and not for too long, at most 4,096 bytes. Its browsers decrypt what arrives (RFC 8291).
 */
export async function openPushService() {
  const browsers = new Map<string, Browser>();
  const received = new Map<string, Received[]>();
  const service = await openService((call) => {
    const browser = browsers.get(call.path);
    if (!browser) return { status: 410 };
    const refusal = refusalOf(call, browser, service.url, service.clock.now());
    if (refusal) return { status: 403, body: refusal };
    if (call.bytes.length > 4_096) return { status: 413 };
    const { ttl, urgency, topic } = call.headers as Record<string, string>;
    const shown = JSON.parse(decrypt(call.bytes, browser)) as ShownPush;
    received
      .get(call.path)
      ?.push({ shown, ttl: Number(ttl), urgency: urgency ?? "", topic: topic ?? "", by: browser.key });
    return { status: 201 };
  });
  const pathOf = (endpoint: string) => new URL(endpoint).pathname;
  return {
    ...service,
    /** Subscribes a browser with the installation's key. */
    subscribe(key: string): Subscription {
      const path = `/send/${randomBytes(12).toString("base64url")}`;
      const made = browserKeys(`${service.url}${path}`);
      browsers.set(path, { pair: made.pair, auth: Buffer.from(made.auth, "base64url"), key });
      received.set(path, []);
      return made;
    },
    /** What a browser showed, in order. */
    received: ({ endpoint }: Subscription): readonly Received[] => received.get(pathOf(endpoint)) ?? [],
    /** A browser ends its subscription. */
    end: ({ endpoint }: Subscription): void => void browsers.delete(pathOf(endpoint)),
  };
}

/** Why a request is refused; null if it is signed as it must be. */
function refusalOf({ headers }: Call, { key }: Browser, origin: string, now: Date): string | null {
  const [, head = "", claims = "", signature = "", signedBy = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  if (signedBy !== key) return "The key is not the one of the subscription.";
  const point = Buffer.from(key, "base64url");
  const part = (from: number, to: number) => point.subarray(from, to).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1, 33), y: part(33, 65) };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "The signature is wrong.";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  if (aud !== origin) return "It is signed for another service.";
  const left = Number(exp) - now.getTime() / 1000;
  if (!(left > 0 && left <= 86_400)) return "It counts too long, or no more.";
  if (!/^(?:mailto:|https?:)/.test(String(sub))) return "It names no contact.";
  return headers["content-encoding"] === "aes128gcm" && headers.ttl ? null : "A header is missing.";
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac("sha256", key).update(data).digest();

function decrypt(bytes: Buffer, { pair, auth }: Browser): string {
  const salt = bytes.subarray(0, 16);
  const end = 21 + (bytes[20] ?? 0);
  const sender = bytes.subarray(21, end);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender, Buffer.from([1])]);
  const secret = hmac(hmac(auth, pair.computeSecret(sender)), info);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(bytes.subarray(-16));
  const plain = Buffer.concat([decipher.update(bytes.subarray(end, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
