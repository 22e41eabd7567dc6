import { createDecipheriv } from "node:crypto";
import type { Actor } from "#platform/context.ts";
import type { Secrets } from "#platform/secrets.ts";

/** Opens what was sealed for a person in the journal; throws when the key was destroyed or the bytes were changed. */
export function openSealed(
  secrets: Secrets,
  company: string,
  person: Pick<Extract<Actor, { kind: "user" }>, "id" | "sealedKey">,
  sealed: Buffer,
): { address: string; userAgent: string } {
  if (!person.sealedKey) throw new Error("This person's key was destroyed.");
  const key = secrets.open(person.sealedKey, `person:${company}:${person.id}`);
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString());
}
