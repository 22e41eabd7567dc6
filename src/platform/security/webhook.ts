import { createHmac } from "node:crypto";
import { mayCall } from "#contract/addresses.ts";
import { now } from "#platform/clock.ts";
import { guardFetch } from "#platform/model/guarded-fetch.ts";

export type Webhook = { url: URL; secret: string };

const timeoutMs = 10_000;

/** The signature of a body sent at a time in seconds; a receiver computes it with the same secret. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;

/**
 * Posts a signed body. The resolved address is checked: never a metadata service or a link-local one. Redirects are not
 * followed, because the operator named this address alone.
 */
export async function postSigned({ url, secret }: Webhook, content: object): Promise<void> {
  const guarded = guardFetch((address) => mayCall(address, true));
  const body = JSON.stringify(content);
  const seconds = Math.floor(now().getTime() / 1_000);
  try {
    const answer = await guarded.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "boardroom-signature": signatureOf(secret, seconds, body) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`ALERT_WEBHOOK_URL answered ${answer.status}.`);
  } finally {
    guarded.close();
  }
}
