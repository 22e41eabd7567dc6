import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { OAuthClient } from "#connectors/oauth.ts";

export type Message = { headers: IncomingHttpHeaders; bytes: Uint8Array; secret: string; url: string };
/** `at`: when it was sent, where its signature covers a time. */
export type Signed = { id: string; at: Date | null };

/** Messages in which a service says that something changed. What they say is not read: they hasten the next reading. */
export type Webhook = {
  /** What signs them; null: it is not known yet. `own` is a secret for this company's address. */
  secretOf: (credentials: Readonly<Record<string, string>>, client: OAuthClient | null, own: string) => string | null;
  /** Null: forged. */
  verify: (message: Message) => Signed | null;
};

export const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === "string" && value.length <= 1_000 ? value : "";
};

export const isSame = (one: string, other: string): boolean =>
  one.length > 0 &&
  Buffer.byteLength(one) === Buffer.byteLength(other) &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const signatureOf = (secret: string, parts: readonly (string | Uint8Array)[], as: "hex" | "base64"): string => {
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest(as);
};

/** The same message has the same id, however often it is sent. */
export const idOfBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url");
