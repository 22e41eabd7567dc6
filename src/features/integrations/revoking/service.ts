import { createHash } from "node:crypto";
import { z } from "zod";
import { type Connector, connectorOf } from "#connectors/connector.ts";
import { type OAuthClient, revokeToken } from "#connectors/oauth.ts";
import type { Tx } from "#platform/context.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { defineDelivery } from "#platform/outbox/delivery.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";

/** A service is told that a token is not used any more; its token is deleted here whatever comes of it. */
export const revocation = defineDelivery({
  kind: "revocation",
  title: "End of a sign-in",
  payload: z.strictObject({
    connector: z.string(),
    host: z.string(),
    client: z.strictObject({ id: z.string(), secret: z.string() }),
    token: z.string(),
  }),
  class: "repeatable",
  isHeld: false,
  isWiped: true,
  destination: ({ host }) => host,
  describe: ({ connector, host }) => ({ what: `End of the sign-in at ${connector}`, to: host }),
  async send(ctx, { connector, client, token }) {
    const { oauth: service, revoke } = connectorOf(ctx, connector) ?? {};
    if (revoke) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await ctx.http.call(ctx, { url: revoke.url, method: "POST", headers }).catch(outcomeOfFault);
      if (!("body" in answer)) return answer;
      if (revoke.isAgain(answer)) return { failed: "The service could not end the sign-in.", again: true };
      return [400, 401, 404].includes(answer.status) ? { ok: true } : outcomeOfAnswer(answer);
    }
    if (!service) return { failed: `This version does not know ${connector}.`, again: true };
    const at = { http: ctx.http, company: ctx.company, service, client };
    return revokeToken(at, token).then((answer) => {
      // A token it does not know any more is at its end.
      if (!answer || [400, 401, 404].includes(answer.status)) return { ok: true as const };
      return outcomeOfAnswer(answer);
    }, outcomeOfFault);
  },
});

/** Has a sign-in ended at its service, where that is possible. */
export async function endSignIn(
  tx: Tx,
  { id, oauth, revoke }: Connector,
  client: OAuthClient,
  token: string,
): Promise<void> {
  const url = revoke?.url ?? oauth?.revokeUrl;
  if (!url) return;
  const { host } = new URL(url);
  const intent = createHash("sha256").update(token).digest("base64url");
  await enqueue(tx, revocation, { connector: id, host, client, token }, { intent, label: id });
}
