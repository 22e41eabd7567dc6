import { createHmac } from "node:crypto";
import type { Call, Service } from "./outside/service.ts";
import type { World } from "./world.ts";

/** Standard Webhooks as a receiver or a sender outside implements it, from its text alone. */
const signatureOf = (secret: string, id: string, seconds: string, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`${id}.${seconds}.${body}`)
    .digest("base64")}`;

/** Whether a receiver that has this secret accepts the call. */
export function isSigned({ headers, text }: Call, secret: string): boolean {
  const [id, seconds] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  const given = String(headers["webhook-signature"]).split(" ");
  return given.includes(signatureOf(secret, id, seconds, text));
}

export type Posted = { type: string; timestamp: string; data: Record<string, unknown> };
export const postedTo = ({ journal }: Service): Posted[] => journal.map(({ text }) => JSON.parse(text) as Posted);

/** The headers of a message from outside. */
export function signedBy(
  secret: string,
  body: string,
  { id = crypto.randomUUID() as string, at = new Date() }: { id?: string; at?: Date } = {},
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": signatureOf(secret, id, seconds, body),
  };
}

/** Posts to an address as a program outside does: with neither a cookie nor an origin. */
export async function postTo(
  world: World,
  address: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const url = new URL(new URL(address).pathname, world.url);
  const response = await fetch(url, { method: "POST", headers, body: body as string });
  return { status: response.status, text: await response.text() };
}
